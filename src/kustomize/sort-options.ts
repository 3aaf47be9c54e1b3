/** The order that a kustomization asks for itself (build 5.16). */
import { fail } from '../core/error.ts'
import { type KindOrder, LEGACY_ORDER } from '../krm/order.ts'
import type { BuildContext } from './context.ts'
import type { Kustomization } from './types.ts'

export type Reorder = 'legacy' | 'none' | 'unspecified'

/** Undefined for the order in which objects came. */
export function askedOrder(k: Kustomization, context: BuildContext, reorder: Reorder): KindOrder | undefined {
  const { order, legacySortOptions } = k.sortOptions as NonNullable<Kustomization['sortOptions']>
  const at = k.locate('sortOptions')
  if (order !== 'fifo' && order !== 'legacy') {
    throw fail('SORT_ORDER', "the field 'sortOptions.order' must be one of [fifo, legacy]", { at })
  }
  if (order === 'fifo' && legacySortOptions !== undefined) {
    throw fail(
      'SORT_ORDER',
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'",
      { at },
    )
  }
  if (reorder !== 'unspecified') {
    context.log?.emit({
      severity: 'warning',
      code: 'LOG',
      message:
        "Warning: Sorting order is set both in 'kustomization.yaml' ('sortOptions') and in a CLI flag ('--reorder'). Using the kustomization file over the CLI flag.",
      at: at === undefined ? [] : [at],
    })
  }
  if (order === 'fifo') return undefined
  if (legacySortOptions === undefined) return LEGACY_ORDER
  return { first: legacySortOptions.orderFirst, last: legacySortOptions.orderLast }
}
