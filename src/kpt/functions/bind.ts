/** Puts the object that is the config in the place that a package keeps for one of its kind (functions 7). */
import type { Mapping } from '../../yaml/node.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { annotationOf, LOCAL_CONFIG_ANNOTATION, sortItems, textOf } from './items.ts'
import { renameItems } from './rename-item.ts'

export const bind: CatalogFunction = {
  name: 'bind',
  run(list) {
    const results = bindTo(list)
    sortItems(list.items)
    return results
  },
}

function bindTo({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const kindOf = (item: Mapping | undefined) => `${textOf(item, 'apiVersion')}/${textOf(item, 'kind')}`
  const binding = items.find(
    (item) => annotationOf(item, LOCAL_CONFIG_ANNOTATION) === 'binding' && kindOf(item) === kindOf(config),
  )
  if (config === undefined || binding === undefined) {
    // With this error the reference's program ends as if all were well.
    return [{ message: `no match found for binding object of kind ${kindOf(config)}`, severity: 'error' }]
  }
  const [name, namespace] = [textOf(config, 'metadata', 'name'), textOf(config, 'metadata', 'namespace')]
  renameItems(items, new Map([[binding, { name, namespace }]]), referenceFormat === true)
  return []
}
