/** What is known of a source of the tree, and what the search for its files goes by. */

import { fail, ToolError } from '../core/error.ts'
import type { Fetcher, FileSystem, SourceFetcher } from '../core/host.ts'
import { field, type Node, SCALAR } from '../yaml/node.ts'
import type { FluxSource } from './controller.ts'
import { type FluxObject, stringField } from './object.ts'

export interface SourceId {
  kind: string
  namespace: string
  name: string
}

/** A source of the tree and what is known of it. */
export interface TreeSource extends SourceId {
  /** `Kind/namespace/name`. */
  id: string
  /**
   * How its files were found: `given` by `localSources`; `repository`, its URL is that of this repository; `assumed`, nothing
   * says what it is, so it is taken for this repository; `fetched`; `unresolved`, a problem of the tree says why.
   */
  found: 'given' | 'repository' | 'assumed' | 'fetched' | 'unresolved'
  url: string
  /** The commit or digest of a fetched one, with those that it includes behind it; else ''. */
  revision: string
  /** It has files that are no state of a repository elsewhere than where they stand: paths do not tell whether they have changed. */
  isMoved?: boolean
  /** Absent when it is unresolved. */
  files?: FluxSource
}

export interface SourceSearch {
  fs: FileSystem
  /** This repository. */
  repository: FluxSource
  /** Folders by `Kind/namespace/name`. */
  localSources: ReadonlyMap<string, string>
  /** The URLs of this repository. */
  remotes: readonly string[]
  fetcher: Fetcher | undefined
  artifacts: SourceFetcher | undefined
  /** What the tree has of an object, by `Kind/namespace/name`. */
  find(key: string): FluxObject | undefined
  /** Another source of the tree, which this one needs. */
  source(id: SourceId): Promise<TreeSource>
  /** Told once of what is not done. */
  warn(code: string, message: string): void
}

export function sourceKey({ kind, namespace, name }: SourceId): string {
  return `${kind}/${namespace}/${name}`
}

/** `own` is the namespace of whoever names it. */
export function sourceIdOf({ kind, name, namespace }: SourceId, own: string): SourceId {
  return { kind, name, namespace: namespace || own }
}

export function localHint(id: string): string {
  return `say where its files are: --local-sources ${id}=FOLDER`
}

/** Warns of each link in the files of a source that it is told of; the id is '' for the repository itself. */
export function warnsOfLinks({ warn }: Pick<SourceSearch, 'warn'>, id: string, root: string): (link: string) => void {
  const of = id === '' ? '' : ` of ${id}`
  return (link) => {
    const name = link.slice(root === '/' ? 1 : root.length + 1)
    warn('LINK', `${name}${of} is a symbolic link: Flux makes its artifacts without them, so it is left out`)
  }
}

/** The problem with the source's name before it, and what would help. */
export function named(id: string, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  const { code, message, at, hint, also } = error
  return new ToolError(code, `${id}: ${message}`, { at, hint: hint ?? localHint(id), also })
}

/**
 * A field of a source's `ref`; '' when it is not there.
 *
 * @throws ToolError for a number and the like, which the API server refuses: the default would be another state
 */
export function refField(ref: Node | undefined, name: string): string {
  const value = field(ref, name)
  const text = stringField(ref, name)
  if (text !== '' || value === undefined || (value.kind === SCALAR && /^(?:|~|null)$/.test(value.value))) return text
  throw fail('SOURCE', `ref.${name} is no text`, { hint: 'put it in quotes' })
}
