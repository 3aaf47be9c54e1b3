/** A user's own OpenAPI document, alone or together with the built-in types (build 5.18). */
import { fail } from '../core/error.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import type { CustomSchema, TypeNode } from './schema.ts'

interface Definition {
  /** What its `$ref` says; '' when it stands for itself. */
  reference: string
  /** Read when it is asked for. */
  type(): TypeNode
}

/**
 * All definitions by name and by kind. What is added later takes the place of what has the same name or kind, also
 * where definitions added before refer to that name.
 */
export class Definitions implements CustomSchema {
  private readonly byName = new Map<string, Definition>()
  private readonly byKind = new Map<string, Definition>()
  private readonly clusterScoped = new Set<string>()
  private document: Mapping | undefined = undefined

  lookup(kind: string): TypeNode | undefined {
    return this.byKind.get(kind)?.type()
  }

  isClusterScoped(kind: string): boolean {
    return this.clusterScoped.has(kind)
  }

  /** An OpenAPI document of version 2. */
  addDocument(root: Node | undefined): void {
    this.document = mappingOf(root, 'the document')
    eachEntry(mappingOf(field(this.document, 'definitions'), 'definitions'), (name, value) => {
      const schema = mappingOf(value, `definitions/${name}`)
      if (schema === undefined) return
      mappingOf(field(schema, 'properties'), `definitions/${name}/properties`)
      const definition = this.definitionOf(schema)
      this.byName.set(name, definition)
      const kinds = field(schema, 'x-kubernetes-group-version-kind')
      for (const kind of kinds?.kind === SEQUENCE ? kinds.items : []) this.byKind.set(kindName(kind), definition)
    })
    this.readScopes(mappingOf(field(this.document, 'paths'), 'paths'))
  }

  /** The texts of `definitions-data.ts`. */
  addBuiltin(types: string, kinds: string): void {
    const names: string[] = []
    const definitions: Definition[] = []
    let prefix = ''
    for (const line of types.split('\n')) {
      if (line.startsWith('# ')) {
        prefix = line.slice(2)
        continue
      }
      const [name = '', ...fields] = line.split(' ')
      const definition = { reference: '', type: () => this.builtinType(fields, names) }
      names.push(`${prefix}.${name}`)
      definitions.push(definition)
      this.byName.set(`${prefix}.${name}`, definition)
    }
    for (const line of kinds.split('\n')) {
      const [apiVersion, ...entries] = line.split(' ')
      for (const entry of entries) {
        const [kind, number] = entry.split('>')
        this.byKind.set(`${apiVersion}/${kind}`, definitions[Number(number)] as Definition)
      }
    }
  }

  private builtinType(fields: readonly string[], names: readonly string[]): TypeNode {
    const types = new Map<string, () => TypeNode | undefined>()
    for (const entry of fields) {
      const [left = '', number] = entry.split('>')
      const [name = '', keys] = left.split('=')
      const target = () => this.follow(this.byName.get(names[Number(number)] ?? ''))
      if (keys !== undefined) {
        const mergeKeys = keys === '' ? [] : keys.split(',')
        types.set(name, () => ({ ...NOTHING, items: target, patchStrategy: 'merge', mergeKeys }))
      } else if (name.endsWith('*')) {
        types.set(name.slice(0, -1), () => ({ ...NOTHING, field: target }))
      } else types.set(name, target)
    }
    return { ...NOTHING, field: (name) => types.get(name)?.() }
  }

  /** A kind is namespaced when any of its paths is. */
  private readScopes(paths: Mapping | undefined): void {
    const namespaced = new Set<string>()
    eachEntry(paths, (path, value) => {
      if (!path.startsWith('/')) return
      const get = mappingOf(field(mappingOf(value, `paths${path}`), 'get'), `paths${path}/get`)
      const kind = field(get, 'x-kubernetes-group-version-kind')
      if (kind === undefined || kind.kind !== MAPPING) return
      if (path.includes('namespaces/{namespace}')) namespaced.add(kindName(kind))
      else this.clusterScoped.add(kindName(kind))
    })
    for (const kind of namespaced) this.clusterScoped.delete(kind)
  }

  private typeOf(schema: Mapping): TypeNode {
    const patchStrategy = fieldText(schema, 'x-kubernetes-patch-strategy') ?? ''
    const keys = field(schema, 'x-kubernetes-list-map-keys')
    const mergeKey = fieldText(schema, 'x-kubernetes-patch-merge-key')
    let mergeKeys: string[] = []
    if (keys?.kind === SEQUENCE) mergeKeys = keys.items.map((key) => (key.kind === SCALAR ? key.value : ''))
    else if (mergeKey !== undefined) mergeKeys = [mergeKey]
    return {
      field: (name) => this.inner(field(field(schema, 'properties'), name) ?? field(schema, 'additionalProperties')),
      items: () => (isArray(schema) ? this.inner(field(schema, 'items')) : undefined),
      patchStrategy,
      mergeKeys,
    }
  }

  private definitionOf(schema: Mapping): Definition {
    return { reference: fieldText(schema, '$ref') ?? '', type: () => this.typeOf(schema) }
  }

  private inner(schema: Node | undefined): TypeNode | undefined {
    return schema?.kind === MAPPING ? this.follow(this.definitionOf(schema)) : undefined
  }

  /** A reference may lead to a further one, and in the end nowhere. */
  private follow(definition: Definition | undefined): TypeNode | undefined {
    const seen = new Set<string>()
    let at = definition
    while (at !== undefined && at.reference !== '' && !seen.has(at.reference)) {
      seen.add(at.reference)
      at = this.target(at.reference)
    }
    return at === undefined || at.reference !== '' ? undefined : at.type()
  }

  /** What stands before the `#` of a reference does not count. */
  private target(reference: string): Definition | undefined {
    const [, pointer = ''] = reference.split('#')
    const [, top, name, ...deeper] = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (top !== 'definitions' || name === undefined) return undefined
    if (deeper.length === 0) return this.byName.get(name)
    const node = [top, name, ...deeper].reduce<Node | undefined>(field, this.document)
    return node?.kind === MAPPING ? this.definitionOf(node) : undefined
  }
}

const NOTHING: TypeNode = { field: () => undefined, items: () => undefined, patchStrategy: '', mergeKeys: [] }

function isArray(schema: Mapping): boolean {
  const type = field(schema, 'type')
  const only = type?.kind === SEQUENCE && type.items.length === 1 ? type.items[0] : type
  return only?.kind === SCALAR && only.value === 'array'
}

function kindName(node: Node): string {
  const group = fieldText(node, 'group') ?? ''
  const version = fieldText(node, 'version') ?? ''
  return `${group === '' ? version : `${group}/${version}`}/${fieldText(node, 'kind') ?? ''}`
}

function mappingOf(node: Node | undefined, what: string): Mapping | undefined {
  if (node === undefined || isNull(node)) return undefined
  if (node.kind !== MAPPING) throw fail('OPENAPI', `${what} is no object`)
  return node
}

function eachEntry(map: Mapping | undefined, visit: (key: string, value: Node) => void): void {
  if (map === undefined) return
  for (let i = 0; i < map.keys.length; i++) {
    const key = map.keys[i] as Node
    if (key.kind === SCALAR) visit(key.value, map.values[i] as Node)
  }
}
