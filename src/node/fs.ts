/**
 * The disk as a {@link FileSystem}. Reads are synchronous inside their promises: for thousands of small files that costs
 * a fraction of what asynchronous reads do.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import type { Entry, Stat, WritableFileSystem } from '../core/host.ts'
import { compareBytes } from '../core/text.ts'
import { fileError, followPath } from './failures.ts'
import { remove, write } from './write.ts'

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
  return {
    read,
    list,
    stat,
    real,
    write: async (path, bytes) => write(path, bytes),
    remove: async (path) => remove(path),
  }
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
    return followPath(path)
  }
}
