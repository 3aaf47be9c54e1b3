/** The ConfigMap that tells functions about the package. */
import type { Mapping } from '../../yaml/node.ts'
import { textOf } from './items.ts'

const PACKAGE_CONTEXT = 'kptfile.kpt.dev'

export function packageContextIn(items: readonly Mapping[]): Mapping | undefined {
  return items.find(
    (item) => textOf(item, 'kind') === 'ConfigMap' && textOf(item, 'metadata', 'name') === PACKAGE_CONTEXT,
  )
}
