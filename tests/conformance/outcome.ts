/** The result of one case, and how texts with placeholders are compared. */

export interface Outcome {
  group: string
  name: string
  status: 'pass' | 'fail' | 'skip'
  /** Why it was skipped, or what differs in one line. */
  reason?: string
  /** The first lines that differ, for `--diff`. */
  difference?: string
  /** For failing builds: whether the whole message equals the recorded one. */
  sameMessage?: boolean
  /** The two messages when they are not the same. */
  messages?: { expected: string; actual: string }
}

export interface Group {
  name: string
  cases: Case[]
}

export interface Case {
  name: string
  run(): Promise<Omit<Outcome, 'group' | 'name'>>
}

/** Placeholder in recorded texts → what may stand in its place. */
export type Placeholders = Record<string, string | RegExp>

/** Whether a text is the recorded one, placeholders filled in. */
export function matches(recorded: string, actual: string, placeholders: Placeholders): boolean {
  let expected = recorded
  const patterns: [string, RegExp][] = []
  for (const [name, value] of Object.entries(placeholders)) {
    if (typeof value === 'string') expected = expected.replaceAll(name, value)
    else if (expected.includes(name)) patterns.push([name, value])
  }
  if (patterns.length === 0) return expected === actual
  let source = escapePattern(expected)
  for (const [name, value] of patterns) source = source.replaceAll(escapePattern(name), value.source)
  return new RegExp(`^${source}$`).test(actual)
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** The first differing lines of two texts with their numbers, and one line before them. */
export function firstDifference(expected: string, actual: string, lines = 6): string {
  const left = expected.split('\n')
  const right = actual.split('\n')
  let at = 0
  while (at < left.length && at < right.length && left[at] === right[at]) at++
  const out: string[] = []
  if (at > 0) out.push(`  ${at}   ${left[at - 1]}`)
  for (let i = at; i < Math.min(at + lines, left.length); i++) out.push(`  ${i + 1} - ${cut(left[i])}`)
  for (let i = at; i < Math.min(at + lines, right.length); i++) out.push(`  ${i + 1} + ${cut(right[i])}`)
  return out.join('\n')
}

function cut(text: string | undefined): string {
  const line = text ?? ''
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

export function oneLine(text: string, length = 220): string {
  const line = text.replaceAll('\n', '⏎')
  return line.length > length ? `${line.slice(0, length)}…` : line
}

/** What is wrong with a build that should have succeeded; undefined when nothing is. */
export function judgeOutput(
  expected: { stdout: string; warnings?: string | undefined },
  actual: { code: number; stdout: string; stderr: string; warnings: string },
  placeholders: Placeholders,
): Omit<Outcome, 'group' | 'name'> {
  if (actual.code !== 0) {
    return { status: 'fail', reason: `failed: ${oneLine(actual.stderr)}`, difference: actual.stderr }
  }
  if (!matches(expected.stdout, actual.stdout, placeholders)) {
    const difference = firstDifference(expected.stdout, actual.stdout)
    return { status: 'fail', reason: `output differs: ${oneLine(difference)}`, difference }
  }
  if (expected.warnings !== undefined && !matches(expected.warnings, actual.warnings, placeholders)) {
    const difference = firstDifference(expected.warnings, actual.warnings)
    return { status: 'fail', reason: `warnings differ: ${oneLine(difference)}`, difference }
  }
  return { status: 'pass' }
}
