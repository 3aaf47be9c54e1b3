/** Writing to the disk: nobody ever sees half of a file. */
import { closeSync, lstatSync, openSync, readlinkSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { FileError } from '../core/host.ts'
import { dirname, isAbsolute } from '../core/path.ts'
import { fileError, MOST_LINKS } from './failures.ts'

/** Puts a file in its place, whole. */
export function write(path: string, bytes: Uint8Array): void {
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

export function remove(path: string): void {
  try {
    rmSync(path)
  } catch (error) {
    throw fileError(error, path)
  }
}
