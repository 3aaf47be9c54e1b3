/** Finds and renders the Kustomizations of a tree, each when the objects that it needs are there. */
import { fail } from '../core/error.ts'
import { recordingFileSystem } from '../core/recording-fs.ts'
import { field } from '../yaml/node.ts'
import { type FluxSource, isSealedSecret, openSource, type RenderOptions, renderKustomization } from './controller.ts'
import { hiddenNames, hiddenSubstitutes } from './hidden-values.ts'
import { decodeFluxKustomization, type FluxKustomization, isFluxKustomization } from './kustomization.ts'
import { type FluxObject, idOf } from './object.ts'
import { secretOf } from './source-bucket.ts'
import { placeInSource } from './source-files.ts'
import { resolveSource, shownPath } from './source-resolve.ts'
import { type SourceId, sourceIdOf, sourceKey, type TreeSource, warnsOfLinks } from './source-search.ts'
import {
  type FluxTree,
  objectsOf,
  type ReleaseTree,
  type RenderedInputs,
  type RenderRequest,
  type TreeKustomization,
  type TreeOptions,
  type TreeReference,
} from './tree.ts'
import {
  type Identified,
  identified,
  isAskedFor,
  isOfFlux,
  isOpaque,
  kustomizationOf,
  newEntry,
  valuesOf,
} from './tree-objects.ts'
import { inApplyOrder } from './tree-order.ts'
import { TreeProblems } from './tree-problems.ts'
import { type Needs, TreeQueue } from './tree-queue.ts'
import { type Release, renderReleases } from './tree-releases.ts'

/** One Kustomization may apply another one, and so on, no more often than this. */
const DEEPEST = 100
/** More than any cluster has; names may be made so that each has others below it. */
const MOST = 20_000
/** How often one that applies itself, changed, is looked at until it stays as it is. */
const MOST_CHANGES = 5

/** Where Flux keeps its own objects. */
const FLUX_NAMESPACE = 'flux-system'

export class TreeBuilder {
  /** What was done without, and came after all. */
  readonly late = new Set<string>()
  private readonly found = new Map<string, TreeKustomization>()
  private readonly objects = new Map<string, FluxObject>()
  private readonly sources = new Map<string, TreeSource>()
  /** Keys of what does not come. */
  private readonly absent = new Set<string>()
  private readonly decoded: WeakMap<FluxObject, FluxKustomization>
  private readonly opaque: Release[] = []
  private readonly problems = new TreeProblems()
  private readonly queue: TreeQueue<TreeKustomization>
  private readonly namespace: string
  private readonly repository: FluxSource
  private readonly localSources: ReadonlyMap<string, string>

  constructor(
    private readonly options: TreeOptions,
    expected: ReadonlySet<string>,
  ) {
    this.namespace = options.namespace ?? FLUX_NAMESPACE
    this.localSources = options.localSources ?? new Map()
    this.decoded = options.decoded ?? new WeakMap()
    const { fs, repository } = options
    const warn = (code: string, message: string) => this.problems.note('warning', code, message, '')
    this.repository = openSource(fs, repository, '', warnsOfLinks({ warn }, '', repository))
    this.queue = new TreeQueue((key) => this.isKnown(key), expected)
  }

  async build(): Promise<FluxTree> {
    await this.start()
    for (;;) {
      const next = this.queue.take()
      if (next !== undefined) {
        await this.renderOne(next)
        continue
      }
      const keys = this.queue.settle()
      if (keys === undefined) break
      for (const key of keys) {
        this.absent.add(key)
        this.queue.arrived(key)
      }
    }
    await this.renderReleases()
    const kustomizations = inApplyOrder([...this.found.values()], this.problems.found)
    return {
      repository: this.options.repository,
      folder: this.options.folder,
      kustomizations,
      sources: [...this.sources.values()],
      opaque: this.opaque.map(({ object: _, ...shown }) => shown),
      problems: this.problems.placed(),
    }
  }

  /** The path as it stands; when something in it applies the path, that takes its place. */
  private async start(): Promise<void> {
    const { repository, folder } = this.options
    const path = shownPath(repository, folder)
    const kustomization = decodeFluxKustomization(undefined)
    kustomization.metadata.namespace = this.namespace
    kustomization.spec.path = path
    const first = newEntry(path, kustomization, undefined)
    first.isImplied = true
    first.source = {
      ...{ id: '', kind: '', namespace: '', name: '', url: '', revision: '' },
      found: 'repository',
      files: this.repository,
    }
    first.folder = folder
    await this.render(first, first.source)
    const objects = identified(first)
    for (const one of objects) this.define(one)
    const itself = await this.appliesPath(objects, placeInSource('/', path))
    if (itself === undefined) {
      this.found.set(first.id, first)
      for (const one of objects) this.follow(one, first)
      this.print(first)
    } else {
      this.enqueue(newEntry(idOfKustomization(itself), itself, undefined))
    }
  }

  private async appliesPath(objects: readonly Identified[], path: string): Promise<FluxKustomization | undefined> {
    for (const { object, id } of objects) {
      if (!isFluxKustomization(id)) continue
      const kustomization = this.decode(object)
      if (kustomization === undefined || placeInSource('/', kustomization.spec.path) !== path) continue
      const source = await this.sourceOf(kustomization)
      if (source?.files?.root === this.options.repository) return kustomization
    }
    return undefined
  }

  private decode(object: FluxObject): FluxKustomization | undefined {
    const known = this.decoded.get(object)
    if (known !== undefined) return known
    try {
      const decoded = kustomizationOf(object, this.namespace)
      this.decoded.set(object, decoded)
      return decoded
    } catch (error) {
      const { namespace, name } = idOf(object)
      this.problems.report(error, `Kustomization/${namespace || this.namespace}/${name}`)
      return undefined
    }
  }

  private async renderOne(entry: TreeKustomization): Promise<void> {
    if (entry.kustomization.spec.suspend) {
      entry.status = 'suspended'
      this.note('warning', 'SUSPENDED', `${entry.id} is suspended: nothing of it is applied`, entry)
      return
    }
    const secret = this.secretFor(entry.kustomization)
    if (secret !== undefined && !this.isKnown(secret)) return this.queue.add(entry, new Map([[secret, 'optional']]))
    this.options.onKustomization?.(entry.id)
    const source = await this.sourceOf(entry.kustomization)
    entry.source = source
    if (source?.files === undefined) {
      entry.status = 'failed'
      const { kind, name } = entry.kustomization.spec.sourceRef
      this.note('error', 'SOURCE', `${entry.id} is not rendered: the files of ${kind} ${name} are not at hand`, entry)
      return
    }
    entry.folder = placeInSource(source.files.root, entry.kustomization.spec.path)
    await this.render(entry, source)
    if (entry.parent === undefined) await this.settleItself(entry, source)
    const objects = identified(entry)
    for (const one of objects) this.define(one)
    for (const one of objects) this.follow(one, entry)
    this.print(entry)
  }

  private print(entry: TreeKustomization): void {
    entry.text = this.options.print?.(entry)
    if (entry.text !== undefined) entry.stages = []
  }

  /** One that applies itself is applied as it comes out of itself. */
  private async settleItself(entry: TreeKustomization, source: TreeSource): Promise<void> {
    for (let changes = 0; ; changes++) {
      const object = objectsOf(entry).find((one) => isFluxKustomization(idOf(one)) && this.idOfObject(one) === entry.id)
      const itself = object && this.decode(object)
      if (itself === undefined || JSON.stringify(itself) === JSON.stringify(entry.kustomization)) return
      entry.kustomization = itself
      if (changes === MOST_CHANGES) {
        this.note('error', 'KUSTOMIZATION_CYCLE', `${entry.id} applies itself, and never as it is`, entry)
        return
      }
      await this.render(entry, source)
    }
  }

  private async render(entry: TreeKustomization, source: TreeSource): Promise<void> {
    const { options } = this
    const { kustomization, id, folder } = entry
    const files = source.files as FluxSource
    entry.references = this.referencesOf(kustomization)
    const request: RenderRequest = { id, kustomization, source, folder, references: entry.references }
    try {
      const rendered = (await options.reuse?.(request)) ?? (await this.renderFrom(files, this.renderOptions(entry)))
      entry.inputs = rendered.inputs
      entry.stages = rendered.stages
      entry.status = 'rendered'
    } catch (error) {
      entry.status = 'failed'
      entry.stages = []
      this.problems.report(error, entry.isImplied ? id : `Kustomization/${id}`)
    }
  }

  private async renderFrom(source: FluxSource, options: Omit<RenderOptions, 'source'>): Promise<RenderedInputs> {
    if (this.options.recordsInputs === false)
      return { ...(await renderKustomization({ ...options, source })), inputs: [] }
    const fs = recordingFileSystem(source.fs)
    const rendered = await renderKustomization({ ...options, source: { ...source, fs } })
    return { ...rendered, inputs: fs.accesses }
  }

  private renderOptions(entry: TreeKustomization): Omit<RenderOptions, 'source'> {
    const { kustomization, references, hiddenVariables, isImplied } = entry
    const { strict, customStageKinds, fetcher, log, decryptor, onSubstitution } = this.options
    return {
      kustomization,
      findVariables: (kind, name) => references.find((one) => one.kind === kind && one.name === name)?.values,
      hiddenVariables: (kind, name) => {
        if (kind === 'Kustomization') return hiddenVariables
        return references.find((one) => one.kind === kind && one.name === name)?.hidden ?? new Set()
      },
      ...(strict === undefined ? {} : { strict }),
      ...(customStageKinds === undefined ? {} : { customStageKinds }),
      fetcher,
      log,
      decryptor,
      onSubstitution: onSubstitution && ((object, variables) => onSubstitution(entry, object, variables)),
      keepsSealed: true,
      isUnowned: isImplied,
    }
  }

  private referencesOf({ metadata, spec }: FluxKustomization): TreeReference[] {
    return (spec.postBuild?.substituteFrom ?? []).map((reference) => {
      const key = `${reference.kind}/${metadata.namespace}/${reference.name}`
      const found = this.objects.get(key)
      if (found !== undefined && isSealedSecret(found)) {
        const message = `the variables of ${key} are encrypted: their cipher text is put in`
        const about = `Kustomization/${metadata.namespace}/${metadata.name}`
        this.problems.note('warning', 'SEALED_VARIABLES', message, about)
      }
      const hidden = found === undefined ? new Set<string>() : hiddenNames(found)
      return { ...reference, values: found && valuesOf(found, reference.kind), hidden }
    })
  }

  private follow({ object, id }: Identified, parent: TreeKustomization): void {
    if (isOpaque(id)) this.opaque.push({ ...id, by: parent.id, object })
    if (!isFluxKustomization(id)) return
    const child = this.decode(object)
    if (child === undefined) return
    const entry = newEntry(idOfKustomization(child), child, parent.id)
    entry.hiddenVariables = hiddenSubstitutes(object, Object.keys(child.spec.postBuild?.substitute ?? {}))
    if (entry.id === parent.id) return
    const chain = this.chainOf(parent)
    const at = chain.indexOf(entry.id)
    if (at >= 0) {
      const way = [...chain.slice(at), entry.id].join(' -> ')
      return this.note('error', 'KUSTOMIZATION_CYCLE', `Kustomizations apply each other: ${way}`, entry)
    }
    const other = this.found.get(entry.id)
    if (other !== undefined) {
      return this.noteTwice(other, parent)
    }
    if (chain.length >= DEEPEST || this.found.size >= MOST) {
      const limit = chain.length >= DEEPEST ? `more than ${DEEPEST} deep` : `and there are more than ${MOST}`
      return this.note('error', 'KUSTOMIZATION_CYCLE', `Kustomizations apply each other ${limit}: ${entry.id}`, entry)
    }
    this.enqueue(entry)
  }

  private noteTwice({ id, parent: first }: TreeKustomization, { id: second, folder }: TreeKustomization): void {
    const isInPath = first !== undefined && this.found.get(first)?.isImplied === true
    const message = `${id} is applied twice: by ${first} and by ${second}; only the first is followed`
    const hint = isInPath ? `render ${shownPath(this.options.repository, folder)}, which ${second} applies` : undefined
    this.problems.note('error', 'KUSTOMIZATION_TWICE', message, `Kustomization/${id}`, hint)
  }

  private enqueue(entry: TreeKustomization): void {
    this.found.set(entry.id, entry)
    this.queue.add(entry, this.needsOf(entry.kustomization))
  }

  private needsOf({ metadata, spec }: FluxKustomization): Needs {
    const needs = new Map<string, 'source' | 'optional' | 'required'>()
    if (spec.suspend) return needs
    needs.set(sourceKey(sourceIdOf(spec.sourceRef, metadata.namespace)), 'source')
    for (const { kind, name, optional } of spec.postBuild?.substituteFrom ?? [])
      needs.set(`${kind}/${metadata.namespace}/${name}`, optional ? 'optional' : 'required')
    return needs
  }

  /** What its source, which is here by now, is read with. */
  private secretFor({ metadata, spec }: FluxKustomization): string | undefined {
    const source = sourceIdOf(spec.sourceRef, metadata.namespace)
    const key = sourceKey(source)
    const object = this.localSources.has(key) ? undefined : this.objects.get(key)
    return object && secretOf(source, field(object.root, 'spec'))
  }

  private isKnown(key: string): boolean {
    return this.objects.has(key) || this.localSources.has(key) || this.sources.has(key) || this.absent.has(key)
  }

  private define({ object, id }: Identified): void {
    const isWanted = isAskedFor(id)
    const place = isOfFlux(id) ? object.at : undefined
    if (!isWanted && place === undefined) return
    const key = `${id.kind}/${id.namespace || this.namespace}/${id.name}`
    if (place !== undefined) this.problems.isWrittenAt(key, place)
    if (!isWanted) return
    if (this.absent.has(key)) this.late.add(key)
    this.objects.set(key, object)
    this.queue.arrived(key)
  }

  /** Each source is looked for once. */
  private sourceOf({ metadata, spec }: FluxKustomization): Promise<TreeSource> {
    return this.sourceById(sourceIdOf(spec.sourceRef, metadata.namespace))
  }

  private async sourceById(source: SourceId, neededBy: readonly string[] = []): Promise<TreeSource> {
    const id = sourceKey(source)
    let resolved = this.sources.get(id)
    if (resolved === undefined) {
      if (neededBy.includes(id)) {
        const way = [...neededBy.slice(neededBy.indexOf(id)), id].join(' -> ')
        throw fail('SOURCE', `sources include each other: ${way}`)
      }
      resolved = await this.search(source, [...neededBy, id])
      this.sources.set(id, resolved)
    }
    return resolved
  }

  private async search(source: SourceId, chain: readonly string[]): Promise<TreeSource> {
    const { fs, remotes = [], fetcher, artifacts } = this.options
    const id = sourceKey(source)
    const object = this.objects.get(id)
    if (object === undefined) this.absent.add(id)
    try {
      return await resolveSource(source, object, {
        ...{ fs, repository: this.repository, localSources: this.localSources, remotes, fetcher, artifacts },
        find: (key) => this.objects.get(key),
        source: (needed) => this.sourceById(needed, chain),
        warn: (code, message) => this.problems.note('warning', code, message, id),
      })
    } catch (error) {
      this.problems.report(error, id)
      return { ...source, id, url: '', revision: '', found: 'unresolved' }
    }
  }

  private chainOf(entry: TreeKustomization): string[] {
    const chain: string[] = []
    for (let at: TreeKustomization | undefined = entry; at !== undefined; ) {
      chain.unshift(at.id)
      at = at.parent === undefined ? undefined : this.found.get(at.parent)
    }
    return chain
  }

  private async renderReleases(): Promise<void> {
    const { renderRelease, artifacts } = this.options
    if (renderRelease === undefined) return
    const tree: ReleaseTree = {
      find: (key) => this.objects.get(key),
      namespace: this.namespace,
      isGiven: (key) => this.localSources.has(key),
      source: (id) => this.sourceById(id),
      artifacts,
    }
    await renderReleases(this.opaque, renderRelease, tree, this.problems)
  }

  private idOfObject(object: FluxObject): string {
    const { namespace, name } = idOf(object)
    return `${namespace || this.namespace}/${name}`
  }

  private note(severity: 'error' | 'warning', code: string, message: string, { id }: TreeKustomization): void {
    this.problems.note(severity, code, message, `Kustomization/${id}`)
  }
}

function idOfKustomization({ metadata }: FluxKustomization): string {
  return `${metadata.namespace}/${metadata.name}`
}
