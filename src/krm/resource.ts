/** One Kubernetes object: its tree, its identity past and present, and what a build needs to remember about it. */
import type { Location, Source } from '../core/source.ts'
import { clone, removeField } from '../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import type { Outline } from '../yaml/outline.ts'
import { isNull } from '../yaml/resolve.ts'
import { parseApiVersion } from './gvk.ts'
import { effectiveNamespace, type ResId } from './id.ts'

/** Knows which kinds live outside namespaces. */
export interface Scopes {
  isClusterScoped(apiVersion: string, kind: string): boolean
}

/** An earlier identity. Group and version are always the present ones (build 4.2). */
export interface PreviousId {
  name: string
  /** Effective, not as written. */
  namespace: string
  kind: string
}

type Identity = Pick<Outline, 'apiVersion' | 'kind' | 'name' | 'namespace'>

export type Behavior = 'unspecified' | 'create' | 'merge' | 'replace'

/** Where an object comes from, as written into its origin annotation (build 3.6). */
export interface Origin {
  path?: string
  repo?: string
  ref?: string
  configuredIn?: string
  configuredBy?: { apiVersion?: string; kind?: string; name?: string; namespace?: string }
}

export class Resource {
  /** Rank in the resource map that holds it; ascending in list order. */
  ordinal = 0
  readonly previous: PreviousId[] = []
  /** Name prefixes and suffixes given so far, oldest first. */
  readonly prefixes: string[] = []
  readonly suffixes: string[] = []
  behavior: Behavior | undefined = undefined
  needsHash = false
  /** A node may stand at several places of the tree. */
  sharesNodes = false
  /** On a patch: the identity it gives is wanted. What it was merged into has the same mark. */
  allowNameChange = false
  allowKindChange = false
  origin: Origin | undefined = undefined
  readonly transformations: Origin[] = []
  /** What is kept in the place of the tree until somebody asks for that. */
  outline: Outline | undefined
  private tree: Mapping | undefined
  private current: ResId | undefined = undefined
  private all: readonly ResId[] | undefined = undefined
  private first: ResId | undefined = undefined

  constructor(
    content: Mapping | Outline,
    readonly scopes: Scopes,
    /** The text the tree was read from, for messages. */
    readonly source: Source | undefined = undefined,
  ) {
    const isTree = content instanceof Mapping
    this.tree = isTree ? content : undefined
    this.outline = isTree ? undefined : content
  }

  /** The tree. Asking for it means that it may be changed. */
  get root(): Mapping {
    const { outline } = this
    if (outline !== undefined) {
      this.outline = undefined
      this.tree = outline.tree()
    }
    return this.tree as Mapping
  }

  set root(root: Mapping) {
    this.outline = undefined
    this.tree = root
  }

  /** The identity the tree has now; computed once until {@link identityChanged}. */
  get id(): ResId {
    return (this.current ??= this.presentId())
  }

  /** The identity of the tree at this moment, in the midst of a change. */
  presentId(): ResId {
    const { outline, scopes } = this
    return outline === undefined ? readId(this.root, scopes) : idOf(outline, scopes)
  }

  /** The first identity it had. */
  get originalId(): ResId {
    const { id } = this
    const previous = this.previous[0]
    if (previous === undefined) return id
    const { first } = this
    // Nearly always the version is what it was.
    if (first !== undefined && first.version === id.version && first.group === id.group) return first
    return (this.first = formerId(previous, id))
  }

  /** Every identity, oldest first, the present one last. */
  get ids(): readonly ResId[] {
    if (this.all !== undefined) return this.all
    const { id } = this
    const all: ResId[] = []
    for (const previous of this.previous) all.push(formerId(previous, id))
    all.push(id)
    this.all = all
    return all
  }

  /** Notes the present identity as a previous one, before a step that may change it. */
  rememberId(): void {
    const { id } = this
    clearEmptyAnnotations(this.root)
    this.previous.push({ name: id.name, namespace: effectiveNamespace(id), kind: id.kind })
    this.all = undefined
  }

  /** To be called through `ResMap.changed`, so that the map's indexes follow. */
  identityChanged(): void {
    this.current = undefined
    this.all = undefined
  }

  /** A copy of a patch that can be changed. */
  copy(): Resource {
    const made = new Resource(clone(this.root), this.scopes, this.source)
    made.allowNameChange = this.allowNameChange
    made.allowKindChange = this.allowKindChange
    return made
  }

  /** A place for messages about a node of this object. */
  locate(node: Node = this.root): Location | undefined {
    return this.source === undefined || node.start < 0 ? undefined : { source: this.source, offset: node.start }
  }
}

function formerId({ name, namespace, kind }: PreviousId, { group, version }: ResId): ResId {
  return { group, version, kind, name, namespace, clusterScoped: false }
}

/** The reference notes previous identities in annotations, and on that occasion drops a field that holds none. */
function clearEmptyAnnotations(root: Mapping): void {
  const metadata = field(root, 'metadata')
  const annotations = field(metadata, 'annotations')
  if (annotations === undefined) return
  const isFull =
    annotations.kind === MAPPING
      ? annotations.keys.length > 0
      : annotations.kind === SEQUENCE && annotations.items.length > 0
  if (!isFull) removeField(metadata as Mapping, 'annotations')
}

/** Text of a scalar that is not null, else ''. */
function textOf(node: Node | undefined): string {
  return node !== undefined && node.kind === SCALAR && !isNull(node) ? node.value : ''
}

function readId(root: Mapping, scopes: Scopes): ResId {
  const apiVersion = textOf(field(root, 'apiVersion'))
  const kind = textOf(field(root, 'kind'))
  const metadata = field(root, 'metadata')
  return idOf(
    { apiVersion, kind, name: textOf(field(metadata, 'name')), namespace: textOf(field(metadata, 'namespace')) },
    scopes,
  )
}

function idOf({ apiVersion, kind, name, namespace }: Identity, scopes: Scopes): ResId {
  const { group, version } = parseApiVersion(apiVersion)
  return { group, version, kind, name, namespace, clusterScoped: scopes.isClusterScoped(apiVersion, kind) }
}
