import { nodeRunner } from '../../../src/node/index.ts'

/** Whether a program is on PATH and says its version. */
export async function hasProgram(program: string, words: readonly string[]): Promise<boolean> {
  const runner = nodeRunner({ environment: process.env })
  const answer = await runner.run({ program, words, seconds: 30, maximumBytes: 100_000 }).catch(() => undefined)
  await runner.close()
  return answer?.code === 0
}
