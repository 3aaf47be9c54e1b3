/** Deletes annotations by name (functions 23). */
import { field, type Mapping } from '../../yaml/node.ts'
import { ended, info } from './ended.ts'
import { type CatalogFunction, FunctionFailure, type FunctionInput, type FunctionResult } from './function.ts'
import { fileOf, removeAnnotation, sortItems, textOf } from './items.ts'

export const deleteAnnotations: CatalogFunction = {
  name: 'delete-annotations',
  run(list) {
    const results = remove(list)
    sortItems(list.items)
    return ended(results)
  },
}

function remove({ items, config }: FunctionInput): FunctionResult[] {
  const keys = annotationKeys(config)
  const removed: FunctionResult[] = []
  let changed = 0
  for (const item of items) {
    const found = keys.filter((key) => removeAnnotation(item, key))
    if (found.length > 0) changed++
    const name = textOf(item, 'metadata', 'name')
    for (const key of found) {
      removed.push({ ...info(`Annonation: [${key}] removed from resource: [${name}]`), ...fileOf(item) })
    }
  }
  if (changed === 0) return [info('None of the resources had the provided annotations to delete')]
  return [info(`The provided annotations were deleted from ${changed} resource(s)`), ...removed]
}

/** A blank after a comma is part of the key. */
function annotationKeys(config: Mapping | undefined): string[] {
  const text = textOf(field(config, 'data'), 'annotationKeys')
  if (text !== '') return text.split(',')
  const message = 'annotationKeys was not provided as part of the config or paramters to the function'
  throw new FunctionFailure('failed to evaluate function: error: function failure', [{ message, severity: 'error' }])
}
