/** Programs and scratch folders of this machine: what `runner.ts` loads when something is to be run. */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail } from '../core/error.ts'
import type { ProgramRequest, ProgramResult, Runner, ScratchFolder } from '../core/host.ts'
import { goQuote } from '../core/text.ts'
import { atExit } from './at-exit.ts'
import type { Modules } from './run-module.ts'
import { findProgram, Programs } from './run-program.ts'
import type { Scripts } from './run-script.ts'
import { toldWhenSlow } from './slow.ts'

export interface Listeners {
  /** Told of a program that has run for half a second. */
  onSlow?: ((text: string) => void) | undefined
  /** Where the standard error of functions goes; this process's by default. */
  onErrorOutput?: ((bytes: Uint8Array) => void) | undefined
}

/** It has everything but what is kept between builds. */
export type OpenRunner = Required<Omit<Runner, 'charts'>>

export function openRunner(environment: Record<string, string | undefined>, listeners: Listeners): OpenRunner {
  const { onSlow, onErrorOutput = (bytes: Uint8Array) => process.stderr.write(bytes) } = listeners
  const programs = new Programs()
  const folders: string[] = []
  let modules: Modules | undefined
  let scripts: Scripts | undefined
  const clean = () => {
    programs.endAll()
    modules?.endAll()
    scripts?.endAll()
    for (const path of folders) rmSync(path, { recursive: true, force: true })
  }
  const release = atExit(clean)
  return {
    async run(request: ProgramRequest): Promise<ProgramResult> {
      const { program, words, cwd, variables, input, seconds, maximumBytes, doing, showsErrors } = request
      const path = program.includes('/') ? program : findProgram(program, environment.PATH)
      if (path === undefined) {
        throw fail('PROGRAM_MISSING', `exec: ${goQuote(program)}: executable file not found in $PATH`)
      }
      const env = { ...environment, ...variables }
      const options = {
        ...{ env, seconds, maximumBytes },
        ...(cwd === undefined ? {} : { cwd }),
        ...(input === undefined ? {} : { input }),
        ...(showsErrors === true ? { onErrorOutput } : {}),
      }
      const run = () =>
        programs.run(path, words, options).catch((error: NodeJS.ErrnoException) => {
          throw fail('PROGRAM_MISSING', `fork/exec ${path}: ${REASONS[error.code ?? ''] ?? error.message}`)
        })
      const finished = await (doing === undefined ? run() : toldWhenSlow(() => onSlow?.(doing), run))
      const { code, status, tooLoud } = finished
      if (tooLoud) throw fail('PROGRAM_LOUD', `'${program}' was ended: it wrote more than ${maximumBytes} bytes`)
      if (code === undefined) throw fail('PROGRAM_LATE', `'${program}' was ended: it took longer than ${seconds} s`)
      return { code, status, stdout: finished.output('stdout'), stderr: finished.output('stderr') }
    },
    async runModule(request) {
      const { Modules } = await import('./run-module.ts')
      modules ??= new Modules()
      return await modules.run(request, onErrorOutput)
    },
    async runScript(request) {
      const { Scripts } = await import('./run-script.ts')
      scripts ??= new Scripts(environment)
      return await scripts.run(request)
    },
    async scratch(prefix: string): Promise<ScratchFolder> {
      const path = await realpath(await mkdtemp(join(tmpdir(), prefix)))
      folders.push(path)
      return {
        path,
        async write(name, content) {
          const file = join(path, name)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, content)
          return file
        },
      }
    },
    async close() {
      release()
      clean()
    },
  }
}

/** As Go words them. */
const REASONS: Record<string, string> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
}
