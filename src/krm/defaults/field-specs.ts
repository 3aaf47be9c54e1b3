// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.

/**
 * The specs of a section. A line is a group, a version, a kind, and the paths; `+`: created when missing, `@` and `$`:
 * below the pod's spec and its template.
 */
export function fieldSpecs(section: string): string {
  return SECTIONS[section] ?? ''
}

const SECTIONS: Record<string, string> = {
  namePrefix: `:: metadata/name`,
  nameSuffix: `:: metadata/name`,
  namespace: `::Namespace +metadata/name
apiregistration.k8s.io::APIService +spec/service/namespace
apiextensions.k8s.io::CustomResourceDefinition spec/conversion/webhook/clientConfig/service/namespace`,
  commonLabels: `:v1:Service +spec/selector
:v1:ReplicationController +spec/selector +$metadata/labels
::Deployment,::ReplicaSet,::DaemonSet +spec/selector/matchLabels +$metadata/labels
apps::Deployment @affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @topologySpreadConstraints/labelSelector/matchLabels
apps::StatefulSet +spec/selector/matchLabels @affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @topologySpreadConstraints/labelSelector/matchLabels +$metadata/labels +spec/volumeClaimTemplates[]/metadata/labels
batch::Job spec/selector/matchLabels +$metadata/labels
batch::CronJob spec/jobTemplate/spec/selector/matchLabels +spec/jobTemplate/metadata/labels +$metadata/labels
policy::PodDisruptionBudget spec/selector/matchLabels
networking.k8s.io::NetworkPolicy spec/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/egress/to/podSelector/matchLabels
:: +metadata/labels`,
  templateLabels: `:: +metadata/labels
:v1:ReplicationController,::Deployment,::ReplicaSet,::DaemonSet,apps::StatefulSet,batch::Job +$metadata/labels
batch::CronJob +spec/jobTemplate/metadata/labels +$metadata/labels`,
  volumeClaimTemplateLabels: `apps::StatefulSet +spec/volumeClaimTemplates[]/metadata/labels`,
  commonAnnotations: `:: +metadata/annotations
:v1:ReplicationController,::Deployment,::ReplicaSet,::DaemonSet,::StatefulSet,batch::Job +$metadata/annotations
batch::CronJob +spec/jobTemplate/metadata/annotations +$metadata/annotations`,
  varReference: `::CronJob @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath $volumes/nfs/server
::DaemonSet,::Job,::Pod,::ReplicaSet @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath @volumes/nfs/server
::Deployment @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath @volumes/nfs/server $metadata/annotations
::Ingress spec/rules/host spec/tls/hosts spec/tls/secretName
::Service spec/ports/port spec/ports/targetPort
::StatefulSet @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath spec/volumeClaimTemplates/spec/nfs/server
::PersistentVolume spec/nfs/server
:: metadata/labels metadata/annotations`,
  images: `:: +spec/containers[]/image +spec/initContainers[]/image +spec/volumes[]/image/reference +@containers[]/image +@initContainers[]/image +@volumes[]/image/reference +spec/jobTemplate/spec/template/spec/volumes[]/image/reference`,
  replicas: `::Deployment,::ReplicationController,::ReplicaSet,::StatefulSet +spec/replicas`,
  labels: ``,
}
