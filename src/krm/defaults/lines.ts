/** The short form in which the default field specs and name references are kept. */
import type { FieldSpec } from '../fieldspec.ts'
import type { NameReference } from '../names.ts'

/** Where kinds keep their pod's template, if not where most do. */
const TEMPLATES: Record<string, string> = {
  CronJob: 'spec/jobTemplate/spec/template/',
  Pod: '',
  PodTemplate: 'template/',
}

/** A line names kinds and their paths; `@` stands for the way to a kind's pod spec, `$` for that to its pod template. */
export function parseLine(line: string): FieldSpec[] {
  const [kinds, ...paths] = line.split(' ') as [string, ...string[]]
  return kinds.split(',').flatMap((key) => {
    const [group, version, kind] = key.split(':') as [string, string, string]
    const template = TEMPLATES[kind] ?? 'spec/template/'
    return paths.map((text) => {
      const create = text.startsWith('+')
      const short = create ? text.slice(1) : text
      const rest = short.slice(1)
      const path = short[0] === '@' ? `${template}spec/${rest}` : short[0] === '$' ? `${template}${rest}` : short
      return { group, version, kind, path, create }
    })
  })
}

/** A line without leading tab names a target; those below it the fields that may name one. */
export function parseReferences(lines: string): NameReference[] {
  const references: NameReference[] = []
  for (const line of lines.split('\n')) {
    if (line.startsWith('\t')) references[references.length - 1]?.fieldSpecs.push(...parseLine(line.slice(1)))
    else {
      const [group, version, kind] = line.split(':') as [string, string, string]
      references.push({ group, version, kind, fieldSpecs: [] })
    }
  }
  return references
}
