/** Functions that items declare themselves to be, as the first generation had them (functions 19). */

import { join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { annotationsOf, INDEX, PATH, setAnnotation } from '../../krm/path-annotations.ts'
import { MAPPING, type Mapping } from '../../yaml/node.ts'
import { parse, YamlError } from '../../yaml/parse.ts'
import { annotationOf, removeAnnotation, textOf } from './items.ts'
import { losesStyle } from './reference-style.ts'

const FUNCTION_ANNOTATIONS = ['config.kubernetes.io/function', 'config.k8s.io/function']

export interface FixedFunction {
  image: string
  /** Below the package. */
  configPath: string
}

/** Takes the declarations off the items, and moves these into files that a pipeline can name. */
export function fixedFunctions(items: readonly Mapping[], folder: string, asReference: boolean): FixedFunction[] {
  const found: FixedFunction[] = []
  for (const item of items) {
    const name = FUNCTION_ANNOTATIONS.find((one) => annotationOf(item, one) !== '')
    const image = name === undefined ? '' : imageIn(annotationOf(item, name))
    if (name === undefined || image === '') continue
    removeAnnotation(item, name)
    const configPath = `${textOf(item, 'metadata', 'name')}.yaml`
    setAnnotation(item, PATH.legacy, join(folder, configPath))
    setAnnotation(item, INDEX.legacy, '0')
    const annotations = annotationsOf(item)
    if (asReference && annotations !== undefined) losesStyle(annotations)
    found.push({ image, configPath })
  }
  return found
}

function imageIn(declaration: string): string {
  try {
    const root = parse(new Source('', declaration))?.root
    return root?.kind === MAPPING ? textOf(root, 'container', 'image') : ''
  } catch (error) {
    if (error instanceof YamlError) return ''
    throw error
  }
}
