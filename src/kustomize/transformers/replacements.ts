/** `replacements`: values copied between objects (build 5.11). */

import { fail, rephrase, ToolError } from '../../core/error.ts'
import type { Budget } from '../../core/limits.ts'
import { type Pattern, preparePattern } from '../../core/pattern.ts'

import { Source } from '../../core/source.ts'
import { compileFieldPath } from '../../krm/fieldpath.ts'
import {
  type DelimiterOptions,
  type FieldPath,
  sourceValue,
  type WriteOptions,
  writeValue,
} from '../../krm/filters/replacement.ts'
import { gvkText } from '../../krm/gvk.ts'
import { effectiveNamespace, type ResId } from '../../krm/id.ts'
import { readBack, readInternalAnnotations, writeInternalAnnotations } from '../../krm/internal-annotations.ts'
import { applyMergeKeys } from '../../krm/merge-keys.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import { ANY, matchesMetadata, type Selector } from '../../krm/select.ts'
import { untypedScalar } from '../../yaml/edit.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { tagOf } from '../../yaml/resolve.ts'
import { readConverted } from '../config-files.ts'
import { decodeReplacement } from '../decode.ts'
import type { FieldOptions, ReplacementEntry, ReplacementSource, ReplacementTarget } from '../types.ts'
import { fieldAnyCase } from './plugin-config.ts'
import { compileSelector } from './selection.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface ReplacementsConfig {
  entries: ReplacementEntry[]
  /** The list as written, for messages. */
  shown: Node | undefined
}

export const replacements: Transformer<ReplacementsConfig> = {
  kind: 'ReplacementTransformer',
  from: (k) => (k.replacements.length === 0 ? [] : [{ entries: k.replacements, shown: field(k.root, 'replacements') }]),
  decode(root) {
    const list = fieldAnyCase(root, 'replacements')
    const items = list?.kind === SEQUENCE ? list.items : []
    const source = new Source('', '')
    return { entries: items.map((item) => decodeReplacement(item, source)), shown: list }
  },
  prepare,
  shown: ({ shown }) => ({ Replacements: shown }),
}

async function prepare({ entries }: ReplacementsConfig, context: PrepareContext): Promise<Apply> {
  const steps: ((map: ResMap, trace: Parameters<Apply>[1]) => void)[] = []
  let looksAtAnnotations = false
  for (const entry of entries) {
    for (const one of await loadEntry(entry, context)) {
      steps.push(await prepareOne(one, context.budget))
      looksAtAnnotations ||= seesAnnotations(one)
    }
  }
  return (map, trace) => {
    if (looksAtAnnotations) for (const resource of map.resources) writeInternalAnnotations(resource)
    for (const step of steps) step(map, trace)
    if (looksAtAnnotations) {
      for (const resource of map.resources) {
        readInternalAnnotations(resource)
        map.changed(resource)
      }
    }
  }
}

/** An entry with a path stands for the replacements of that file. */
async function loadEntry(entry: ReplacementEntry, { loader }: PrepareContext): Promise<ReplacementEntry[]> {
  const { path, at } = entry
  if (path === '') return [entry]
  if (entry.source !== undefined || entry.targets !== undefined) {
    throw fail('REPLACEMENT', 'cannot specify both path and inline replacement', { at })
  }
  const source = await loader.readSource(path)
  const root = readConverted(source, false)
  if (root?.kind === SEQUENCE) return root.items.map((item) => decodeReplacement(item, source))
  if (root?.kind === MAPPING) return [decodeReplacement(root, source)]
  throw fail('REPLACEMENT', `unsupported replacement type encountered within replacement path: ${goKind(root)}`, {
    at: { source, offset: 0 },
  })
}

function goKind(node: Node | undefined): string {
  if (node?.kind !== SCALAR) return 'invalid'
  const tag = tagOf(node)
  if (tag === '!!bool') return 'bool'
  if (tag === '!!null') return 'invalid'
  return tag === '!!str' ? 'string' : 'float64'
}

interface ReadyTarget {
  paths: FieldPath[]
  target: ReplacementTarget
  select: Selector | ToolError
  reject: (Selector | ToolError)[]
}

async function prepareOne(entry: ReplacementEntry, budget: Budget) {
  const patterns = new Map<string, Pattern | ToolError>()
  const targets: ReadyTarget[] = []
  for (const target of entry.targets ?? []) {
    const paths = target.fieldPaths.length === 0 ? ['metadata.name'] : target.fieldPaths
    const compiled = paths.map((text) => ({ text, steps: compileFieldPath(text) }))
    for (const { selector } of compiled.flatMap(({ steps }) => steps)) {
      if (selector === undefined || patterns.has(selector.value)) continue
      patterns.set(selector.value, await prepareOrFail(selector.value))
    }
    targets.push({
      target,
      paths: compiled,
      select: await compileSelector(target.select ?? ANY),
      reject: await Promise.all(target.reject.map(compileSelector)),
    })
  }
  const patternOf = (text: string): Pattern => {
    const pattern = patterns.get(text)
    if (pattern instanceof ToolError) throw pattern
    return pattern as Pattern
  }
  return (map: ResMap, trace: Parameters<Apply>[1]) => {
    const value = valueOf(entry, map)
    for (const ready of targets) writeTarget(map, ready, value, { patternOf, budget }, trace, entry)
  }
}

/** A bad pattern is reported where it is used. */
async function prepareOrFail(text: string): Promise<Pattern | ToolError> {
  try {
    return await preparePattern(text, { anchored: false })
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}

function valueOf({ source, sourceValue: text, targets, at }: ReplacementEntry, map: ResMap): Node {
  const hasText = text !== undefined
  if ((source === undefined && !hasText) || targets === undefined || targets.length === 0) {
    throw fail('REPLACEMENT', 'replacements must specify a source and at least one target', { at })
  }
  if (source !== undefined && hasText) {
    throw fail('REPLACEMENT', 'value and resource selectors are mutually exclusive', { at })
  }
  if (source === undefined) return untypedScalar(text as string)
  const resource = selectSource(source, map, at)
  const path = source.fieldPath === '' ? 'metadata.name' : source.fieldPath
  return sourceValue(resource.root, path, idOf(source), delimiterOf(source.options))
}

/** The reference keeps its bookkeeping in annotations, which a copy of all of them takes along. */
function seesAnnotations({ source, targets }: ReplacementEntry): boolean {
  const paths = [source?.fieldPath ?? '', ...(targets ?? []).flatMap(({ fieldPaths }) => fieldPaths)]
  return paths.some((path) => path === '*' || /^\.?metadata(?:$|\.annotations|\.\*)/.test(path))
}

function delimiterOf(options: FieldOptions | undefined): DelimiterOptions | undefined {
  return options === undefined ? undefined : { delimiter: options.delimiter, index: Number(options.index) }
}

function selectSource(source: ReplacementSource, map: ResMap, at: ReplacementEntry['at']): Resource {
  const { group, version, kind, name, namespace } = source
  const isIt = (id: ResId) =>
    (group === '' || id.group === group) &&
    (version === '' || id.version === version) &&
    (kind === '' || id.kind === kind) &&
    (name === '' || id.name === name) &&
    (namespace === '' || effectiveNamespace(id) === effectiveNamespace({ namespace, clusterScoped: id.clusterScoped }))
  const candidates = name === '' ? map.resources : map.withAnyName(name)
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

function writeTarget(
  map: ResMap,
  { target, paths, select, reject }: ReadyTarget,
  value: Node,
  shared: Pick<WriteOptions, 'patternOf' | 'budget'>,
  trace: Parameters<Apply>[1],
  { at }: ReplacementEntry,
): void {
  if (target.select === undefined) throw fail('REPLACEMENT', 'target must specify resources to select', { at })
  const chosen = ready(select)
  const rejected = reject.map(ready)
  const delimiter = delimiterOf(target.options)
  const options = { create: target.options?.create ?? false, delimiter, ...shared }
  for (const resource of candidates(map, chosen)) {
    if (!matchesMetadata(resource, chosen.labels, chosen.annotations)) continue
    if (rejected.some((one) => isRejected(resource, one))) continue
    if (!resource.ids.some((id) => matchesId(id, chosen))) continue
    let renames = false
    for (const path of paths) {
      writeValue(resource.root, path, value, options, trace)
      if (ALL_ANNOTATIONS.test(path.text)) readBack(resource)
      renames ||= IDENTITY.test(path.text)
    }
    if (paths.some(({ text }) => text.includes('<<'))) resource.root = applyMergeKeys(resource.root, shared.budget)
    if (renames) map.changed(resource)
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
function candidates(map: ResMap, { name }: Selector): readonly Resource[] {
  return name?.literal === undefined ? [...map.resources] : map.withAnyName(name.literal)
}

function isRejected(resource: Resource, reject: Selector): boolean {
  const hasLabels = reject.labels !== undefined || reject.annotations !== undefined
  if (hasLabels && matchesMetadata(resource, reject.labels, reject.annotations)) return true
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
