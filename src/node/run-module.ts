/** Runs WebAssembly modules: no files, no network, no variables of the user, and an end to time, output and memory. */
import { fail } from '../core/error.ts'
import type { ModuleRequest, ProgramResult } from '../core/host.ts'
import { limitMemory } from './module-memory.ts'
import type { WorkerInput, WorkerMessage } from './wasi-worker.ts'
import { WASI_WORKER } from './wasi-worker-text.ts'
import { tooLoud, Workers } from './workers.ts'

/** 512 MiB, in WebAssembly's pages. */
const MOST_PAGES = 8192

/** The modules that run now. */
export class Modules {
  private readonly workers = new Workers()

  run(request: ModuleRequest, onErrorOutput: (bytes: Uint8Array) => void): Promise<ProgramResult> {
    const { name, bytes, words, variables = {}, input = '', seconds, maximumBytes } = request
    const pairs = Object.entries(variables).map(([key, value]) => `${key}=${value}`)
    const limited = limitMemory(bytes, MOST_PAGES)
    const workerData: WorkerInput = { bytes: limited, input, words: [name, ...words], variables: pairs, maximumBytes }
    const errors: Uint8Array[] = []
    return this.workers.run<WorkerMessage, ProgramResult>({
      name,
      text: WASI_WORKER,
      options: {
        workerData,
        env: {},
        // What the library or a module's debugging prints is no output.
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: 1024 },
      },
      code: 'MODULE',
      endedEarly: 'was ended',
      seconds,
      onMessage(message, done, failed) {
        if ('stderr' in message) {
          errors.push(message.stderr)
          onErrorOutput(message.stderr)
        } else if ('problem' in message) {
          failed(fail('MODULE', `'${name}': ${message.problem}`))
        } else if ('tooLoud' in message) {
          failed(tooLoud(name, maximumBytes))
        } else {
          const { code, stdout } = message
          done({ code, status: `exit status ${code}`, stdout: text(stdout), stderr: text(errors) })
        }
      },
    })
  }

  endAll(): void {
    this.workers.endAll()
  }
}

function text(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8')
}
