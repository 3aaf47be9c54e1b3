/** Answers of the reference to many small questions about the same objects: an error, or what changes in the output. */

import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { build } from '../../src/kustomize/build.ts'

export type Answer = string | { line: number; remove: number; insert: string[] }

/** The whole output or message an answer stands for. */
export function expected(answer: Answer, output: string): string {
  if (typeof answer === 'string') return `Error: ${answer}`
  const lines = output.split('\n')
  lines.splice(answer.line, answer.remove, ...answer.insert)
  return lines.join('\n')
}

/** What a build of these files says; its output, or its message. */
export async function answered(files: Record<string, string>): Promise<string> {
  const tree = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/app/${name}`, text]))
  try {
    return (await build({ root: '/app', fs: memoryFileSystem(tree) })).text
  } catch (error) {
    return `Error: ${(error as Error).message.trimEnd()}`
  }
}
