/** Kinds whose scope is known whatever schema a build uses (build 4.1, 5.18). A line is a group, its versions, and kinds. */

const CLUSTER_SCOPED = `/v1 ComponentStatus Namespace Node NodeProxyOptions PersistentVolume
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1,v1beta1 MutatingWebhookConfiguration ValidatingWebhookConfiguration
apiextensions.k8s.io/v1,v1beta1 CustomResourceDefinition
apiregistration.k8s.io/v1,v1beta1 APIService
certificates.k8s.io/v1,v1beta1 CertificateSigningRequest
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema PriorityLevelConfiguration
networking.k8s.io/v1,v1beta1 IngressClass
node.k8s.io/v1,v1beta1 RuntimeClass
policy/v1beta1 PodSecurityPolicy
rbac.authorization.k8s.io/v1,v1beta1 ClusterRole ClusterRoleBinding
scheduling.k8s.io/v1,v1beta1 PriorityClass
storage.k8s.io/v1,v1beta1 CSIDriver CSINode StorageClass VolumeAttachment`

const NAMESPACED = `/v1 ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount ServiceProxyOptions
apps/v1 ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
autoscaling/v1 Scale
autoscaling/v1,v2beta1,v2beta2 HorizontalPodAutoscaler
batch/v1 Job
batch/v1,v1beta1 CronJob
coordination.k8s.io/v1,v1beta1 Lease
discovery.k8s.io/v1,v1beta1 EndpointSlice
events.k8s.io/v1,v1beta1 Event
extensions/v1beta1 Ingress
networking.k8s.io/v1 NetworkPolicy
networking.k8s.io/v1,v1beta1 Ingress
policy/v1,v1beta1 PodDisruptionBudget
rbac.authorization.k8s.io/v1,v1beta1 Role RoleBinding
storage.k8s.io/v1beta1 CSIStorageCapacity`

/** A kind's lines are looked for when it first comes up: a build has few kinds, and taking all of them apart costs every start. */
export class KindTable {
  private readonly found = new Map<string, readonly string[]>()

  constructor(private readonly lines: string) {}

  has(apiVersion: string, kind: string): boolean {
    return this.apiVersionsOf(kind).includes(apiVersion)
  }

  apiVersionsOf(kind: string): readonly string[] {
    let apiVersions = this.found.get(kind)
    if (apiVersions === undefined) this.found.set(kind, (apiVersions = this.find(kind)))
    return apiVersions
  }

  private find(kind: string): string[] {
    const { lines } = this
    const apiVersions: string[] = []
    if (/[\s/]/.test(kind)) return apiVersions
    const word = ` ${kind}`
    for (let at = lines.indexOf(word); at >= 0; at = lines.indexOf(word, at + 1)) {
      const end = at + word.length
      if (end < lines.length && lines[end] !== ' ' && lines[end] !== '\n') continue
      const start = lines.lastIndexOf('\n', at) + 1
      const [group, versions = ''] = lines.slice(start, lines.indexOf(' ', start)).split('/')
      for (const version of versions.split(',')) apiVersions.push(group === '' ? version : `${group}/${version}`)
    }
    return apiVersions
  }
}

export const clusterScopedKinds = /* @__PURE__ */ new KindTable(CLUSTER_SCOPED)
export const namespacedKinds = /* @__PURE__ */ new KindTable(NAMESPACED)
