/** What the disk refused, in the operating system's words. */
import { lstatSync, readlinkSync } from 'node:fs'
import { FileError, type FileErrorCode } from '../core/host.ts'
import { isAbsolute } from '../core/path.ts'

/** As many symbolic links as the reference follows before it gives up. */
export const MOST_LINKS = 255

/**
 * Follows a path component by component, to name the first one that fails as the reference does. What fails for another
 * reason than a missing or unreadable component is told without a path.
 */
export function followPath(path: string): string {
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

/** An error of Node as one of ours, about this path. */
export function fileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  // `ENOENT: no such file or directory, open '…'`
  const reason = REASONS[code] ?? /^[A-Z0-9_]+: (.*?)(?:, [a-z]+.*)?$/s.exec(message)?.[1] ?? message
  return new FileError(CODES[code] ?? 'OTHER', path, reason)
}
