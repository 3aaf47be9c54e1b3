/** Tells the runtime that this process will not live long, once it turns out to have work at all. */
import type { FileSystem } from '../core/host.ts'

/** Bytes of input below which a build is over before anything is compiled. */
const SMALL = 8192
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
      if (bytes >= SMALL) (await import('./compile-budget.ts')).raiseCompileBudget()
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
