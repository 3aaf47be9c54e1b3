/** What the controller changes about objects before it applies them (flux 10). */

import { encodeBase64, encodeUtf8 } from '../core/text.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { removeField, setField, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, Mapping, SCALAR, Scalar } from '../yaml/node.ts'
import { type FluxObject, idOf, stringField } from './object.ts'

export function normalise(object: FluxObject): void {
  const { apiVersion, kind } = idOf(object)
  const { group, version } = parseApiVersion(apiVersion)
  const { root } = object
  if (apiVersion === 'rbac.authorization.k8s.io/v1' && (kind === 'Role' || kind === 'ClusterRole')) return
  const metadata = field(root, 'metadata')
  if (metadata?.kind === MAPPING) setField(metadata, 'creationTimestamp', nullScalar())
  if (group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition') dropInvalidBundle(root)
  else removeField(root, 'status')
  if (group === '' && version === 'v1' && kind === 'Secret') mergeStringData(root)
}

function nullScalar(): Scalar {
  const scalar = new Scalar('null')
  scalar.tag = '!!null'
  return scalar
}

function mergeStringData(root: Mapping): void {
  const texts = field(root, 'stringData')
  if (texts?.kind !== MAPPING) return
  let data = field(root, 'data')
  if (data?.kind !== MAPPING) {
    data = new Mapping()
    setField(root, 'data', data)
  }
  for (const [i, key] of texts.keys.entries()) {
    const value = texts.values[i]
    if (key.kind === SCALAR && value?.kind === SCALAR)
      setField(data, key.value, stringScalar(encodeBase64(encodeUtf8(value.value))))
  }
  removeField(root, 'stringData')
}

/** A certificate that is none would be refused, and the definition with it. */
function dropInvalidBundle(root: Mapping): void {
  const client = field(field(field(field(root, 'spec'), 'conversion'), 'webhook'), 'clientConfig')
  if (client?.kind !== MAPPING) return
  const bundle = stringField(client, 'caBundle')
  let decoded = ''
  try {
    decoded = atob(bundle)
  } catch {
    // Not base64: no certificate either.
  }
  if (!decoded.includes('-----BEGIN CERTIFICATE-----')) removeField(client, 'caBundle')
}
