// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.

/** A line is a group, a version, a kind, and the paths; `+`: created when missing, `$` and `%`: pod templates. */

export const namePrefix = `:: metadata/name`

export const nameSuffix = `:: metadata/name`

export const namespace = `::Namespace +metadata/name
apiregistration.k8s.io::APIService +spec/service/namespace
apiextensions.k8s.io::CustomResourceDefinition spec/conversion/webhook/clientConfig/service/namespace`

export const commonLabels = `:v1:Service +spec/selector
:v1:ReplicationController +spec/selector +$metadata/labels
::Deployment,::ReplicaSet,::DaemonSet +spec/selector/matchLabels +$metadata/labels
apps::Deployment @affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @topologySpreadConstraints/labelSelector/matchLabels
apps::StatefulSet +spec/selector/matchLabels @affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels @affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels @topologySpreadConstraints/labelSelector/matchLabels +$metadata/labels +spec/volumeClaimTemplates[]/metadata/labels
batch::Job spec/selector/matchLabels +$metadata/labels
batch::CronJob spec/jobTemplate/spec/selector/matchLabels +spec/jobTemplate/metadata/labels +$metadata/labels
policy::PodDisruptionBudget spec/selector/matchLabels
networking.k8s.io::NetworkPolicy spec/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/egress/to/podSelector/matchLabels
:: +metadata/labels`

export const templateLabels = `:: +metadata/labels
:v1:ReplicationController,::Deployment,::ReplicaSet,::DaemonSet,apps::StatefulSet,batch::Job +$metadata/labels
batch::CronJob +spec/jobTemplate/metadata/labels +$metadata/labels`

export const volumeClaimTemplateLabels = `apps::StatefulSet +spec/volumeClaimTemplates[]/metadata/labels`

export const commonAnnotations = `:: +metadata/annotations
:v1:ReplicationController,::Deployment,::ReplicaSet,::DaemonSet,::StatefulSet,batch::Job +$metadata/annotations
batch::CronJob +spec/jobTemplate/metadata/annotations +$metadata/annotations`

/** A line without leading tab names a target kind; those below it the fields that may name one. */
export const nameReference = `::Deployment
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
::ReplicationController
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
::ReplicaSet
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
::StatefulSet
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
:v1:ConfigMap
	:v1:Pod,::Deployment,::ReplicaSet,::DaemonSet,::StatefulSet,::Job @volumes/configMap/name @containers/env/valueFrom/configMapKeyRef/name @initContainers/env/valueFrom/configMapKeyRef/name @containers/envFrom/configMapRef/name @initContainers/envFrom/configMapRef/name @volumes/projected/sources/configMap/name
	::PodTemplate template/spec/volumes/configMap/name template/spec/containers/env/valueFrom/configMapKeyRef/name template/spec/initContainers/env/valueFrom/configMapKeyRef/name template/spec/containers/envFrom/configMapRef/name template/spec/initContainers/envFrom/configMapRef/name template/spec/volumes/projected/sources/configMap/name
	::CronJob @volumes/configMap/name @volumes/projected/sources/configMap/name @containers/env/valueFrom/configMapKeyRef/name @initContainers/env/valueFrom/configMapKeyRef/name @containers/envFrom/configMapRef/name @initContainers/envFrom/configMapRef/name
	::Node spec/configSource/configMap
	::Role,::ClusterRole rules/resourceNames
	::Ingress metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap
:v1:Secret
	:v1:Pod,::Deployment,::ReplicaSet,::DaemonSet,::StatefulSet,::Job @volumes/secret/secretName @containers/env/valueFrom/secretKeyRef/name @initContainers/env/valueFrom/secretKeyRef/name @containers/envFrom/secretRef/name @initContainers/envFrom/secretRef/name @imagePullSecrets/name @volumes/projected/sources/secret/name
	::PodTemplate template/spec/volumes/secret/secretName template/spec/containers/env/valueFrom/secretKeyRef/name template/spec/initContainers/env/valueFrom/secretKeyRef/name template/spec/containers/envFrom/secretRef/name template/spec/initContainers/envFrom/secretRef/name template/spec/imagePullSecrets/name template/spec/volumes/projected/sources/secret/name
	::CronJob @volumes/secret/secretName @volumes/projected/sources/secret/name @containers/env/valueFrom/secretKeyRef/name @initContainers/env/valueFrom/secretKeyRef/name @containers/envFrom/secretRef/name @initContainers/envFrom/secretRef/name @imagePullSecrets/name
	::Ingress spec/tls/secretName metadata/annotations/ingress.kubernetes.io\\/auth-secret metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret spec/tls/secretName
	::ServiceAccount imagePullSecrets/name
	::StorageClass parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef
	::Role,::ClusterRole rules/resourceNames
	serving.knative.dev:v1:Service @containers/env/valueFrom/secretKeyRef/name
	::PersistentVolume spec/azureFile/secretName
:v1:Service
	apps::StatefulSet spec/serviceName
	::Ingress spec/rules/http/paths/backend/serviceName spec/backend/serviceName spec/rules/http/paths/backend/service/name spec/defaultBackend/service/name
	apiregistration.k8s.io::APIService spec/service/name
	admissionregistration.k8s.io::ValidatingWebhookConfiguration,admissionregistration.k8s.io::MutatingWebhookConfiguration webhooks/clientConfig/service
rbac.authorization.k8s.io::Role
	rbac.authorization.k8s.io::RoleBinding roleRef/name
rbac.authorization.k8s.io::ClusterRole
	rbac.authorization.k8s.io::RoleBinding,rbac.authorization.k8s.io::ClusterRoleBinding roleRef/name
:v1:ServiceAccount
	rbac.authorization.k8s.io::RoleBinding,rbac.authorization.k8s.io::ClusterRoleBinding subjects
	::Pod,::StatefulSet,::Deployment,::ReplicationController,::CronJob,::Job,::DaemonSet @serviceAccountName
:v1:PersistentVolumeClaim
	::Pod,::StatefulSet,::Deployment,::ReplicationController,::CronJob,::Job,::DaemonSet @volumes/persistentVolumeClaim/claimName
:v1:PersistentVolume
	::PersistentVolumeClaim spec/volumeName
	::ClusterRole rules/resourceNames
storage.k8s.io:v1:StorageClass
	::PersistentVolume,::PersistentVolumeClaim spec/storageClassName
	::StatefulSet spec/volumeClaimTemplates/spec/storageClassName
scheduling.k8s.io:v1:PriorityClass
	::Pod,::StatefulSet,::Deployment,::ReplicationController,::CronJob,::Job,::DaemonSet @priorityClassName
networking.k8s.io/v1:v1:IngressClass
	::Ingress spec/ingressClassName
admissionregistration.k8s.io::ValidatingAdmissionPolicy
	admissionregistration.k8s.io::ValidatingAdmissionPolicyBinding spec/policyName`

export const varReference = `::CronJob @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath $volumes/nfs/server
::DaemonSet,::Job,::Pod,::ReplicaSet @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath @volumes/nfs/server
::Deployment @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath @volumes/nfs/server $metadata/annotations
::Ingress spec/rules/host spec/tls/hosts spec/tls/secretName
::Service spec/ports/port spec/ports/targetPort
::StatefulSet @containers/args @containers/command @containers/env/value @containers/volumeMounts/mountPath @initContainers/args @initContainers/command @initContainers/env/value @initContainers/volumeMounts/mountPath spec/volumeClaimTemplates/spec/nfs/server
::PersistentVolume spec/nfs/server
:: metadata/labels metadata/annotations`

export const images = `:: +spec/containers[]/image +spec/initContainers[]/image +spec/volumes[]/image/reference +@containers[]/image +@initContainers[]/image +@volumes[]/image/reference +spec/jobTemplate/spec/template/spec/volumes[]/image/reference`

export const replicas = `::Deployment,::ReplicationController,::ReplicaSet,::StatefulSet +spec/replicas`

export const labels = ``
