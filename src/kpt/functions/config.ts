/** Configs decoded as Go's JSON reader does, with its words for what does not fit. */
import { fail } from '../../core/error.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import { field, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { isNull, tagOf } from '../../yaml/resolve.ts'
import { entriesOf, textOf } from './items.ts'

/** What JSON calls a value. */
export function jsonKind(node: Node): string {
  if (node.kind === SEQUENCE) return 'array'
  if (node.kind === MAPPING) return 'object'
  const tag = tagOf(node)
  if (tag === '!!int' || tag === '!!float') return 'number'
  return tag === '!!bool' ? 'bool' : 'string'
}

/** A map of texts, or the problem with it. `where` is the type and field of the reference. */
export function goStringMap(node: Node | undefined, where: string): [name: string, value: string][] | string {
  if (node === undefined || isNull(node)) return []
  if (node.kind !== MAPPING) return mismatch(jsonKind(node), where, 'map[string]string')
  const found: [string, string][] = []
  for (const [name, value] of entriesOf(node)) {
    const kind = jsonKind(value)
    if (isNull(value)) found.push([name, ''])
    else if (value.kind !== SCALAR || kind !== 'string') return mismatch(kind, where, 'string')
    else found.push([name, value.value])
  }
  return found
}

function mismatch(found: string, where: string, type: string): string {
  return `json: cannot unmarshal ${found} into Go struct field ${where} of type ${type}`
}

/** A map of texts as Go's JSON writer prints it. */
export function goJson(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([name, value]) => `${goJsonText(name)}:${goJsonText(value)}`).join(',')}}`
}

function goJsonText(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The list of further fields in a function's own kind of config, under its name or the name it had first. */
export function fieldSpecsIn(config: Mapping, name: string): FieldSpec[] {
  const own = field(config, name)
  const old = field(config, 'fieldSpecs')
  const count = (node: Node | undefined) => (node?.kind === SEQUENCE ? node.items.length : 0)
  if (count(own) > 0 && count(old) > 0) {
    throw fail('FUNCTION_CONFIG', `\`fieldSpecs\` has been deprecated, please rename it to \`${name}\``)
  }
  const list = count(own) > 0 ? own : old
  if (list?.kind !== SEQUENCE) return []
  return list.items.map((one) => ({
    group: textOf(one, 'group'),
    version: textOf(one, 'version'),
    kind: textOf(one, 'kind'),
    path: textOf(one, 'path'),
    create: textOf(one, 'create') === 'true',
  }))
}
