/** Copying a value from one object into fields of others: which objects are meant (build 5.11, steps 2 and 4). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import type { Location } from '../../core/source.ts'
import type { Trace } from '../../core/trace.ts'
import type { Node } from '../../yaml/node.ts'
import { gvkText } from '../gvk.ts'
import { effectiveNamespace, type ResId } from '../id.ts'
import { readBack } from '../internal-annotations.ts'
import { applyMergeKeys } from '../merge-keys.ts'
import type { Resource } from '../resource.ts'
import { matchesMetadata, type Selector, type SelectorText } from '../select.ts'
import { type DelimiterOptions, type FieldPath, sourceValue, type WriteOptions, writeValue } from './replacement.ts'

export interface FieldOptions {
  delimiter: string
  index: string
  encoding: string
  create: boolean
}

export interface ReplacementSource extends Omit<SelectorText, 'labelSelector' | 'annotationSelector'> {
  fieldPath: string
  options?: FieldOptions
}

export interface ReplacementTarget {
  select?: SelectorText
  reject: SelectorText[]
  fieldPaths: string[]
  options?: FieldOptions
}

/** The objects among which sources and targets are looked for. */
export interface Objects {
  readonly resources: readonly Resource[]
  withAnyName(name: string): readonly Resource[]
  /** What tells this object apart may have changed. */
  changed(resource: Resource): void
}

/** A target with its paths and patterns ready. */
export interface ReadyTarget {
  paths: FieldPath[]
  target: ReplacementTarget
  select: Selector | ToolError
  reject: (Selector | ToolError)[]
}

/** The value that a source names. */
export function valueOfSource(source: ReplacementSource, objects: Objects, at?: Location): Node {
  const resource = selectSource(source, objects, at)
  const path = source.fieldPath === '' ? 'metadata.name' : source.fieldPath
  return sourceValue(resource.root, path, idOf(source), delimiterOf(source.options))
}

function delimiterOf(options: FieldOptions | undefined): DelimiterOptions | undefined {
  return options === undefined ? undefined : { delimiter: options.delimiter, index: Number(options.index) }
}

function selectSource(source: ReplacementSource, objects: Objects, at: Location | undefined): Resource {
  const { group, version, kind, name, namespace } = source
  const isIt = (id: ResId) =>
    (group === '' || id.group === group) &&
    (version === '' || id.version === version) &&
    (kind === '' || id.kind === kind) &&
    (name === '' || id.name === name) &&
    (namespace === '' || effectiveNamespace(id) === effectiveNamespace({ namespace, clusterScoped: id.clusterScoped }))
  const candidates = name === '' ? objects.resources : objects.withAnyName(name)
  const found = candidates.filter((resource) => resource.ids.some(isIt))
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  const path = source.fieldPath === '' ? '' : `:${source.fieldPath}`
  const shown = `${idOf(source)}${path}${optionsText(source.options)}`
  throw fail(
    'REPLACEMENT_SOURCE',
    first === undefined ? `nothing selected by ${shown}` : `multiple matches for selector ${shown}`,
    {
      at,
    },
  )
}

function idOf({ group, version, kind, name, namespace }: ReplacementSource): string {
  return `${gvkText({ group, version, kind })}/${name || '[noName]'}.${namespace || '[noNs]'}`
}

function optionsText(options: FieldOptions | undefined): string {
  if (options === undefined || (options.delimiter === '' && !options.create)) return ''
  return `:${options.delimiter}(${options.index}), create=${options.create}`
}

/** Writes the value into every object that the target selects. */
export function writeTarget(
  objects: Objects,
  { target, paths, select, reject }: ReadyTarget,
  value: Node,
  shared: Pick<WriteOptions, 'patternOf' | 'budget' | 'isOpaque'>,
  trace: Trace | undefined,
  at: Location | undefined,
): void {
  if (target.select === undefined) throw fail('REPLACEMENT', 'target must specify resources to select', { at })
  const chosen = ready(select)
  const rejected = reject.map(ready)
  const delimiter = delimiterOf(target.options)
  const options = { create: target.options?.create ?? false, delimiter, ...shared }
  if (objects.resources.length > 0) requireExpressions(chosen)
  const looksAtAll = rejected.some((one) => one.annotations?.problem !== undefined || one.labels?.problem !== undefined)
  for (const resource of looksAtAll ? [...objects.resources] : candidates(objects, chosen)) {
    if (!matchesMetadata(resource, chosen.labels, chosen.annotations)) continue
    if (rejected.some((one) => isRejectedByLabels(resource, one))) continue
    if (rejected.some((one) => isRejectedById(resource, one))) continue
    if (!resource.ids.some((id) => matchesId(id, chosen))) continue
    let renames = false
    for (const path of paths) {
      writeValue(resource.root, path, value, options, trace)
      if (ALL_ANNOTATIONS.test(path.text)) readBack(resource)
      renames ||= IDENTITY.test(path.text)
    }
    if (paths.some(({ text }) => text.includes('<<'))) resource.root = applyMergeKeys(resource.root, shared.budget)
    if (renames) objects.changed(resource)
  }
}

/** Paths that lead to what tells objects apart. */
const IDENTITY = /^\.?(?:metadata|kind|apiVersion|\*|$)/

const ALL_ANNOTATIONS = /^\.?metadata(?:\.annotations|\.\*)?$/

function ready(selector: Selector | ToolError): Selector {
  if (!(selector instanceof ToolError)) return selector
  throw rephrase(`error creating target selector: ${selector.message}`, selector)
}

/** Literal names go through the index; the index itself must not move while it is walked. */
function candidates(objects: Objects, { name }: Selector): readonly Resource[] {
  return name?.literal === undefined ? [...objects.resources] : objects.withAnyName(name.literal)
}

/** Both expressions are read before any object is looked at by its names, annotations first. */
function requireExpressions({ annotations, labels }: Selector): void {
  const problem = annotations?.problem ?? labels?.problem
  if (problem !== undefined) throw problem
}

function isRejectedByLabels(resource: Resource, reject: Selector): boolean {
  if (reject.labels === undefined && reject.annotations === undefined) return false
  requireExpressions(reject)
  return matchesMetadata(resource, reject.labels, reject.annotations)
}

function isRejectedById(resource: Resource, reject: Selector): boolean {
  const { group, version, kind, name, namespace } = reject
  const hasId = [group, version, kind, name, namespace].some((part) => part !== undefined)
  return hasId && resource.ids.some((id) => matchesId(id, reject))
}

/** Namespaces are compared as they are: raw on the present id, effective on previous ones. */
function matchesId(id: ResId, { group, version, kind, name, namespace }: Selector): boolean {
  return (
    (kind === undefined || kind.test(id.kind)) &&
    (name === undefined || name.test(id.name)) &&
    (group === undefined || group.test(id.group)) &&
    (version === undefined || version.test(id.version)) &&
    (namespace === undefined || namespace.test(id.namespace))
  )
}
