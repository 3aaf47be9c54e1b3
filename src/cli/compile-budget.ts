/** A setting of V8. A module of its own, because the starter has to know when it is changed (`start.cjs`). */
import { setFlagsFromString } from 'node:v8'

/**
 * How much of a function has to run, in bytes of its bytecode, before V8 compiles it for speed: twelve times as much as by
 * default. Compiling costs more than it gains in a build of a second, and the loops of a long one are still compiled.
 */
const BUDGET = 800_000

export function raiseCompileBudget(): void {
  setFlagsFromString(`--interrupt-budget=${BUDGET}`)
}
