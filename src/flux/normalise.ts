/** What the controller changes about objects before it applies them (flux 10). */

import { encodeBase64, encodeUtf8 } from '../core/text.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { removeField, setField, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { type FluxObject, idOf, stringField } from './object.ts'
import type { TypedKinds } from './typed.ts'

/** Kinds of the first group and version whose containers' ports get a protocol. */
const WITH_PODS: readonly (readonly [apiVersion: string, kinds: string, path: readonly string[]])[] = [
  ['v1', 'Pod', ['spec']],
  ['apps/v1', 'Deployment StatefulSet DaemonSet ReplicaSet', ['spec', 'template', 'spec']],
  ['batch/v1', 'Job', ['spec', 'template', 'spec']],
  ['batch/v1', 'CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
]

export function normalise(object: FluxObject, types: TypedKinds): void {
  const { root } = object
  const { apiVersion, kind } = idOf(object)
  const { group, version } = parseApiVersion(apiVersion)
  if (apiVersion === 'rbac.authorization.k8s.io/v1' && (kind === 'Role' || kind === 'ClusterRole')) return
  const isTyped = types.convert(object, group, version, kind)
  const metadata = field(root, 'metadata')
  if (metadata?.kind === MAPPING && !(isTyped && isNull(field(metadata, 'creationTimestamp'))))
    setField(metadata, 'creationTimestamp', nullScalar())
  if (group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition') dropInvalidBundle(root)
  else removeField(root, 'status')
  if (!isTyped) return
  if (apiVersion === 'v1' && kind === 'Secret') mergeStringData(root)
  if (apiVersion === 'v1' && kind === 'Service') addProtocols(field(field(root, 'spec'), 'ports'))
  for (const [version, kinds, path] of WITH_PODS) {
    if (apiVersion !== version || !kinds.split(' ').includes(kind)) continue
    const pod = path.reduce<Node | undefined>((node, name) => field(node, name), root)
    const containers = field(pod, 'containers')
    if (containers?.kind === SEQUENCE) for (const container of containers.items) addProtocols(field(container, 'ports'))
  }
}

function addProtocols(ports: Node | undefined): void {
  if (ports?.kind !== SEQUENCE) return
  for (const port of ports.items) {
    if (port.kind === MAPPING && stringField(port, 'protocol') === '') setField(port, 'protocol', stringScalar('TCP'))
  }
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
