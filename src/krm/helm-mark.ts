/**
 * The mark on what came out of charts, which knows its namespace already (build 4.3). It stands among the annotations, as
 * in the reference: patches and selectors see it, and some can take it away.
 */
import { mappingField, setField, stringScalar } from '../yaml/edit.ts'
import { field, fieldText, type Mapping } from '../yaml/node.ts'
import { rewriteStringMap } from './string-maps.ts'

export const HELM_GENERATED = 'internal.config.kubernetes.io/helm-generated'

export function isHelmGenerated(root: Mapping): boolean {
  return fieldText(field(field(root, 'metadata'), 'annotations'), HELM_GENERATED) === 'true'
}

export function markHelmGenerated(root: Mapping): void {
  rewriteStringMap(root, 'annotations')
  setField(mappingField(mappingField(root, 'metadata'), 'annotations'), HELM_GENERATED, stringScalar('true'))
}
