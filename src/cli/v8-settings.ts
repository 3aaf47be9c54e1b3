/** Settings of V8. A module of its own, because the starter has to know when they are changed (`start.cjs`). */

/**
 * How much of a function has to run, in bytes of its bytecode, before V8 compiles it for speed: twelve times as much as by
 * default. Compiling costs more than it gains in a build of a second, and the loops of a long one are still compiled.
 */
const BUDGET = 800_000

export function raiseCompileBudget(): Promise<void> {
  return set(`--interrupt-budget=${BUDGET}`)
}

/**
 * The space of the youngest objects stays as large as it is. It would go on to grow to 32 MB, most of them never looked
 * at again: a quarter of the memory of building 2,000 objects, for nothing in time.
 */
export function keepYoungSpace(): Promise<void> {
  return set('--semi-space-growth-factor=1')
}

async function set(flag: string): Promise<void> {
  const { setFlagsFromString } = bindingOfNode20() ?? (await import('node:v8'))
  setFlagsFromString(flag)
}

type Settings = Pick<typeof import('node:v8'), 'setFlagsFromString'>

/**
 * The same function without the module, whose loading is a twentieth of a build of 100 objects. Node's way to it is
 * deprecated, and in the version for which `short-life.ts` asks will stay what it is. The warning is for authors of
 * new programs, not for those who run this one.
 */
function bindingOfNode20(): Settings | undefined {
  const node20 = process as unknown as { binding?: (name: string) => Settings; noDeprecation: unknown }
  const { noDeprecation } = node20
  node20.noDeprecation = true
  try {
    const found = node20.binding?.('v8')
    return typeof found?.setFlagsFromString === 'function' ? found : undefined
  } catch {
    return undefined
  } finally {
    node20.noDeprecation = noDeprecation
  }
}
