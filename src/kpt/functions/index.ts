/** The functions of the catalog that are part of the engine. Their order has no meaning beyond the lists in the docs. */
import type { CatalogFunction } from './function.ts'

export interface CatalogEntry {
  /** Base name of the function's image: `set-labels`. */
  name: string
  /** Each is loaded when it is asked for: a pipeline uses few of them. */
  load(): Promise<CatalogFunction>
}

export const catalog: readonly CatalogEntry[] = [
  {
    name: 'annotate-apply-time-mutations',
    load: async () => (await import('./annotate-apply-time-mutations.ts')).annotateApplyTimeMutations,
  },
  { name: 'apply-replacements', load: async () => (await import('./apply-replacements.ts')).applyReplacements },
  { name: 'apply-setters', load: async () => (await import('./apply-setters.ts')).applySetters },
  { name: 'bind', load: async () => (await import('./bind.ts')).bind },
  { name: 'create-setters', load: async () => (await import('./create-setters.ts')).createSetters },
  { name: 'delete-annotations', load: async () => (await import('./delete-annotations.ts')).deleteAnnotations },
  { name: 'enable-gcp-services', load: async () => (await import('./enable-gcp-services.ts')).enableGcpServices },
  { name: 'ensure-name-substring', load: async () => (await import('./ensure-name-substring.ts')).ensureNameSubstring },
  { name: 'export-terraform', load: async () => (await import('./export-terraform.ts')).exportTerraform },
  { name: 'fix', load: async () => (await import('./fix.ts')).fix },
  { name: 'format', load: async () => (await import('./format.ts')).format },
  { name: 'gatekeeper', load: async () => (await import('./gatekeeper.ts')).gatekeeper },
  { name: 'generate-folders', load: async () => (await import('./generate-folders.ts')).generateFolders },
  {
    name: 'generate-kpt-pkg-docs',
    load: async () => (await import('./generate-kpt-pkg-docs.ts')).generateKptPkgDocs,
  },
  { name: 'kubeconform', load: async () => (await import('./kubeconform.ts')).kubeconform },
  { name: 'kubeval', load: async () => (await import('./kubeval.ts')).kubeval },
  { name: 'list-setters', load: async () => (await import('./list-setters.ts')).listSetters },
  {
    name: 'remove-local-config-resources',
    load: async () => (await import('./remove-local-config-resources.ts')).removeLocalConfigResources,
  },
  { name: 'render-helm-chart', load: async () => (await import('./render-helm-chart.ts')).renderHelmChart },
  { name: 'search-replace', load: async () => (await import('./search-replace.ts')).searchReplace },
  { name: 'set-annotations', load: async () => (await import('./set-annotations.ts')).setAnnotations },
  {
    name: 'set-enforcement-action',
    load: async () => (await import('./set-enforcement-action.ts')).setEnforcementAction,
  },
  { name: 'set-gcp-resource-ids', load: async () => (await import('./set-gcp-resource-ids.ts')).setGcpResourceIds },
  { name: 'set-image', load: async () => (await import('./set-image.ts')).setImage },
  { name: 'set-labels', load: async () => (await import('./set-labels.ts')).setLabels },
  { name: 'set-name-prefix', load: async () => (await import('./set-name-prefix.ts')).setNamePrefix },
  { name: 'set-namespace', load: async () => (await import('./set-namespace.ts')).setNamespace },
  { name: 'set-project-id', load: async () => (await import('./set-project-id.ts')).setProjectId },
  { name: 'starlark', load: async () => (await import('./starlark.ts')).starlark },
  { name: 'sops', load: async () => (await import('./sops.ts')).sops },
  { name: 'upsert-resource', load: async () => (await import('./upsert-resource.ts')).upsertResource },
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
): { entry: CatalogEntry; version: string } | undefined {
  const [, path = '', tag = ''] = /^([^@]*?)(?::([\w.-]+))?(?:@.*)?$/.exec(image) ?? []
  const registry = [...REGISTRIES, ...prefixes].find(
    (place) => path.startsWith(place) && !path.slice(place.length).includes('/'),
  )
  const name = registry === undefined ? path : path.slice(registry.length)
  const entry = catalog.find((one) => one.name === name)
  return entry === undefined ? undefined : { entry, version: tag }
}
