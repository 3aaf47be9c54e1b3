/** Runs WebAssembly modules: no files, no network, no variables of the user, and an end to time, output and memory. */
import { Worker } from 'node:worker_threads'
import { fail } from '../core/error.ts'
import type { ModuleRequest, ProgramResult } from '../core/host.ts'
import { limitMemory } from './module-memory.ts'
import type { WorkerInput, WorkerMessage } from './wasi-worker.ts'
import { WASI_WORKER } from './wasi-worker-text.ts'

/** 512 MiB, in WebAssembly's pages. */
const MOST_PAGES = 8192

/** The modules that run now. */
export class Modules {
  private readonly running = new Set<Worker>()

  run(request: ModuleRequest, onErrorOutput: (bytes: Uint8Array) => void): Promise<ProgramResult> {
    const { name, bytes, words, variables = {}, input = '', seconds, maximumBytes } = request
    const pairs = Object.entries(variables).map(([key, value]) => `${key}=${value}`)
    const limited = limitMemory(bytes, MOST_PAGES)
    const workerData: WorkerInput = { bytes: limited, input, words: [name, ...words], variables: pairs, maximumBytes }
    const worker = new Worker(WASI_WORKER, {
      eval: true,
      workerData,
      env: {},
      // What the library or a module's debugging prints is no output.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    this.running.add(worker)
    const errors: Uint8Array[] = []
    let timer: NodeJS.Timeout | undefined
    return new Promise<ProgramResult>((done, failed) => {
      timer = setTimeout(
        () => failed(fail('PROGRAM_LATE', `'${name}' was ended: it took longer than ${seconds} s`)),
        seconds * 1000,
      )
      worker.on('error', (error) => failed(fail('MODULE', `'${name}' was ended: ${error.message}`)))
      worker.on('exit', () => failed(fail('MODULE', `'${name}' was ended`)))
      worker.on('message', (message: WorkerMessage) => {
        if ('stderr' in message) {
          errors.push(message.stderr)
          onErrorOutput(message.stderr)
        } else if ('problem' in message) {
          failed(fail('MODULE', `'${name}': ${message.problem}`))
        } else if ('tooLoud' in message) {
          failed(fail('PROGRAM_LOUD', `'${name}' was ended: it wrote more than ${maximumBytes} bytes`))
        } else {
          const { code, stdout } = message
          done({ code, status: `exit status ${code}`, stdout: text(stdout), stderr: text(errors) })
        }
      })
    }).finally(() => {
      clearTimeout(timer)
      this.end(worker)
    })
  }

  endAll(): void {
    for (const worker of this.running) this.end(worker)
  }

  private end(worker: Worker): void {
    this.running.delete(worker)
    void worker.terminate()
  }
}

function text(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8')
}
