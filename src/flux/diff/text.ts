/** The report for a terminal, in the shape of `flux diff kustomization`. */
import { harmless } from '../../core/harmless.ts'
import { changeLines } from './lines.ts'
import {
  type Action,
  countsText,
  type DiffReport,
  DONE,
  type KustomizationChanges,
  type ObjectChange,
  shownObject,
} from './report.ts'

const COLOURS: Record<Action, number> = { create: 32, change: 33, move: 36, delete: 31, orphan: 35 }
const LINE_COLOURS: Record<string, number> = { '-': 31, '+': 32, '@': 36 }

/** `isColoured` only when a terminal reads it. */
export function textReport(report: DiffReport, { isColoured = false } = {}): string {
  const paint = (text: string, colour: number) => (isColoured ? `\u001b[${colour}m${text}\u001b[0m` : text)
  const out: string[] = []
  for (const one of report.kustomizations) {
    out.push(paint(`Kustomization ${harmless(one.name)}${remark(one)}`, 1))
    if (one.problem !== undefined) out.push(paint(`✗ not compared: ${harmless(one.problem)}`, 31))
    for (const change of one.changes) out.push(...objectLines(change, paint))
    out.push('')
  }
  out.push(summary(report))
  return `${out.join('\n')}\n`
}

function objectLines(change: ObjectChange, paint: (text: string, colour: number) => string): string[] {
  const { action, movedFrom, notes, fields } = change
  const from = movedFrom === undefined ? '' : ` from ${movedFrom}`
  const out = [paint(`► ${harmless(`${shownObject(change)} ${DONE[action]}${from}`)}`, COLOURS[action])]
  for (const note of notes) out.push(`  (${harmless(note)})`)
  for (const field of fields) {
    out.push(`  ${harmless(field.path)}`)
    for (const line of changeLines(field)) {
      const shown = harmless(line)
      const colour = LINE_COLOURS[line[0] as string]
      out.push(`    ${colour === undefined ? shown : paint(shown, colour)}`)
    }
  }
  return out
}

/** Behind the name of a Kustomization. */
export function remark({ state, isSuspended }: KustomizationChanges): string {
  return `${state === 'present' ? '' : ` (${state})`}${isSuspended ? ' (suspended)' : ''}`
}

/** `2 Kustomizations compared: 1 created, 1 deleted`. */
export function summary({ counts, compared }: DiffReport): string {
  return `${compared} ${compared === 1 ? 'Kustomization' : 'Kustomizations'} compared: ${countsText(counts)}`
}
