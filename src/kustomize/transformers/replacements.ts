/** `replacements`: values copied between objects (build 5.11). */

import { fail, ToolError } from '../../core/error.ts'
import type { Budget } from '../../core/limits.ts'
import { type Pattern, preparePattern } from '../../core/pattern.ts'

import { Source } from '../../core/source.ts'
import { compileFieldPath } from '../../krm/fieldpath.ts'
import { type ReadyTarget, valueOfSource, writeTarget } from '../../krm/filters/replacements.ts'
import { readInternalAnnotations, writeInternalAnnotations } from '../../krm/internal-annotations.ts'
import type { ResMap } from '../../krm/resmap.ts'
import { ANY } from '../../krm/select.ts'
import { untypedScalar } from '../../yaml/edit.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { tagOf } from '../../yaml/resolve.ts'
import { readConverted } from '../config-files.ts'
import { decodeReplacement } from '../decode.ts'
import type { ReplacementEntry } from '../types.ts'
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
    for (const ready of targets) writeTarget(map, ready, value, { patternOf, budget }, trace, entry.at)
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
  return valueOfSource(source, map, at)
}

/** The reference keeps its bookkeeping in annotations, which a copy of all of them takes along, and messages that show a whole object. */
function seesAnnotations({ source, targets }: ReplacementEntry): boolean {
  const paths = [source?.fieldPath ?? '', ...(targets ?? []).flatMap(({ fieldPaths }) => fieldPaths)]
  return paths.some((path) => /^\.?(?:$|[.*\-+\d[]|metadata(?:$|\.annotations|\.\*|\.$))/.test(path))
}
