/** What is wrong with a policy, in the form in which Open Policy Agent says so. */
import { fail, type ToolError } from '../../core/error.ts'
import type { Position } from './syntax.ts'

/** The text of a module and what errors call it. */
export interface RegoFile {
  name: string
  text: string
}

export type RegoCode =
  | 'rego_parse_error'
  | 'rego_compile_error'
  | 'rego_type_error'
  | 'rego_unsafe_var_error'
  | 'rego_recursion_error'
  | 'eval_conflict_error'
  | 'eval_limit_error'

export function regoError(file: RegoFile, at: Position, code: RegoCode, message: string): ToolError {
  const said = `${code.startsWith('eval') ? '' : '1 error occurred: '}${file.name}:${at.line}: ${code}: ${message}`
  return fail('REGO', code === 'rego_parse_error' ? `${said}\n${excerpt(file, at)}` : said)
}

/** The line and a caret below it; tabs at its beginning are left out. */
function excerpt({ text }: RegoFile, { line, column }: Position): string {
  const whole = text.split('\n')[line - 1] ?? ''
  const shown = whole.replace(/^\t+/, '')
  const indent = Math.max(column - 1 - (whole.length - shown.length), 0)
  return `\t${shown}\n\t${' '.repeat(indent)}^`
}
