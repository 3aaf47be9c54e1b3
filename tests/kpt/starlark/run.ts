import { ToolError } from '../../../src/core/error.ts'
import { libraries } from '../../../src/kpt/starlark/libraries.ts'
import type { Limits } from '../../../src/kpt/starlark/limits.ts'
import { runProgram } from '../../../src/kpt/starlark/run.ts'

/** What a program prints, and behind it the error that it ends with. */
export function output(program: string, limits?: Limits): string[] {
  const lines: string[] = []
  const load = (module: string) => {
    const found = libraries().get(module)
    if (found === undefined) throw new ToolError('TEST', `no module ${module}`)
    return found
  }
  try {
    runProgram('prog', program, { predeclared: new Map(), load, print: (line) => lines.push(line) }, limits)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    lines.push(`error: ${error.message}`)
  }
  return lines
}

/** What is printed of each expression, in one line. */
export function values(...expressions: string[]): string {
  return output(expressions.map((one) => `print(repr(${one}))`).join('\n')).join(' ')
}
