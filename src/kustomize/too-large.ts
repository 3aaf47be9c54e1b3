/** What a build that JavaScript has no room for ends with. */
import { fail, ToolError } from '../core/error.ts'

/** Kustomizations that name each other so often that a build would not end. */
export function enteredTooOften(root: string): ToolError {
  return fail('TOO_LARGE', `kustomizations name each other too often: '${root}' would be built again and again`)
}

/**
 * What many steps make together may be more than JavaScript has a stack or a string for, though each of them keeps
 * within its bounds. That is the input's fault; every other error is given back.
 */
export function beyondBounds(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ToolError) return error
  const { message } = error
  if (error instanceof RangeError && message.startsWith('Maximum call stack size'))
    return fail('TOO_LARGE', 'values are nested too deeply: the result has too many levels')
  return /^(?:Invalid string length|Out of memory|Cannot create a string longer)/.test(message)
    ? fail('TOO_LARGE', 'the result is longer than a text can be')
    : error
}
