/** What is put to the test: a function from a command line to what came out of it. In-process or any program. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface BuildRequest {
  /** The working directory, absolute. */
  cwd: string
  /** The words after `build`, or after the other command that is given. */
  args: string[]
  command?: string
  env?: Record<string, string>
}

export interface BuildResult {
  code: number
  stdout: string
  /** The reference's lines only: warnings, then `Error: …` when it failed. */
  stderr: string
}

export interface Subject {
  name: string
  /** Undefined when this subject cannot take these arguments (the reason is in {@link unsupported}). */
  run(request: BuildRequest): Promise<BuildResult>
  /** Why the subject cannot be asked this; undefined when it can. */
  unsupported?(request: BuildRequest): string | undefined
}

/** The folder of the checkout; a bundled program is told by its launcher. */
export function checkoutRoot(): string {
  return process.env.STRAKE_CHECKOUT ?? resolve(dirname(fileURLToPath(import.meta.url)), '..')
}

/** The exit code of a program that was ended because it took too long. */
export const ENDED = 124

/** Any program with kustomize's command line: one process a build. `node x.js` counts as a program. */
export function programSubject(command: string, timeout = 120_000): Subject {
  const [file, ...words] = command.split(' ') as [string, ...string[]]
  for (const word of [file, ...words]) {
    if (word.includes('/') && !existsSync(word)) throw new Error(`no such program: ${word}`)
  }
  const program = file.includes('/') ? resolve(file) : file
  const first = words.map((word) => (existsSync(word) ? resolve(word) : word))
  return {
    name: command,
    run: (request) =>
      new Promise((done) => {
        const env = { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C', ...request.env }
        const options = { cwd: request.cwd, env, maxBuffer: 1 << 28, timeout, killSignal: 'SIGKILL' as const }
        execFile(program, [...first, request.command ?? 'build', ...request.args], options, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127
          const ended = error?.killed === true && typeof error.code !== 'string'
          done({
            code: ended ? ENDED : code,
            stdout,
            stderr: code === 127 && stderr === '' ? `Error: ${error?.message}` : stderr,
          })
        })
      }),
  }
}

/** The reference program, where the machine has it: $KUSTOMIZE, PATH, or the Go binaries folder. */
export function referenceProgram(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = [process.env.KUSTOMIZE, ...folders.map((folder) => join(folder, 'kustomize'))]
  places.push(join(process.env.HOME ?? '/root', 'go/bin/kustomize'))
  return places.find((place) => place !== undefined && place !== '' && existsSync(place))
}

/** The user's helm, where the machine has it: PATH, or the Go binaries folder. */
export function helmProgram(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(process.env.HOME ?? '/root', 'go/bin')]
  return folders.map((folder) => join(folder, 'helm')).find((path) => existsSync(path))
}

/** The message both programs end with: from the line that starts with `Error: ` on, without what the shell adds. */
export function errorText(stderr: string): string {
  const at = stderr.startsWith('Error: ') ? 0 : stderr.indexOf('\nError: ') + 1
  if (at === 0 && !stderr.startsWith('Error: ')) return ''
  const text = stderr.slice(at)
  const usage = text.indexOf('\nUsage:\n')
  return (usage < 0 ? text : text.slice(0, usage)).trimEnd()
}

/** The deprecation warnings and log lines of the reference, in order. */
export function warningLines(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('# Warning: ') || /^(\d{4}\/\d\d\/\d\d|\$LOG) /.test(line))
}
