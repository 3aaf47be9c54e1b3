/** Draws a diagnostic for a person: code, place, excerpt with a caret, hint. */
import { maskCredentials } from '../core/credentials.ts'
import type { Diagnostic } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import { placeText } from './places.ts'

/** Columns of a source line that are shown at most; manifests on one line exist. */
const WIDEST = 110

export interface Style {
  colour: boolean
  /** Paths within it are shown relative to it. */
  cwd: string
}

const PAINT = { red: '31;1', yellow: '33;1', blue: '34;1', faint: '2' } as const

function paint(style: Style, colour: keyof typeof PAINT, text: string): string {
  return style.colour ? `\x1b[${PAINT[colour]}m${text}\x1b[0m` : text
}

/**
 * ```text
 * error[UNKNOWN_FIELD]: invalid Kustomization: json: unknown field "namePrefx"
 *   --> overlays/production/kustomization.yaml:3:1
 *    |
 *  3 | namePrefx: prod-
 *    | ^
 *   hint: did you mean namePrefix?
 * ```
 */
export function draw(diagnostic: Diagnostic, style: Style, showMessage: boolean): string {
  const { severity, code, message, at, hint } = diagnostic
  let out = paint(style, severity === 'error' ? 'red' : 'yellow', `${severity}[${code}]`)
  out += showMessage ? `: ${message.replace(/\n$/, '')}\n` : '\n'
  return out + drawPlaces(at, style) + drawHint(hint, style)
}

function drawPlaces(places: readonly Location[], style: Style): string {
  return places.map((location) => drawPlace(location, style)).join('')
}

function drawHint(hint: string | undefined, style: Style): string {
  return hint === undefined ? '' : `  ${paint(style, 'blue', 'hint:')} ${visible(hint)}\n`
}

function drawPlace(location: Location, style: Style): string {
  const position = location.source.position(location.offset)
  const { line } = position
  const written = location.source.line(line)
  const text = maskCredentials(written)
  const column = text !== written ? maskCredentials(written.slice(0, position.column - 1)).length + 1 : position.column
  // The caret stays in view when the line is too long to show whole.
  const start = column <= WIDEST - 20 ? 0 : column - 41
  const clipped = visible(text.slice(start, start + WIDEST))
  const excerpt = `${start > 0 ? '…' : ''}${clipped}${text.length > start + WIDEST ? '…' : ''}`
  const indent = visible(text.slice(start, column - 1)).replace(/[^\t]/g, ' ')
  const margin = ' '.repeat(String(line).length)
  const bar = paint(style, 'blue', '|')
  const caret = paint(style, 'red', '^')
  return (
    `  ${paint(style, 'blue', '-->')} ${visible(placeText(location, style.cwd))}\n` +
    ` ${margin} ${bar}\n` +
    ` ${paint(style, 'blue', String(line))} ${bar} ${excerpt}\n` +
    ` ${margin} ${bar} ${start > 0 ? ' ' : ''}${indent}${caret}\n`
  )
}

/** Files are not trusted to steer the terminal. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return text.replace(/[\x00-\x08\x0a-\x1f\x7f-\x9f]/g, '\ufffd')
}
