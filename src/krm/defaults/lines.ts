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

/** What refers to one kind of target. Its lines are taken apart as kinds come up that they name: a build has few. */
class ListedReference implements NameReference {
  private all: FieldSpec[] | undefined = undefined

  constructor(
    readonly group: string,
    readonly version: string,
    readonly kind: string,
    private readonly lines: string[],
  ) {}

  get fieldSpecs(): FieldSpec[] {
    return (this.all ??= this.lines.flatMap(parseLine))
  }

  fieldSpecsFor(kind: string): FieldSpec[] {
    return this.all ?? this.lines.filter((line) => line.includes(`:${kind}`)).flatMap(parseLine)
  }
}

/** A line without leading tab names a target; those below it the fields that may name one. */
export function parseReferences(text: string): NameReference[] {
  const references: NameReference[] = []
  let lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('\t')) lines.push(line.slice(1))
    else {
      lines = []
      const [group, version, kind] = line.split(':') as [string, string, string]
      references.push(new ListedReference(group, version, kind, lines))
    }
  }
  return references
}
