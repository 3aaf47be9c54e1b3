/** Functions that are JavaScript modules: from the text that a function reads to its answer. */
import { fail } from '../../core/error.ts'
import type { Runner } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { printResourceList, type ResourceList, readAnswer, readResults } from '../../krm/functions.ts'
import { emitKept } from '../../yaml/emit.ts'
import { Mapping, Scalar } from '../../yaml/node.ts'
import { plainNode } from '../results.ts'
import { DataReader, toData } from './data.ts'

/** The words of the command that is run here and not as a program. */
const COMMAND = ['strake', 'fn', 'script']

/** The module that a command names, when it is the command of a script. */
export function scriptOf(words: readonly string[]): string | undefined {
  return words.length === 4 && COMMAND.every((word, i) => word === words[i]) ? words[3] : undefined
}

export interface ScriptAnswer {
  list: ResourceList
  /** 1 when it failed, in its own opinion. */
  code: number
  stderr: string
}

/** A path, or a package and a module in it: nothing that holds code itself, and no part of the platform. */
const MODULE = /^(?:\.{0,2}\/.+|(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?:\/[\w.~-]+)*)$/

/**
 * Runs a script over a ResourceList.
 *
 * @example (await scriptAnswer(text, './add-team.mjs', { runner, cwd: '/work', seconds: 300, maximumBytes: 1e8 })).code // 0
 *
 * @throws ToolError when it cannot be loaded, takes too long, or leaves what is no data
 */
export async function scriptAnswer(
  input: string,
  module: string,
  { runner, cwd, ...limits }: { runner: Runner | undefined; cwd: string; seconds: number; maximumBytes: number },
): Promise<ScriptAnswer> {
  if (runner?.runScript === undefined) throw fail('NO_RUNNER', 'this host runs no scripts')
  if (!MODULE.test(module)) {
    throw fail('SCRIPT', `"${module}" is neither a path, which begins with ./, ../ or /, nor the name of a package`)
  }
  const isPath = /^\.{0,2}\//.test(module)
  const given = readAnswer(input)
  const { functionConfig } = given
  const result = await runner.runScript({
    name: module,
    module: isPath && !isAbsolute(module) ? join(cwd, module) : module,
    cwd,
    items: given.items.map(toData),
    config: functionConfig === undefined ? undefined : toData(functionConfig),
    ...limits,
  })
  const { stderr } = result
  if ('thrown' in result) {
    const results = plainNode([{ message: result.thrown, severity: 'error' }])
    return { list: { ...given, results }, code: 1, stderr }
  }
  const reader = new DataReader(given.items)
  const items = reader.items(result.items)
  const results = reader.results(result.results)
  const isFailure = readResults(results).some(({ severity }) => severity === 'error')
  return { list: { ...given, items, results }, code: isFailure ? 1 : 0, stderr }
}

/** The answer as a program prints it. */
export function printScriptAnswer({ items, functionConfig, results }: ResourceList): string {
  const text = printResourceList(items, functionConfig)
  return results === undefined ? text : text + emitKept(new Mapping([new Scalar('results')], [results]))
}
