/** How the functions of the two kits end. */
import { ToolError } from '../../core/error.ts'
import type { Mapping } from '../../yaml/node.ts'
import { FunctionFailure, type FunctionResult } from './function.ts'
import { fileIndexOf, filePathOf, textOf } from './items.ts'

/** Results of a function of the newer kit: one error among them, and the function has failed. */
export function ended(results: FunctionResult[]): FunctionResult[] {
  if (results.some(({ severity }) => severity === 'error')) throw failed(results)
  return results
}

/** `printed` is what the program said before. */
export function failed(results: FunctionResult[], printed = ''): FunctionFailure {
  return new FunctionFailure(`${printed}failed to evaluate function: error: function failure`, results)
}

export function info(message: string): FunctionResult {
  return { message, severity: 'info' }
}

/** What is wrong with a config, said of the config. */
export function configProblem(config: Mapping | undefined, message: string): FunctionResult {
  const apiVersion = textOf(config, 'apiVersion')
  const kind = textOf(config, 'kind')
  const name = textOf(config, 'metadata', 'name')
  return {
    message,
    severity: 'error',
    resourceRef: {
      ...(apiVersion === '' ? {} : { apiVersion }),
      ...(kind === '' ? {} : { kind }),
      ...(name === '' ? {} : { name }),
    },
    file: fileOfConfig(config),
  }
}

function fileOfConfig(config: Mapping | undefined): { path: string; index?: number } {
  if (config === undefined) return { path: '', index: -1 }
  const index = fileIndexOf(config) ?? -1
  return index === 0 ? { path: filePathOf(config) } : { path: filePathOf(config), index }
}

/**
 * Runs a function of the older kit: what goes wrong in it is printed and is the only result, there as `said` words it.
 * Where the program's command layer and the program itself both print it, it stands there twice.
 */
export function inOlderKit(
  { said, printed }: { said: (message: string) => string; printed: 'once' | 'twice' },
  run: () => FunctionResult[],
): FunctionResult[] {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ToolError) || error instanceof FunctionFailure) throw error
    const { message } = error
    const stderr = printed === 'twice' ? `${message}${message}\n` : message
    throw new FunctionFailure(stderr, [{ message: said(message), severity: 'error' }])
  }
}
