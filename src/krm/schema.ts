/**
 * What merging knows of the Kubernetes API: which lists are merged by element and by which keys, and which kinds live
 * outside namespaces (build 5.10, 5.18). The built-in tables are loaded only when a merge asks for them.
 */
import { fail } from '../core/error.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { clusterScopedKinds, namespacedKinds } from './scopes.ts'

/** The schema at one place of a tree. */
export interface TypeNode {
  /** Schema of a field; undefined when nothing is known of it. */
  field(name: string): TypeNode | undefined
  /** Schema of a list's elements. */
  items(): TypeNode | undefined
  patchStrategy: string
  /** Keys that tell the elements of a merged list apart; empty for lists of plain values. */
  mergeKeys: readonly string[]
}

type Lookup = (kind: string) => TypeNode | undefined

const KUSTOMIZATION = 'kustomize.config.k8s.io/'

export class Schema {
  private builtin: Lookup | undefined = undefined
  private kustomization: Lookup | undefined = undefined
  private document: (() => Node | undefined) | undefined = undefined
  private read: CustomSchema | undefined = undefined

  /** The schema of a build that says nothing else. */
  static builtin(): Schema {
    return new Schema()
  }

  /** Loads the built-in tables; needed before {@link Schema.lookup}. */
  async load(): Promise<void> {
    if (this.builtin !== undefined) return
    const data = await import('./schema-data.ts')
    this.builtin = tableOf(data.kubernetesTypes, data.kubernetesKinds)
    this.kustomization = tableOf(data.kustomizationTypes, data.kustomizationKinds)
  }

  /** An OpenAPI version 2 document takes the place of the built-in schema. It is read when first asked, and may throw then. */
  useCustom(document: () => Node | undefined): void {
    this.document = document
    this.read = undefined
  }

  private get custom(): CustomSchema | undefined {
    if (this.document === undefined) return undefined
    return (this.read ??= new CustomSchema(this.document()))
  }

  /** The schema of a kind; undefined when it is not known, which is common. */
  lookup(apiVersion: string, kind: string): TypeNode | undefined {
    const name = `${apiVersion}/${kind}`
    if (this.custom !== undefined) {
      const found = this.custom.lookup(name)
      if (found !== undefined) return found
    }
    if (this.builtin === undefined || this.kustomization === undefined) throw new Error('the schema is not loaded')
    if (apiVersion.startsWith(KUSTOMIZATION)) return this.kustomization(name)
    return this.custom === undefined ? this.builtin(name) : undefined
  }

  /** Kinds of which nothing is known count as namespaced. */
  isClusterScoped(apiVersion: string, kind: string): boolean {
    if (clusterScopedKinds.get(kind)?.includes(apiVersion)) return true
    if (namespacedKinds.get(kind)?.includes(apiVersion)) return false
    return this.custom?.clusterScoped.has(`${apiVersion}/${kind}`) ?? false
  }
}

/** Looks up types in the compact text of `schema-data.ts`; a type is read when it is asked for. */
function tableOf(types: string, kinds: string): Lookup {
  const lines = types.split('\n')
  const read = new Map<number, TypeNode>()
  const byKind = new Map<string, number>()
  for (const line of kinds.split('\n')) {
    const [number, ...names] = line.split(' ')
    for (const name of names) byKind.set(name, Number(number))
  }
  const typeAt = (number: number): TypeNode => {
    let type = read.get(number)
    if (type === undefined) {
      type = readType(lines[number] as string, typeAt)
      read.set(number, type)
    }
    return type
  }
  return (kind) => {
    const number = byKind.get(kind)
    return number === undefined ? undefined : typeAt(number)
  }
}

/** `field=key,key>type field>type`. */
function readType(line: string, typeAt: (number: number) => TypeNode): TypeNode {
  const fields = new Map<string, TypeNode>()
  for (const entry of line.split(' ')) {
    const [left = '', number] = entry.split('>')
    const [name = '', keys] = left.split('=')
    const inner = number === undefined ? undefined : typeAt(Number(number))
    if (keys !== undefined) fields.set(name, listOf(keys === '' ? [] : keys.split(','), inner))
    else if (inner !== undefined) fields.set(name, inner)
  }
  return {
    field: (name) => fields.get(name) ?? fields.get('*'),
    items: () => undefined,
    patchStrategy: '',
    mergeKeys: [],
  }
}

function listOf(mergeKeys: readonly string[], items: TypeNode | undefined): TypeNode {
  return { field: () => undefined, items: () => items, patchStrategy: 'merge', mergeKeys }
}

/** A user's own document. */
class CustomSchema {
  readonly clusterScoped = new Set<string>()
  private readonly kinds = new Map<string, Mapping>()
  private readonly definitions: Mapping | undefined

  constructor(root: Node | undefined) {
    const document = mappingOf(root, 'the document')
    this.definitions = mappingOf(field(document, 'definitions'), 'definitions')
    eachEntry(this.definitions, (name, value) => {
      const schema = mappingOf(value, `definitions/${name}`)
      if (schema === undefined) return
      mappingOf(field(schema, 'properties'), `definitions/${name}/properties`)
      const kinds = field(schema, 'x-kubernetes-group-version-kind')
      for (const kind of kinds?.kind === SEQUENCE ? kinds.items : []) this.kinds.set(kindName(kind), schema)
    })
    this.readScopes(mappingOf(field(document, 'paths'), 'paths'))
  }

  lookup(kind: string): TypeNode | undefined {
    const schema = this.kinds.get(kind)
    return schema && this.typeOf(schema)
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
    const mergeKey = fieldText(schema, 'x-kubernetes-patch-merge-key') ?? ''
    let mergeKeys: string[] = []
    if (keys?.kind === SEQUENCE && keys.items.length > 0)
      mergeKeys = keys.items.map((key) => (key.kind === SCALAR ? key.value : ''))
    else if (mergeKey !== '') mergeKeys = [mergeKey]
    return {
      field: (name) => this.inner(field(field(schema, 'properties'), name) ?? field(schema, 'additionalProperties')),
      items: () => this.inner(field(schema, 'items')),
      patchStrategy,
      mergeKeys,
    }
  }

  /** Follows one `$ref`, as the reference does. */
  private inner(schema: Node | undefined): TypeNode | undefined {
    const reference = fieldText(schema, '$ref')
    const target =
      reference === undefined ? schema : field(this.definitions, reference.slice(reference.lastIndexOf('/') + 1))
    return target !== undefined && target.kind === MAPPING ? this.typeOf(target) : undefined
  }
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
