/** Runs scripts: an end to time, output and memory. What they may reach is not limited: they are the user's programs. */
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fail } from '../core/error.ts'
import type { ScriptRequest, ScriptResult } from '../core/host.ts'
import type { ScriptWorkerInput, ScriptWorkerMessage } from './script-worker.ts'
import { SCRIPT_WORKER } from './script-worker-text.ts'
import { tooLoud, Workers } from './workers.ts'

/** The scripts that run now. */
export class Scripts {
  private readonly workers = new Workers()

  constructor(private readonly environment: Record<string, string | undefined>) {}

  run(request: ScriptRequest): Promise<ScriptResult> {
    const { name, module, cwd, items, config, seconds, maximumBytes } = request
    if (/\.[cm]?tsx?$/.test(module) && !readsTypes()) {
      const hint = 'compile it to JavaScript, or use Node 22.18 or later'
      throw fail('SCRIPT', `'${name}': this version of Node runs no TypeScript (${hint})`)
    }
    const specifier = module.startsWith('/') ? pathToFileURL(module).href : module
    const workerData: ScriptWorkerInput = { module: specifier, items, config }
    const said: string[] = []
    let size = 0
    return this.workers.run<ScriptWorkerMessage, ScriptResult>({
      name,
      text: SCRIPT_WORKER,
      options: {
        workerData,
        env: this.environment as NodeJS.ProcessEnv,
        execArgv: ['--no-warnings'],
        resourceLimits: { maxOldGenerationSizeMb: 2048 },
      },
      code: 'SCRIPT',
      endedEarly: 'ended without an answer',
      seconds,
      onMessage(message, done, failed) {
        if ('said' in message) {
          said.push(message.said)
          size += message.said.length
          if (size > maximumBytes) failed(tooLoud(name, maximumBytes))
        } else if ('problem' in message) {
          failed(fail('SCRIPT', `'${name}': ${message.problem.replace(/ imported from .*\[worker eval\]$/, '')}`))
        } else if ('thrown' in message) {
          const { thrown, place } = message
          if (place !== undefined) said.push(`at ${shownPlace(place, cwd)}\n`)
          done({ thrown, stderr: said.join('') })
        } else {
          done({ ...message, stderr: said.join('') })
        }
      },
    })
  }

  endAll(): void {
    this.workers.endAll()
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
