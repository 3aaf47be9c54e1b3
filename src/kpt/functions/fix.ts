/** Brings Kptfiles of earlier generations, and what they say about setters and functions, to `kpt.dev/v1` (functions 19). */
import { fail } from '../../core/error.ts'
import { dirname, join } from '../../core/path.ts'
import { INDEX, PATH } from '../../krm/path-annotations.ts'
import { removeField, setEntries, setField, stringScalar } from '../../yaml/edit.ts'
import { field, indexOfField, MAPPING, Mapping, type Node, Scalar, SEQUENCE, Sequence } from '../../yaml/node.ts'
import { inOlderKit } from './ended.ts'
import { fixedFunctions } from './fix-functions.ts'
import { fixedSetters } from './fix-setters.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { entriesOf, fieldAt, filePathOf, textOf } from './items.ts'
import { losesStyle } from './reference-style.ts'

export const fix: CatalogFunction = {
  name: 'fix',
  run: (list) =>
    inOlderKit({ said: (message) => `failed to fix package: ${message}`, printed: 'twice' }, () => fixPackages(list)),
}

const LATEST = 'kpt.dev/v1'
const SETTERS_FILE = 'setters.yaml'
const APPLY_SETTERS = 'gcr.io/kpt-fn/apply-setters:v0.2'

/** The fields of a Kptfile, in the order in which the reference prints them. */
const FIELDS = ['apiVersion', 'kind', 'metadata', 'upstream', 'upstreamLock', 'info', 'pipeline', 'inventory']

/** What package metadata is called now, in the order of the reference. */
const INFO: Readonly<Record<string, string>> = {
  url: 'site',
  email: 'emails',
  license: 'licenseFile',
  shortDescription: 'description',
  tags: 'keywords',
  man: 'man',
}

function fixPackages(list: FunctionInput): FunctionResult[] {
  const kptfiles = list.items.filter((item) => textOf(item, 'kind') === 'Kptfile')
  if (kptfiles.length === 0) {
    throw fail('KPTFILE', "Kptfile not found in directory tree, make sure you specify '--include-meta-resources' flag")
  }
  const folders = new Map(kptfiles.map((kptfile) => [dirname(filePathOf(kptfile)), kptfile]))
  const packages = new Map<Mapping, Mapping[]>(kptfiles.map((kptfile) => [kptfile, []]))
  for (const item of list.items) {
    const kptfile = packageOf(item, folders)
    if (kptfile !== undefined && kptfile !== item) packages.get(kptfile)?.push(item)
  }
  return kptfiles.flatMap((kptfile) => new PackageFix(kptfile, packages.get(kptfile) ?? [], list).run())
}

/** The innermost package around an item. */
function packageOf(item: Mapping, folders: ReadonlyMap<string, Mapping>): Mapping | undefined {
  let folder = dirname(filePathOf(item))
  for (;;) {
    const kptfile = folders.get(folder)
    if (kptfile !== undefined || folder === '.' || folder === '/') return kptfile
    folder = dirname(folder)
  }
}

class PackageFix {
  private readonly results: FunctionResult[] = []
  private readonly path: string

  constructor(
    private readonly kptfile: Mapping,
    private readonly items: readonly Mapping[],
    private readonly list: FunctionInput,
  ) {
    this.path = filePathOf(kptfile)
  }

  run(): FunctionResult[] {
    const version = textOf(this.kptfile, 'apiVersion')
    if (version === LATEST) {
      this.say(`This package is already fixed as it is on latest apiVersion ${LATEST}`)
      return this.results
    }
    setField(this.kptfile, 'apiVersion', stringScalar(LATEST))
    if (version === 'kpt.dev/v1alpha2') this.fixSecond()
    else if (version === 'kpt.dev/v1alpha1') this.fixFirst()
    else throw fail('KPTFILE', `a Kptfile of ${version} cannot be fixed`, { hint: 'v1alpha1 and v1alpha2 can' })
    if (this.list.referenceFormat) printAnew(this.kptfile)
    return this.results
  }

  private say(message: string, path = this.path): void {
    this.results.push({ message, ...(path === '' ? {} : { file: { path } }) })
  }

  private fixSecond(): void {
    this.say(`Updated apiVersion to ${LATEST}`)
    const steps = fieldAt(this.kptfile, 'pipeline', 'mutators')
    if (steps?.kind !== SEQUENCE) return
    for (const step of steps.items) {
      const map = field(step, 'configMap')
      if (step.kind !== MAPPING || map?.kind !== MAPPING || !textOf(step, 'image').includes('apply-setters')) continue
      const values = entriesOf(map).map(([name, value]) => [name, textOf(value)] as const)
      const path = this.addSetters(values)
      const at = indexOfField(step, 'configMap')
      const keys = step.keys.map((key, i) => (i === at ? new Scalar('configPath') : key))
      setEntries(
        step,
        keys,
        step.values.map((value, i) => (i === at ? stringScalar(SETTERS_FILE) : value)),
      )
      this.say('Moved setters from configMap to configPath', path)
    }
  }

  private fixFirst(): void {
    this.fixInfo()
    this.fixUpstream()
    const steps = fixedFunctions(this.items, dirname(this.path), this.list.referenceFormat === true)
    for (const { image } of steps) {
      this.say(`Added "${image}" to mutators list, please move it to validators section if it is a validator function`)
    }
    const mutators = steps.map(({ image, configPath }) => step(image, configPath))
    const setters = fixedSetters(this.kptfile, this.items)
    if (setters.length > 0) {
      this.addSetters(setters)
      mutators.push(step(APPLY_SETTERS, SETTERS_FILE))
      this.say('Transformed "openAPI" definitions to "apply-setters" function')
    }
    for (const [name] of entriesOf(this.kptfile)) if (!FIELDS.includes(name)) removeField(this.kptfile, name)
    if (mutators.length > 0) setField(this.kptfile, 'pipeline', mapOf({ mutators: new Sequence(mutators) }))
  }

  private fixInfo(): void {
    const old = field(this.kptfile, 'packageMetadata')
    if (old?.kind !== MAPPING) return
    const info = new Mapping([], [])
    for (const [name, now] of Object.entries(INFO)) {
      const value = field(old, name)
      if (value === undefined) continue
      setField(info, now, now === 'emails' && value.kind !== SEQUENCE ? new Sequence([value]) : value)
    }
    info.comments = old.comments
    this.replace('packageMetadata', 'info', info)
    this.say('Transformed "packageMetadata" to "info"')
  }

  /** What is upstream is divided into what is wanted and what was had. */
  private fixUpstream(): void {
    const upstream = field(this.kptfile, 'upstream')
    const git = field(upstream, 'git')
    if (upstream?.kind !== MAPPING || git?.kind !== MAPPING) return
    const parts: Record<string, Node> = {}
    for (const name of ['repo', 'directory', 'ref']) parts[name] = stringScalar(textOf(git, name))
    const commit = stringScalar(textOf(git, 'commit'))
    const lock = mapOf({ type: stringScalar('git'), git: mapOf({ ...parts, commit }) })
    removeField(git, 'commit')
    if (field(upstream, 'updateStrategy') === undefined) {
      setField(upstream, 'updateStrategy', stringScalar('resource-merge'))
    }
    const at = indexOfField(this.kptfile, 'upstream') + 1
    const { keys, values } = this.kptfile
    setEntries(
      this.kptfile,
      [...keys.slice(0, at), new Scalar('upstreamLock'), ...keys.slice(at)],
      [...values.slice(0, at), lock, ...values.slice(at)],
    )
    this.say('Transformed "upstream" to "upstream" and "upstreamLock"')
  }

  private replace(name: string, by: string, value: Mapping): void {
    const at = indexOfField(this.kptfile, name)
    const key = this.kptfile.keys[at] as Scalar
    const made = new Scalar(by)
    if (key.comments !== undefined) made.comments = key.comments
    setEntries(
      this.kptfile,
      this.kptfile.keys.map((one, i) => (i === at ? made : one)),
      this.kptfile.values.map((one, i) => (i === at ? value : one)),
    )
  }

  /** Adds the file that says what the setters stand for, and returns its path. */
  private addSetters(values: readonly (readonly [name: string, value: string])[]): string {
    const path = join(dirname(this.path), SETTERS_FILE)
    if (this.list.items.some((item) => filePathOf(item) === path)) {
      throw fail('EXISTS', `${path} is there already, so setters cannot be moved into it`)
    }
    const data = new Mapping()
    for (const [name, value] of [...values].sort(([a], [b]) => (a < b ? -1 : 1))) {
      setField(data, name, stringScalar(value))
    }
    const annotations = mapOf({ [INDEX.legacy]: stringScalar('0'), [PATH.legacy]: stringScalar(path) })
    const metadata = mapOf({ name: stringScalar('setters'), annotations })
    this.list.items.push(mapOf({ apiVersion: stringScalar('v1'), kind: stringScalar('ConfigMap'), metadata, data }))
    return path
  }
}

function step(image: string, configPath: string): Mapping {
  return mapOf({ image: stringScalar(image), configPath: stringScalar(configPath) })
}

/** As the reference prints what it has read: known fields in its order, without styles and comments. */
function printAnew(kptfile: Mapping): void {
  const upstream = field(kptfile, 'upstream')
  order(kptfile, FIELDS)
  order(upstream, ['type', 'git', 'updateStrategy'])
  order(field(upstream, 'git'), ['repo', 'directory', 'ref'])
  losesStyle(kptfile, false)
  const metadata = field(kptfile, 'metadata')
  const steps = ['mutators', 'validators'].flatMap((name) => {
    const list = fieldAt(kptfile, 'pipeline', name)
    return list?.kind === SEQUENCE ? list.items : []
  })
  const maps = [
    field(metadata, 'annotations'),
    field(metadata, 'labels'),
    ...steps.map((one) => field(one, 'configMap')),
  ]
  for (const map of maps) if (map !== undefined) losesStyle(map)
}

function order(map: Node | undefined, names: readonly string[]): void {
  if (map?.kind !== MAPPING) return
  const found = names.flatMap((name) => {
    const at = indexOfField(map, name)
    return at < 0 ? [] : [at]
  })
  setEntries(
    map,
    found.map((at) => map.keys[at] as Node),
    found.map((at) => map.values[at] as Node),
  )
}

function mapOf(fields: Record<string, Node>): Mapping {
  const map = new Mapping()
  for (const [name, value] of Object.entries(fields)) setField(map, name, value)
  return map
}
