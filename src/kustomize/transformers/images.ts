/** `images` (build 5.6). */

import { ToolError } from '../../core/error.ts'
import { preparePattern } from '../../core/pattern.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import {
  findContainerImages,
  findImages,
  type Image,
  type ImageFields,
  type ImageMatcher,
  plainNameMatcher,
  setImages,
  TAIL_PATTERN,
} from '../../krm/filters/image.ts'
import type { Resource } from '../../krm/resource.ts'
import { configFields, fieldAnyCase } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface ImageConfig {
  image: Image
  specs: FieldSpec[]
  /** Where the objects' images stand, looked for once for all entries of a kustomization: they run one after the other. */
  found: Map<Resource, ImageFields>
}

export const images: Transformer<ImageConfig> = {
  kind: 'ImageTagTransformer',
  from(k, config) {
    const found = new Map<Resource, ImageFields>()
    return k.images.map((image) => ({ image, specs: config.images, found }))
  },
  decode(root) {
    const { text } = configFields(fieldAnyCase(root, 'imageTag'))
    const image = {
      name: text('name'),
      newName: text('newName'),
      newTag: text('newTag'),
      tagSuffix: text('tagSuffix'),
      digest: text('digest'),
    }
    return { image, specs: configFields(root).specs('fieldSpecs'), found: new Map() }
  },
  prepare,
  shown: ({ image, specs }) => ({ fieldSpecs: specs, imageTag: image }),
}

async function prepare({ image, specs, found }: ImageConfig, { tableOf }: PrepareContext): Promise<Apply> {
  const matches = plainNameMatcher(image.name) ?? (await patternMatcher(image.name))
  const table = tableOf(specs)
  return (map, trace) => {
    for (const resource of map.resources) {
      let fields = found.get(resource)
      if (fields === undefined) {
        try {
          fields = findImages(resource, table, trace)
        } catch (error) {
          // The reference looks at the containers of all objects before any field spec: their problems come first.
          for (const one of map.resources) findContainerImages(one)
          throw error
        }
        found.set(resource, fields)
      }
      setImages(fields, image, matches, trace)
    }
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
