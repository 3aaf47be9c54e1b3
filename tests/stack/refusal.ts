import { ToolError } from '../../src/core/error.ts'

/** The message with which something is refused; what is accepted fails the test. */
export function refusal(run: () => unknown): string {
  return refused(run).message
}

/** The whole error. */
export function refused(run: () => unknown): ToolError {
  try {
    run()
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('accepted')
}
