/** Runs scripts: an end to time, output and memory. What they may reach is not limited: they are the user's programs. */
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { fail } from '../core/error.ts'
import type { ScriptRequest, ScriptResult } from '../core/host.ts'
import type { ScriptWorkerInput, ScriptWorkerMessage } from './script-worker.ts'
import { SCRIPT_WORKER } from './script-worker-text.ts'

/** The scripts that run now. */
export class Scripts {
  private readonly running = new Set<Worker>()

  constructor(private readonly environment: Record<string, string | undefined>) {}

  run(request: ScriptRequest): Promise<ScriptResult> {
    const { name, module, cwd, items, config, seconds, maximumBytes } = request
    if (/\.[cm]?tsx?$/.test(module) && !readsTypes()) {
      const hint = 'compile it to JavaScript, or use Node 22.18 or later'
      throw fail('SCRIPT', `'${name}': this version of Node runs no TypeScript (${hint})`)
    }
    const specifier = module.startsWith('/') ? pathToFileURL(module).href : module
    const workerData: ScriptWorkerInput = { module: specifier, items, config }
    const worker = new Worker(SCRIPT_WORKER, {
      eval: true,
      workerData,
      env: this.environment as NodeJS.ProcessEnv,
      execArgv: ['--no-warnings'],
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    })
    this.running.add(worker)
    const said: string[] = []
    let size = 0
    let timer: NodeJS.Timeout | undefined
    return new Promise<ScriptResult>((done, failed) => {
      timer = setTimeout(
        () => failed(fail('PROGRAM_LATE', `'${name}' was ended: it took longer than ${seconds} s`)),
        seconds * 1000,
      )
      worker.on('error', (error) => failed(fail('SCRIPT', `'${name}' was ended: ${error.message}`)))
      worker.on('exit', () => failed(fail('SCRIPT', `'${name}' ended without an answer`)))
      worker.on('message', (message: ScriptWorkerMessage) => {
        if ('said' in message) {
          said.push(message.said)
          size += message.said.length
          if (size > maximumBytes)
            failed(fail('PROGRAM_LOUD', `'${name}' was ended: it wrote more than ${maximumBytes} bytes`))
        } else if ('problem' in message) {
          failed(fail('SCRIPT', `'${name}': ${message.problem.replace(/ imported from .*\[worker eval\]$/, '')}`))
        } else if ('thrown' in message) {
          const { thrown, place } = message
          if (place !== undefined) said.push(`at ${shownPlace(place, cwd)}\n`)
          done({ thrown, stderr: said.join('') })
        } else {
          done({ ...message, stderr: said.join('') })
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

/** Whether the types in a file are passed over: by Node since 22.18, and by bun. */
function readsTypes(): boolean {
  return process.versions.bun !== undefined || Boolean((process.features as { typescript?: unknown }).typescript)
}

/** As seen from the working directory, so that it is the same on every machine. */
function shownPlace(place: string, cwd: string): string {
  const [, path = '', rest = ''] = /^(.*?)(:\d+:\d+)$/.exec(place) ?? []
  const file = path.startsWith('file:') ? fileURLToPath(path) : path
  const shown = relative(cwd, file)
  return (shown.startsWith(`..${sep}`) ? file : shown) + rest
}
