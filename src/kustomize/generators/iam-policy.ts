/** Service accounts bound to cloud ones; only by file (build 5.20). */
import { fail } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { field, fieldText, MAPPING, type Mapping, type Node } from '../../yaml/node.ts'
import { parse } from '../../yaml/parse.ts'
import type { GeneratorArgs } from '../types.ts'
import type { Generator } from './generator.ts'

export const iamPolicy: Generator = {
  kind: 'IAMPolicyGenerator',
  from: () => [],
  decode: () => ({}) as GeneratorArgs,
  async make(_args, _read, root) {
    return [{ root: serviceAccount(root), behavior: undefined, needsHash: false }]
  },
  shown: () => ({}),
}

/** The values are put into a text as they are, and mean there what they look like. A name may come from a prefix later. */
function serviceAccount(root: Node | undefined): Mapping {
  const cloud = fieldText(root, 'cloud') ?? ''
  if (cloud !== 'gke') throw fail('IAM_POLICY', `cloud provider ${cloud} not supported yet`)
  const inCluster = field(root, 'kubernetesService')
  const account = field(root, 'serviceAccount')
  const email = `${fieldText(account, 'name') ?? ''}@${fieldText(account, 'projectId') ?? ''}.iam.gserviceaccount.com`
  const namespace = fieldText(inCluster, 'namespace') ?? ''
  const name = fieldText(inCluster, 'name') ?? ''
  let text = '\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  annotations:\n'
  text += `    iam.gke.io/gcp-service-account: ${email}\n  name: ${name}\n`
  if (namespace !== '') text += `  namespace: ${namespace}\n`
  const made = parse(new Source('', text))?.root
  if (made === undefined || made.kind !== MAPPING) throw fail('IAM_POLICY', 'the service account is no object')
  return made
}
