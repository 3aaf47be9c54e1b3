/** Programs in Starlark, the dialect of kpt's `starlark` function: sets, recursion, `while`, and control flow outside of functions. */
import { universe } from './builtins.ts'
import { type Environment, Evaluator } from './evaluate.ts'
import { type Limits, Usage } from './limits.ts'
import { parseProgram } from './parse.ts'
import { resolveProgram } from './resolve.ts'

/**
 * Runs a program to its end. What it says and changes is in `environment`.
 *
 * @example runProgram('hello', 'print("hello")', { predeclared: new Map(), load, print: console.log })
 *
 * @throws ToolError for a program that is wrong, fails, or takes more than `limits`
 */
export function runProgram(name: string, text: string, environment: Environment, limits?: Limits): void {
  const program = parseProgram(name, text)
  const predeclared = new Map([...universe(), ...environment.predeclared])
  const resolved = resolveProgram(name, program, (one) => predeclared.has(one))
  const evaluator = new Evaluator({ ...environment, predeclared }, new Usage(name, limits), resolved)
  evaluator.block(program, { slots: new Array(resolved.slots), outer: undefined })
}
