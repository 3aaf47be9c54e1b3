/** Kptfiles (kpt 1.2, 1.4): text into plain data, strictly. What a pipeline may say is checked in `kptfile-problems.ts`. */
import { ToolError } from '../core/error.ts'
import { dirname } from '../core/path.ts'
import type { Source } from '../core/source.ts'
import { type Document, field, fieldText, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull, tagOf } from '../yaml/resolve.ts'

export const KPTFILE = 'Kptfile'

/** What a resource has to be equal to; fields that are left out do not count. */
export interface Selector {
  apiVersion?: string
  kind?: string
  name?: string
  namespace?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

/** A step of a pipeline. */
export interface PipelineStep {
  image: string
  exec: string
  configPath: string
  configMap: Record<string, string>
  name: string
  tag: string
  selectors: Selector[]
  exclude: Selector[]
}

export interface Kptfile {
  source: Source
  document: Document
  name: string
  annotations: Record<string, string>
  mutators: PipelineStep[]
  validators: PipelineStep[]
}

/** How a problem with a Kptfile is told: by itself, and inside the error of the package above. */
export class KptfileError extends ToolError {
  constructor(
    message: string,
    /** What is wrong, without saying where. */
    readonly details: string,
  ) {
    super('KPTFILE', message)
  }
}

/**
 * Reads a Kptfile; its source's path is the file's.
 *
 * @example readKptfile(new Source('/p/Kptfile', 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: p}\n')).name // p
 *
 * @throws KptfileError
 */
export function readKptfile(source: Source): Kptfile {
  const place = dirname(source.path)
  const unreadable = (details: string) =>
    new KptfileError(`Error: Kptfile at "${place}" can't be read.\n\nDetails:\n${details} \n`, details)
  let document: Document | undefined
  try {
    document = parse(source, { comments: 'unix' })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw unreadable(error.message)
  }
  if (document === undefined) throw unreadable('EOF')
  const { root } = document
  const apiVersion = fieldText(root, 'apiVersion') ?? ''
  const kind = fieldText(root, 'kind') ?? ''
  checkType(place, apiVersion, kind)
  const problems = new Problems(source)
  checkFields(root, KPT_FILE, problems)
  if (problems.lines.length > 0) throw unreadable(['yaml: unmarshal errors:', ...problems.lines].join('\n'))
  const metadata = field(root, 'metadata')
  const pipeline = field(root, 'pipeline')
  return {
    source,
    document,
    name: fieldText(metadata, 'name') ?? '',
    annotations: textMap(field(metadata, 'annotations')),
    mutators: listOf(field(pipeline, 'mutators')).map(stepOf),
    validators: listOf(field(pipeline, 'validators')).map(stepOf),
  }
}

export function noKptfile(place: string): KptfileError {
  return new KptfileError(`Error: No Kptfile found at "${place}". \n`, `no Kptfile found at "${place}"`)
}

function checkType(place: string, apiVersion: string, kind: string): void {
  const [, group = '', version = ''] = /^(?:(.*)\/)?(.*)$/.exec(apiVersion) ?? []
  if (group === 'kpt.dev' && kind === 'Kptfile') {
    if (version === 'v1') return
    const old = `Error: Kptfile at "${place}" has an old version ("${version}") of the Kptfile schema.\n`
    if (version === 'v1alpha1') {
      const advice =
        'Please update the package to the latest format by following https://kpt.dev/installation/migration. \n'
      throw new KptfileError(old + advice, `old resource version "${version}" found in Kptfile`)
    }
    if (version === 'v1alpha2') {
      const advice =
        'Please run "kpt fn eval <PKG_PATH> -i ghcr.io/kptdev/krm-functions-catalog/fix:latest --include-meta-resources" to upgrade the package and retry. \n'
      throw new KptfileError(old + advice, `old resource version "${version}" found in Kptfile`)
    }
  }
  const type = `${group}/${version}, Kind=${kind}`
  throw new KptfileError(
    `Error: Kptfile at "${place}" has an unknown resource type ("${type}"). \n`,
    `unknown resource type "${type}" found in Kptfile`,
  )
}

function stepOf(node: Node): PipelineStep {
  return {
    image: fieldText(node, 'image') ?? '',
    exec: fieldText(node, 'exec') ?? '',
    configPath: fieldText(node, 'configPath') ?? '',
    configMap: textMap(field(node, 'configMap')),
    name: fieldText(node, 'name') ?? '',
    tag: fieldText(node, 'tag') ?? '',
    selectors: listOf(field(node, 'selectors')).map(selectorOf),
    exclude: listOf(field(node, 'exclude')).map(selectorOf),
  }
}

function selectorOf(node: Node): Selector {
  const selector: Selector = {}
  for (const name of ['apiVersion', 'kind', 'name', 'namespace'] as const) {
    const text = fieldText(node, name)
    if (text !== undefined && text !== '') selector[name] = text
  }
  for (const name of ['labels', 'annotations'] as const) {
    const map = textMap(field(node, name))
    if (Object.keys(map).length > 0) selector[name] = map
  }
  return selector
}

function listOf(node: Node | undefined): readonly Node[] {
  return node?.kind === SEQUENCE ? node.items : []
}

function textMap(node: Node | undefined): Record<string, string> {
  const map: Record<string, string> = Object.create(null)
  if (node?.kind !== MAPPING) return map
  node.keys.forEach((key, i) => {
    const value = node.values[i]
    if (key.kind === SCALAR && value?.kind === SCALAR) map[key.value] = isNull(value) ? '' : value.value
  })
  return map
}

/** A Go type: its name and fields, or the type of what is inside. */
type Shape = 'string' | 'int' | { list: Shape } | { map: Shape } | { type: string; fields: Record<string, Shape> }

const TEXTS = { map: 'string' } as const
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'string' as const]))

const SELECTOR: Shape = {
  type: 'v1.Selector',
  fields: { ...texts('apiVersion', 'kind', 'name', 'namespace'), labels: TEXTS, annotations: TEXTS },
}
const FUNCTION: Shape = {
  type: 'v1.Function',
  fields: {
    ...texts('image', 'exec', 'configPath', 'name', 'tag'),
    configMap: TEXTS,
    selectors: { list: SELECTOR },
    exclude: { list: SELECTOR },
  },
}
const RESULT: Shape = {
  type: 'v1.ResultItem',
  fields: {
    ...texts('message', 'severity'),
    resourceRef: { type: 'v1.ResourceRef', fields: texts('apiVersion', 'kind', 'name', 'namespace') },
    field: { type: 'v1.FieldRef', fields: texts('path', 'currentValue', 'proposedValue') },
    file: { type: 'v1.FileRef', fields: { path: 'string', index: 'int' } },
    tags: TEXTS,
  },
}
const STEP_STATUS: Shape = {
  type: 'v1.PipelineStepResult',
  fields: {
    ...texts('name', 'image', 'exec', 'executionError', 'stderr'),
    exitCode: 'int',
    results: { list: RESULT },
    errorResults: { list: RESULT },
  },
}
const KPT_FILE: Shape = {
  type: 'v1.KptFile',
  fields: {
    ...texts('apiVersion', 'kind'),
    metadata: {
      type: 'yaml.ObjectMeta',
      fields: { ...texts('name', 'namespace'), labels: TEXTS, annotations: TEXTS },
    },
    upstream: {
      type: 'v1.Upstream',
      fields: {
        ...texts('type', 'updateStrategy'),
        git: { type: 'v1.Git', fields: texts('repo', 'directory', 'ref') },
      },
    },
    upstreamLock: {
      type: 'v1.Locator',
      fields: {
        type: 'string',
        git: { type: 'v1.GitLock', fields: texts('repo', 'directory', 'ref', 'commit') },
        generic: { type: 'v1.GenericLock', fields: texts('storeID', 'resourceID', 'resourceVersion') },
      },
    },
    info: {
      type: 'v1.PackageInfo',
      fields: {
        ...texts('site', 'license', 'licenseFile', 'description', 'man'),
        emails: { list: 'string' },
        keywords: { list: 'string' },
        readinessGates: { list: { type: 'v1.ReadinessGate', fields: texts('conditionType') } },
      },
    },
    pipeline: {
      type: 'v1.Pipeline',
      fields: { mutators: { list: FUNCTION }, validators: { list: FUNCTION } },
    },
    inventory: {
      type: 'v1.Inventory',
      fields: { ...texts('namespace', 'name', 'inventoryID'), labels: TEXTS, annotations: TEXTS },
    },
    status: {
      type: 'v1.Status',
      fields: {
        conditions: { list: { type: 'v1.Condition', fields: texts('type', 'status', 'reason', 'message') } },
        renderStatus: {
          type: 'v1.RenderStatus',
          fields: {
            mutationSteps: { list: STEP_STATUS },
            validationSteps: { list: STEP_STATUS },
            errorSummary: 'string',
          },
        },
      },
    },
  },
}

class Problems {
  readonly lines: string[] = []
  constructor(private readonly source: Source) {}

  add(node: Node, text: string): void {
    this.lines.push(`  line ${this.source.position(Math.max(0, node.start)).line}: ${text}`)
  }
}

/** Fields that are not known, and values of the wrong kind, as Go's decoder words them. */
function checkFields(node: Node, shape: Shape, problems: Problems): void {
  if (isNull(node)) return
  if (typeof shape === 'string') {
    if (node.kind !== SCALAR) problems.add(node, `cannot unmarshal ${shortTag(node)} into ${shape}`)
    else if (shape === 'int' && tagOf(node) !== '!!int') {
      problems.add(node, `cannot unmarshal ${shortTag(node)} \`${shortened(node.value)}\` into int`)
    }
  } else if ('list' in shape) {
    if (node.kind !== SEQUENCE) problems.add(node, `cannot unmarshal ${described(node)} into []${typeName(shape.list)}`)
    else for (const item of node.items) checkFields(item, shape.list, problems)
  } else if (node.kind !== MAPPING) {
    problems.add(node, `cannot unmarshal ${described(node)} into ${typeName(shape)}`)
  } else if ('map' in shape) {
    for (const value of node.values) checkFields(value, shape.map, problems)
  } else checkObject(node, shape, problems)
}

function checkObject(node: Mapping, { type, fields }: Extract<Shape, { type: string }>, problems: Problems): void {
  const seen = new Map<string, Node>()
  node.keys.forEach((key, i) => {
    if (key.kind !== SCALAR) return
    const inner = Object.hasOwn(fields, key.value) ? fields[key.value] : undefined
    const before = seen.get(key.value)
    if (before !== undefined) problems.add(key, `mapping key "${key.value}" already defined`)
    seen.set(key.value, key)
    if (inner === undefined) problems.add(key, `field ${key.value} not found in type ${type}`)
    else checkFields(node.values[i] as Node, inner, problems)
  })
}

function typeName(shape: Shape): string {
  if (typeof shape === 'string') return shape
  if ('list' in shape) return `[]${typeName(shape.list)}`
  return 'map' in shape ? `map[string]${typeName(shape.map)}` : shape.type
}

function shortTag(node: Node): string {
  return node.kind === SCALAR ? tagOf(node) : node.kind === SEQUENCE ? '!!seq' : '!!map'
}

function described(node: Node): string {
  return node.kind === SCALAR ? `${shortTag(node)} \`${shortened(node.value)}\`` : shortTag(node)
}

function shortened(text: string): string {
  return text.length > 10 ? `${text.slice(0, 7)}...` : text
}
