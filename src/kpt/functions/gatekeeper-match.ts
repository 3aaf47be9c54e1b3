/** Which objects a constraint is for: its `spec.match`. */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'

/** An object as policies see it. */
export interface Reviewed {
  group: string
  version: string
  kind: string
  name: string
  namespace: string
  labels: Readonly<Record<string, string>>
}

type Matcher = (object: Reviewed) => boolean

/**
 * `namespaces` are the Namespace objects at hand, for selectors of their labels.
 *
 * @throws ToolError for a field that is not known: a constraint that is for fewer objects than its author meant is no help
 */
export function matcherOf(match: unknown, namespaces: ReadonlyMap<string, Reviewed>): Matcher {
  const fields = Object.entries(objectIn('spec.match', match)).filter(([, value]) => value !== null)
  const matchers = fields.map(([name, value]): Matcher => {
    switch (name) {
      case 'kinds':
        return kindMatcher(value)
      case 'namespaces':
        return inNamespaces(patterns('namespaces', value), true)
      case 'excludedNamespaces':
        return inNamespaces(patterns('excludedNamespaces', value), false)
      case 'name': {
        const pattern = wildcard(String(value))
        return ({ name: found }) => pattern(found)
      }
      case 'scope':
        return scopeMatcher(value)
      case 'source':
        if (!['All', 'Original', 'Generated', ''].includes(value as string)) throw unknown('source', value)
        return () => value !== 'Generated'
      case 'labelSelector': {
        const selects = selector('labelSelector', value)
        return ({ labels }) => selects(labels)
      }
      case 'namespaceSelector':
        return namespaceMatcher(selector('namespaceSelector', value), namespaces)
    }
    throw fail('CONSTRAINT', `spec.match.${name} is not supported`)
  })
  return (object) => matchers.every((matches) => matches(object))
}

function unknown(field: string, value: unknown) {
  return fail('CONSTRAINT', `spec.match.${field} cannot be ${JSON.stringify(value)}`)
}

function objectIn(place: string, value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw fail('CONSTRAINT', `${place} has to be a mapping`)
  return value as Record<string, unknown>
}

function texts(field: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) throw unknown(field, value)
  return value
}

function kindMatcher(value: unknown): Matcher {
  if (!Array.isArray(value)) throw unknown('kinds', value)
  if (value.length === 0) return () => true
  const rows = value.map((one) => {
    const { apiGroups, kinds } = objectIn('spec.match.kinds', one)
    const holds = (all: readonly string[], found: string) =>
      all.length === 0 || all.includes('*') || all.includes(found)
    const [groups, names] = [texts('kinds', apiGroups), texts('kinds', kinds)]
    return ({ group, kind }: Reviewed) => holds(groups, group) && holds(names, kind)
  })
  return (object) => rows.some((matches) => matches(object))
}

function patterns(field: string, value: unknown): ((text: string) => boolean)[] {
  return texts(field, value).map(wildcard)
}

/** `kube-*`, `*-system`, `*test*` */
function wildcard(text: string): (found: string) => boolean {
  const [start, end] = [text.startsWith('*'), text.length > 1 && text.endsWith('*')]
  const inner = text.slice(start ? 1 : 0, end ? -1 : undefined)
  if (start && end) return (found) => found.includes(inner)
  if (start) return (found) => found.endsWith(inner)
  return end ? (found) => found.startsWith(inner) : (found) => found === inner
}

function isNamespace({ group, kind }: Reviewed): boolean {
  return group === '' && kind === 'Namespace'
}

/** The namespace that an object is, or is in; what is in none cannot be told apart by it. */
function namespaceOf(object: Reviewed): string {
  return isNamespace(object) ? object.name : object.namespace
}

function inNamespaces(all: readonly ((text: string) => boolean)[], wanted: boolean): Matcher {
  if (all.length === 0) return () => true
  return (object) => {
    const namespace = namespaceOf(object)
    return namespace === '' || all.some((matches) => matches(namespace)) === wanted
  }
}

function scopeMatcher(value: unknown): Matcher {
  if (value === '*' || value === '') return () => true
  if (value !== 'Cluster' && value !== 'Namespaced') throw unknown('scope', value)
  return (object) => (isNamespace(object) || object.namespace === '') === (value === 'Cluster')
}

type Selects = (labels: Readonly<Record<string, string>>) => boolean

function namespaceMatcher(selects: Selects, namespaces: ReadonlyMap<string, Reviewed>): Matcher {
  return (object) => {
    if (isNamespace(object)) return selects(object.labels)
    if (object.namespace === '') return true
    const found = namespaces.get(object.namespace)
    if (found !== undefined) return selects(found.labels)
    const said = `spec.match.namespaceSelector: the Namespace ${goQuote(object.namespace)} of ${object.kind}`
    throw fail('CONSTRAINT', `${said} ${goQuote(object.name)} is not among the items`)
  }
}

function selector(field: string, value: unknown): Selects {
  const { matchLabels, matchExpressions, ...others } = objectIn(`spec.match.${field}`, value)
  for (const name of Object.keys(others)) throw fail('CONSTRAINT', `spec.match.${field}.${name} is not supported`)
  const wanted = Object.entries(objectIn(`spec.match.${field}.matchLabels`, matchLabels))
  if (matchExpressions !== undefined && !Array.isArray(matchExpressions)) throw unknown(field, value)
  const expressions = (matchExpressions ?? []).map((one) => expression(field, objectIn(`spec.match.${field}`, one)))
  return (labels) =>
    wanted.every(([name, text]) => Object.hasOwn(labels, name) && labels[name] === text) &&
    expressions.every((holds) => holds(labels))
}

function expression(field: string, { key, operator, values }: Record<string, unknown>): Selects {
  const name = String(key)
  const all = texts(field, values)
  const has = (labels: Readonly<Record<string, string>>) => Object.hasOwn(labels, name)
  switch (operator) {
    case 'In':
      return (labels) => has(labels) && all.includes(labels[name] as string)
    case 'NotIn':
      return (labels) => !has(labels) || !all.includes(labels[name] as string)
    case 'Exists':
      return has
    case 'DoesNotExist':
      return (labels) => !has(labels)
  }
  throw unknown(`${field}.matchExpressions`, operator)
}
