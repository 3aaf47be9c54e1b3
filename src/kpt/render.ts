/** `fn render`: the pipelines of a package and of those below it (kpt 6). */
import { fail, ToolError } from '../core/error.ts'
import type { FileSystem } from '../core/host.ts'
import { basename, clean, isAbsolute, isWithin, join } from '../core/path.ts'
import type { PackageDocument, PackageFile } from '../krm/package-files.ts'
import {
  annotation,
  PACKAGE_PATH,
  PATH,
  pairedAnnotation,
  removeAnnotations,
  setPairedAnnotation,
} from '../krm/path-annotations.ts'
import type { Mapping } from '../yaml/node.ts'
import { addUsage } from './attribution.ts'
import type { PipelineStep } from './kptfile.ts'
import { invalidField, openPackage, openSubpackages, type Package, readOwnResources } from './package.ts'
import { configMapConfig, type PrepareOptions, prepareStep } from './prepare.ts'
import { checkResources } from './resource-rules.ts'
import { runStep } from './run-function.ts'
import { type FunctionHost, HandledFailure, RenderFailure, type Step, type StepReport } from './step.ts'

export interface RenderOptions extends PrepareOptions {
  fs: FileSystem
  /** Absolute, symbolic links resolved. */
  root: string
  host: FunctionHost
  /** Notes on Config Connector's resources that a pipeline made them. */
  addsUsage: boolean
  /** The items will be printed into files. */
  writesFiles: boolean
}

export interface RenderResult {
  /** Paths relative to the root package. Undefined when there is nothing to write. */
  items: Mapping[] | undefined
  /** The files that were read, by path relative to the root package. */
  files: Map<string, PackageFile>
  origins: Map<Mapping, PackageDocument>
  reports: StepReport[]
  packages: number
  /** What ended the rendering. */
  failure: RenderFailure | undefined
}

/** Whether an annotation of a Kptfile asks for something. */
function asks({ kptfile }: Package, name: string): boolean {
  return (kptfile.annotations[name] ?? '').toLowerCase() === 'true'
}

/**
 * Renders a package. What the Kptfile of the root itself is wrong with is thrown; later failures are part of the result.
 *
 * @example const { items, failure } = await render({ fs, root: '/srv/package', host, ...options })
 */
export async function render(options: RenderOptions): Promise<RenderResult> {
  const root = await openPackage(options.fs, options.root, '')
  const rendering = new Rendering(options)
  const { files, origins, reports } = rendering
  const saves = asks(root, 'kpt.dev/save-on-render-failure')
  rendering.restores = saves
  let items: Mapping[] | undefined
  let failure: RenderFailure | undefined
  try {
    items = asks(root, 'kpt.dev/bfs-rendering') ? await rendering.breadthFirst(root) : await rendering.depthFirst(root)
    for (const item of items) placeInRoot(item, options.root)
    if (options.addsUsage) items.forEach(addUsage)
  } catch (error) {
    failure = error instanceof RenderFailure ? error : rendering.failure(root, '', error)
    if (!(failure.reason instanceof ToolError) && !(failure.reason instanceof HandledFailure)) throw failure.reason
    items = saves && reports.length > 0 ? rendering.saved : undefined
    for (const item of items ?? []) placeInRoot(item, options.root)
  }
  return { items, files, origins, reports, packages: rendering.packages, failure }
}

/** Paths count from the root package from here on (kpt 6.3). */
function placeInRoot(item: Mapping, root: string): void {
  const owner = annotation(item, PACKAGE_PATH) ?? ''
  const place = owner === '' ? root : owner
  if (!isAbsolute(root)) throw fail('PACKAGE_PATH', `root package path "${root}" must be absolute`)
  if (!isAbsolute(place)) throw fail('PACKAGE_PATH', `subpackage path "${place}" must be absolute`)
  const cleaned = clean(place)
  if (!isWithin(cleaned, root)) {
    throw fail('PACKAGE_PATH', `subpackage "${place}" is not a descendant of "${root}"`)
  }
  setPairedAnnotation(
    item,
    PATH,
    join(cleaned.slice(root.length + 1) || '.', clean(pairedAnnotation(item, PATH) ?? '')),
  )
  removeAnnotations(item, (key) => key === PACKAGE_PATH)
}

class Rendering {
  readonly files = new Map<string, PackageFile>()
  readonly origins = new Map<Mapping, PackageDocument>()
  readonly reports: StepReport[] = []
  packages = 1
  restores = false
  /** What is saved of a rendering that fails: the list that the innermost package had come to, those around it beside. */
  saved: Mapping[] = []

  constructor(private readonly options: RenderOptions) {}

  async depthFirst(one: Package, name = basename(this.options.root)): Promise<Mapping[]> {
    const own = await this.readOwn(one)
    const below = await this.subpackages(one)
    this.packages += below.length
    const items = [...own]
    for (const child of below) {
      try {
        items.push(...(await this.depthFirst(child, `${name}/${basename(child.path)}`)))
      } catch (error) {
        this.saved = [...items, ...this.saved]
        throw error
      }
    }
    return await this.runPipeline(one, name, own, items)
  }

  async breadthFirst(root: Package): Promise<Mapping[]> {
    interface Found {
      one: Package
      name: string
      own: Mapping[]
      items: Mapping[]
      below: Found[]
    }
    const found: Found[] = []
    const open = async (one: Package, name: string): Promise<Found> => {
      const own = await this.readOwn(one)
      return { one, name, own, items: own, below: [] }
    }
    found.push(await open(root, basename(this.options.root)))
    for (const at of found) {
      const below = await this.subpackages(at.one)
      this.packages += below.length
      for (const child of below) at.below.push(await open(child, `${at.name}/${basename(child.path)}`))
      found.push(...at.below)
    }
    const all = (at: Found): Found[] => [at, ...at.below.flatMap(all)]
    for (const at of found) {
      const concerned = all(at)
      const given = concerned.flatMap(({ items }) => items)
      let output: Mapping[]
      try {
        output = await this.runPipeline(at.one, at.name, at.own, given)
      } catch (error) {
        const others = found.filter((other) => !concerned.includes(other)).flatMap(({ items }) => items)
        this.saved = [...this.saved, ...others]
        throw error instanceof RenderFailure && at.one.relative !== ''
          ? new RenderFailure(error.reason, breadthChain(at.one, error.reason))
          : error
      }
      const byPath = new Map<string, Mapping[]>(concerned.map(({ one }) => [one.path, []]))
      for (const item of output) {
        const owner = byPath.get(annotation(item, PACKAGE_PATH) ?? '') ?? byPath.get(at.one.path)
        owner?.push(item)
      }
      for (const other of concerned) other.items = byPath.get(other.one.path) ?? []
    }
    return found.flatMap(({ items }) => items)
  }

  failure(one: Package, stage: string, reason: unknown): RenderFailure {
    const shown = one.relative === '' ? '.' : `./${one.relative}`
    const message = this.relativeText(reason)
    return new RenderFailure(reason, `pkg.render: pkg ${shown}:${stage === '' ? ' ' : `\n\t${stage}: `}${message}`)
  }

  /** The root's absolute path does not belong into a package. */
  private relativeText(reason: unknown): string {
    const text = reason instanceof ToolError && 'details' in reason ? String(reason.details) : (reason as Error).message
    return text.replaceAll(this.options.root, '.')
  }

  private async readOwn(one: Package): Promise<Mapping[]> {
    try {
      const folder = await readOwnResources(this.options.fs, one, this.options.writesFiles)
      for (const [path, file] of folder.files) this.files.set(join(one.relative, path), file)
      for (const [item, origin] of folder.origins) this.origins.set(item, origin)
      return folder.items
    } catch (error) {
      throw this.failure(one, 'pkg.readResources', error)
    }
  }

  private async subpackages(one: Package): Promise<Package[]> {
    try {
      return await openSubpackages(this.options.fs, one)
    } catch (error) {
      throw this.failure(one, 'pkg.Subpackages', error)
    }
  }

  /** Items are what the pipeline is given; `own` those of the package itself. */
  private async runPipeline(one: Package, name: string, own: Mapping[], items: Mapping[]): Promise<Mapping[]> {
    const { host } = this.options
    const { mutators, validators } = one.kptfile
    host.say(`Package "${name}":\n`)
    this.saved = items
    if (mutators.length === 0 && validators.length === 0) {
      this.attempt(one, '', () => checkResources(items, 'input'))
      return items
    }
    this.attempt(one, '', () => checkConfigs(one, own))
    let current = items
    const suffix = ` on package "${name}"`
    const shared = { host, origins: this.origins, suffix, packagePath: one.path, restores: this.restores }
    try {
      for (const step of await this.prepareAll(mutators, one, false)) {
        const ready = { ...step.ready, config: currentConfig(step, one, current) }
        current = await runStep(current, ready, shared, this.reports)
        this.saved = current
      }
      for (const step of await this.prepareAll(validators, one, true)) {
        const ready = { ...step.ready, config: currentConfig(step, one, current) }
        await runStep(current, ready, { ...shared, isValidator: true }, this.reports)
      }
    } catch (error) {
      throw this.failure(one, 'pipeline.run', error)
    }
    host.say('\n')
    return current
  }

  private attempt(one: Package, stage: string, action: () => void): void {
    try {
      action()
    } catch (error) {
      throw this.failure(one, stage, error)
    }
  }

  private async prepareAll(steps: readonly PipelineStep[], one: Package, isValidator: boolean): Promise<Prepared[]> {
    const prepared: Prepared[] = []
    for (const step of steps) {
      const { name, exec, configPath, configMap, selectors, exclude } = step
      try {
        const { image, runnable } = await prepareStep(step, this.options)
        const config = configPath === '' ? configMapConfig(configMap) : one.configs.get(configPath)
        const ready = { image, exec, name, runnable, config, selection: { selectors, exclude } }
        prepared.push({ configPath, ready })
      } catch (error) {
        if (error instanceof ToolError) {
          const report = { name, image: '', exec, isValidator, stderr: '', exitCode: 1, results: [], ran: false }
          this.reports.push({ ...report, executionError: error.message })
        }
        throw error
      }
    }
    return prepared
  }
}

interface Prepared {
  configPath: string
  ready: Step
}

/** A configuration file is a resource too, which steps before may have changed. */
function currentConfig({ configPath, ready }: Prepared, one: Package, items: readonly Mapping[]): Mapping | undefined {
  if (configPath === '') return ready.config
  const path = clean(configPath)
  const current = items.find(
    (item) => pairedAnnotation(item, PATH) === path && annotation(item, PACKAGE_PATH) === one.path,
  )
  return current ?? ready.config
}

/** Configurations have to be among the package's own resources (kpt 1.3). */
function checkConfigs({ kptfile }: Package, own: readonly Mapping[]): void {
  const paths = new Set(own.map((item) => pairedAnnotation(item, PATH)))
  for (const [list, steps] of [
    ['mutator', kptfile.mutators],
    ['validator', kptfile.validators],
  ] as const) {
    for (const [i, step] of steps.entries()) {
      const { configPath } = step
      if (configPath === '' || paths.has(clean(configPath))) continue
      throw invalidField(
        `pipeline.${list}s[${i}].configPath`,
        configPath,
        `functionConfig resource for ${list} "${stepLabel(step)}" is missing from path "${configPath}", this also occurs if "${configPath}" is part of a subpackage`,
      )
    }
  }
}

function stepLabel({ name, image }: PipelineStep): string {
  return name !== ''
    ? name
    : basename(image)
        .replace(/[:@].*$/, '')
        .replace(/^\.$/, '')
}

function breadthChain(one: Package, reason: unknown): string {
  return `pkg.render: pkg .:\n\tpipeline.run: pkg ./${one.relative}: ${(reason as Error).message}`
}
