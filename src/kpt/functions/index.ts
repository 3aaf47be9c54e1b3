/** The functions of the catalog that are part of the engine. Their order has no meaning beyond the lists in the docs. */

import { applyReplacements } from './apply-replacements.ts'
import { applySetters } from './apply-setters.ts'
import { bind } from './bind.ts'
import { createSetters } from './create-setters.ts'
import { deleteAnnotations } from './delete-annotations.ts'
import { enableGcpServices } from './enable-gcp-services.ts'
import { ensureNameSubstring } from './ensure-name-substring.ts'
import { format } from './format.ts'
import type { CatalogFunction } from './function.ts'
import { generateFolders } from './generate-folders.ts'
import { listSetters } from './list-setters.ts'
import { removeLocalConfigResources } from './remove-local-config-resources.ts'
import { searchReplace } from './search-replace.ts'
import { setAnnotations } from './set-annotations.ts'
import { setEnforcementAction } from './set-enforcement-action.ts'
import { setImage } from './set-image.ts'
import { setLabels } from './set-labels.ts'
import { setNamePrefix } from './set-name-prefix.ts'
import { setNamespace } from './set-namespace.ts'
import { setProjectId } from './set-project-id.ts'
import { upsertResource } from './upsert-resource.ts'

export const catalog: readonly CatalogFunction[] = [
  applyReplacements,
  applySetters,
  bind,
  createSetters,
  deleteAnnotations,
  enableGcpServices,
  ensureNameSubstring,
  format,
  generateFolders,
  listSetters,
  removeLocalConfigResources,
  searchReplace,
  setAnnotations,
  setEnforcementAction,
  setImage,
  setLabels,
  setNamePrefix,
  setNamespace,
  setProjectId,
  upsertResource,
]

/** Where the catalog's images have been published. */
const REGISTRIES = [
  'ghcr.io/kptdev/krm-functions-catalog/',
  'ghcr.io/kptdev/krm-functions-catalog/contrib/',
  'gcr.io/kpt-fn/',
  'gcr.io/kpt-fn-contrib/',
]

/**
 * The function that an image stands for, and the version that is asked for.
 *
 * @example const found = catalogFunction('ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2')
 *
 * `prefixes` are further places where the catalog is mirrored.
 */
export function catalogFunction(
  image: string,
  prefixes: readonly string[] = [],
): { definition: CatalogFunction; version: string } | undefined {
  const [, path = '', tag = ''] = /^([^@]*?)(?::([\w.-]+))?(?:@.*)?$/.exec(image) ?? []
  const registry = [...REGISTRIES, ...prefixes].find(
    (place) => path.startsWith(place) && !path.slice(place.length).includes('/'),
  )
  const name = registry === undefined ? path : path.slice(registry.length)
  const definition = catalog.find((one) => one.name === name)
  return definition === undefined ? undefined : { definition, version: tag }
}
