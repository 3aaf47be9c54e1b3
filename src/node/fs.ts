/**
 * The disk as a {@link FileSystem}. Reads are synchronous inside their promises: for thousands of small files that costs
 * a fraction of what asynchronous reads do.
 */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { type Entry, FileError, type FileErrorCode, type Stat, type WritableFileSystem } from '../core/host.ts'
import { dirname, isAbsolute } from '../core/path.ts'
import { compareBytes } from '../core/text.ts'

/** As many symbolic links as the reference follows before it gives up. */
const MOST_LINKS = 255

/**
 * The file system of this machine.
 *
 * ```ts
 * import { build } from 'strake'
 * import { nodeFileSystem } from 'strake/node'
 *
 * const { text } = await build({ root: '/srv/config/production', fs: nodeFileSystem() })
 * process.stdout.write(text)
 * ```
 *
 * Every method rejects with a {@link FileError}, whose `reason` is the operating system's wording.
 */
export function nodeFileSystem(): WritableFileSystem {
  return { read, list, stat, real, write, remove }
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileError(error, path)
  }
}

async function list(path: string): Promise<Entry[]> {
  try {
    const entries = readdirSync(path, { withFileTypes: true }).map((entry): Entry => {
      const type = entry.isFile()
        ? 'file'
        : entry.isDirectory()
          ? 'directory'
          : entry.isSymbolicLink()
            ? 'link'
            : 'other'
      return { name: entry.name, type }
    })
    return entries.sort((a, b) => compareBytes(a.name, b.name))
  } catch (error) {
    throw fileError(error, path)
  }
}

async function stat(path: string): Promise<Stat | undefined> {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    return { type: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other' }
  } catch {
    return undefined
  }
}

async function real(path: string): Promise<string> {
  try {
    return realpathSync.native(path)
  } catch {
    return walk(path)
  }
}

/**
 * Follows a path component by component, to name the first one that fails as the reference does. What fails for another
 * reason than a missing or unreadable component is told without a path.
 */
function walk(path: string): string {
  if (path.includes('\0')) throw new FileError('OTHER', path, 'invalid argument')
  let pending = path.split('/').filter((part) => part !== '')
  let done = ''
  let links = 0
  while (pending.length > 0) {
    const part = pending.shift() as string
    if (part === '.') continue
    if (part === '..') {
      done = done.slice(0, Math.max(0, done.lastIndexOf('/')))
      continue
    }
    const next = `${done}/${part}`
    try {
      const found = lstatSync(next)
      if (found.isSymbolicLink()) {
        if (++links > MOST_LINKS) throw new FileError('LOOP', '', 'EvalSymlinks: too many links')
        const target = readlinkSync(next)
        if (isAbsolute(target)) done = ''
        pending = [...target.split('/').filter((word) => word !== ''), ...pending]
        continue
      }
      if (!found.isDirectory() && pending.length > 0) throw new FileError('NOT_DIRECTORY', '', 'not a directory')
    } catch (error) {
      throw fileError(error, next)
    }
    done = next
  }
  return done === '' ? '/' : done
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  stage(path, bytes).commit()
}

/** A file whose bytes are on the disk under another name, waiting to take their place. */
export interface StagedFile {
  commit(): void
  discard(): void
}

/**
 * Writes bytes beside the place they are for, so that nobody ever sees half of them: `commit` renames. A device or a
 * pipe is written to directly, when it commits. Errors are {@link FileError}s that name `path`. Whoever stages many
 * files numbers them, so that each finds a free name at once.
 */
export function stage(path: string, bytes: Uint8Array, ordinal = 0): StagedFile {
  try {
    const place = destination(path)
    const found = statSync(place, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new FileError('IS_DIRECTORY', path, 'is a directory')
    if (found !== undefined && !found.isFile()) {
      return { commit: () => attempt(path, () => fill(openSync(place, 'w'), bytes)), discard() {} }
    }
    const { file, descriptor } = createBeside(place, ordinal, found === undefined ? 0o666 : found.mode & 0o777)
    const discard = () => rmSync(file, { force: true })
    try {
      fill(descriptor, bytes)
    } catch (error) {
      discard()
      throw error
    }
    const commit = () =>
      attempt(path, () => {
        try {
          renameSync(file, place)
        } catch (error) {
          discard()
          throw error
        }
      })
    return { commit, discard }
  } catch (error) {
    throw fileError(error, path)
  }
}

function attempt(path: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    throw fileError(error, path)
  }
}

/** Where a write to the path ends up: a link stays a link, what it points to is replaced. */
function destination(path: string): string {
  let place = path
  for (let links = 0; links < MOST_LINKS; links++) {
    const found = lstatSync(place, { throwIfNoEntry: false })
    if (!found?.isSymbolicLink()) return place
    const target = readlinkSync(place)
    place = isAbsolute(target) ? target : `${dirname(place)}/${target}`
  }
  throw new FileError('LOOP', path, 'too many levels of symbolic links')
}

function fill(descriptor: number, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  } finally {
    closeSync(descriptor)
  }
}

function createBeside(place: string, ordinal: number, mode: number): { file: string; descriptor: number } {
  const folder = dirname(place)
  for (let attempts = 0; ; attempts++) {
    const file = `${folder === '/' ? '' : folder}/.strake-${process.pid}-${ordinal + attempts}.tmp`
    try {
      return { file, descriptor: openSync(file, 'wx', mode) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempts > 100_000) throw error
    }
  }
}

async function remove(path: string): Promise<void> {
  try {
    rmSync(path)
  } catch (error) {
    throw fileError(error, path)
  }
}

const CODES: Record<string, FileErrorCode> = {
  ENOENT: 'NOT_FOUND',
  EISDIR: 'IS_DIRECTORY',
  ERR_FS_EISDIR: 'IS_DIRECTORY',
  ENOTDIR: 'NOT_DIRECTORY',
  EACCES: 'NO_ACCESS',
  EPERM: 'NO_ACCESS',
  ELOOP: 'LOOP',
}

/** Where Node's wording is not the operating system's. */
const REASONS: Record<string, string> = {
  EISDIR: 'is a directory',
  ERR_FS_EISDIR: 'is a directory',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
  EBUSY: 'device or resource busy',
  EIO: 'input/output error',
  ERR_INVALID_ARG_VALUE: 'invalid argument',
  ERR_FS_FILE_TOO_LARGE: 'file too large',
}

function fileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  // `ENOENT: no such file or directory, open '…'`
  const reason = REASONS[code] ?? /^[A-Z0-9_]+: (.*?)(?:, [a-z]+.*)?$/.exec(message)?.[1] ?? message
  return new FileError(CODES[code] ?? 'OTHER', path, reason)
}
