/** Where the components' objects come from: the release that comes with the program, or another one's files. */
import { fail } from '../../core/error.ts'
import type { ComponentsBase } from './components.ts'
import { type NamedObject, readManifest } from './manifest.ts'

/** The Flux release whose manifests base comes with the program: its components need no network. */
export const FLUX_VERSION = 'v2.9.5'

/** Gives the files of a version's manifests base by name: `<component>.yaml`, `rbac.yaml`, `policies.yaml`. */
export type ManifestsProvider = (version: string) => Promise<Readonly<Record<string, string>>>

/**
 * The manifests base of a Flux version, with or without its `v`; of the one that comes with the program for an empty one.
 *
 * @example (await componentsBase('')).component('source-controller')?.length // 9
 * @throws ToolError for another version when nobody provides its files
 */
export async function componentsBase(version: string, manifests?: ManifestsProvider): Promise<ComponentsBase> {
  if (version === '' || version.replace(/^v?/, 'v') === FLUX_VERSION) return vendoredBase()
  if (manifests === undefined) {
    throw fail(
      'FLUX_VERSION_ABSENT',
      `no manifests of Flux ${version}: only those of ${FLUX_VERSION} come with the program`,
      {
        hint: `leave fluxVersion out, set it to ${FLUX_VERSION}, or provide the release's manifests`,
      },
    )
  }
  return providedBase(version, await manifests(version))
}

async function vendoredBase(): Promise<ComponentsBase> {
  const [{ toolkitComponents, toolkitFiles, toolkitVersion }, { toolkitDefinitions }] = await Promise.all([
    import('../data/toolkit-base-data.ts'),
    import('../data/toolkit-crds-data.ts'),
  ])
  const objects = (text: string | undefined) => JSON.parse(text ?? '[]') as NamedObject[]
  return {
    version: toolkitVersion,
    components: Object.keys(toolkitComponents),
    policies: () => objects(toolkitFiles['policies']),
    rbac: () => objects(toolkitFiles['rbac']),
    component(name) {
      const definitions = (toolkitComponents[name] ?? []).map((crd) => JSON.parse(toolkitDefinitions[crd] ?? 'null'))
      return [...definitions, ...objects(toolkitFiles[name])]
    },
  }
}

/** Files of a base that belong to no component. */
const SHARED = ['policies', 'rbac']

function providedBase(version: string, files: Readonly<Record<string, string>>): ComponentsBase {
  const names = Object.keys(files).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : []))
  const read = (name: string) => {
    if (names.includes(name)) return readManifest(`${name}.yaml`, files[`${name}.yaml`] ?? '')
    throw fail('FLUX_MANIFESTS_INCOMPLETE', `the manifests of Flux ${version} have no file ${name}.yaml`)
  }
  return {
    version,
    components: names.filter((name) => !SHARED.includes(name)),
    policies: () => read('policies'),
    rbac: () => read('rbac'),
    component: read,
  }
}
