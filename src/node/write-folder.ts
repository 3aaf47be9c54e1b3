/** A folder that appears whole or not at all. */
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { FileError } from '../core/host.ts'
import { dirname, join } from '../core/path.ts'
import { fileError } from './failures.ts'

/**
 * Writes a folder under another name beside its place and renames it at the end. Paths are absolute and lie in `place`;
 * a folder comes after the one it lies in. Errors are `FileError`s.
 */
export function writeFolder(place: string, folders: readonly string[], files: ReadonlyMap<string, Uint8Array>): void {
  const made = makeBeside(place)
  const moved = (path: string) => join(made, path.slice(place.length))
  let at = place
  try {
    for (at of folders) if (at !== place) mkdirSync(moved(at))
    for (const [path, bytes] of files) {
      at = path
      writeFileSync(moved(path), bytes, { flag: 'wx' })
    }
    at = place
    // Renaming would take the place of an empty folder that came meanwhile.
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) {
      throw new FileError('OTHER', place, 'file exists')
    }
    renameSync(made, place)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    throw fileError(error, at)
  }
}

function makeBeside(place: string): string {
  for (let attempt = 0; ; attempt++) {
    const folder = join(dirname(place), `.strake-${process.pid}-${attempt}.tmp`)
    if (existsSync(folder)) continue
    try {
      mkdirSync(folder)
      return folder
    } catch (error) {
      throw fileError(error, place)
    }
  }
}
