import { fail } from '../../core/error.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { readManifest } from './manifest.ts'

/** The release of flux-operator whose install bundle comes with the program. */
export const FLUX_OPERATOR_VERSION = 'v0.58.1'

const INSTANCE_DEFINITION = 'fluxinstances.fluxcd.controlplane.io'

/**
 * The objects that install flux-operator, in the bundle's own order; no setting reaches them. Those that come with the
 * program have no descriptions in their definitions; the text of the release's own `install.yaml` may be given instead.
 *
 * @example (await operatorObjects()).length // 13
 * @throws ToolError for a manifest that cannot be read, or does not define FluxInstance
 */
export async function operatorObjects(manifest?: string): Promise<KubernetesObject[]> {
  if (manifest !== undefined) return fromManifest(manifest)
  const data = await import('../data/operator-data.ts')
  const others = new Map<string, KubernetesObject>()
  for (const object of JSON.parse(data.operatorObjects) as KubernetesObject[]) {
    const { name, namespace } = object.metadata ?? {}
    others.set(`${object.kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`, object)
  }
  return data.operatorOrder.map((id) => {
    const definition = data.operatorDefinitions[id.replace('CustomResourceDefinition ', '')]
    return definition === undefined ? (others.get(id) as KubernetesObject) : JSON.parse(definition)
  })
}

function fromManifest(manifest: string): KubernetesObject[] {
  const objects = readManifest('flux-operator install manifest', manifest)
  const isThere = objects.some(
    ({ kind, metadata }) => kind === 'CustomResourceDefinition' && metadata.name === INSTANCE_DEFINITION,
  )
  if (isThere) return objects
  throw fail(
    'FLUX_OPERATOR_MANIFEST',
    `the flux-operator manifest has no CustomResourceDefinition ${INSTANCE_DEFINITION}`,
    {
      hint: 'give the install.yaml of a flux-operator release',
    },
  )
}
