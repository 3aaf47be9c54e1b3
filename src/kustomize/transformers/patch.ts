/** `patches`: strategic merge or JSON patches, at the object the patch names or at all that a target selects (build 5.8). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import type { Location } from '../../core/source.ts'
import { Source } from '../../core/source.ts'
import { goQuote } from '../../core/text.ts'
import { decodeJsonPatch, type Operation } from '../../krm/jsonpatch.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import { type Selector, type SelectorText, select, selectorText } from '../../krm/select.ts'
import { rewriteStringMap } from '../../krm/string-maps.ts'
import { setField, untypedScalar } from '../../yaml/edit.ts'
import { fieldText, type Node } from '../../yaml/node.ts'
import { applyJson, applyStrategic, patchTarget } from './apply-patch.ts'
import { yamlOf } from './configuration-trouble.ts'
import { configFields, fieldAnyCase } from './plugin-config.ts'
import { compileSelector } from './selection.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface PatchConfig {
  path: string
  patch: string
  target: SelectorText | undefined
  allowNameChange: boolean
  allowKindChange: boolean
  /** Whether there are options at all, for messages. */
  hasOptions: boolean
  /** The object of a configuration file, for messages. */
  whole?: Node
  /** Where the kustomization asks for it. */
  at?: Location | undefined
}

export const patches: Transformer<PatchConfig> = {
  kind: 'PatchTransformer',
  from: (k) =>
    k.patches.map(({ path, patch, target, options, at }) => ({
      path,
      patch,
      target,
      allowNameChange: options?.allowNameChange ?? false,
      allowKindChange: options?.allowKindChange ?? false,
      hasOptions: options !== undefined,
      at,
    })),
  decode(root) {
    const { text, selector, flag } = configFields(root)
    const optionsField = fieldAnyCase(root, 'options')
    const options = configFields(optionsField)
    return {
      path: text('path'),
      patch: text('patch'),
      target: selector('target'),
      allowNameChange: options.flag('allowNameChange') || flag('allowNameChange'),
      allowKindChange: options.flag('allowKindChange') || flag('allowKindChange'),
      hasOptions: optionsField !== undefined,
      whole: root,
    }
  },
  prepare,
  shown: ({ path, patch, target, allowNameChange, allowKindChange, hasOptions }) => ({
    options: hasOptions ? { allowNameChange, allowKindChange } : undefined,
    patch,
    path,
    target,
  }),
}

async function prepare(config: PatchConfig, context: PrepareContext): Promise<Apply> {
  const patch = config.patch.trim()
  if (patch === '' && config.path === '') {
    const message = `must specify one of patch and path in\n${yamlOf(config.whole ?? patches.shown(config))}`
    throw fail('PATCH_EMPTY', message, { at: config.at })
  }
  if (patch !== '' && config.path !== '') {
    const message = `patch and path can't be set at the same time\n${yamlOf(config.whole ?? patches.shown(config))}`
    throw fail('PATCH_AMBIGUOUS', message, { at: config.at })
  }
  const shown = () => (patch !== '' ? `[patch: ${goQuote(patch)}]` : `[path: ${goQuote(config.path)}]`)
  const source = patch !== '' ? new Source('', patch) : await readPatchFile(config, shown, context)
  const parsed = parsePatch(source, shown, config, context)
  if ('operations' in parsed) return jsonPatch(parsed.operations, config, shown, context)
  return strategicPatches(parsed.objects, config, shown, context)
}

async function readPatchFile(config: PatchConfig, shown: () => string, context: PrepareContext): Promise<Source> {
  try {
    return await context.loader.readSource(config.path)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const message =
      error.code === 'YAML_SYNTAX'
        ? `unable to parse SM or JSON patch from ${shown()}`
        : `failed to get the patch file from path(${config.path}): ${error.message}`
    throw fail(error.code, message, { at: error.at.length > 0 ? error.at : config.at, hint: error.hint })
  }
}

type Parsed = { objects: Resource[] } | { operations: Operation[] }

/** Text whose first document is a list in block style. */
const BLOCK_LIST = /^\s*-[ \n]/

/** Whichever of the two forms the text has. A text whose first document is a mapping can only be a merge patch. */
function parsePatch(source: Source, shown: () => string, config: PatchConfig, context: PrepareContext): Parsed {
  let problem: ToolError | undefined
  if (!BLOCK_LIST.test(source.text)) {
    try {
      return { objects: context.objects(source) }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      problem = error
    }
  }
  try {
    return { operations: decodeJsonPatch(source) }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const isJson = /^\s*[-[]/.test(source.text)
    const cause = isJson || problem === undefined ? error : problem
    throw fail('PATCH_UNREADABLE', `unable to parse SM or JSON patch from ${shown()}`, {
      at: cause.at.length > 0 ? cause.at : config.at,
      hint: `as a ${isJson ? 'JSON' : 'strategic merge'} patch: ${cause.message}`,
    })
  }
}

async function jsonPatch(
  operations: Operation[],
  { target, at }: PatchConfig,
  shown: () => string,
  { budget }: PrepareContext,
): Promise<Apply> {
  if (target === undefined) {
    return () => {
      throw fail('PATCH_NO_TARGET', `must specify a target for JSON patch ${shown()}`, { at })
    }
  }
  if (operations.length === 0) return () => undefined
  const selector = await compileSelector(target)
  return (map, trace) => {
    for (const resource of selected(map, selector)) {
      map.remember(resource)
      applyJson(map, resource, operations, budget, trace)
    }
  }
}

async function strategicPatches(
  objects: Resource[],
  config: PatchConfig,
  shown: () => string,
  { schema }: PrepareContext,
): Promise<Apply> {
  const { target, at } = config
  for (const patch of objects) {
    patch.allowNameChange ||= config.allowNameChange
    patch.allowKindChange ||= config.allowKindChange
    const hasOptions = config.allowNameChange || config.allowKindChange
    // The reference marks a patch with options by annotations, and copies one for targets: both rewrite maps of strings.
    if (hasOptions || config.target !== undefined) rewriteStringMap(patch.root, 'annotations')
    if (config.target !== undefined) rewriteStringMap(patch.root, 'labels')
  }
  await schema.load()
  if (target === undefined) {
    return (map, trace) => {
      for (const patch of objects) {
        const resource = patchTarget(map, patch, true)
        applyStrategic(map, resource, patch, schema, trace)
      }
    }
  }
  if (objects.length > 1) {
    const message = `Multiple Strategic-Merge Patches in one \`patches\` entry is not allowed to set \`patches.target\` field: ${shown()}`
    return () => {
      throw fail('PATCH_MULTIPLE', message, { at })
    }
  }
  const selector = await compileSelector(target)
  return (map, trace) => {
    for (const patch of objects) {
      for (const resource of selectedForMerge(map, selector, target)) {
        const copy = patch.copy()
        copy.previous.push(...patch.previous)
        copy.needsHash = patch.needsHash
        copy.behavior = patch.behavior
        // The version is the object's even if it has none, which then is written out.
        setField(copy.root, 'apiVersion', untypedScalar(fieldText(resource.root, 'apiVersion') ?? ''))
        applyStrategic(map, resource, copy, schema, trace)
      }
    }
    map.assertUnique()
  }
}

function selected(map: ResMap, selector: Selector | ToolError): Resource[] {
  if (selector instanceof ToolError) throw selector
  return select(map, selector)
}

function selectedForMerge(map: ResMap, selector: Selector | ToolError, target: SelectorText): Resource[] {
  try {
    return selected(map, selector)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const message = `unable to find patch target ${goQuote(selectorText(target))} in \`resources\`: ${error.message}`
    throw rephrase(message, error)
  }
}
