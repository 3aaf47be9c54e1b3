/**
 * The disk as a {@link FileSystem}. Reads are synchronous inside their promises, and texts have none: for thousands of
 * small files that costs a fraction of what asynchronous reads do.
 */
import { constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import type { Entry, Stat, WritableFileSystem } from '../core/host.ts'
import { compareBytes } from '../core/text.ts'
import { fileError, followPath } from './failures.ts'
import { remove, write } from './write.ts'

export interface DiskOptions {
  /** Told the size of every file that was read, in bytes. */
  onRead?(size: number): void
}

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
export function nodeFileSystem({ onRead }: DiskOptions = {}): WritableFileSystem {
  return {
    isDisk: true,
    async read(path) {
      const bytes = read(path)
      onRead?.(bytes.length)
      return bytes
    },
    readText(path) {
      const text = readText(path)
      if (text !== undefined) onRead?.(text.length)
      return text
    },
    list,
    stat,
    real,
    write: async (path, bytes) => write(path, bytes),
    remove: async (path) => remove(path),
  }
}

function read(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileError(error, path)
  }
}

/** A pipe is opened without waiting for somebody to write to it, and looks empty. */
const PLAIN_TEXT = {
  encoding: 'utf8',
  flag: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
} as const

function readText(path: string): string | undefined {
  // Without this flag (Windows) a link could not be told from what it leads to.
  if (constants.O_NOFOLLOW === undefined) return undefined
  try {
    // With a number for the flag, as Node takes it, all is one call into the system's library.
    const text = readFileSync(path, PLAIN_TEXT as unknown as { encoding: 'utf8' })
    // What is no UTF-8 is shown as that character.
    return text === '' || text.includes('\ufffd') ? undefined : text
  } catch {
    return undefined
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
