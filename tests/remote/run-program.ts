/** Runs the built program beside a server of this process. */
import { spawn } from 'node:child_process'
import { PROGRAM, type Run } from '../cli/program.ts'
import type { World } from './world.ts'

export async function runProgram(
  world: World,
  words: readonly string[],
  program: readonly string[] = [process.execPath, PROGRAM],
): Promise<Run> {
  const [command = '', ...first] = program
  const child = spawn(command, [...first, ...words], { cwd: world.root, env: world.environment })
  const run = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (part) => (run[name] += part))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, ...run }
}
