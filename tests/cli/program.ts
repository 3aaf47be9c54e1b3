/** Runs the built program, as users do. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkoutRoot } from '../subject.ts'

export const PROGRAM = join(checkoutRoot(), 'dist/cli/start.cjs')
export const DROP_IN = join(checkoutRoot(), 'dist/cli/strake-kustomize.cjs')

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

export function strake(cwd: string, words: string[], environment: Record<string, string> = {}): Run {
  return runProgram(process.execPath, [PROGRAM, ...words], { cwd, environment })
}

/** The program that stands in for kustomize. */
export function dropIn(cwd: string, words: string[], input = ''): Run {
  return runProgram(process.execPath, [DROP_IN, ...words], { cwd, input })
}

interface Surroundings {
  cwd: string
  environment?: Record<string, string>
  input?: string
}

export function runProgram(file: string, words: string[], { cwd, environment, input = '' }: Surroundings): Run {
  if (!existsSync(PROGRAM)) throw new Error('run `npm run build` first')
  const env = { PATH: process.env.PATH, STRAKE_CACHE: process.env.STRAKE_CACHE, ...environment }
  const { status, stdout, stderr } = spawnSync(file, words, { cwd, env, input, encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
