/** Loads a JavaScript or TypeScript module that the user named, to be run as it is. */
import { pathToFileURL } from 'node:url'
import { fail, type ToolError } from '../core/error.ts'

/**
 * What a module exports. TypeScript is read by the runtime where it can, else by jiti.
 *
 * @throws ToolError with code MODULE when the module cannot be read or fails
 */
export async function loadModule(path: string): Promise<Record<string, unknown>> {
  try {
    if (process.versions.bun !== undefined) return (await import(pathToFileURL(path).href)) as Record<string, unknown>
    const { createJiti } = await import('jiti')
    return (await createJiti(path, { fsCache: false, interopDefault: false }).import(path)) as Record<string, unknown>
  } catch (error) {
    throw moduleProblem(path, error)
  }
}

/** What a module, or a function of it, has thrown. */
export function moduleProblem(path: string, error: unknown): ToolError {
  const { code, message, hint, toDiagnostic } = Object(error) as Record<string, unknown>
  const text = typeof message === 'string' ? message : String(error)
  // The module may bring a library of its own, whose errors are of another class.
  if (typeof code === 'string' && typeof toDiagnostic === 'function')
    return fail(code, text, { hint: typeof hint === 'string' ? hint : undefined })
  return fail('MODULE', `${path}: ${text}`)
}
