/** Tells the runtime that this process will not live long, once it turns out to have work at all. */
import type { FileSystem } from '../core/host.ts'

/** Bytes of input below which a build is over before anything is compiled. */
const SMALL = 8192
/**
 * How much of a function has to run, in bytes of its bytecode, before V8 compiles it for speed: twelve times as much as by
 * default. Compiling costs more than it gains in a build of a second, and the loops of a long one are still compiled.
 */
const BUDGET = 800_000
/** The V8 of Node 20, on which this was measured. Others have other tiers. */
const MEASURED = /^11\.3\./

/** The file system, which watches how much is read. */
export function compilingLater(fs: FileSystem): FileSystem {
  const { v8, bun } = process.versions as Partial<Record<string, string>>
  if (bun !== undefined || v8 === undefined || !MEASURED.test(v8)) return fs
  let bytes = 0
  const watched = async <T extends Uint8Array | undefined>(answer: Promise<T>): Promise<T> => {
    const result = await answer
    if (bytes < SMALL && result !== undefined) {
      bytes += result.length
      if (bytes >= SMALL) process.getBuiltinModule('node:v8').setFlagsFromString(`--interrupt-budget=${BUDGET}`)
    }
    return result
  }
  const { readPlain } = fs
  return {
    ...fs,
    read: (path) => watched(fs.read(path)),
    ...(readPlain === undefined ? {} : { readPlain: (path: string) => watched(readPlain(path)) }),
  }
}
