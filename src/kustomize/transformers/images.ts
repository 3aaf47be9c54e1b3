/** `images` (build 5.6). */

import { ToolError } from '../../core/error.ts'
import { preparePattern } from '../../core/pattern.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import {
  findImages,
  type Image,
  type ImageMatcher,
  plainNameMatcher,
  setImages,
  TAIL_PATTERN,
} from '../../krm/filters/image.ts'
import { configFields, fieldAnyCase } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface ImageConfig {
  image: Image
  specs: FieldSpec[]
}

export const images: Transformer<ImageConfig> = {
  kind: 'ImageTagTransformer',
  from: (k, config) => k.images.map((image) => ({ image, specs: config.images })),
  decode(root) {
    const { text } = configFields(fieldAnyCase(root, 'imageTag'))
    const image = {
      name: text('name'),
      newName: text('newName'),
      newTag: text('newTag'),
      tagSuffix: text('tagSuffix'),
      digest: text('digest'),
    }
    return { image, specs: configFields(root).specs('fieldSpecs') }
  },
  prepare,
  shown: ({ image, specs }) => ({ fieldSpecs: specs, imageTag: image }),
}

async function prepare({ image, specs }: ImageConfig, { tableOf }: PrepareContext): Promise<Apply> {
  const matches = plainNameMatcher(image.name) ?? (await patternMatcher(image.name))
  const table = tableOf(specs)
  return (map, trace) => {
    for (const resource of map.resources) setImages(findImages(resource, table, trace), image, matches, trace)
  }
}

/** The entry's name is a pattern; one that does not compile matches nothing. */
async function patternMatcher(name: string): Promise<ImageMatcher> {
  try {
    const pattern = await preparePattern(`^${name}${TAIL_PATTERN}$`, { anchored: false })
    return (text) => pattern.test(text)
  } catch (error) {
    if (error instanceof ToolError) return () => false
    throw error
  }
}
