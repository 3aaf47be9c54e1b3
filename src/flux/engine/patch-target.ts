/** Which objects a patch's target selects (flux-engine R-073), as kustomize decides it. */
import { simplePattern } from '../../core/pattern.ts'
import { compileExpression } from '../../core/pattern-engine.ts'
import { parseApiVersion } from '../../krm/gvk.ts'
import { NOT_NAMESPACED } from '../../krm/id.ts'
import { parseSelector } from '../../krm/selector.ts'
import { identityOf } from '../../stack/identity.ts'
import type { PatchTarget } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'

export type Selection = (object: KubernetesObject) => boolean

/**
 * Makes a target ready.
 *
 * @throws ToolError for a pattern or a selector that cannot be read
 * @example selection({ kind: 'Config.*' })({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }) // true
 */
export function selection(target: PatchTarget): Selection {
  const patterns = (['group', 'version', 'kind', 'name', 'namespace'] as const).map((name) => pattern(target[name]))
  const [group, version, kind, name, namespace] = patterns
  const labels = target.labelSelector ? parseSelector(target.labelSelector) : undefined
  const annotations = target.annotationSelector ? parseSelector(target.annotationSelector) : undefined
  return (object) => {
    const { apiVersion = '', kind: ownKind = '', metadata = {} } = object
    const own = parseApiVersion(apiVersion)
    if (kind !== undefined && !kind(ownKind)) return false
    if (name !== undefined && !name(metadata.name ?? '')) return false
    if (group !== undefined && !group(own.group)) return false
    if (version !== undefined && !version(own.version)) return false
    if (namespace !== undefined) {
      if (!namespace(identityOf(object).namespace ?? NOT_NAMESPACED)) return false
    }
    if (labels !== undefined && !labels.matches((key) => metadata.labels?.[key])) return false
    return annotations === undefined || annotations.matches((key) => metadata.annotations?.[key])
  }
}

function pattern(text: string | undefined): ((candidate: string) => boolean) | undefined {
  if (!text) return undefined
  const simple = simplePattern(text, true)
  return simple === undefined ? compileExpression(text, true) : (candidate) => simple.test(candidate)
}
