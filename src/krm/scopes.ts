/** Kinds whose scope is known whatever schema a build uses; apiVersions by kind (build 4.1, 5.18). */

const CLUSTER_SCOPED = {
  APIService: 'apiregistration.k8s.io/v1 apiregistration.k8s.io/v1beta1',
  CSIDriver: 'storage.k8s.io/v1 storage.k8s.io/v1beta1',
  CSINode: 'storage.k8s.io/v1 storage.k8s.io/v1beta1',
  CertificateSigningRequest: 'certificates.k8s.io/v1 certificates.k8s.io/v1beta1',
  ClusterRole: 'rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1',
  ClusterRoleBinding: 'rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1',
  ComponentStatus: 'v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1 apiextensions.k8s.io/v1beta1',
  FlowSchema: 'flowcontrol.apiserver.k8s.io/v1beta1',
  IngressClass: 'networking.k8s.io/v1 networking.k8s.io/v1beta1',
  MutatingWebhookConfiguration: 'admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1beta1',
  Namespace: 'v1',
  Node: 'v1',
  NodeProxyOptions: 'v1',
  PersistentVolume: 'v1',
  PodSecurityPolicy: 'policy/v1beta1',
  PriorityClass: 'scheduling.k8s.io/v1 scheduling.k8s.io/v1beta1',
  PriorityLevelConfiguration: 'flowcontrol.apiserver.k8s.io/v1beta1',
  RuntimeClass: 'node.k8s.io/v1 node.k8s.io/v1beta1',
  StorageClass: 'storage.k8s.io/v1 storage.k8s.io/v1beta1',
  ValidatingAdmissionPolicy: 'admissionregistration.k8s.io/v1',
  ValidatingAdmissionPolicyBinding: 'admissionregistration.k8s.io/v1',
  ValidatingWebhookConfiguration: 'admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1beta1',
  VolumeAttachment: 'storage.k8s.io/v1 storage.k8s.io/v1beta1',
}

const NAMESPACED = {
  CSIStorageCapacity: 'storage.k8s.io/v1beta1',
  ConfigMap: 'v1',
  ControllerRevision: 'apps/v1',
  CronJob: 'batch/v1 batch/v1beta1',
  DaemonSet: 'apps/v1',
  Deployment: 'apps/v1',
  EndpointSlice: 'discovery.k8s.io/v1 discovery.k8s.io/v1beta1',
  Endpoints: 'v1',
  Event: 'events.k8s.io/v1 events.k8s.io/v1beta1 v1',
  HorizontalPodAutoscaler: 'autoscaling/v1 autoscaling/v2beta1 autoscaling/v2beta2',
  Ingress: 'extensions/v1beta1 networking.k8s.io/v1 networking.k8s.io/v1beta1',
  Job: 'batch/v1',
  Lease: 'coordination.k8s.io/v1 coordination.k8s.io/v1beta1',
  LimitRange: 'v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PersistentVolumeClaim: 'v1',
  Pod: 'v1',
  PodAttachOptions: 'v1',
  PodDisruptionBudget: 'policy/v1 policy/v1beta1',
  PodExecOptions: 'v1',
  PodPortForwardOptions: 'v1',
  PodProxyOptions: 'v1',
  PodTemplate: 'v1',
  ReplicaSet: 'apps/v1',
  ReplicationController: 'v1',
  ResourceQuota: 'v1',
  Role: 'rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1',
  RoleBinding: 'rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1',
  Scale: 'autoscaling/v1',
  Secret: 'v1',
  Service: 'v1',
  ServiceAccount: 'v1',
  ServiceProxyOptions: 'v1',
  StatefulSet: 'apps/v1',
}

function tableOf(kinds: Record<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(kinds).map(([kind, apiVersions]) => [kind, apiVersions.split(' ')]))
}

export const clusterScopedKinds = /* @__PURE__ */ tableOf(CLUSTER_SCOPED)
export const namespacedKinds = /* @__PURE__ */ tableOf(NAMESPACED)
