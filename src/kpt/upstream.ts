/** Where a package came from, as its Kptfile says (kpt 1.2). */
import { fail } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { insertEntryAt, setField, stringScalar } from '../yaml/edit.ts'
import {
  DOUBLE,
  Document,
  field,
  fieldText,
  indexOfField,
  Mapping,
  type Node,
  SCALAR,
  Scalar,
  SINGLE,
} from '../yaml/node.ts'
import { preserve } from '../yaml/preserve.ts'
import { readKptfile } from './kptfile.ts'
import { inReferenceForm } from './status.ts'

export const STRATEGIES = ['resource-merge', 'fast-forward', 'force-delete-replace', 'copy-merge'] as const

export interface GitPlace {
  repo: string
  /** Begins with a slash. */
  directory: string
  ref: string
}

export interface Upstream extends GitPlace {
  /** '' when it is not said. */
  strategy: string
}

export interface UpstreamLock extends GitPlace {
  commit: string
}

/** The upstream that a Kptfile names; undefined when it names none. */
export function upstreamOf(root: Node): Upstream | undefined {
  const upstream = field(root, 'upstream')
  const place = gitPlace(upstream)
  return place && { ...place, strategy: fieldText(upstream, 'updateStrategy') ?? '' }
}

export function upstreamLockOf(root: Node): UpstreamLock | undefined {
  const lock = field(root, 'upstreamLock')
  const place = gitPlace(lock)
  return place && { ...place, commit: fieldText(field(lock, 'git'), 'commit') ?? '' }
}

function gitPlace(node: Node | undefined): GitPlace | undefined {
  const git = field(node, 'git')
  const repo = fieldText(git, 'repo') ?? ''
  if (repo === '') return undefined
  return { repo, directory: fieldText(git, 'directory') ?? '/', ref: fieldText(git, 'ref') ?? '' }
}

export function requireUpstream(root: Node): Upstream {
  const upstream = upstreamOf(root)
  if (upstream === undefined) throw fail('NO_UPSTREAM', 'package must have an upstream reference')
  return upstream
}

export interface UpstreamEdit {
  name?: string
  upstream?: Upstream
  lock?: UpstreamLock
}

/** Edits the tree of a Kptfile; what is set already keeps its place, comments and quotes. */
export function editUpstream(root: Mapping, { name, upstream, lock }: UpstreamEdit): void {
  if (name !== undefined) setText(mappingAt(root, 'metadata', ['apiVersion', 'kind']), 'name', name)
  if (upstream !== undefined) {
    const made = mappingAt(root, 'upstream', ['metadata'])
    setText(made, 'type', 'git')
    setPlace(mappingAt(made, 'git', ['type']), upstream)
    setText(made, 'updateStrategy', upstream.strategy)
  }
  if (lock !== undefined) {
    const made = mappingAt(root, 'upstreamLock', ['upstream', 'metadata'])
    setText(made, 'type', 'git')
    const git = mappingAt(made, 'git', ['type'])
    setPlace(git, lock)
    setText(git, 'commit', lock.commit)
  }
}

/** The text of an edited Kptfile: with all that was not touched as it is, or in the reference's form. */
export function kptfileText(root: Mapping, source: Source, referenceFormat: boolean): string {
  if (referenceFormat) return inReferenceForm(root)
  const { document } = readKptfile(source)
  const now = new Document(root, document.start, document.end)
  now.head = document.head
  now.foot = document.foot
  return preserve(now, source)
}

function setPlace(git: Mapping, { repo, directory, ref }: GitPlace): void {
  setText(git, 'repo', repo)
  setText(git, 'directory', directory)
  setText(git, 'ref', ref)
}

function setText(map: Mapping, name: string, text: string): void {
  const old = field(map, name)
  if (fieldText(map, name) === text) return
  const made = stringScalar(text)
  if (old?.kind === SCALAR && (old.style === SINGLE || old.style === DOUBLE)) made.style = old.style
  if (old?.comments !== undefined) made.comments = { ...old.comments }
  setField(map, name, made)
}

/** The mapping under a key; a new one goes behind the first of the given fields that is there. */
function mappingAt(parent: Mapping, name: string, after: readonly string[]): Mapping {
  const found = field(parent, name)
  if (found instanceof Mapping) return found
  const made = new Mapping()
  if (found !== undefined) setField(parent, name, made)
  else {
    const at = Math.max(...after.map((key) => indexOfField(parent, key)))
    insertEntryAt(parent, at < 0 ? parent.keys.length : at + 1, new Scalar(name), made)
  }
  return made
}
