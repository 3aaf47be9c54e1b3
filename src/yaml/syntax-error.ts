/** What is said about text that is no YAML, in the reference's words. */
import { ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'

/** Where the reader stood: `context` is where the construct began, `problem` where it went wrong; -1 for neither. */
export interface ErrorMarks {
  context: number
  problem: number
  /** Where the piece that was being read begins: lines are counted from there. */
  base: number
  /** Scanner errors count lines from one, parser errors from zero: that is how the reference prints them. */
  scanner: boolean
}

export class YamlError extends ToolError {
  constructor(
    readonly source: Source,
    readonly problem: string,
    readonly marks: ErrorMarks,
  ) {
    super('YAML_SYNTAX', messageOf(source, problem, marks, marks.context, marks.problem), {
      at: { source, offset: Math.min(Math.max(marks.problem, marks.base, 0), source.text.length) },
    })
  }
}

function lineOf(source: Source, offset: number, base: number): number {
  return offset < base ? 0 : source.position(offset).line - source.position(base).line
}

function messageOf(source: Source, problem: string, marks: ErrorMarks, first: number, second: number): string {
  const line = lineOf(source, first, marks.base) || lineOf(source, second, marks.base)
  const shown = line === 0 ? 0 : line + (marks.scanner ? 1 : 0)
  return shown === 0 ? `yaml: ${problem}` : `yaml: line ${shown}: ${problem}`
}

/**
 * The message in the wording of a reader: version 3 names the line where the construct began, version 2 the line of
 * the problem.
 */
export function yamlMessage(error: YamlError, dialect: 'v2' | 'v3'): string {
  if (dialect === 'v3') return error.message
  const { source, problem, marks } = error
  return messageOf(source, problem, marks, marks.problem, marks.context)
}
