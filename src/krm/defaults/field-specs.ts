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
apiextensions.k8s.io::CustomResourceDefinition spec/conversion/webhook/clientConfig/service/namespace
apiregistration.k8s.io::APIService +spec/service/namespace`,
  commonLabels: `:v1:Service +spec/selector
apps::Deployment @affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @topologySpreadConstraints/labelSelector/matchLabels
::Deployment,::DaemonSet,::ReplicaSet +$metadata/labels +spec/selector/matchLabels
apps::StatefulSet +spec/selector/matchLabels @affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @topologySpreadConstraints/labelSelector/matchLabels +spec/volumeClaimTemplates[]/metadata/labels +$metadata/labels
batch::CronJob +spec/jobTemplate/metadata/labels +$metadata/labels spec/jobTemplate/spec/selector/matchLabels
policy::PodDisruptionBudget spec/selector/matchLabels
batch::Job spec/selector/matchLabels +$metadata/labels
networking.k8s.io::NetworkPolicy spec/egress/to/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/podSelector/matchLabels
:v1:ReplicationController +$metadata/labels +spec/selector
:: +metadata/labels`,
  templateLabels: `::Deployment,apps::StatefulSet,batch::Job,:v1:ReplicationController,::DaemonSet,::ReplicaSet +$metadata/labels
batch::CronJob +spec/jobTemplate/metadata/labels +$metadata/labels
:: +metadata/labels`,
  volumeClaimTemplateLabels: `apps::StatefulSet +spec/volumeClaimTemplates[]/metadata/labels`,
  commonAnnotations: `::Deployment,::StatefulSet,batch::Job,:v1:ReplicationController,::DaemonSet,::ReplicaSet +$metadata/annotations
batch::CronJob +spec/jobTemplate/metadata/annotations +$metadata/annotations
:: +metadata/annotations`,
  varReference: `::Service spec/ports/port spec/ports/targetPort
::PersistentVolume spec/nfs/server
::Deployment @initContainers/volumeMounts/mountPath @initContainers/env/value @initContainers/command @initContainers/args @containers/volumeMounts/mountPath @containers/env/value @volumes/nfs/server $metadata/annotations @containers/command @containers/args
::StatefulSet @containers/volumeMounts/mountPath @containers/env/value @initContainers/args spec/volumeClaimTemplates/spec/nfs/server @initContainers/command @containers/command @containers/args @initContainers/volumeMounts/mountPath @initContainers/env/value
::CronJob @initContainers/env/value @initContainers/command @initContainers/args @containers/volumeMounts/mountPath @containers/env/value @containers/command @initContainers/volumeMounts/mountPath $volumes/nfs/server @containers/args
::DaemonSet @containers/command @volumes/nfs/server @initContainers/volumeMounts/mountPath @initContainers/env/value @initContainers/command @initContainers/args @containers/volumeMounts/mountPath @containers/env/value @containers/args
::Ingress spec/tls/secretName spec/tls/hosts spec/rules/host
::Job @initContainers/command @volumes/nfs/server @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/env/value @initContainers/volumeMounts/mountPath
::Pod @containers/volumeMounts/mountPath @containers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath @volumes/nfs/server @initContainers/args @containers/env/value @containers/command
::ReplicaSet @volumes/nfs/server @containers/volumeMounts/mountPath @containers/env/value @containers/command @containers/args @initContainers/args @initContainers/volumeMounts/mountPath @initContainers/env/value @initContainers/command
:: metadata/labels metadata/annotations`,
  images: `:: +spec/containers[]/image +spec/initContainers[]/image +spec/volumes[]/image/reference +@containers[]/image +@initContainers[]/image +@volumes[]/image/reference +spec/jobTemplate/spec/template/spec/volumes[]/image/reference`,
  replicas: `::Deployment,::StatefulSet,::ReplicaSet,::ReplicationController +spec/replicas`,
  labels: ``,
}
