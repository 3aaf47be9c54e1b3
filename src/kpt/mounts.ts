/** Folders of this machine that a function is given, and the paths by which it knows them (kpt 10.1). */
import { FileError, type FileSystem } from '../core/host.ts'
import { basename, clean, dirname, isAbsolute, isWithin, join } from '../core/path.ts'

export interface Mount {
  type: string
  source: string
  target: string
  isWritable: boolean
}

/** `type=bind,src=/here,dst=/there,rw=true`; mounts are read only unless they say otherwise. */
export function readMount(word: string): Mount {
  const fields = new Map<string, string>()
  for (const part of word.split(',')) {
    const equals = part.indexOf('=')
    fields.set(equals < 0 ? part : part.slice(0, equals), equals < 0 ? '' : part.slice(equals + 1))
  }
  return {
    type: fields.get('type') ?? '',
    source: fields.get('source') ?? fields.get('src') ?? '',
    target: fields.get('target') ?? fields.get('dst') ?? fields.get('destination') ?? '',
    isWritable: fields.get('rw') === 'true',
  }
}

/** Where a mounted path is on this machine. */
export interface MountedPath {
  path: string
  /** Of the mounted folder, symbolic links resolved. */
  root: string
  isWritable: boolean
}

/**
 * Finds the place of a path that a function names, or undefined when nothing is mounted there: what is not mounted does
 * not exist for a function, and a symbolic link does not lead out of what is.
 *
 * @example await mountedPath('/tmp/charts/web', [readMount('type=bind,src=/home/me,dst=/tmp/charts')], fs, '/')
 */
export async function mountedPath(
  path: string,
  mounts: readonly Mount[],
  fs: FileSystem | undefined,
  cwd: string,
): Promise<MountedPath | undefined> {
  if (fs === undefined || !isAbsolute(path)) return undefined
  const wanted = clean(path)
  const around = mounts.filter(({ type, target }) => type === 'bind' && isWithin(wanted, clean(target)))
  const mount = around.sort((a, b) => b.target.length - a.target.length)[0]
  if (mount === undefined) return undefined
  const target = clean(mount.target)
  const below = wanted.slice(target === '/' ? 1 : target.length + 1)
  try {
    const root = await fs.real(isAbsolute(mount.source) ? clean(mount.source) : join(cwd, mount.source))
    const place = below === '' ? root : await realOrNew(join(root, below), fs)
    return isWithin(place, root) ? { path: place, root, isWritable: mount.isWritable } : undefined
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

/** A file that is yet to be written lies in a folder that is there. */
async function realOrNew(path: string, fs: FileSystem): Promise<string> {
  try {
    return await fs.real(path)
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'NOT_FOUND') throw error
    return join(await fs.real(dirname(path)), basename(path))
  }
}
