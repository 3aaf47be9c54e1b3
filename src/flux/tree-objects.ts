/** What the objects of a tree say to its other parts: variables, sources, Kustomizations. */
import { decodeBase64Text } from '../core/base64.ts'
import { Source } from '../core/source.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { field, MAPPING, SCALAR } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { decodeFluxKustomization, type FluxKustomization } from './kustomization.ts'
import { type FluxObject, type ObjectId, printObject } from './object.ts'

/** Whether others may ask for it by its key. */
export function isAskedFor({ apiVersion, kind }: ObjectId): boolean {
  if (apiVersion === 'v1') return kind === 'ConfigMap' || kind === 'Secret'
  return parseApiVersion(apiVersion).group === 'source.toolkit.fluxcd.io'
}

/** What becomes other objects in the cluster only. */
export function isOpaque({ apiVersion, kind }: ObjectId): boolean {
  const { group } = parseApiVersion(apiVersion)
  return (
    (group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease') ||
    (group === 'fluxcd.controlplane.io' && kind === 'ResourceSet')
  )
}

export function kustomizationOf(object: FluxObject, namespace: string): FluxKustomization {
  const decoded = decodeFluxKustomization(readYaml11(new Source('', printObject(object))))
  decoded.metadata.namespace ||= namespace
  return decoded
}

/** The data of a ConfigMap or Secret, decoded. What is encrypted stays so. */
export function valuesOf({ root }: FluxObject, kind: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const name of ['data', 'stringData']) {
    const map = field(root, name)
    if (map?.kind !== MAPPING) continue
    for (const [i, key] of map.keys.entries()) {
      const value = map.values[i]
      if (key.kind !== SCALAR || value?.kind !== SCALAR) continue
      const isEncoded = kind === 'Secret' && name === 'data'
      values[key.value] = isEncoded ? (decodeBase64Text(value.value) ?? value.value) : value.value
    }
  }
  return values
}
