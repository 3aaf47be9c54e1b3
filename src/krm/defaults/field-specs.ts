// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.

/** A line is a group, a version, a kind, and the paths; `+`: created when missing, `$` and `%`: pod templates. */

export const namePrefix = `   metadata/name`

export const nameSuffix = `   metadata/name`

export const namespace = `  Namespace +metadata/name
apiregistration.k8s.io  APIService +spec/service/namespace
apiextensions.k8s.io  CustomResourceDefinition spec/conversion/webhook/clientConfig/service/namespace`

export const commonLabels = ` v1 Service +spec/selector
 v1 ReplicationController +spec/selector +\$metadata/labels
  Deployment +spec/selector/matchLabels +\$metadata/labels
apps  Deployment \$spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels \$spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels \$spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels \$spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels \$spec/topologySpreadConstraints/labelSelector/matchLabels
  ReplicaSet +spec/selector/matchLabels +\$metadata/labels
  DaemonSet +spec/selector/matchLabels +\$metadata/labels
apps  StatefulSet +spec/selector/matchLabels \$spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels \$spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels \$spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels \$spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels \$spec/topologySpreadConstraints/labelSelector/matchLabels +\$metadata/labels +spec/volumeClaimTemplates[]/metadata/labels
batch  Job spec/selector/matchLabels +\$metadata/labels
batch  CronJob spec/jobTemplate/spec/selector/matchLabels +spec/jobTemplate/metadata/labels +%metadata/labels
policy  PodDisruptionBudget spec/selector/matchLabels
networking.k8s.io  NetworkPolicy spec/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/egress/to/podSelector/matchLabels
   +metadata/labels`

export const templateLabels = `   +metadata/labels
 v1 ReplicationController +\$metadata/labels
  Deployment +\$metadata/labels
  ReplicaSet +\$metadata/labels
  DaemonSet +\$metadata/labels
apps  StatefulSet +\$metadata/labels
batch  Job +\$metadata/labels
batch  CronJob +spec/jobTemplate/metadata/labels +%metadata/labels`

export const volumeClaimTemplateLabels = `apps  StatefulSet +spec/volumeClaimTemplates[]/metadata/labels`

export const commonAnnotations = `   +metadata/annotations
 v1 ReplicationController +\$metadata/annotations
  Deployment +\$metadata/annotations
  ReplicaSet +\$metadata/annotations
  DaemonSet +\$metadata/annotations
  StatefulSet +\$metadata/annotations
batch  Job +\$metadata/annotations
batch  CronJob +spec/jobTemplate/metadata/annotations +%metadata/annotations`

/** A line without leading tab names a target kind; those below it the fields that may name one. */
export const nameReference = `  Deployment
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
  ReplicationController
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
  ReplicaSet
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
  StatefulSet
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
 v1 ConfigMap
	 v1 Pod spec/volumes/configMap/name spec/containers/env/valueFrom/configMapKeyRef/name spec/initContainers/env/valueFrom/configMapKeyRef/name spec/containers/envFrom/configMapRef/name spec/initContainers/envFrom/configMapRef/name spec/volumes/projected/sources/configMap/name
	  PodTemplate template/spec/volumes/configMap/name template/spec/containers/env/valueFrom/configMapKeyRef/name template/spec/initContainers/env/valueFrom/configMapKeyRef/name template/spec/containers/envFrom/configMapRef/name template/spec/initContainers/envFrom/configMapRef/name template/spec/volumes/projected/sources/configMap/name
	  Deployment \$spec/volumes/configMap/name \$spec/containers/env/valueFrom/configMapKeyRef/name \$spec/initContainers/env/valueFrom/configMapKeyRef/name \$spec/containers/envFrom/configMapRef/name \$spec/initContainers/envFrom/configMapRef/name \$spec/volumes/projected/sources/configMap/name
	  ReplicaSet \$spec/volumes/configMap/name \$spec/containers/env/valueFrom/configMapKeyRef/name \$spec/initContainers/env/valueFrom/configMapKeyRef/name \$spec/containers/envFrom/configMapRef/name \$spec/initContainers/envFrom/configMapRef/name \$spec/volumes/projected/sources/configMap/name
	  DaemonSet \$spec/volumes/configMap/name \$spec/containers/env/valueFrom/configMapKeyRef/name \$spec/initContainers/env/valueFrom/configMapKeyRef/name \$spec/containers/envFrom/configMapRef/name \$spec/initContainers/envFrom/configMapRef/name \$spec/volumes/projected/sources/configMap/name
	  StatefulSet \$spec/volumes/configMap/name \$spec/containers/env/valueFrom/configMapKeyRef/name \$spec/initContainers/env/valueFrom/configMapKeyRef/name \$spec/containers/envFrom/configMapRef/name \$spec/initContainers/envFrom/configMapRef/name \$spec/volumes/projected/sources/configMap/name
	  Job \$spec/volumes/configMap/name \$spec/containers/env/valueFrom/configMapKeyRef/name \$spec/initContainers/env/valueFrom/configMapKeyRef/name \$spec/containers/envFrom/configMapRef/name \$spec/initContainers/envFrom/configMapRef/name \$spec/volumes/projected/sources/configMap/name
	  CronJob %spec/volumes/configMap/name %spec/volumes/projected/sources/configMap/name %spec/containers/env/valueFrom/configMapKeyRef/name %spec/initContainers/env/valueFrom/configMapKeyRef/name %spec/containers/envFrom/configMapRef/name %spec/initContainers/envFrom/configMapRef/name
	  Node spec/configSource/configMap
	  Role rules/resourceNames
	  ClusterRole rules/resourceNames
	  Ingress metadata/annotations/nginx.ingress.kubernetes.io\/fastcgi-params-configmap
 v1 Secret
	 v1 Pod spec/volumes/secret/secretName spec/containers/env/valueFrom/secretKeyRef/name spec/initContainers/env/valueFrom/secretKeyRef/name spec/containers/envFrom/secretRef/name spec/initContainers/envFrom/secretRef/name spec/imagePullSecrets/name spec/volumes/projected/sources/secret/name
	  PodTemplate template/spec/volumes/secret/secretName template/spec/containers/env/valueFrom/secretKeyRef/name template/spec/initContainers/env/valueFrom/secretKeyRef/name template/spec/containers/envFrom/secretRef/name template/spec/initContainers/envFrom/secretRef/name template/spec/imagePullSecrets/name template/spec/volumes/projected/sources/secret/name
	  Deployment \$spec/volumes/secret/secretName \$spec/containers/env/valueFrom/secretKeyRef/name \$spec/initContainers/env/valueFrom/secretKeyRef/name \$spec/containers/envFrom/secretRef/name \$spec/initContainers/envFrom/secretRef/name \$spec/imagePullSecrets/name \$spec/volumes/projected/sources/secret/name
	  ReplicaSet \$spec/volumes/secret/secretName \$spec/containers/env/valueFrom/secretKeyRef/name \$spec/initContainers/env/valueFrom/secretKeyRef/name \$spec/containers/envFrom/secretRef/name \$spec/initContainers/envFrom/secretRef/name \$spec/imagePullSecrets/name \$spec/volumes/projected/sources/secret/name
	  DaemonSet \$spec/volumes/secret/secretName \$spec/containers/env/valueFrom/secretKeyRef/name \$spec/initContainers/env/valueFrom/secretKeyRef/name \$spec/containers/envFrom/secretRef/name \$spec/initContainers/envFrom/secretRef/name \$spec/imagePullSecrets/name \$spec/volumes/projected/sources/secret/name
	  StatefulSet \$spec/volumes/secret/secretName \$spec/containers/env/valueFrom/secretKeyRef/name \$spec/initContainers/env/valueFrom/secretKeyRef/name \$spec/containers/envFrom/secretRef/name \$spec/initContainers/envFrom/secretRef/name \$spec/imagePullSecrets/name \$spec/volumes/projected/sources/secret/name
	  Job \$spec/volumes/secret/secretName \$spec/containers/env/valueFrom/secretKeyRef/name \$spec/initContainers/env/valueFrom/secretKeyRef/name \$spec/containers/envFrom/secretRef/name \$spec/initContainers/envFrom/secretRef/name \$spec/imagePullSecrets/name \$spec/volumes/projected/sources/secret/name
	  CronJob %spec/volumes/secret/secretName %spec/volumes/projected/sources/secret/name %spec/containers/env/valueFrom/secretKeyRef/name %spec/initContainers/env/valueFrom/secretKeyRef/name %spec/containers/envFrom/secretRef/name %spec/initContainers/envFrom/secretRef/name %spec/imagePullSecrets/name
	  Ingress spec/tls/secretName metadata/annotations/ingress.kubernetes.io\/auth-secret metadata/annotations/nginx.ingress.kubernetes.io\/auth-secret metadata/annotations/nginx.ingress.kubernetes.io\/auth-tls-secret spec/tls/secretName
	  ServiceAccount imagePullSecrets/name
	  StorageClass parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef
	  Role rules/resourceNames
	  ClusterRole rules/resourceNames
	serving.knative.dev v1 Service \$spec/containers/env/valueFrom/secretKeyRef/name
	  PersistentVolume spec/azureFile/secretName
 v1 Service
	apps  StatefulSet spec/serviceName
	  Ingress spec/rules/http/paths/backend/serviceName spec/backend/serviceName spec/rules/http/paths/backend/service/name spec/defaultBackend/service/name
	apiregistration.k8s.io  APIService spec/service/name
	admissionregistration.k8s.io  ValidatingWebhookConfiguration webhooks/clientConfig/service
	admissionregistration.k8s.io  MutatingWebhookConfiguration webhooks/clientConfig/service
rbac.authorization.k8s.io  Role
	rbac.authorization.k8s.io  RoleBinding roleRef/name
rbac.authorization.k8s.io  ClusterRole
	rbac.authorization.k8s.io  RoleBinding roleRef/name
	rbac.authorization.k8s.io  ClusterRoleBinding roleRef/name
 v1 ServiceAccount
	rbac.authorization.k8s.io  RoleBinding subjects
	rbac.authorization.k8s.io  ClusterRoleBinding subjects
	  Pod spec/serviceAccountName
	  StatefulSet \$spec/serviceAccountName
	  Deployment \$spec/serviceAccountName
	  ReplicationController \$spec/serviceAccountName
	  CronJob %spec/serviceAccountName
	  Job \$spec/serviceAccountName
	  DaemonSet \$spec/serviceAccountName
 v1 PersistentVolumeClaim
	  Pod spec/volumes/persistentVolumeClaim/claimName
	  StatefulSet \$spec/volumes/persistentVolumeClaim/claimName
	  Deployment \$spec/volumes/persistentVolumeClaim/claimName
	  ReplicationController \$spec/volumes/persistentVolumeClaim/claimName
	  CronJob %spec/volumes/persistentVolumeClaim/claimName
	  Job \$spec/volumes/persistentVolumeClaim/claimName
	  DaemonSet \$spec/volumes/persistentVolumeClaim/claimName
 v1 PersistentVolume
	  PersistentVolumeClaim spec/volumeName
	  ClusterRole rules/resourceNames
storage.k8s.io v1 StorageClass
	  PersistentVolume spec/storageClassName
	  PersistentVolumeClaim spec/storageClassName
	  StatefulSet spec/volumeClaimTemplates/spec/storageClassName
scheduling.k8s.io v1 PriorityClass
	  Pod spec/priorityClassName
	  StatefulSet \$spec/priorityClassName
	  Deployment \$spec/priorityClassName
	  ReplicationController \$spec/priorityClassName
	  CronJob %spec/priorityClassName
	  Job \$spec/priorityClassName
	  DaemonSet \$spec/priorityClassName
networking.k8s.io/v1 v1 IngressClass
	  Ingress spec/ingressClassName
admissionregistration.k8s.io  ValidatingAdmissionPolicy
	admissionregistration.k8s.io  ValidatingAdmissionPolicyBinding spec/policyName`

export const varReference = `  CronJob %spec/containers/args %spec/containers/command %spec/containers/env/value %spec/containers/volumeMounts/mountPath %spec/initContainers/args %spec/initContainers/command %spec/initContainers/env/value %spec/initContainers/volumeMounts/mountPath %volumes/nfs/server
  DaemonSet \$spec/containers/args \$spec/containers/command \$spec/containers/env/value \$spec/containers/volumeMounts/mountPath \$spec/initContainers/args \$spec/initContainers/command \$spec/initContainers/env/value \$spec/initContainers/volumeMounts/mountPath \$spec/volumes/nfs/server
  Deployment \$spec/containers/args \$spec/containers/command \$spec/containers/env/value \$spec/containers/volumeMounts/mountPath \$spec/initContainers/args \$spec/initContainers/command \$spec/initContainers/env/value \$spec/initContainers/volumeMounts/mountPath \$spec/volumes/nfs/server \$metadata/annotations
  Ingress spec/rules/host spec/tls/hosts spec/tls/secretName
  Job \$spec/containers/args \$spec/containers/command \$spec/containers/env/value \$spec/containers/volumeMounts/mountPath \$spec/initContainers/args \$spec/initContainers/command \$spec/initContainers/env/value \$spec/initContainers/volumeMounts/mountPath \$spec/volumes/nfs/server
  Pod spec/containers/args spec/containers/command spec/containers/env/value spec/containers/volumeMounts/mountPath spec/initContainers/args spec/initContainers/command spec/initContainers/env/value spec/initContainers/volumeMounts/mountPath spec/volumes/nfs/server
  ReplicaSet \$spec/containers/args \$spec/containers/command \$spec/containers/env/value \$spec/containers/volumeMounts/mountPath \$spec/initContainers/args \$spec/initContainers/command \$spec/initContainers/env/value \$spec/initContainers/volumeMounts/mountPath \$spec/volumes/nfs/server
  Service spec/ports/port spec/ports/targetPort
  StatefulSet \$spec/containers/args \$spec/containers/command \$spec/containers/env/value \$spec/containers/volumeMounts/mountPath \$spec/initContainers/args \$spec/initContainers/command \$spec/initContainers/env/value \$spec/initContainers/volumeMounts/mountPath spec/volumeClaimTemplates/spec/nfs/server
  PersistentVolume spec/nfs/server
   metadata/labels metadata/annotations`

export const images = `   +spec/containers[]/image +spec/initContainers[]/image +spec/volumes[]/image/reference +\$spec/containers[]/image +\$spec/initContainers[]/image +\$spec/volumes[]/image/reference +%spec/volumes[]/image/reference`

export const replicas = `  Deployment +spec/replicas
  ReplicationController +spec/replicas
  ReplicaSet +spec/replicas
  StatefulSet +spec/replicas`

export const labels = ``
