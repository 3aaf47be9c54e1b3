/** Service accounts bound to cloud ones; only by file (build 5.20). */
import { fail } from '../../core/error.ts'
import { stringScalar } from '../../yaml/edit.ts'
import { field, fieldText, Mapping, type Node, Scalar } from '../../yaml/node.ts'
import type { GeneratorArgs } from '../types.ts'
import type { Generator } from './generator.ts'

export const iamPolicy: Generator = {
  kind: 'IAMPolicyGenerator',
  from: () => [],
  decode: () => ({}) as GeneratorArgs,
  async make(_args, _read, root) {
    return [{ root: serviceAccount(root), behavior: '', needsHash: false }]
  },
  shown: () => ({}),
}

function serviceAccount(root: Node | undefined): Mapping {
  const cloud = fieldText(root, 'cloud') ?? ''
  if (cloud !== 'gke') throw fail('IAM_POLICY', `cloud provider ${cloud} not supported yet`)
  const inCluster = field(root, 'kubernetesService')
  const account = field(root, 'serviceAccount')
  const email = `${fieldText(account, 'name') ?? ''}@${fieldText(account, 'projectId') ?? ''}.iam.gserviceaccount.com`
  const annotations = new Mapping([new Scalar('iam.gke.io/gcp-service-account')], [stringScalar(email)])
  const metadata = new Mapping(
    [new Scalar('annotations'), new Scalar('name')],
    [annotations, stringScalar(fieldText(inCluster, 'name') ?? '')],
  )
  const namespace = fieldText(inCluster, 'namespace')
  if (namespace) {
    metadata.keys.push(new Scalar('namespace'))
    metadata.values.push(stringScalar(namespace))
  }
  return new Mapping(
    [new Scalar('apiVersion'), new Scalar('kind'), new Scalar('metadata')],
    [new Scalar('v1'), new Scalar('ServiceAccount'), metadata],
  )
}
