/** How a change of a field is drawn, in whatever form: lines as patches have them. */
import { structuredPatch } from 'diff'
import type { FieldChange } from './report.ts'

/** Beyond so many differing lines a text is shown whole, before and after. */
const MOST_EDITS = 2000
const CONTEXT = 3

/** Each begins with `-`, `+`, a space, or `@` for a place in a text of several lines. */
export function changeLines({ before, after, isText }: FieldChange): string[] {
  if (isText && before !== undefined && after !== undefined) {
    const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MOST_EDITS })
    // That the line break at the end is missing is said only where it is the difference.
    const isEnd = before.endsWith('\n') !== after.endsWith('\n')
    const isShown = (line: string) => isEnd || !line.startsWith('\\')
    if (patch !== undefined) return patch.hunks.flatMap((hunk) => [placeOf(hunk), ...hunk.lines.filter(isShown)])
  }
  return [...marked('-', before), ...marked('+', after)]
}

function placeOf(hunk: { oldStart: number; oldLines: number; newStart: number; newLines: number }): string {
  return `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`
}

function marked(mark: string, text: string | undefined): string[] {
  return text === undefined ? [] : text.split('\n').map((line) => mark + line)
}
