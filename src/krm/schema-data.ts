// Made by scripts/generate-schema.mjs; do not edit.

/** One type a line: `field=merge,keys>type` of merged lists, `field>type` of fields that lead to some. */
export const kubernetesTypes = `finalizers= ownerReferences=uid
metadata>0 webhooks=name
metadata>0
conditions=type
metadata>0 status>3
env=name ports=containerPort,protocol volumeDevices=devicePath volumeMounts=mountPath
env=name volumeDevices=devicePath volumeMounts=mountPath
volumeClaimTemplate>2
ephemeral>7
containers=name>5 ephemeralContainers=name>6 hostAliases=ip imagePullSecrets=name initContainers=name>5 topologySpreadConstraints=topologyKey,whenUnsatisfiable volumes=name>8
metadata>0 spec>9
template>10
metadata>0 spec>11 status>3
metadata>0 spec>11
jobTemplate>13
metadata>0 spec>14
drivers=name
metadata>0 spec>16
conditions=type metadata>0
podCIDRs=
addresses=type conditions=type
metadata>0 spec>19 status>20
conditions=type podIPs=ip
metadata>0 spec>9 status>22
metadata>0 template>10
ports=port,protocol
metadata>0 spec>25 status>3
metadata>0 secrets=name`

/** Type and the kinds that have it, as `apiVersion/kind`. */
export const kubernetesKinds = `1 admissionregistration.k8s.io/v1/MutatingWebhookConfiguration admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration admissionregistration.k8s.io/v1beta1/MutatingWebhookConfiguration admissionregistration.k8s.io/v1beta1/ValidatingWebhookConfiguration
2 apiextensions.k8s.io/v1/CustomResourceDefinition apiextensions.k8s.io/v1beta1/CustomResourceDefinition apps/v1/ControllerRevision authentication.k8s.io/v1/TokenRequest authentication.k8s.io/v1/TokenReview authentication.k8s.io/v1beta1/TokenReview authorization.k8s.io/v1/LocalSubjectAccessReview authorization.k8s.io/v1/SelfSubjectAccessReview authorization.k8s.io/v1/SelfSubjectRulesReview authorization.k8s.io/v1/SubjectAccessReview authorization.k8s.io/v1beta1/LocalSubjectAccessReview authorization.k8s.io/v1beta1/SelfSubjectAccessReview authorization.k8s.io/v1beta1/SelfSubjectRulesReview authorization.k8s.io/v1beta1/SubjectAccessReview autoscaling/v1/HorizontalPodAutoscaler autoscaling/v1/Scale autoscaling/v2beta1/HorizontalPodAutoscaler autoscaling/v2beta2/HorizontalPodAutoscaler certificates.k8s.io/v1/CertificateSigningRequest certificates.k8s.io/v1beta1/CertificateSigningRequest coordination.k8s.io/v1/Lease coordination.k8s.io/v1beta1/Lease discovery.k8s.io/v1/EndpointSlice discovery.k8s.io/v1beta1/EndpointSlice events.k8s.io/v1/Event events.k8s.io/v1beta1/Event extensions/v1beta1/Ingress flowcontrol.apiserver.k8s.io/v1beta1/FlowSchema flowcontrol.apiserver.k8s.io/v1beta1/PriorityLevelConfiguration networking.k8s.io/v1/Ingress networking.k8s.io/v1/IngressClass networking.k8s.io/v1/NetworkPolicy networking.k8s.io/v1beta1/Ingress networking.k8s.io/v1beta1/IngressClass node.k8s.io/v1/RuntimeClass node.k8s.io/v1beta1/RuntimeClass policy/v1beta1/Eviction policy/v1beta1/PodSecurityPolicy rbac.authorization.k8s.io/v1/ClusterRole rbac.authorization.k8s.io/v1/ClusterRoleBinding rbac.authorization.k8s.io/v1/Role rbac.authorization.k8s.io/v1/RoleBinding rbac.authorization.k8s.io/v1beta1/ClusterRole rbac.authorization.k8s.io/v1beta1/ClusterRoleBinding rbac.authorization.k8s.io/v1beta1/Role rbac.authorization.k8s.io/v1beta1/RoleBinding scheduling.k8s.io/v1/PriorityClass scheduling.k8s.io/v1beta1/PriorityClass storage.k8s.io/v1/CSIDriver storage.k8s.io/v1/StorageClass storage.k8s.io/v1/VolumeAttachment storage.k8s.io/v1beta1/CSIDriver storage.k8s.io/v1beta1/CSIStorageCapacity storage.k8s.io/v1beta1/StorageClass storage.k8s.io/v1beta1/VolumeAttachment v1/Binding v1/ConfigMap v1/Endpoints v1/Event v1/LimitRange v1/PersistentVolume v1/ResourceQuota v1/Secret
4 apiregistration.k8s.io/v1/APIService apiregistration.k8s.io/v1beta1/APIService policy/v1/PodDisruptionBudget policy/v1beta1/PodDisruptionBudget v1/Namespace v1/PersistentVolumeClaim
12 apps/v1/DaemonSet apps/v1/Deployment apps/v1/ReplicaSet apps/v1/StatefulSet batch/v1/Job v1/ReplicationController
15 batch/v1/CronJob batch/v1beta1/CronJob
17 storage.k8s.io/v1/CSINode storage.k8s.io/v1beta1/CSINode
18 v1/ComponentStatus
21 v1/Node
23 v1/Pod
24 v1/PodTemplate
26 v1/Service
27 v1/ServiceAccount`

/** The same for kustomize's own kinds, which a custom schema does not replace. */
export const kustomizationTypes = `configMapGenerator=name secretGenerator=name`

export const kustomizationKinds = `0 kustomize.config.k8s.io/v1beta1/Kustomization`
