/** Runs a program of this machine: no shell, limits of time and output, and everything it started ends with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Finished {
  /** Undefined when it was ended here: the time was up, or it wrote too much. */
  code: number | undefined
  /** `exit status 1`, `signal: killed`. */
  status: string
  tooLoud: boolean
  /** What it wrote to one output, or to both in order. */
  output(from?: 'stdout' | 'stderr'): string
}

export interface Limits {
  seconds: number
  /** Of both outputs together. */
  maximumBytes: number
}

/** The programs that run now; they end when this process does. */
export class Programs {
  private readonly running = new Set<ChildProcess>()

  /** Runs a program to its end. Rejects when it cannot be started. */
  run(
    program: string,
    words: readonly string[],
    options: {
      cwd?: string
      env: Record<string, string | undefined>
      input?: string
      /** Told of what it writes to its standard error as it comes. */
      onErrorOutput?: (bytes: Uint8Array) => void
    } & Limits,
  ): Promise<Finished> {
    const { cwd, env, input, onErrorOutput, seconds, maximumBytes } = options
    return new Promise((done, failed) => {
      // A group of its own, so that what it starts can be ended too; without a terminal, so that nothing asks there.
      const stdin = input === undefined ? 'ignore' : 'pipe'
      const folder = cwd === undefined ? {} : { cwd }
      const child = spawn(program, words, { ...folder, env, stdio: [stdin, 'pipe', 'pipe'], detached: true })
      this.running.add(child)
      const parts: { from: 'stdout' | 'stderr'; bytes: Buffer }[] = []
      let size = 0
      let ended = false
      const stop = () => {
        ended = true
        end(child)
        // Whoever left the group may hold them open for ever.
        child.stdout?.destroy()
        child.stderr?.destroy()
      }
      for (const from of ['stdout', 'stderr'] as const) {
        child[from]?.on('data', (bytes: Buffer) => {
          size += bytes.length
          if (size > maximumBytes) return stop()
          parts.push({ from, bytes })
          if (from === 'stderr') onErrorOutput?.(bytes)
        })
      }
      const timer = setTimeout(stop, seconds * 1000)
      child.on('error', (error) => {
        clearTimeout(timer)
        this.running.delete(child)
        failed(error)
      })
      child.on('close', (code, signal) => {
        clearTimeout(timer)
        this.running.delete(child)
        const status = signal === null ? `exit status ${code}` : `signal: ${SIGNALS[signal] ?? signal}`
        const output = (from?: 'stdout' | 'stderr') => {
          const asked = parts.filter((part) => from === undefined || part.from === from)
          return Buffer.concat(asked.map(({ bytes }) => bytes)).toString('utf8')
        }
        done({ code: ended ? undefined : (code ?? 128), status, tooLoud: size > maximumBytes, output })
      })
      if (input !== undefined) {
        // A program may end without having read all; that is not its failure.
        child.stdin?.on('error', () => undefined)
        child.stdin?.end(input)
      }
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
