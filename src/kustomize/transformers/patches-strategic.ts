/** `patchesStrategicMerge`: merge patches, each for the object it names (build 5.9). */
import { fail } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import type { Resource } from '../../krm/resource.ts'
import { rewriteStringMap } from '../../krm/string-maps.ts'
import { inlineObjects } from '../inline.ts'
import { applyStrategic, patchTarget } from './apply-patch.ts'
import { configFields } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface StrategicPatchesConfig {
  /** Each an inline patch or a path. */
  paths: string[]
  patches: string
}

export const patchesStrategic: Transformer<StrategicPatchesConfig> = {
  kind: 'PatchStrategicMergeTransformer',
  from: (k) => (k.patchesStrategicMerge.length > 0 ? [{ paths: k.patchesStrategicMerge, patches: '' }] : []),
  decode(root) {
    const { text, texts } = configFields(root)
    return { paths: texts('paths'), patches: text('patches') }
  },
  prepare,
  shown: (config) => config,
}

async function prepare({ paths, patches }: StrategicPatchesConfig, context: PrepareContext): Promise<Apply> {
  const { schema } = context
  if (paths.length === 0 && patches === '') {
    throw fail('PATCH_EMPTY', 'empty file path and empty patch content')
  }
  const objects: Resource[] = []
  for (const path of paths) objects.push(...(await objectsOf(path, context)))
  if (patches !== '') for (const object of context.objects(new Source('', patches))) objects.push(object)
  if (objects.length === 0) {
    throw fail('PATCH_EMPTY', `patch appears to be empty; files=[${paths.join(' ')}], Patch=${patches}`)
  }
  // The reference copies these patches, which rewrites their maps of strings.
  for (const { root } of objects) {
    rewriteStringMap(root, 'annotations')
    rewriteStringMap(root, 'labels')
  }
  await schema.load()
  return (map, trace) => {
    for (const patch of objects) applyStrategic(map, patchTarget(map, patch, false), patch, schema, trace)
  }
}

async function objectsOf(entry: string, context: PrepareContext): Promise<readonly Resource[]> {
  return inlineObjects(entry, context.objects) ?? context.objects(await context.loader.readSource(entry))
}
