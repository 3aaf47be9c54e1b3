/**
 * What merging knows of the Kubernetes API: which lists are merged by element and by which keys, and which kinds live
 * outside namespaces (build 5.10, 5.18). The built-in tables are loaded only when a merge asks for them.
 */
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

/** A schema of the user, which takes the place of the built-in one. */
export interface CustomSchema {
  lookup(kind: string): TypeNode | undefined
  isClusterScoped(kind: string): boolean
}

/** What a build has asked the built-in schema so far; scopes that everybody knows do not count. */
export type Consulted = 'not' | 'scopes' | 'types'

const KUSTOMIZATION = 'kustomize.config.k8s.io/'

export class Schema {
  private builtin: Lookup | undefined = undefined
  private kustomization: Lookup | undefined = undefined
  private read: (() => CustomSchema) | undefined = undefined
  private known: CustomSchema | undefined = undefined
  consulted: Consulted = 'not'

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

  /** From now on this schema answers. It is read when first asked, and may throw then. */
  useCustom(read: () => CustomSchema): void {
    this.read = read
    this.known = undefined
  }

  private get custom(): CustomSchema | undefined {
    if (this.read === undefined) return undefined
    return (this.known ??= this.read())
  }

  /** The schema of a kind; undefined when it is not known, which is common. */
  lookup(apiVersion: string, kind: string): TypeNode | undefined {
    const name = `${apiVersion}/${kind}`
    if (this.builtin === undefined || this.kustomization === undefined) throw new Error('the schema is not loaded')
    const { custom } = this
    if (custom === undefined) this.consulted = 'types'
    if (apiVersion.startsWith(KUSTOMIZATION)) {
      const found = this.kustomization(name)
      if (found !== undefined) return found
    }
    return custom === undefined ? this.builtin(name) : custom.lookup(name)
  }

  /** Kinds of which nothing is known count as namespaced. */
  isClusterScoped(apiVersion: string, kind: string): boolean {
    if (clusterScopedKinds.has(apiVersion, kind)) return true
    if (namespacedKinds.has(apiVersion, kind)) return false
    const { custom } = this
    if (custom !== undefined) return custom.isClusterScoped(`${apiVersion}/${kind}`)
    if (this.consulted === 'not') this.consulted = 'scopes'
    return false
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
