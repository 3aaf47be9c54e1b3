/** Setters and substitutions that the first generation defined as a schema (functions 19). */
import { type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { lineCommentOf, setLineComment, visitFields } from './fields.ts'
import { entriesOf, fieldAt, textOf } from './items.ts'

const SETTER = 'io.k8s.cli.setters.'
const SUBSTITUTION = 'io.k8s.cli.substitutions.'
const REFERENCE = '#/definitions/'

/** Substitutions are made of others; the patterns of a chain may double at each step. */
const MOST_NESTED = 20
const MOST_CHARACTERS = 10_000

/** Says in comments which setters values are made of, and returns the setters of the package. */
export function fixedSetters(kptfile: Mapping, items: readonly Mapping[]): [name: string, value: string][] {
  const definitions = new Map(entriesOf(fieldAt(kptfile, 'openAPI', 'definitions')))
  const setters: [string, string][] = []
  for (const [name, definition] of definitions) {
    if (name.startsWith(SETTER)) setters.push([name.slice(SETTER.length), valueOf(definition)])
  }
  const patterns = new Map<string, string | undefined>()
  const patternOf = (name: string) => {
    if (!patterns.has(name)) patterns.set(name, patternNamed(name, definitions))
    return patterns.get(name)
  }
  const convert = (node: Node) => {
    const name = nameIn(lineCommentOf(node))
    const pattern = name === undefined ? undefined : patternOf(name)
    if (pattern !== undefined) setLineComment(node, `kpt-set: ${pattern}`)
  }
  for (const item of items) {
    visitFields(item, {
      list(key, list) {
        convert(key)
        convert(list)
      },
      scalar: convert,
    })
  }
  return setters
}

/** A list's values as the text of a list. */
function valueOf(definition: Node): string {
  const setter = fieldAt(definition, 'x-k8s-cli', 'setter')
  const list = fieldAt(setter, 'listValues')
  if (list?.kind !== SEQUENCE || list.items.length === 0) return textOf(setter, 'value')
  return list.items.map((item) => `- ${textOf(item)}\n`).join('')
}

/** `# {"$kpt-set":"name"}`, or an earlier way to say it. */
function nameIn(comment: string): string | undefined {
  let said: unknown
  try {
    said = JSON.parse(comment.replace(/^#\s*/, ''))
  } catch {
    return undefined
  }
  if (said === null || typeof said !== 'object') return undefined
  const { $ref, ...named } = said as Record<string, unknown>
  const name = named['$kpt-set'] ?? named.$openapi ?? (typeof $ref === 'string' ? definitionName($ref) : undefined)
  return typeof name === 'string' ? name : undefined
}

function definitionName(reference: string): string {
  const name = reference.startsWith(REFERENCE) ? reference.slice(REFERENCE.length) : ''
  return name.replace(SETTER, '').replace(SUBSTITUTION, '')
}

/** What a value is made of; undefined for a name that stands for nothing. */
function patternNamed(name: string, definitions: ReadonlyMap<string, Node>, depth = 0): string | undefined {
  if (definitions.has(SETTER + name)) return `\${${name}}`
  const substitution = fieldAt(definitions.get(SUBSTITUTION + name), 'x-k8s-cli', 'substitution')
  if (substitution === undefined || depth > MOST_NESTED) return undefined
  let pattern = textOf(substitution, 'pattern')
  const values = fieldAt(substitution, 'values')
  for (const value of values?.kind === SEQUENCE ? values.items : []) {
    const part = patternNamed(definitionName(textOf(value, 'ref')), definitions, depth + 1)
    const marker = textOf(value, 'marker')
    if (part === undefined || marker === '') return undefined
    pattern = pattern.replaceAll(marker, () => part)
    if (pattern.length > MOST_CHARACTERS) return undefined
  }
  return pattern
}
