/** What `buildMetadata` asks to be noted in every object (build 3.6). */
import { ORIGIN, originListText, originText, TRANSFORMATIONS } from '../krm/internal-annotations.ts'
import type { Resource } from '../krm/resource.ts'
import { mappingField, setField, stringScalar } from '../yaml/edit.ts'
import { LITERAL } from '../yaml/node.ts'

export function addManagedBy({ root }: Resource, version: string): void {
  const labels = mappingField(mappingField(root, 'metadata'), 'labels')
  setField(labels, 'app.kubernetes.io/managed-by', stringScalar(`kustomize-${version}`))
}

/** Where an object comes from, and what changed it, as far as they are asked for. */
export function addOrigins({ root, origin, transformations }: Resource, asked: readonly string[]): void {
  const add = (name: string, value: string) => {
    const annotations = mappingField(mappingField(root, 'metadata'), 'annotations')
    setField(annotations, name, stringScalar(value, LITERAL))
  }
  if (origin !== undefined && asked.includes('originAnnotations')) add(ORIGIN, originText(origin))
  if (transformations.length > 0 && asked.includes('transformerAnnotations')) {
    add(TRANSFORMATIONS, originListText(transformations))
  }
}
