/** What `buildMetadata` asks to be noted in every object (build 3.6). */
import { rephrase } from '../core/error.ts'
import { idText } from '../krm/id.ts'
import { ORIGIN, originListText, originText, TRANSFORMATIONS } from '../krm/internal-annotations.ts'
import type { Origin, Resource } from '../krm/resource.ts'
import { wrongNodeKind } from '../krm/wrong-kind.ts'
import { mappingField, setField, stringScalar } from '../yaml/edit.ts'
import { field, LITERAL, MAPPING } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'

export function addManagedBy({ root }: Resource, version: string): void {
  const labels = mappingField(mappingField(root, 'metadata'), 'labels')
  setField(labels, 'app.kubernetes.io/managed-by', stringScalar(`kustomize-${version}`))
}

/** Notes which file objects come from. The reference notes it in their annotations, which have to be a mapping. */
export function noteOrigins(objects: readonly Resource[], origin: Origin, entry: string): void {
  for (const resource of objects) {
    const annotations = field(field(resource.root, 'metadata'), 'annotations')
    if (annotations !== undefined && annotations.kind !== MAPPING && !isNull(annotations)) {
      const about = `considering field 'metadata/annotations' of object ${idText(resource.presentId())}`
      const problem = wrongNodeKind(MAPPING, annotations, resource.locate(annotations))
      throw rephrase(`cannot add path annotation for '${entry}': ${about}: ${problem.message}`, problem)
    }
    resource.origin = { ...origin }
  }
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
