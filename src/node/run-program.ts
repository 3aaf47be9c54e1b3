/** Runs a program of this machine: no shell, no input, a limit of time, and everything it started ends with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Finished {
  /** Undefined when the time was up. */
  code: number | undefined
  /** `exit status 1`, `signal: killed`. */
  status: string
  /** What it wrote to both outputs, in order. */
  output: string
}

/** What is kept of a program's output. */
const MOST_OUTPUT = 1 << 20

/** The programs that run now; they end when this process does. */
export class Programs {
  private readonly running = new Set<ChildProcess>()

  /** Runs a program to its end. Rejects when it cannot be started. */
  run(
    program: string,
    words: readonly string[],
    options: { cwd: string; env: Record<string, string | undefined>; seconds: number },
  ): Promise<Finished> {
    const { cwd, env, seconds } = options
    return new Promise((done, failed) => {
      // A group of its own, so that what it starts can be ended too; without a terminal, so that nothing asks there.
      const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      this.running.add(child)
      const parts: Buffer[] = []
      let size = 0
      let late = false
      const keep = (part: Buffer) => {
        if (size < MOST_OUTPUT) parts.push(part)
        size += part.length
      }
      child.stdout.on('data', keep)
      child.stderr.on('data', keep)
      const timer = setTimeout(() => {
        late = true
        end(child)
      }, seconds * 1000)
      child.on('error', failed)
      child.on('close', (code, signal) => {
        clearTimeout(timer)
        this.running.delete(child)
        const output = Buffer.concat(parts).toString('utf8').slice(0, MOST_OUTPUT)
        const status = signal === null ? `exit status ${code}` : `signal: ${SIGNALS[signal] ?? signal}`
        done({ code: late ? undefined : (code ?? 128), status, output })
      })
    })
  }

  endAll(): void {
    for (const child of this.running) end(child)
  }
}

const SIGNALS: Partial<Record<NodeJS.Signals, string>> = { SIGKILL: 'killed', SIGTERM: 'terminated' }

function end(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** Where a program stands in the folders of PATH; undefined when it does not. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  for (const folder of (path ?? '').split(delimiter)) {
    if (folder === '') continue
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch {}
  }
  return undefined
}
