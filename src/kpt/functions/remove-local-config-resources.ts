/** Drops the items that only configure tools (functions 12). */
import { info } from './ended.ts'
import type { CatalogFunction } from './function.ts'
import { annotationOf, fileOf, LOCAL_CONFIG_ANNOTATION, textOf } from './items.ts'

export const removeLocalConfigResources: CatalogFunction = {
  name: 'remove-local-config-resources',
  run(list) {
    const isLocal = list.items.map((item) => annotationOf(item, LOCAL_CONFIG_ANNOTATION).toLowerCase() === 'true')
    const removed = list.items.filter((_, i) => isLocal[i])
    list.items = list.items.filter((_, i) => !isLocal[i])
    if (removed.length === 0) {
      return [{ message: 'Found no resources to prune with the local config annotation', severity: 'warning' }]
    }
    const named = removed.map((item) => ({
      ...info(`Resource name: [${textOf(item, 'metadata', 'name')}]`),
      ...fileOf(item),
    }))
    return [info(`Number of resources pruned: ${removed.length}`), ...named]
  },
}
