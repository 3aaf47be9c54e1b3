/** `patchesJson6902`: JSON patches at selected objects (build 5.9). */
import { fail, ToolError } from '../../core/error.ts'
import type { Location } from '../../core/source.ts'
import { Source } from '../../core/source.ts'
import { decodeJsonPatch } from '../../krm/jsonpatch.ts'
import { type SelectorText, select } from '../../krm/select.ts'
import { toJson } from '../../yaml/json.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import { applyJson } from './apply-patch.ts'
import { configFields } from './plugin-config.ts'
import { compileSelector } from './selection.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface JsonPatchConfig {
  target: SelectorText | undefined
  path: string
  jsonOp: string
  at?: Location | undefined
}

export const patchesJson: Transformer<JsonPatchConfig> = {
  kind: 'PatchJson6902Transformer',
  from: (k) => k.patchesJson6902.map(({ target, path, patch, at }) => ({ target, path, jsonOp: patch, at })),
  decode(root) {
    const { text, selector } = configFields(root)
    return { target: selector('target'), path: text('path'), jsonOp: text('jsonOp') }
  },
  prepare,
  shown: ({ target, path, jsonOp }) => ({ jsonOp, path, target }),
}

/** The operations as JSON, which is how the reference prints them. */
function jsonText(source: Source): string {
  if (source.text.startsWith('[')) return source.text
  const root = readYaml11(source)
  return root === undefined ? 'null' : toJson(root)
}

async function prepare(
  { target, path, jsonOp, at }: JsonPatchConfig,
  { loader, budget }: PrepareContext,
): Promise<Apply> {
  if (target === undefined || target.name === '') throw fail('PATCH_NO_TARGET', 'must specify the target name', { at })
  if (path === '' && jsonOp === '') throw fail('PATCH_EMPTY', 'empty file path and empty jsonOp', { at })
  if (path !== '' && jsonOp !== '')
    throw fail('PATCH_AMBIGUOUS', 'must specify a file path or jsonOp, not both', { at })
  let source: Source
  if (path !== '') {
    source = await loader.readSource(path)
    if (source.text === '') throw fail('PATCH_EMPTY', `patch file '${path}' empty seems to be empty`, { at })
  } else {
    source = new Source('', jsonOp)
  }
  let operations: ReturnType<typeof decodeJsonPatch>
  try {
    operations = decodeJsonPatch(source)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const message = `decoding ${jsonText(source)}: ${error.message}`
    throw fail(error.code, message, { at: error.at.length > 0 ? error.at : at, hint: error.hint })
  }
  if (operations.length === 0) {
    throw fail('PATCH_EMPTY', `patch appears to be empty; file=${path}, JsonOp=${path === '' ? jsonOp : source.text}`, {
      at,
    })
  }
  const selector = await compileSelector(target)
  return (map, trace) => {
    if (selector instanceof ToolError) throw selector
    for (const resource of select(map, selector)) applyJson(map, resource, operations, budget, trace)
  }
}
