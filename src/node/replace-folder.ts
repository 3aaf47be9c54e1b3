/** A folder of files that takes the place of an earlier one as a whole. */
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { FileError } from '../core/host.ts'
import { dirname, join } from '../core/path.ts'
import { fileError } from './failures.ts'
import { writeFolder } from './write-folder.ts'

/**
 * Writes the files (by relative path) and puts the folder where an earlier one stands. A folder that is not empty and has
 * no `mark` is somebody else's and is left alone, and so is one with hidden files: it may be a repository.
 */
export function replaceFolder(path: string, mark: string, files: ReadonlyMap<string, Uint8Array>): void {
  try {
    const place = existsSync(path) ? realpathSync(path) : path
    const found = lstatSync(place, { throwIfNoEntry: false })
    if (found !== undefined && !found.isDirectory()) throw new FileError('NOT_DIRECTORY', path, 'not a directory')
    const hidden = found && readdirSync(place).find((name) => name.startsWith('.'))
    if (hidden !== undefined) throw new FileError('OTHER', path, `holds ${hidden}, which would be lost`)
    const isTaken = found !== undefined && readdirSync(place).length > 0
    if (isTaken && lstatSync(join(place, mark), { throwIfNoEntry: false })?.isFile() !== true) {
      throw new FileError('OTHER', path, `is not empty and holds no ${mark}: its files are left alone`)
    }
    mkdirSync(dirname(place), { recursive: true })
    const made = freeName(place, 'new')
    writeFolder(
      made,
      [made, ...foldersOf(made, files)],
      new Map([...files].map(([name, bytes]) => [join(made, name), bytes])),
    )
    exchange(place, made, found !== undefined)
  } catch (error) {
    throw fileError(error, path)
  }
}

function exchange(place: string, made: string, exists: boolean): void {
  const old = freeName(place, 'old')
  try {
    if (exists) renameSync(place, old)
    try {
      renameSync(made, place)
    } catch (error) {
      if (exists) renameSync(old, place)
      throw error
    }
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    throw error
  }
  if (exists) rmSync(old, { recursive: true, force: true })
}

function freeName(place: string, what: string): string {
  for (let attempt = 0; ; attempt++) {
    const name = join(dirname(place), `.strake-${what}-${process.pid}-${attempt}.tmp`)
    if (!existsSync(name)) return name
  }
}

/** Each after the one it lies in. */
function foldersOf(root: string, files: ReadonlyMap<string, Uint8Array>): Set<string> {
  const folders = new Set<string>()
  for (const name of files.keys()) {
    const parts = name.split('/')
    for (let i = 1; i < parts.length; i++) folders.add(join(root, ...parts.slice(0, i)))
  }
  return folders
}
