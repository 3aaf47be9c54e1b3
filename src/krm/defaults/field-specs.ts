// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.

/** One spec a line: group, version, kind, path, `+` when missing fields are created. */

export const namePrefix = `   metadata/name`

export const nameSuffix = `   metadata/name`

export const namespace = `  Namespace metadata/name +
apiregistration.k8s.io  APIService spec/service/namespace +
apiextensions.k8s.io  CustomResourceDefinition spec/conversion/webhook/clientConfig/service/namespace`

export const commonLabels = ` v1 Service spec/selector +
 v1 ReplicationController spec/selector +
  Deployment spec/selector/matchLabels +
apps  Deployment spec/template/spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
apps  Deployment spec/template/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
apps  Deployment spec/template/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
apps  Deployment spec/template/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
apps  Deployment spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels
  ReplicaSet spec/selector/matchLabels +
  DaemonSet spec/selector/matchLabels +
apps  StatefulSet spec/selector/matchLabels +
apps  StatefulSet spec/template/spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
apps  StatefulSet spec/template/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
apps  StatefulSet spec/template/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
apps  StatefulSet spec/template/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
apps  StatefulSet spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels
batch  Job spec/selector/matchLabels
batch  CronJob spec/jobTemplate/spec/selector/matchLabels
policy  PodDisruptionBudget spec/selector/matchLabels
networking.k8s.io  NetworkPolicy spec/podSelector/matchLabels
networking.k8s.io  NetworkPolicy spec/ingress/from/podSelector/matchLabels
networking.k8s.io  NetworkPolicy spec/egress/to/podSelector/matchLabels
   metadata/labels +
 v1 ReplicationController spec/template/metadata/labels +
  Deployment spec/template/metadata/labels +
  ReplicaSet spec/template/metadata/labels +
  DaemonSet spec/template/metadata/labels +
apps  StatefulSet spec/template/metadata/labels +
batch  Job spec/template/metadata/labels +
batch  CronJob spec/jobTemplate/metadata/labels +
batch  CronJob spec/jobTemplate/spec/template/metadata/labels +
apps  StatefulSet spec/volumeClaimTemplates[]/metadata/labels +`

export const templateLabels = `   metadata/labels +
 v1 ReplicationController spec/template/metadata/labels +
  Deployment spec/template/metadata/labels +
  ReplicaSet spec/template/metadata/labels +
  DaemonSet spec/template/metadata/labels +
apps  StatefulSet spec/template/metadata/labels +
batch  Job spec/template/metadata/labels +
batch  CronJob spec/jobTemplate/metadata/labels +
batch  CronJob spec/jobTemplate/spec/template/metadata/labels +`

export const volumeClaimTemplateLabels = `apps  StatefulSet spec/volumeClaimTemplates[]/metadata/labels +`

export const commonAnnotations = `   metadata/annotations +
 v1 ReplicationController spec/template/metadata/annotations +
  Deployment spec/template/metadata/annotations +
  ReplicaSet spec/template/metadata/annotations +
  DaemonSet spec/template/metadata/annotations +
  StatefulSet spec/template/metadata/annotations +
batch  Job spec/template/metadata/annotations +
batch  CronJob spec/jobTemplate/metadata/annotations +
batch  CronJob spec/jobTemplate/spec/template/metadata/annotations +`

/** A line without leading blank names a target kind; those below it the fields that may name one. */
export const nameReference = `  Deployment
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
  ReplicationController
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
  ReplicaSet
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
  StatefulSet
	  HorizontalPodAutoscaler spec/scaleTargetRef/name
 v1 ConfigMap
	 v1 Pod spec/volumes/configMap/name
	 v1 Pod spec/containers/env/valueFrom/configMapKeyRef/name
	 v1 Pod spec/initContainers/env/valueFrom/configMapKeyRef/name
	 v1 Pod spec/containers/envFrom/configMapRef/name
	 v1 Pod spec/initContainers/envFrom/configMapRef/name
	 v1 Pod spec/volumes/projected/sources/configMap/name
	  PodTemplate template/spec/volumes/configMap/name
	  PodTemplate template/spec/containers/env/valueFrom/configMapKeyRef/name
	  PodTemplate template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  PodTemplate template/spec/containers/envFrom/configMapRef/name
	  PodTemplate template/spec/initContainers/envFrom/configMapRef/name
	  PodTemplate template/spec/volumes/projected/sources/configMap/name
	  Deployment spec/template/spec/volumes/configMap/name
	  Deployment spec/template/spec/containers/env/valueFrom/configMapKeyRef/name
	  Deployment spec/template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  Deployment spec/template/spec/containers/envFrom/configMapRef/name
	  Deployment spec/template/spec/initContainers/envFrom/configMapRef/name
	  Deployment spec/template/spec/volumes/projected/sources/configMap/name
	  ReplicaSet spec/template/spec/volumes/configMap/name
	  ReplicaSet spec/template/spec/containers/env/valueFrom/configMapKeyRef/name
	  ReplicaSet spec/template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  ReplicaSet spec/template/spec/containers/envFrom/configMapRef/name
	  ReplicaSet spec/template/spec/initContainers/envFrom/configMapRef/name
	  ReplicaSet spec/template/spec/volumes/projected/sources/configMap/name
	  DaemonSet spec/template/spec/volumes/configMap/name
	  DaemonSet spec/template/spec/containers/env/valueFrom/configMapKeyRef/name
	  DaemonSet spec/template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  DaemonSet spec/template/spec/containers/envFrom/configMapRef/name
	  DaemonSet spec/template/spec/initContainers/envFrom/configMapRef/name
	  DaemonSet spec/template/spec/volumes/projected/sources/configMap/name
	  StatefulSet spec/template/spec/volumes/configMap/name
	  StatefulSet spec/template/spec/containers/env/valueFrom/configMapKeyRef/name
	  StatefulSet spec/template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  StatefulSet spec/template/spec/containers/envFrom/configMapRef/name
	  StatefulSet spec/template/spec/initContainers/envFrom/configMapRef/name
	  StatefulSet spec/template/spec/volumes/projected/sources/configMap/name
	  Job spec/template/spec/volumes/configMap/name
	  Job spec/template/spec/containers/env/valueFrom/configMapKeyRef/name
	  Job spec/template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  Job spec/template/spec/containers/envFrom/configMapRef/name
	  Job spec/template/spec/initContainers/envFrom/configMapRef/name
	  Job spec/template/spec/volumes/projected/sources/configMap/name
	  CronJob spec/jobTemplate/spec/template/spec/volumes/configMap/name
	  CronJob spec/jobTemplate/spec/template/spec/volumes/projected/sources/configMap/name
	  CronJob spec/jobTemplate/spec/template/spec/containers/env/valueFrom/configMapKeyRef/name
	  CronJob spec/jobTemplate/spec/template/spec/initContainers/env/valueFrom/configMapKeyRef/name
	  CronJob spec/jobTemplate/spec/template/spec/containers/envFrom/configMapRef/name
	  CronJob spec/jobTemplate/spec/template/spec/initContainers/envFrom/configMapRef/name
	  Node spec/configSource/configMap
	  Role rules/resourceNames
	  ClusterRole rules/resourceNames
	  Ingress metadata/annotations/nginx.ingress.kubernetes.io\/fastcgi-params-configmap
 v1 Secret
	 v1 Pod spec/volumes/secret/secretName
	 v1 Pod spec/containers/env/valueFrom/secretKeyRef/name
	 v1 Pod spec/initContainers/env/valueFrom/secretKeyRef/name
	 v1 Pod spec/containers/envFrom/secretRef/name
	 v1 Pod spec/initContainers/envFrom/secretRef/name
	 v1 Pod spec/imagePullSecrets/name
	 v1 Pod spec/volumes/projected/sources/secret/name
	  PodTemplate template/spec/volumes/secret/secretName
	  PodTemplate template/spec/containers/env/valueFrom/secretKeyRef/name
	  PodTemplate template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  PodTemplate template/spec/containers/envFrom/secretRef/name
	  PodTemplate template/spec/initContainers/envFrom/secretRef/name
	  PodTemplate template/spec/imagePullSecrets/name
	  PodTemplate template/spec/volumes/projected/sources/secret/name
	  Deployment spec/template/spec/volumes/secret/secretName
	  Deployment spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  Deployment spec/template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  Deployment spec/template/spec/containers/envFrom/secretRef/name
	  Deployment spec/template/spec/initContainers/envFrom/secretRef/name
	  Deployment spec/template/spec/imagePullSecrets/name
	  Deployment spec/template/spec/volumes/projected/sources/secret/name
	  ReplicaSet spec/template/spec/volumes/secret/secretName
	  ReplicaSet spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  ReplicaSet spec/template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  ReplicaSet spec/template/spec/containers/envFrom/secretRef/name
	  ReplicaSet spec/template/spec/initContainers/envFrom/secretRef/name
	  ReplicaSet spec/template/spec/imagePullSecrets/name
	  ReplicaSet spec/template/spec/volumes/projected/sources/secret/name
	  DaemonSet spec/template/spec/volumes/secret/secretName
	  DaemonSet spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  DaemonSet spec/template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  DaemonSet spec/template/spec/containers/envFrom/secretRef/name
	  DaemonSet spec/template/spec/initContainers/envFrom/secretRef/name
	  DaemonSet spec/template/spec/imagePullSecrets/name
	  DaemonSet spec/template/spec/volumes/projected/sources/secret/name
	  StatefulSet spec/template/spec/volumes/secret/secretName
	  StatefulSet spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  StatefulSet spec/template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  StatefulSet spec/template/spec/containers/envFrom/secretRef/name
	  StatefulSet spec/template/spec/initContainers/envFrom/secretRef/name
	  StatefulSet spec/template/spec/imagePullSecrets/name
	  StatefulSet spec/template/spec/volumes/projected/sources/secret/name
	  Job spec/template/spec/volumes/secret/secretName
	  Job spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  Job spec/template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  Job spec/template/spec/containers/envFrom/secretRef/name
	  Job spec/template/spec/initContainers/envFrom/secretRef/name
	  Job spec/template/spec/imagePullSecrets/name
	  Job spec/template/spec/volumes/projected/sources/secret/name
	  CronJob spec/jobTemplate/spec/template/spec/volumes/secret/secretName
	  CronJob spec/jobTemplate/spec/template/spec/volumes/projected/sources/secret/name
	  CronJob spec/jobTemplate/spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  CronJob spec/jobTemplate/spec/template/spec/initContainers/env/valueFrom/secretKeyRef/name
	  CronJob spec/jobTemplate/spec/template/spec/containers/envFrom/secretRef/name
	  CronJob spec/jobTemplate/spec/template/spec/initContainers/envFrom/secretRef/name
	  CronJob spec/jobTemplate/spec/template/spec/imagePullSecrets/name
	  Ingress spec/tls/secretName
	  Ingress metadata/annotations/ingress.kubernetes.io\/auth-secret
	  Ingress metadata/annotations/nginx.ingress.kubernetes.io\/auth-secret
	  Ingress metadata/annotations/nginx.ingress.kubernetes.io\/auth-tls-secret
	  Ingress spec/tls/secretName
	  ServiceAccount imagePullSecrets/name
	  StorageClass parameters/secretName
	  StorageClass parameters/adminSecretName
	  StorageClass parameters/userSecretName
	  StorageClass parameters/secretRef
	  Role rules/resourceNames
	  ClusterRole rules/resourceNames
	serving.knative.dev v1 Service spec/template/spec/containers/env/valueFrom/secretKeyRef/name
	  PersistentVolume spec/azureFile/secretName
 v1 Service
	apps  StatefulSet spec/serviceName
	  Ingress spec/rules/http/paths/backend/serviceName
	  Ingress spec/backend/serviceName
	  Ingress spec/rules/http/paths/backend/service/name
	  Ingress spec/defaultBackend/service/name
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
	  StatefulSet spec/template/spec/serviceAccountName
	  Deployment spec/template/spec/serviceAccountName
	  ReplicationController spec/template/spec/serviceAccountName
	  CronJob spec/jobTemplate/spec/template/spec/serviceAccountName
	  Job spec/template/spec/serviceAccountName
	  DaemonSet spec/template/spec/serviceAccountName
 v1 PersistentVolumeClaim
	  Pod spec/volumes/persistentVolumeClaim/claimName
	  StatefulSet spec/template/spec/volumes/persistentVolumeClaim/claimName
	  Deployment spec/template/spec/volumes/persistentVolumeClaim/claimName
	  ReplicationController spec/template/spec/volumes/persistentVolumeClaim/claimName
	  CronJob spec/jobTemplate/spec/template/spec/volumes/persistentVolumeClaim/claimName
	  Job spec/template/spec/volumes/persistentVolumeClaim/claimName
	  DaemonSet spec/template/spec/volumes/persistentVolumeClaim/claimName
 v1 PersistentVolume
	  PersistentVolumeClaim spec/volumeName
	  ClusterRole rules/resourceNames
storage.k8s.io v1 StorageClass
	  PersistentVolume spec/storageClassName
	  PersistentVolumeClaim spec/storageClassName
	  StatefulSet spec/volumeClaimTemplates/spec/storageClassName
scheduling.k8s.io v1 PriorityClass
	  Pod spec/priorityClassName
	  StatefulSet spec/template/spec/priorityClassName
	  Deployment spec/template/spec/priorityClassName
	  ReplicationController spec/template/spec/priorityClassName
	  CronJob spec/jobTemplate/spec/template/spec/priorityClassName
	  Job spec/template/spec/priorityClassName
	  DaemonSet spec/template/spec/priorityClassName
networking.k8s.io/v1 v1 IngressClass
	  Ingress spec/ingressClassName
admissionregistration.k8s.io  ValidatingAdmissionPolicy
	admissionregistration.k8s.io  ValidatingAdmissionPolicyBinding spec/policyName`

export const varReference = `  CronJob spec/jobTemplate/spec/template/spec/containers/args
  CronJob spec/jobTemplate/spec/template/spec/containers/command
  CronJob spec/jobTemplate/spec/template/spec/containers/env/value
  CronJob spec/jobTemplate/spec/template/spec/containers/volumeMounts/mountPath
  CronJob spec/jobTemplate/spec/template/spec/initContainers/args
  CronJob spec/jobTemplate/spec/template/spec/initContainers/command
  CronJob spec/jobTemplate/spec/template/spec/initContainers/env/value
  CronJob spec/jobTemplate/spec/template/spec/initContainers/volumeMounts/mountPath
  CronJob spec/jobTemplate/spec/template/volumes/nfs/server
  DaemonSet spec/template/spec/containers/args
  DaemonSet spec/template/spec/containers/command
  DaemonSet spec/template/spec/containers/env/value
  DaemonSet spec/template/spec/containers/volumeMounts/mountPath
  DaemonSet spec/template/spec/initContainers/args
  DaemonSet spec/template/spec/initContainers/command
  DaemonSet spec/template/spec/initContainers/env/value
  DaemonSet spec/template/spec/initContainers/volumeMounts/mountPath
  DaemonSet spec/template/spec/volumes/nfs/server
  Deployment spec/template/spec/containers/args
  Deployment spec/template/spec/containers/command
  Deployment spec/template/spec/containers/env/value
  Deployment spec/template/spec/containers/volumeMounts/mountPath
  Deployment spec/template/spec/initContainers/args
  Deployment spec/template/spec/initContainers/command
  Deployment spec/template/spec/initContainers/env/value
  Deployment spec/template/spec/initContainers/volumeMounts/mountPath
  Deployment spec/template/spec/volumes/nfs/server
  Deployment spec/template/metadata/annotations
  Ingress spec/rules/host
  Ingress spec/tls/hosts
  Ingress spec/tls/secretName
  Job spec/template/spec/containers/args
  Job spec/template/spec/containers/command
  Job spec/template/spec/containers/env/value
  Job spec/template/spec/containers/volumeMounts/mountPath
  Job spec/template/spec/initContainers/args
  Job spec/template/spec/initContainers/command
  Job spec/template/spec/initContainers/env/value
  Job spec/template/spec/initContainers/volumeMounts/mountPath
  Job spec/template/spec/volumes/nfs/server
  Pod spec/containers/args
  Pod spec/containers/command
  Pod spec/containers/env/value
  Pod spec/containers/volumeMounts/mountPath
  Pod spec/initContainers/args
  Pod spec/initContainers/command
  Pod spec/initContainers/env/value
  Pod spec/initContainers/volumeMounts/mountPath
  Pod spec/volumes/nfs/server
  ReplicaSet spec/template/spec/containers/args
  ReplicaSet spec/template/spec/containers/command
  ReplicaSet spec/template/spec/containers/env/value
  ReplicaSet spec/template/spec/containers/volumeMounts/mountPath
  ReplicaSet spec/template/spec/initContainers/args
  ReplicaSet spec/template/spec/initContainers/command
  ReplicaSet spec/template/spec/initContainers/env/value
  ReplicaSet spec/template/spec/initContainers/volumeMounts/mountPath
  ReplicaSet spec/template/spec/volumes/nfs/server
  Service spec/ports/port
  Service spec/ports/targetPort
  StatefulSet spec/template/spec/containers/args
  StatefulSet spec/template/spec/containers/command
  StatefulSet spec/template/spec/containers/env/value
  StatefulSet spec/template/spec/containers/volumeMounts/mountPath
  StatefulSet spec/template/spec/initContainers/args
  StatefulSet spec/template/spec/initContainers/command
  StatefulSet spec/template/spec/initContainers/env/value
  StatefulSet spec/template/spec/initContainers/volumeMounts/mountPath
  StatefulSet spec/volumeClaimTemplates/spec/nfs/server
  PersistentVolume spec/nfs/server
   metadata/labels
   metadata/annotations`

export const images = `   spec/containers[]/image +
   spec/initContainers[]/image +
   spec/volumes[]/image/reference +
   spec/template/spec/containers[]/image +
   spec/template/spec/initContainers[]/image +
   spec/template/spec/volumes[]/image/reference +
   spec/jobTemplate/spec/template/spec/volumes[]/image/reference +`

export const replicas = `  Deployment spec/replicas +
  ReplicationController spec/replicas +
  ReplicaSet spec/replicas +
  StatefulSet spec/replicas +`

export const labels = ``
