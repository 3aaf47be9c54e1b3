/** Name prefixes and suffixes (build 5.2). */
import type { Trace } from '../../core/trace.ts'
import { type SpecTable, setScalar, walk } from '../fieldspec.ts'
import type { Gvk } from '../gvk.ts'
import type { ResMap } from '../resmap.ts'

export interface Affix {
  prefix: string
  suffix: string
}

/** Renames every object of the map that may be renamed. */
export function affixNames(map: ResMap, { prefix, suffix }: Affix, specs: SpecTable, trace?: Trace): void {
  for (const resource of map.resources) {
    const original = resource.originalId
    if (keepsItsName(original)) continue
    for (const spec of specs.for(original)) {
      const isName = spec.spec.path === 'metadata/name'
      if (isName) {
        if (prefix !== '') resource.prefixes.push(prefix)
        if (suffix !== '') resource.suffixes.push(suffix)
        map.remember(resource)
      }
      walk(
        resource,
        spec,
        'scalar',
        (node) => setScalar(node, `${prefix}${'value' in node ? node.value : ''}${suffix}`, '', trace),
        trace,
      )
      if (isName) map.changed(resource)
    }
  }
}

/** Kinds whose names mean something outside. */
function keepsItsName({ kind, group }: Gvk): boolean {
  return (
    kind === 'CustomResourceDefinition' ||
    kind === 'Namespace' ||
    (kind === 'APIService' && group === 'apiregistration.k8s.io')
  )
}
