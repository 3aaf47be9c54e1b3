/**
 * The disk as a {@link FileSystem}. Reads are synchronous inside their promises: for thousands of small files that costs
 * a fraction of what asynchronous reads do.
 */
import { closeSync, constants, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
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
    async readPlain(path) {
      const bytes = readPlain(path)
      if (bytes !== undefined) onRead?.(bytes.length)
      return bytes
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

/** Room for all small files; a larger one is read in another way. */
const ROOM = 64 * 1024
let room: Buffer | undefined

function readPlain(path: string): Uint8Array | undefined {
  // Without this flag (Windows) a link could not be told from what it leads to.
  if (constants.O_NOFOLLOW === undefined) return undefined
  let descriptor: number
  try {
    // A pipe is opened without waiting for somebody to write to it, and looks empty.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    room ??= Buffer.allocUnsafeSlow(ROOM)
    let size = 0
    for (;;) {
      const more = readSync(descriptor, room, size, ROOM - size, null)
      size += more
      if (size === ROOM) return Buffer.concat([room, readFileSync(descriptor)])
      if (size === 0) return undefined
      if (more === 0) return Uint8Array.prototype.slice.call(room, 0, size)
    }
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
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
