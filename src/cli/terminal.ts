/**
 * Writing to a descriptor without Node's streams, which take longer to set up than a small build takes. What the other
 * end does not take at once is offered again.
 */
import { fstatSync, writeSync } from 'node:fs'

export interface Output {
  write(text: string): void
}

/** The reader has gone away: nothing is left to do, and nothing to say. */
export class BrokenPipe extends Error {}

export function descriptorOutput(descriptor: number): Output {
  return {
    write(text) {
      if (text === '') return
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) {
        try {
          at += writeSync(descriptor, bytes, at)
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException
          if (code === 'EPIPE') throw new BrokenPipe()
          if (code !== 'EAGAIN') throw error
          pause()
        }
      }
    },
  }
}

/** A pipe set to non-blocking by another program is full: waits a little, without spinning. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

/** The major number of memory devices on Linux, `/dev/null` among them. */
const MEMORY_DEVICES = 1

/** Whether someone may be watching. Files, pipes and `/dev/null` are told apart without loading `node:tty`. */
export async function isTerminal(descriptor: number): Promise<boolean> {
  try {
    const found = fstatSync(descriptor)
    if (!found.isCharacterDevice() || found.rdev >> 8 === MEMORY_DEVICES) return false
  } catch {
    return false
  }
  const { isatty } = await import('node:tty')
  return isatty(descriptor)
}
