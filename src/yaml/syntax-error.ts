/** What is said about text that is no YAML, in the reference's words. */
import { ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { CR, isBreak, LF } from './characters.ts'

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
    /** Where to point, when no line is named. */
    place = marks.problem,
  ) {
    super('YAML_SYNTAX', messageOf(source, problem, marks, marks.context, marks.problem), {
      at: { source, offset: Math.min(Math.max(place, marks.base), source.text.length) },
    })
  }
}

/** Line breaks before an offset, all kinds that YAML 1.1 knows. */
function lineOf({ text }: Source, offset: number, base: number): number {
  let line = 0
  for (let i = base; i < offset; i++) {
    const c = text.charCodeAt(i)
    if (c === CR ? text.charCodeAt(i + 1) !== LF : isBreak(c)) line++
  }
  return offset > text.length ? line + 1 : line
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
