/**
 * What runs a WebAssembly module with WASI's interface, in a thread that can be ended. It is made into a text by
 * `scripts/generate-workers.mjs`, because a thread is started from a text wherever the program is bundled.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim'

export interface WorkerInput {
  bytes: Uint8Array
  input: string
  /** The name of the program and its words. */
  words: readonly string[]
  /** `NAME=value`. */
  variables: readonly string[]
  maximumBytes: number
}

export type WorkerMessage =
  | { stderr: Uint8Array }
  | { code: number; stdout: Uint8Array[] }
  /** The module is none, asks for more than WASI, or has run into something it cannot do. */
  | { problem: string }
  | { tooLoud: true }

class TooLoud extends Error {}

async function run({ bytes, input, words, variables, maximumBytes }: WorkerInput): Promise<WorkerMessage> {
  let left = maximumBytes
  const stdout: Uint8Array[] = []
  const writer = (take: (part: Uint8Array<ArrayBuffer>) => void) =>
    new ConsoleStdout((part) => {
      left -= part.length
      if (left < 0) throw new TooLoud()
      take(part.slice())
    })
  const files = [
    new OpenFile(new File(new TextEncoder().encode(input))),
    writer((part) => stdout.push(part)),
    writer((part) => parentPort?.postMessage({ stderr: part })),
  ]
  const wasi = new WASI([...words], [...variables], files)
  try {
    const made = await WebAssembly.instantiate(new Uint8Array(bytes), { wasi_snapshot_preview1: wasi.wasiImport })
    return { code: wasi.start(made.instance as Parameters<WASI['start']>[0]), stdout }
  } catch (error) {
    if (error instanceof TooLoud) return { tooLoud: true }
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

void run(workerData as WorkerInput).then((message) => parentPort?.postMessage(message))
