/** What one build shares among all its kustomizations. */

import { rephrase, ToolError } from '../core/error.ts'
import type { FileSystem, Log, Runner } from '../core/host.ts'
import { newBudget } from '../core/limits.ts'
import type { Location, Source } from '../core/source.ts'
import type { Recorder, Trace } from '../core/trace.ts'
import type { FieldSpec, SpecTable } from '../krm/fieldspec.ts'
import { takeGivenBookkeeping } from '../krm/given-bookkeeping.ts'
import { objectsOf } from '../krm/objects.ts'
import { Resource } from '../krm/resource.ts'
import type { Schema } from '../krm/schema.ts'
import { readResources } from '../yaml/documents.ts'
import { clone } from '../yaml/edit.ts'
import type { Node } from '../yaml/node.ts'
import type { KnownLines } from '../yaml/outline.ts'
import type { TransformerConfig } from './config.ts'
import type { FunctionOptions } from './plugins/options.ts'
import { BuildTables } from './tables.ts'
import { enteredTooOften } from './too-large.ts'
import type { HelmOptions, Kustomization } from './types.ts'

/** How often the kustomizations of a build may be entered, on average. */
const ENTRIES_PER_ROOT = 50

export class BuildContext {
  /** The top kustomization's `buildMetadata` asks for origins, for the whole build. */
  tracksOrigins = false
  /** A kustomization has set the schema; those below it cannot. */
  schemaChosen = false
  /** What aliases and copies may make. */
  readonly budget = newBudget()
  /** What helm says its version is; asked when the first chart is rendered. */
  helmVersion: Promise<string> | undefined
  private readonly roots = new Set<string>()
  private entries = 0
  readonly seen = new Map<string, SeenFile>()
  /** Texts of keys, one string for each however often it comes. */
  private readonly names = new Map<string, string>()
  /** What outlines have met. */
  lines: KnownLines | undefined

  constructor(
    readonly fs: FileSystem,
    readonly log: Log | undefined,
    readonly schema: Schema,
    readonly recorder: Recorder | undefined,
    readonly enableHelm: boolean,
    readonly enablePlugins: boolean,
    /** The version that the managed-by label names. */
    readonly version: string,
    readonly runner: Runner | undefined,
    readonly helm: HelmOptions = {},
    readonly functions: FunctionOptions = {},
    readonly parsed: ParsedFiles = new Map(),
    readonly tables: BuildTables = new BuildTables(),
    readonly accept?: (kustomization: Kustomization) => void,
    /** From so many resources of a kustomization on, objects may be kept as outlines. */
    readonly keepTextsFrom = Number.POSITIVE_INFINITY,
  ) {}

  /**
   * Notes that a kustomization is entered. One that is named twice by one that is named twice, and so on, would be
   * entered more often than a build can take.
   */
  entered(root: string): void {
    this.roots.add(root)
    if (++this.entries > 1000 + ENTRIES_PER_ROOT * this.roots.size) throw enteredTooOften(root)
  }

  get defaultConfig(): TransformerConfig {
    return this.tables.defaultConfig
  }

  tableOf(specs: readonly FieldSpec[]): SpecTable {
    return this.tables.tableOf(specs)
  }

  /** Undefined when nobody records. */
  trace(kind: string, file: string, index?: number): Trace | undefined {
    if (this.recorder === undefined) return undefined
    return { step: { kind, file, ...(index === undefined ? {} : { index }) }, recorder: this.recorder }
  }

  /**
   * The objects of a text. A file that a build reads once is parsed once and its trees are handed out as they are; one
   * that is read again (a base of several overlays) is parsed a second time for a master copy, and copied from then on.
   */
  objects(source: Source): Resource[] {
    const resources = this.objectsAsWritten(source)
    if (source.text.includes('internal.config.kubernetes.io/')) resources.forEach(takeGivenBookkeeping)
    return resources
  }

  /** The same with the bookkeeping of a build still in the annotations. */
  objectsAsWritten(source: Source): Resource[] {
    const documents = objectsOf(this.documents(source), source)
    const resources = documents.map((root) => new Resource(root, this.schema, source))
    if (this.recorder !== undefined) {
      const step = { kind: 'load', file: source.path }
      for (const { root } of resources) this.recorder.edited(root, step, { source, offset: Math.max(0, root.start) })
    }
    return resources
  }

  private documents(source: Source): Node[] {
    if (source.path === '') return readResources(source, this.budget, this.names)
    const { path, text } = source
    let file = this.parsed.get(path)
    const isNew = file?.text !== text
    if (file === undefined || isNew) this.parsed.set(path, (file = { text, master: undefined }))
    this.seen.set(path, file)
    if (isNew) return readResources(source, this.budget, this.names)
    const { unused } = file
    if (unused !== undefined) {
      file.unused = undefined
      return unused
    }
    file.master ??= readResources(source, this.budget, this.names)
    return file.master.map((node) => clone(node))
  }
}

/** Files by path; one build after another may use the same, and parses again only what has changed. */
export type ParsedFiles = Map<string, SeenFile>

interface SeenFile {
  text: string
  master: Node[] | undefined
  /** Trees of somebody who has only looked at them, for the first who asks. */
  unused?: Node[] | undefined
}

/** A YAML syntax error in a resource file, as the reference says it. */
export function malformed(error: unknown, path: string): unknown {
  if (!(error instanceof ToolError) || error.code !== 'YAML_SYNTAX') return error
  return rephrase(`MalformedYAMLError: ${error.message} in File: ${path}`, error)
}

/** Points an error that has no place yet at one. */
export function locate(error: unknown, at: Location | undefined): unknown {
  if (!(error instanceof ToolError) || error.at.length > 0 || at === undefined) return error
  return new ToolError(error.code, error.message, { at, hint: error.hint, also: error.also })
}

/** The words that a level of the build puts before a problem. */
export function prefixed(prefix: string, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code === 'NOT_YET') return error
  return rephrase(`${prefix}: ${error.message}`, error)
}
