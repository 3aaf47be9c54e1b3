/** Bookkeeping of a build in a file of the user's. */
import { field, MAPPING, SCALAR } from '../yaml/node.ts'
import { isBookkeeping, readBack } from './internal-annotations.ts'
import { removeAnnotations } from './path-annotations.ts'
import type { Resource } from './resource.ts'

/** The reference reads it as its own. */
export function takeGivenBookkeeping(resource: Resource): void {
  const annotations = field(field(resource.root, 'metadata'), 'annotations')
  if (annotations === undefined || annotations.kind !== MAPPING) return
  if (!annotations.keys.some((key) => key.kind === SCALAR && isBookkeeping(key.value))) return
  readBack(resource)
  removeAnnotations(resource.root, isBookkeeping)
}
