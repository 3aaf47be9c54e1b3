// Made by scripts/generate-defaults.mjs from scripts/data/field-specs.json; change those instead.

/** A line without leading tab names a target kind; those below it, as in field-specs.ts, the fields that may name one. */
export const nameReferences = `storage.k8s.io:v1:StorageClass
	::PersistentVolume,::PersistentVolumeClaim spec/storageClassName
	::StatefulSet spec/volumeClaimTemplates/spec/storageClassName
:v1:ServiceAccount
	rbac.authorization.k8s.io::RoleBinding,rbac.authorization.k8s.io::ClusterRoleBinding subjects
	::Pod,::StatefulSet,::Deployment,::ReplicationController,::CronJob,::Job,::DaemonSet @serviceAccountName
rbac.authorization.k8s.io::Role
	rbac.authorization.k8s.io::RoleBinding roleRef/name
rbac.authorization.k8s.io::ClusterRole
	rbac.authorization.k8s.io::RoleBinding,rbac.authorization.k8s.io::ClusterRoleBinding roleRef/name
:v1:ConfigMap
	:v1:Pod,::PodTemplate,::Deployment,::ReplicaSet,::DaemonSet,::StatefulSet,::Job @volumes/configMap/name @containers/env/valueFrom/configMapKeyRef/name @initContainers/env/valueFrom/configMapKeyRef/name @containers/envFrom/configMapRef/name @initContainers/envFrom/configMapRef/name @volumes/projected/sources/configMap/name
	::CronJob @volumes/configMap/name @volumes/projected/sources/configMap/name @containers/env/valueFrom/configMapKeyRef/name @initContainers/env/valueFrom/configMapKeyRef/name @containers/envFrom/configMapRef/name @initContainers/envFrom/configMapRef/name
	::Node spec/configSource/configMap
	::Role,::ClusterRole rules/resourceNames
	::Ingress metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap
:v1:Secret
	:v1:Pod,::PodTemplate,::Deployment,::ReplicaSet,::DaemonSet,::StatefulSet,::Job @volumes/secret/secretName @containers/env/valueFrom/secretKeyRef/name @initContainers/env/valueFrom/secretKeyRef/name @containers/envFrom/secretRef/name @initContainers/envFrom/secretRef/name @imagePullSecrets/name @volumes/projected/sources/secret/name
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
scheduling.k8s.io:v1:PriorityClass
	::Pod,::StatefulSet,::Deployment,::ReplicationController,::CronJob,::Job,::DaemonSet @priorityClassName
:v1:PersistentVolume
	::PersistentVolumeClaim spec/volumeName
	::ClusterRole rules/resourceNames
:v1:PersistentVolumeClaim
	::Pod,::StatefulSet,::Deployment,::ReplicationController,::CronJob,::Job,::DaemonSet @volumes/persistentVolumeClaim/claimName
::Deployment
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
::StatefulSet
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
admissionregistration.k8s.io::ValidatingAdmissionPolicy
	admissionregistration.k8s.io::ValidatingAdmissionPolicyBinding spec/policyName
networking.k8s.io/v1:v1:IngressClass
	::Ingress spec/ingressClassName
::ReplicaSet
	::HorizontalPodAutoscaler spec/scaleTargetRef/name
::ReplicationController
	::HorizontalPodAutoscaler spec/scaleTargetRef/name`
