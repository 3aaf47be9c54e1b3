/** What a build asked of its file system: its whole input, look-ups that found nothing included. */
import { type Entry, FileError, type FileSystem, type MaybePromise, type Stat } from './host.ts'

export interface Access {
  /** `read` a file, `list` a folder, `stat` or `real`: look a path up. */
  operation: 'read' | 'list' | 'stat' | 'real'
  path: string
  /** Whether something was there. A later build may differ once this changes, even when it is false now. */
  found: boolean
}

export interface RecordingFileSystem extends FileSystem {
  /** Each distinct question once, in the order of the first asking. */
  readonly accesses: Access[]
}

/**
 * Passes every call on and notes it.
 *
 * ```ts
 * import { build, memoryFileSystem, recordingFileSystem } from 'strake'
 *
 * const fs = recordingFileSystem(memoryFileSystem({ '/app/kustomization.yaml': 'namePrefix: a-\nresources: []\n' }))
 * await build({ root: '/app', fs }).catch(() => undefined)
 * console.log(fs.accesses.filter(({ operation }) => operation === 'read'))
 * ```
 */
export function recordingFileSystem(below: FileSystem): RecordingFileSystem {
  const accesses: Access[] = []
  const known = { read: new Set<string>(), list: new Set<string>(), stat: new Set<string>(), real: new Set<string>() }
  const note = (operation: Access['operation'], path: string, found: boolean): void => {
    const paths = known[operation]
    if (paths.has(path)) return
    paths.add(path)
    accesses.push({ operation, path, found })
  }
  const asked = async <T>(operation: Access['operation'], path: string, answer: Promise<T>): Promise<T> => {
    try {
      const result = await answer
      note(operation, path, result !== undefined)
      return result
    } catch (error) {
      if (error instanceof FileError)
        note(operation, path, error.code !== 'NOT_FOUND' && error.code !== 'NOT_DIRECTORY')
      throw error
    }
  }
  // What it does not find is asked for in other words.
  const noted = (path: string, text: string | undefined): string | undefined => {
    if (text !== undefined) note('read', path, true)
    return text
  }
  const readText = (path: string): MaybePromise<string | undefined> => {
    const text = below.readText?.(path)
    return text instanceof Promise ? text.then((found) => noted(path, found)) : noted(path, text)
  }
  return {
    accesses,
    ...(below.readText === undefined ? {} : { readText }),
    read: (path): Promise<Uint8Array> => asked('read', path, below.read(path)),
    list: (path): Promise<Entry[]> => asked('list', path, below.list(path)),
    stat: (path): Promise<Stat | undefined> => asked('stat', path, below.stat(path)),
    real: (path): Promise<string> => asked('real', path, below.real(path)),
  }
}
