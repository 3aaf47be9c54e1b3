// Made by scripts/typed-kinds; do not edit.

/** `group/version/Kind type` of the kinds that the controller knows as types of Go. */
export const typedKinds = `/v1/Binding 0
/v1/ComponentStatus 5
/v1/ConfigMap 7
/v1/Endpoints 8
/v1/Event 12
/v1/LimitRange 15
/v1/Namespace 18
/v1/Node 22
/v1/PersistentVolume 40
/v1/PersistentVolumeClaim 70
/v1/Pod 80
/v1/PodStatusResult 187
/v1/PodTemplate 188
/v1/RangeAllocation 190
/v1/ReplicationController 191
/v1/ResourceQuota 195
/v1/Secret 200
/v1/Service 201
/v1/ServiceAccount 211
admissionregistration.k8s.io/v1/MutatingAdmissionPolicy 212
admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding 222
admissionregistration.k8s.io/v1/MutatingWebhookConfiguration 225
admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy 230
admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding 237
admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration 239
admissionregistration.k8s.io/v1alpha1/MutatingAdmissionPolicy 241
admissionregistration.k8s.io/v1alpha1/MutatingAdmissionPolicyBinding 251
admissionregistration.k8s.io/v1alpha1/ValidatingAdmissionPolicy 254
admissionregistration.k8s.io/v1alpha1/ValidatingAdmissionPolicyBinding 261
admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy 263
admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicyBinding 273
admissionregistration.k8s.io/v1beta1/MutatingWebhookConfiguration 276
admissionregistration.k8s.io/v1beta1/ValidatingAdmissionPolicy 280
admissionregistration.k8s.io/v1beta1/ValidatingAdmissionPolicyBinding 287
admissionregistration.k8s.io/v1beta1/ValidatingWebhookConfiguration 289
apps/v1/ControllerRevision 291
apps/v1/DaemonSet 292
apps/v1/Deployment 298
apps/v1/ReplicaSet 304
apps/v1/StatefulSet 308
apps/v1beta1/ControllerRevision 316
apps/v1beta1/Deployment 317
apps/v1beta1/Scale 324
apps/v1beta1/StatefulSet 327
apps/v1beta2/ControllerRevision 335
apps/v1beta2/DaemonSet 336
apps/v1beta2/Deployment 342
apps/v1beta2/ReplicaSet 348
apps/v1beta2/Scale 352
apps/v1beta2/StatefulSet 355
authentication.k8s.io/v1/SelfSubjectReview 363
authentication.k8s.io/v1/TokenRequest 366
authentication.k8s.io/v1/TokenReview 370
authentication.k8s.io/v1alpha1/SelfSubjectReview 373
authentication.k8s.io/v1beta1/SelfSubjectReview 375
authentication.k8s.io/v1beta1/TokenReview 377
authorization.k8s.io/v1/LocalSubjectAccessReview 381
authorization.k8s.io/v1/SelfSubjectAccessReview 389
authorization.k8s.io/v1/SelfSubjectRulesReview 391
authorization.k8s.io/v1/SubjectAccessReview 396
authorization.k8s.io/v1beta1/LocalSubjectAccessReview 397
authorization.k8s.io/v1beta1/SelfSubjectAccessReview 402
authorization.k8s.io/v1beta1/SelfSubjectRulesReview 404
authorization.k8s.io/v1beta1/SubjectAccessReview 409
autoscaling/v1/HorizontalPodAutoscaler 410
autoscaling/v1/Scale 414
autoscaling/v2/HorizontalPodAutoscaler 417
batch/v1/CronJob 440
batch/v1/Job 451
batch/v1beta1/CronJob 455
certificates.k8s.io/v1/CertificateSigningRequest 459
certificates.k8s.io/v1alpha1/ClusterTrustBundle 463
certificates.k8s.io/v1beta1/CertificateSigningRequest 465
certificates.k8s.io/v1beta1/ClusterTrustBundle 469
certificates.k8s.io/v1beta1/PodCertificateRequest 471
coordination.k8s.io/v1/Lease 474
coordination.k8s.io/v1alpha2/LeaseCandidate 476
coordination.k8s.io/v1beta1/Lease 478
coordination.k8s.io/v1beta1/LeaseCandidate 480
discovery.k8s.io/v1/EndpointSlice 482
discovery.k8s.io/v1beta1/EndpointSlice 489
events.k8s.io/v1/Event 496
events.k8s.io/v1beta1/Event 498
extensions/v1beta1/DaemonSet 500
extensions/v1beta1/Deployment 506
extensions/v1beta1/Ingress 513
extensions/v1beta1/NetworkPolicy 524
extensions/v1beta1/ReplicaSet 531
extensions/v1beta1/Scale 535
flowcontrol.apiserver.k8s.io/v1/FlowSchema 538
flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration 551
flowcontrol.apiserver.k8s.io/v1beta1/FlowSchema 559
flowcontrol.apiserver.k8s.io/v1beta1/PriorityLevelConfiguration 572
flowcontrol.apiserver.k8s.io/v1beta2/FlowSchema 580
flowcontrol.apiserver.k8s.io/v1beta2/PriorityLevelConfiguration 593
flowcontrol.apiserver.k8s.io/v1beta3/FlowSchema 601
flowcontrol.apiserver.k8s.io/v1beta3/PriorityLevelConfiguration 614
internal.apiserver.k8s.io/v1alpha1/StorageVersion 622
networking.k8s.io/v1/IPAddress 627
networking.k8s.io/v1/Ingress 630
networking.k8s.io/v1/IngressClass 643
networking.k8s.io/v1/NetworkPolicy 646
networking.k8s.io/v1/ServiceCIDR 653
networking.k8s.io/v1beta1/IPAddress 656
networking.k8s.io/v1beta1/Ingress 659
networking.k8s.io/v1beta1/IngressClass 670
networking.k8s.io/v1beta1/ServiceCIDR 673
node.k8s.io/v1/RuntimeClass 676
node.k8s.io/v1alpha1/RuntimeClass 679
node.k8s.io/v1beta1/RuntimeClass 683
policy/v1/Eviction 686
policy/v1/PodDisruptionBudget 689
policy/v1beta1/Eviction 692
policy/v1beta1/PodDisruptionBudget 693
rbac.authorization.k8s.io/v1/ClusterRole 696
rbac.authorization.k8s.io/v1/ClusterRoleBinding 699
rbac.authorization.k8s.io/v1/Role 702
rbac.authorization.k8s.io/v1/RoleBinding 703
rbac.authorization.k8s.io/v1alpha1/ClusterRole 704
rbac.authorization.k8s.io/v1alpha1/ClusterRoleBinding 707
rbac.authorization.k8s.io/v1alpha1/Role 710
rbac.authorization.k8s.io/v1alpha1/RoleBinding 711
rbac.authorization.k8s.io/v1beta1/ClusterRole 712
rbac.authorization.k8s.io/v1beta1/ClusterRoleBinding 715
rbac.authorization.k8s.io/v1beta1/Role 718
rbac.authorization.k8s.io/v1beta1/RoleBinding 719
resource.k8s.io/v1/DeviceClass 720
resource.k8s.io/v1/ResourceClaim 726
resource.k8s.io/v1/ResourceClaimTemplate 744
resource.k8s.io/v1/ResourceSlice 746
resource.k8s.io/v1alpha3/DeviceTaintRule 759
resource.k8s.io/v1alpha3/ResourcePoolStatusRequest 764
resource.k8s.io/v1beta1/DeviceClass 768
resource.k8s.io/v1beta1/ResourceClaim 774
resource.k8s.io/v1beta1/ResourceClaimTemplate 791
resource.k8s.io/v1beta1/ResourceSlice 793
resource.k8s.io/v1beta2/DeviceClass 807
resource.k8s.io/v1beta2/DeviceTaintRule 813
resource.k8s.io/v1beta2/ResourceClaim 818
resource.k8s.io/v1beta2/ResourceClaimTemplate 836
resource.k8s.io/v1beta2/ResourceSlice 838
scheduling.k8s.io/v1/PriorityClass 850
scheduling.k8s.io/v1alpha2/PodGroup 851
scheduling.k8s.io/v1alpha2/Workload 863
scheduling.k8s.io/v1beta1/PriorityClass 867
storage.k8s.io/v1/CSIDriver 868
storage.k8s.io/v1/CSINode 871
storage.k8s.io/v1/CSIStorageCapacity 875
storage.k8s.io/v1/StorageClass 876
storage.k8s.io/v1/VolumeAttachment 879
storage.k8s.io/v1/VolumeAttributesClass 884
storage.k8s.io/v1alpha1/CSIStorageCapacity 885
storage.k8s.io/v1alpha1/VolumeAttachment 886
storage.k8s.io/v1alpha1/VolumeAttributesClass 891
storage.k8s.io/v1beta1/CSIDriver 892
storage.k8s.io/v1beta1/CSINode 895
storage.k8s.io/v1beta1/CSIStorageCapacity 899
storage.k8s.io/v1beta1/StorageClass 900
storage.k8s.io/v1beta1/VolumeAttachment 901
storage.k8s.io/v1beta1/VolumeAttributesClass 906
storagemigration.k8s.io/v1beta1/StorageVersionMigration 907`

/**
 * One struct a line: `field:type`. A `?` behind the name: left out when empty; `~`: left out when nothing is set in it.
 * Types: `*` pointer, `[` list, `{` map, a number another struct; s string, b bool, i and I integers of 32 and 64 bits,
 * f float, B bytes, T and U times, D duration, Q quantity, O integer or string, R anything.
 */
export const typedStructs = `kind?:s apiVersion?:s metadata:1 target:4
name?:s generateName?:s namespace?:s selfLink?:s uid?:s resourceVersion?:s generation?:I creationTimestamp~:T deletionTimestamp?:*T deletionGracePeriodSeconds?:*I labels?:{s annotations?:{s ownerReferences?:[2 finalizers?:[s managedFields?:[3
apiVersion:s kind:s name:s uid:s controller?:*b blockOwnerDeletion?:*b
manager?:s operation?:s apiVersion?:s time?:*T fieldsType?:s fieldsV1?:*R subresource?:s
kind?:s namespace?:s name?:s uid?:s apiVersion?:s resourceVersion?:s fieldPath?:s
kind?:s apiVersion?:s metadata:1 conditions?:[6
type:s status:s message?:s error?:s
kind?:s apiVersion?:s metadata:1 immutable?:*b data?:{s binaryData?:{B
kind?:s apiVersion?:s metadata:1 subsets?:[9
addresses?:[10 notReadyAddresses?:[10 ports?:[11
ip:s hostname?:s nodeName?:*s targetRef?:*4
name?:s port:i protocol?:s appProtocol?:*s
kind?:s apiVersion?:s metadata:1 involvedObject:4 reason?:s message?:s source:13 firstTimestamp:T lastTimestamp:T count?:i type?:s eventTime:U series?:*14 action?:s related?:*4 reportingComponent:s reportingInstance:s
component?:s host?:s
count?:i lastObservedTime:U
kind?:s apiVersion?:s metadata:1 spec:16
limits:[17
type:s max?:{Q min?:{Q default?:{Q defaultRequest?:{Q maxLimitRequestRatio?:{Q
kind?:s apiVersion?:s metadata:1 spec:19 status:20
finalizers?:[s
phase?:s conditions?:[21
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:23 status:27
podCIDR?:s podCIDRs?:[s providerID?:s unschedulable?:b taints?:[24 configSource?:*25 externalID?:s
key:s value?:s effect:s timeAdded?:*T
configMap?:*26
namespace:s name:s uid?:s resourceVersion?:s kubeletConfigKey:s
capacity?:{Q allocatable?:{Q phase?:s conditions?:[28 addresses?:[29 daemonEndpoints:30 nodeInfo:32 images?:[34 volumesInUse?:[s volumesAttached?:[35 config?:*36 runtimeHandlers?:[37 features?:*39 declaredFeatures?:[s
type:s status:s lastHeartbeatTime:T lastTransitionTime:T reason?:s message?:s
type:s address:s
kubeletEndpoint:31
Port:i
machineID:s systemUUID:s bootID:s kernelVersion:s osImage:s containerRuntimeVersion:s kubeletVersion:s kubeProxyVersion:s operatingSystem:s architecture:s swap?:*33
capacity?:*I
names:[s sizeBytes?:I
name:s devicePath:s
assigned?:*25 active?:*25 lastKnownGood?:*25 error?:s
name:s features?:*38
recursiveReadOnlyMounts?:*b userNamespaces?:*b
supplementalGroupsPolicy?:*b
kind?:s apiVersion?:s metadata:1 spec:41 status:69
capacity?:{Q gcePersistentDisk?:*42 awsElasticBlockStore?:*43 hostPath?:*44 glusterfs?:*45 nfs?:*46 rbd?:*47 iscsi?:*49 cinder?:*50 cephfs?:*51 fc?:*52 flocker?:*53 flexVolume?:*54 azureFile?:*55 vsphereVolume?:*56 quobyte?:*57 azureDisk?:*58 photonPersistentDisk?:*59 portworxVolume?:*60 scaleIO?:*61 local?:*62 storageos?:*63 csi?:*64 accessModes?:[s claimRef?:*4 persistentVolumeReclaimPolicy?:s storageClassName?:s mountOptions?:[s volumeMode?:*s nodeAffinity?:*65 volumeAttributesClassName?:*s
pdName:s fsType?:s partition?:i readOnly?:b
volumeID:s fsType?:s partition?:i readOnly?:b
path:s type?:*s
endpoints:s path:s readOnly?:b endpointsNamespace?:*s
server:s path:s readOnly?:b
monitors:[s image:s fsType?:s pool?:s user?:s keyring?:s secretRef?:*48 readOnly?:b
name?:s namespace?:s
targetPortal:s iqn:s lun:i iscsiInterface?:s fsType?:s readOnly?:b portals?:[s chapAuthDiscovery?:b chapAuthSession?:b secretRef?:*48 initiatorName?:*s
volumeID:s fsType?:s readOnly?:b secretRef?:*48
monitors:[s path?:s user?:s secretFile?:s secretRef?:*48 readOnly?:b
targetWWNs?:[s lun?:*i fsType?:s readOnly?:b wwids?:[s
datasetName?:s datasetUUID?:s
driver:s fsType?:s secretRef?:*48 readOnly?:b options?:{s
secretName:s shareName:s readOnly?:b secretNamespace:*s
volumePath:s fsType?:s storagePolicyName?:s storagePolicyID?:s
registry:s volume:s readOnly?:b user?:s group?:s tenant?:s
diskName:s diskURI:s cachingMode?:*s fsType?:*s readOnly?:*b kind?:*s
pdID:s fsType?:s
volumeID:s fsType?:s readOnly?:b
gateway:s system:s secretRef:*48 sslEnabled?:b protectionDomain?:s storagePool?:s storageMode?:s volumeName?:s fsType?:s readOnly?:b
path:s fsType?:*s
volumeName?:s volumeNamespace?:s fsType?:s readOnly?:b secretRef?:*4
driver:s volumeHandle:s readOnly?:b fsType?:s volumeAttributes?:{s controllerPublishSecretRef?:*48 nodeStageSecretRef?:*48 nodePublishSecretRef?:*48 controllerExpandSecretRef?:*48 nodeExpandSecretRef?:*48
required?:*66
nodeSelectorTerms:[67
matchExpressions?:[68 matchFields?:[68
key:s operator:s values?:[s
phase?:s message?:s reason?:s lastPhaseTransitionTime?:*T
kind?:s apiVersion?:s metadata:1 spec:71 status:77
accessModes?:[s selector?:*72 resources:74 volumeName?:s storageClassName?:*s volumeMode?:*s dataSource?:*75 dataSourceRef?:*76 volumeAttributesClassName?:*s
matchLabels?:{s matchExpressions?:[73
key:s operator:s values?:[s
limits?:{Q requests?:{Q
apiGroup:*s kind:s name:s
apiGroup:*s kind:s name:s namespace?:*s
phase?:s accessModes?:[s capacity?:{Q conditions?:[78 allocatedResources?:{Q allocatedResourceStatuses?:{s currentVolumeAttributesClassName?:*s modifyVolumeStatus?:*79
type:s status:s lastProbeTime:T lastTransitionTime:T reason?:s message?:s
targetVolumeAttributesClassName?:s status:s
kind?:s apiVersion?:s metadata:1 spec:81 status:167
volumes?:[82 initContainers?:[115 containers:[115 ephemeralContainers?:[147 restartPolicy?:s terminationGracePeriodSeconds?:*I activeDeadlineSeconds?:*I dnsPolicy?:s nodeSelector?:{s serviceAccountName?:s serviceAccount?:s automountServiceAccountToken?:*b nodeName?:s hostNetwork?:b hostPID?:b hostIPC?:b shareProcessNamespace?:*b securityContext?:*148 imagePullSecrets?:[88 hostname?:s subdomain?:s affinity?:*150 schedulerName?:s tolerations?:[157 hostAliases?:[158 priorityClassName?:s priority?:*i dnsConfig?:*159 readinessGates?:[161 runtimeClassName?:*s enableServiceLinks?:*b preemptionPolicy?:*s overhead?:{Q topologySpreadConstraints?:[162 setHostnameAsFQDN?:*b os?:*163 hostUsers?:*b schedulingGates?:[164 resourceClaims?:[165 resources?:*125 hostnameOverride?:*s schedulingGroup?:*166
name:s hostPath?:*44 emptyDir?:*83 gcePersistentDisk?:*42 awsElasticBlockStore?:*43 gitRepo?:*84 secret?:*85 nfs?:*46 iscsi?:*87 glusterfs?:*89 persistentVolumeClaim?:*90 rbd?:*91 flexVolume?:*92 cinder?:*93 cephfs?:*94 flocker?:*53 downwardAPI?:*95 fc?:*52 azureFile?:*99 configMap?:*100 vsphereVolume?:*56 quobyte?:*57 azureDisk?:*58 photonPersistentDisk?:*59 projected?:*101 portworxVolume?:*60 scaleIO?:*109 storageos?:*110 csi?:*111 ephemeral?:*112 image?:*114
medium?:s sizeLimit?:*Q
repository:s revision?:s directory?:s
secretName?:s items?:[86 defaultMode?:*i optional?:*b
key:s path:s mode?:*i
targetPortal:s iqn:s lun:i iscsiInterface?:s fsType?:s readOnly?:b portals?:[s chapAuthDiscovery?:b chapAuthSession?:b secretRef?:*88 initiatorName?:*s
name?:s
endpoints:s path:s readOnly?:b
claimName:s readOnly?:b
monitors:[s image:s fsType?:s pool?:s user?:s keyring?:s secretRef?:*88 readOnly?:b
driver:s fsType?:s secretRef?:*88 readOnly?:b options?:{s
volumeID:s fsType?:s readOnly?:b secretRef?:*88
monitors:[s path?:s user?:s secretFile?:s secretRef?:*88 readOnly?:b
items?:[96 defaultMode?:*i
path:s fieldRef?:*97 resourceFieldRef?:*98 mode?:*i
apiVersion?:s fieldPath:s
containerName?:s resource:s divisor:Q
secretName:s shareName:s readOnly?:b
name?:s items?:[86 defaultMode?:*i optional?:*b
sources:[102 defaultMode?:*i
secret?:*103 downwardAPI?:*104 configMap?:*105 serviceAccountToken?:*106 clusterTrustBundle?:*107 podCertificate?:*108
name?:s items?:[86 optional?:*b
items?:[96
name?:s items?:[86 optional?:*b
audience?:s expirationSeconds?:*I path:s
name?:*s signerName?:*s labelSelector?:*72 optional?:*b path:s
signerName?:s keyType?:s maxExpirationSeconds?:*i credentialBundlePath?:s keyPath?:s certificateChainPath?:s userAnnotations?:{s
gateway:s system:s secretRef:*88 sslEnabled?:b protectionDomain?:s storagePool?:s storageMode?:s volumeName?:s fsType?:s readOnly?:b
volumeName?:s volumeNamespace?:s fsType?:s readOnly?:b secretRef?:*88
driver:s readOnly?:*b fsType?:*s volumeAttributes?:{s nodePublishSecretRef?:*88
volumeClaimTemplate?:*113
metadata:1 spec:71
reference?:s pullPolicy?:s
name:s image?:s command?:[s args?:[s workingDir?:s ports?:[116 envFrom?:[117 env?:[120 resources:125 resizePolicy?:[127 restartPolicy?:*s restartPolicyRules?:[128 volumeMounts?:[130 volumeDevices?:[131 livenessProbe?:*132 readinessProbe?:*132 startupProbe?:*132 lifecycle?:*138 terminationMessagePath?:s terminationMessagePolicy?:s imagePullPolicy?:s securityContext?:*141 stdin?:b stdinOnce?:b tty?:b
name?:s hostPort?:i containerPort:i protocol?:s hostIP?:s
prefix?:s configMapRef?:*118 secretRef?:*119
name?:s optional?:*b
name?:s optional?:*b
name:s value?:s valueFrom?:*121
fieldRef?:*97 resourceFieldRef?:*98 configMapKeyRef?:*122 secretKeyRef?:*123 fileKeyRef?:*124
name?:s key:s optional?:*b
name?:s key:s optional?:*b
volumeName:s path:s key:s optional?:*b
limits?:{Q requests?:{Q claims?:[126
name:s request?:s
resourceName:s restartPolicy:s
action?:s exitCodes?:*129
operator?:s values?:[i
name:s readOnly?:b recursiveReadOnly?:*s mountPath:s subPath?:s mountPropagation?:*s subPathExpr?:s
name:s devicePath:s
exec?:*133 httpGet?:*134 tcpSocket?:*136 grpc?:*137 initialDelaySeconds?:i timeoutSeconds?:i periodSeconds?:i successThreshold?:i failureThreshold?:i terminationGracePeriodSeconds?:*I
command?:[s
path?:s port:O host?:s scheme?:s httpHeaders?:[135
name:s value:s
port:O host?:s
port:i service:*s
postStart?:*139 preStop?:*139 stopSignal?:*s
exec?:*133 httpGet?:*134 tcpSocket?:*136 sleep?:*140
seconds:I
capabilities?:*142 privileged?:*b seLinuxOptions?:*143 windowsOptions?:*144 runAsUser?:*I runAsGroup?:*I runAsNonRoot?:*b readOnlyRootFilesystem?:*b allowPrivilegeEscalation?:*b procMount?:*s seccompProfile?:*145 appArmorProfile?:*146
add?:[s drop?:[s
user?:s role?:s type?:s level?:s
gmsaCredentialSpecName?:*s gmsaCredentialSpec?:*s runAsUserName?:*s hostProcess?:*b
type:s localhostProfile?:*s
type:s localhostProfile?:*s
name:s image?:s command?:[s args?:[s workingDir?:s ports?:[116 envFrom?:[117 env?:[120 resources:125 resizePolicy?:[127 restartPolicy?:*s restartPolicyRules?:[128 volumeMounts?:[130 volumeDevices?:[131 livenessProbe?:*132 readinessProbe?:*132 startupProbe?:*132 lifecycle?:*138 terminationMessagePath?:s terminationMessagePolicy?:s imagePullPolicy?:s securityContext?:*141 stdin?:b stdinOnce?:b tty?:b targetContainerName?:s
seLinuxOptions?:*143 windowsOptions?:*144 runAsUser?:*I runAsGroup?:*I runAsNonRoot?:*b supplementalGroups?:[I supplementalGroupsPolicy?:*s fsGroup?:*I sysctls?:[149 fsGroupChangePolicy?:*s seccompProfile?:*145 appArmorProfile?:*146 seLinuxChangePolicy?:*s
name:s value:s
nodeAffinity?:*151 podAffinity?:*153 podAntiAffinity?:*156
requiredDuringSchedulingIgnoredDuringExecution?:*66 preferredDuringSchedulingIgnoredDuringExecution?:[152
weight:i preference:67
requiredDuringSchedulingIgnoredDuringExecution?:[154 preferredDuringSchedulingIgnoredDuringExecution?:[155
labelSelector?:*72 namespaces?:[s topologyKey:s namespaceSelector?:*72 matchLabelKeys?:[s mismatchLabelKeys?:[s
weight:i podAffinityTerm:154
requiredDuringSchedulingIgnoredDuringExecution?:[154 preferredDuringSchedulingIgnoredDuringExecution?:[155
key?:s operator?:s value?:s effect?:s tolerationSeconds?:*I
ip:s hostnames?:[s
nameservers?:[s searches?:[s options?:[160
name?:s value?:*s
conditionType:s
maxSkew:i topologyKey:s whenUnsatisfiable:s labelSelector?:*72 minDomains?:*i nodeAffinityPolicy?:*s nodeTaintsPolicy?:*s matchLabelKeys?:[s
name:s
name:s
name:s resourceClaimName?:*s resourceClaimTemplateName?:*s
podGroupName?:*s
observedGeneration?:I phase?:s conditions?:[168 message?:s reason?:s nominatedNodeName?:s hostIP?:s hostIPs?:[169 podIP?:s podIPs?:[170 startTime?:*T initContainerStatuses?:[171 containerStatuses?:[171 qosClass?:s ephemeralContainerStatuses?:[171 resize?:s resourceClaimStatuses?:[183 extendedResourceClaimStatus?:*184 allocatedResources?:{Q resources?:*125 nodeAllocatableResourceClaimStatuses?:[186
type:s observedGeneration?:I status:s lastProbeTime:T lastTransitionTime:T reason?:s message?:s
ip:s
ip:s
name:s state:172 lastState:172 ready:b restartCount:i image:s imageID:s containerID?:s started?:*b allocatedResources?:{Q resources?:*125 volumeMounts?:[176 user?:*179 allocatedResourcesStatus?:[181 stopSignal?:*s
waiting?:*173 running?:*174 terminated?:*175
reason?:s message?:s
startedAt:T
exitCode:i signal?:i reason?:s message?:s startedAt:T finishedAt:T containerID?:s
name:s mountPath:s readOnly?:b recursiveReadOnly?:*s volumeStatus?:*177
image?:*178
imageRef?:s
linux?:*180
uid:I gid:I supplementalGroups?:[I
name:s resources?:[182
resourceID:s health?:s message?:*s
name:s resourceClaimName?:*s
requestMappings:[185 resourceClaimName:s
containerName:s resourceName:s requestName:s
resourceClaimName:s containers?:[s resources:{Q
kind?:s apiVersion?:s metadata:1 status:167
kind?:s apiVersion?:s metadata:1 template:189
metadata:1 spec:81
kind?:s apiVersion?:s metadata:1 range:s data:B
kind?:s apiVersion?:s metadata:1 spec:192 status:193
replicas?:*i minReadySeconds?:i selector?:{s template?:*189
replicas:i fullyLabeledReplicas?:i readyReplicas?:i availableReplicas?:i observedGeneration?:I conditions?:[194
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:196 status:199
hard?:{Q scopes?:[s scopeSelector?:*197
matchExpressions?:[198
scopeName:s operator:s values?:[s
hard?:{Q used?:{Q
kind?:s apiVersion?:s metadata:1 immutable?:*b data?:{B stringData?:{s type?:s
kind?:s apiVersion?:s metadata:1 spec:202 status:206
ports?:[203 selector?:{s clusterIP?:s clusterIPs?:[s type?:s externalIPs?:[s sessionAffinity?:s loadBalancerIP?:s loadBalancerSourceRanges?:[s externalName?:s externalTrafficPolicy?:s healthCheckNodePort?:i publishNotReadyAddresses?:b sessionAffinityConfig?:*204 ipFamilies?:[s ipFamilyPolicy?:*s allocateLoadBalancerNodePorts?:*b loadBalancerClass?:*s internalTrafficPolicy?:*s trafficDistribution?:*s
name?:s protocol?:s appProtocol?:*s port:i targetPort:O nodePort?:i
clientIP?:*205
timeoutSeconds?:*i
loadBalancer:207 conditions?:[210
ingress?:[208
ip?:s hostname?:s ipMode?:*s ports?:[209
port:i protocol:s error?:*s
type:s status:s observedGeneration?:I lastTransitionTime:T reason:s message:s
kind?:s apiVersion?:s metadata:1 secrets?:[4 imagePullSecrets?:[88 automountServiceAccountToken?:*b
kind?:s apiVersion?:s metadata:1 spec:213
paramKind?:*214 matchConstraints?:*215 variables?:[217 mutations?:[218 failurePolicy?:*s matchConditions?:[221 reinvocationPolicy?:s
apiVersion?:s kind?:s
namespaceSelector?:*72 objectSelector?:*72 resourceRules?:[216 excludeResourceRules?:[216 matchPolicy?:*s
resourceNames?:[s operations?:[s apiGroups?:[s apiVersions?:[s resources?:[s scope?:*s
name:s expression:s
patchType:s applyConfiguration?:*219 jsonPatch?:*220
expression?:s
expression?:s
name:s expression:s
kind?:s apiVersion?:s metadata:1 spec:223
policyName?:s paramRef?:*224 matchResources?:*215
name?:s namespace?:s selector?:*72 parameterNotFoundAction?:*s
kind?:s apiVersion?:s metadata:1 webhooks?:[226
name:s clientConfig:227 rules?:[229 failurePolicy?:*s matchPolicy?:*s namespaceSelector?:*72 objectSelector?:*72 sideEffects:*s timeoutSeconds?:*i admissionReviewVersions:[s reinvocationPolicy?:*s matchConditions?:[221
url?:*s service?:*228 caBundle?:B
namespace:s name:s path?:*s port?:*i
operations?:[s apiGroups?:[s apiVersions?:[s resources?:[s scope?:*s
kind?:s apiVersion?:s metadata:1 spec:231 status:234
paramKind?:*214 matchConstraints?:*215 validations?:[232 failurePolicy?:*s auditAnnotations?:[233 matchConditions?:[221 variables?:[217
expression:s message?:s reason?:*s messageExpression?:s
key:s valueExpression:s
observedGeneration?:I typeChecking?:*235 conditions?:[210
expressionWarnings?:[236
fieldRef:s warning:s
kind?:s apiVersion?:s metadata:1 spec:238
policyName?:s paramRef?:*224 matchResources?:*215 validationActions?:[s
kind?:s apiVersion?:s metadata:1 webhooks?:[240
name:s clientConfig:227 rules?:[229 failurePolicy?:*s matchPolicy?:*s namespaceSelector?:*72 objectSelector?:*72 sideEffects:*s timeoutSeconds?:*i admissionReviewVersions:[s matchConditions?:[221
kind?:s apiVersion?:s metadata:1 spec:242
paramKind?:*243 matchConstraints?:*244 variables?:[246 mutations?:[247 failurePolicy?:*s matchConditions?:[250 reinvocationPolicy?:s
apiVersion?:s kind?:s
namespaceSelector?:*72 objectSelector?:*72 resourceRules?:[245 excludeResourceRules?:[245 matchPolicy?:*s
resourceNames?:[s operations?:[s apiGroups?:[s apiVersions?:[s resources?:[s scope?:*s
name:s expression:s
patchType:s applyConfiguration?:*248 jsonPatch?:*249
expression?:s
expression?:s
name:s expression:s
kind?:s apiVersion?:s metadata:1 spec:252
policyName?:s paramRef?:*253 matchResources?:*244
name?:s namespace?:s selector?:*72 parameterNotFoundAction?:*s
kind?:s apiVersion?:s metadata:1 spec:255 status:258
paramKind?:*243 matchConstraints?:*244 validations?:[256 failurePolicy?:*s auditAnnotations?:[257 matchConditions?:[250 variables?:[246
expression:s message?:s reason?:*s messageExpression?:s
key:s valueExpression:s
observedGeneration?:I typeChecking?:*259 conditions?:[210
expressionWarnings?:[260
fieldRef:s warning:s
kind?:s apiVersion?:s metadata:1 spec:262
policyName?:s paramRef?:*253 matchResources?:*244 validationActions?:[s
kind?:s apiVersion?:s metadata:1 spec:264
paramKind?:*265 matchConstraints?:*266 variables?:[268 mutations?:[269 failurePolicy?:*s matchConditions?:[272 reinvocationPolicy?:s
apiVersion?:s kind?:s
namespaceSelector?:*72 objectSelector?:*72 resourceRules?:[267 excludeResourceRules?:[267 matchPolicy?:*s
resourceNames?:[s operations?:[s apiGroups?:[s apiVersions?:[s resources?:[s scope?:*s
name:s expression:s
patchType:s applyConfiguration?:*270 jsonPatch?:*271
expression?:s
expression?:s
name:s expression:s
kind?:s apiVersion?:s metadata:1 spec:274
policyName?:s paramRef?:*275 matchResources?:*266
name?:s namespace?:s selector?:*72 parameterNotFoundAction?:*s
kind?:s apiVersion?:s metadata:1 webhooks?:[277
name:s clientConfig:278 rules?:[229 failurePolicy?:*s matchPolicy?:*s namespaceSelector?:*72 objectSelector?:*72 sideEffects?:*s timeoutSeconds?:*i admissionReviewVersions?:[s reinvocationPolicy?:*s matchConditions?:[272
url?:*s service?:*279 caBundle?:B
namespace:s name:s path?:*s port?:*i
kind?:s apiVersion?:s metadata:1 spec:281 status:284
paramKind?:*265 matchConstraints?:*266 validations?:[282 failurePolicy?:*s auditAnnotations?:[283 matchConditions?:[272 variables?:[268
expression:s message?:s reason?:*s messageExpression?:s
key:s valueExpression:s
observedGeneration?:I typeChecking?:*285 conditions?:[210
expressionWarnings?:[286
fieldRef:s warning:s
kind?:s apiVersion?:s metadata:1 spec:288
policyName?:s paramRef?:*275 matchResources?:*266 validationActions?:[s
kind?:s apiVersion?:s metadata:1 webhooks?:[290
name:s clientConfig:278 rules?:[229 failurePolicy?:*s matchPolicy?:*s namespaceSelector?:*72 objectSelector?:*72 sideEffects?:*s timeoutSeconds?:*i admissionReviewVersions?:[s matchConditions?:[272
kind?:s apiVersion?:s metadata:1 data:R revision:I
kind?:s apiVersion?:s metadata:1 spec:293 status:296
selector:*72 template:189 updateStrategy:294 minReadySeconds?:i revisionHistoryLimit?:*i
type?:s rollingUpdate?:*295
maxUnavailable?:*O maxSurge?:*O
currentNumberScheduled:i numberMisscheduled:i desiredNumberScheduled:i numberReady:i observedGeneration?:I updatedNumberScheduled?:i numberAvailable?:i numberUnavailable?:i collisionCount?:*i conditions?:[297
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:299 status:302
replicas?:*i selector:*72 template:189 strategy:300 minReadySeconds?:i revisionHistoryLimit?:*i paused?:b progressDeadlineSeconds?:*i
type?:s rollingUpdate?:*301
maxUnavailable?:*O maxSurge?:*O
observedGeneration?:I replicas?:i updatedReplicas?:i readyReplicas?:i availableReplicas?:i unavailableReplicas?:i terminatingReplicas?:*i conditions?:[303 collisionCount?:*i
type:s status:s lastUpdateTime:T lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:305 status:306
replicas?:*i minReadySeconds?:i selector:*72 template:189
replicas:i fullyLabeledReplicas?:i readyReplicas?:i availableReplicas?:i terminatingReplicas?:*i observedGeneration?:I conditions?:[307
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:309 status:314
replicas?:*i selector:*72 template:189 volumeClaimTemplates?:[70 serviceName:s podManagementPolicy?:s updateStrategy:310 revisionHistoryLimit?:*i minReadySeconds?:i persistentVolumeClaimRetentionPolicy?:*312 ordinals?:*313
type?:s rollingUpdate?:*311
partition?:*i maxUnavailable?:*O
whenDeleted?:s whenScaled?:s
start:i
observedGeneration?:I replicas:i readyReplicas?:i currentReplicas?:i updatedReplicas?:i currentRevision?:s updateRevision?:s collisionCount?:*i conditions?:[315 availableReplicas:i
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 data:R revision:I
kind?:s apiVersion?:s metadata:1 spec:318 status:322
replicas?:*i selector?:*72 template:189 strategy:319 minReadySeconds?:i revisionHistoryLimit?:*i paused?:b rollbackTo?:*321 progressDeadlineSeconds?:*i
type?:s rollingUpdate?:*320
maxUnavailable?:*O maxSurge?:*O
revision?:I
observedGeneration?:I replicas?:i updatedReplicas?:i readyReplicas?:i availableReplicas?:i unavailableReplicas?:i terminatingReplicas?:*i conditions?:[323 collisionCount?:*i
type:s status:s lastUpdateTime:T lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:325 status:326
replicas?:i
replicas:i selector?:{s targetSelector?:s
kind?:s apiVersion?:s metadata:1 spec:328 status:333
replicas?:*i selector?:*72 template:189 volumeClaimTemplates?:[70 serviceName:s podManagementPolicy?:s updateStrategy:329 revisionHistoryLimit?:*i minReadySeconds?:i persistentVolumeClaimRetentionPolicy?:*331 ordinals?:*332
type?:s rollingUpdate?:*330
partition?:*i maxUnavailable?:*O
whenDeleted?:s whenScaled?:s
start:i
observedGeneration?:*I replicas:i readyReplicas?:i currentReplicas?:i updatedReplicas?:i currentRevision?:s updateRevision?:s collisionCount?:*i conditions?:[334 availableReplicas:i
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 data:R revision:I
kind?:s apiVersion?:s metadata:1 spec:337 status:340
selector:*72 template:189 updateStrategy:338 minReadySeconds?:i revisionHistoryLimit?:*i
type?:s rollingUpdate?:*339
maxUnavailable?:*O maxSurge?:*O
currentNumberScheduled:i numberMisscheduled:i desiredNumberScheduled:i numberReady:i observedGeneration?:I updatedNumberScheduled?:i numberAvailable?:i numberUnavailable?:i collisionCount?:*i conditions?:[341
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:343 status:346
replicas?:*i selector:*72 template:189 strategy:344 minReadySeconds?:i revisionHistoryLimit?:*i paused?:b progressDeadlineSeconds?:*i
type?:s rollingUpdate?:*345
maxUnavailable?:*O maxSurge?:*O
observedGeneration?:I replicas?:i updatedReplicas?:i readyReplicas?:i availableReplicas?:i unavailableReplicas?:i terminatingReplicas?:*i conditions?:[347 collisionCount?:*i
type:s status:s lastUpdateTime:T lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:349 status:350
replicas?:*i minReadySeconds?:i selector:*72 template:189
replicas:i fullyLabeledReplicas?:i readyReplicas?:i availableReplicas?:i terminatingReplicas?:*i observedGeneration?:I conditions?:[351
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:353 status:354
replicas?:i
replicas:i selector?:{s targetSelector?:s
kind?:s apiVersion?:s metadata:1 spec:356 status:361
replicas?:*i selector:*72 template:189 volumeClaimTemplates?:[70 serviceName:s podManagementPolicy?:s updateStrategy:357 revisionHistoryLimit?:*i minReadySeconds?:i persistentVolumeClaimRetentionPolicy?:*359 ordinals?:*360
type?:s rollingUpdate?:*358
partition?:*i maxUnavailable?:*O
whenDeleted?:s whenScaled?:s
start:i
observedGeneration?:I replicas:i readyReplicas?:i currentReplicas?:i updatedReplicas?:i currentRevision?:s updateRevision?:s collisionCount?:*i conditions?:[362 availableReplicas:i
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 status:364
userInfo:365
username?:s uid?:s groups?:[s extra?:{[s
kind?:s apiVersion?:s metadata:1 spec:367 status:369
audiences:[s expirationSeconds:*I boundObjectRef:*368
kind?:s apiVersion?:s name?:s uid?:s
token:s expirationTimestamp:T
kind?:s apiVersion?:s metadata:1 spec:371 status:372
token?:s audiences?:[s
authenticated?:b user:365 audiences?:[s error?:s
kind?:s apiVersion?:s metadata:1 status:374
userInfo:365
kind?:s apiVersion?:s metadata:1 status:376
userInfo:365
kind?:s apiVersion?:s metadata:1 spec:378 status:379
token?:s audiences?:[s
authenticated?:b user:380 audiences?:[s error?:s
username?:s uid?:s groups?:[s extra?:{[s
kind?:s apiVersion?:s metadata:1 spec:382 status:388
resourceAttributes?:*383 nonResourceAttributes?:*387 user?:s groups?:[s extra?:{[s uid?:s
namespace?:s verb?:s group?:s version?:s resource?:s subresource?:s name?:s fieldSelector?:*384 labelSelector?:*386
rawSelector?:s requirements?:[385
key:s operator:s values?:[s
rawSelector?:s requirements?:[73
path?:s verb?:s
allowed:b denied?:b reason?:s evaluationError?:s
kind?:s apiVersion?:s metadata:1 spec:390 status:388
resourceAttributes?:*383 nonResourceAttributes?:*387
kind?:s apiVersion?:s metadata:1 spec:392 status:393
namespace?:s
resourceRules:[394 nonResourceRules:[395 incomplete:b evaluationError?:s
verbs:[s apiGroups?:[s resources?:[s resourceNames?:[s
verbs:[s nonResourceURLs?:[s
kind?:s apiVersion?:s metadata:1 spec:382 status:388
kind?:s apiVersion?:s metadata:1 spec:398 status:401
resourceAttributes?:*399 nonResourceAttributes?:*400 user?:s group?:[s extra?:{[s uid?:s
namespace?:s verb?:s group?:s version?:s resource?:s subresource?:s name?:s fieldSelector?:*384 labelSelector?:*386
path?:s verb?:s
allowed:b denied?:b reason?:s evaluationError?:s
kind?:s apiVersion?:s metadata:1 spec:403 status:401
resourceAttributes?:*399 nonResourceAttributes?:*400
kind?:s apiVersion?:s metadata:1 spec:405 status:406
namespace?:s
resourceRules:[407 nonResourceRules:[408 incomplete:b evaluationError?:s
verbs:[s apiGroups?:[s resources?:[s resourceNames?:[s
verbs:[s nonResourceURLs?:[s
kind?:s apiVersion?:s metadata:1 spec:398 status:401
kind?:s apiVersion?:s metadata:1 spec:411 status:413
scaleTargetRef:412 minReplicas?:*i maxReplicas:i targetCPUUtilizationPercentage?:*i
kind:s name:s apiVersion?:s
observedGeneration?:*I lastScaleTime?:*T currentReplicas:i desiredReplicas:i currentCPUUtilizationPercentage?:*i
kind?:s apiVersion?:s metadata:1 spec:415 status:416
replicas?:i
replicas:i selector?:s
kind?:s apiVersion?:s metadata:1 spec:418 status:431
scaleTargetRef:419 minReplicas?:*i maxReplicas:i metrics?:[420 behavior?:*428
kind:s name:s apiVersion?:s
type:s object?:*421 pods?:*424 resource?:*425 containerResource?:*426 external?:*427
describedObject:419 target:422 metric:423
type:s value?:*Q averageValue?:*Q averageUtilization?:*i
name:s selector?:*72
metric:423 target:422
name:s target:422
name:s target:422 container:s
metric:423 target:422
scaleUp?:*429 scaleDown?:*429
stabilizationWindowSeconds?:*i selectPolicy?:*s policies?:[430 tolerance?:*Q
type:s value:i periodSeconds:i
observedGeneration?:*I lastScaleTime?:*T currentReplicas?:i desiredReplicas:i currentMetrics:[432 conditions?:[439
type:s object?:*433 pods?:*435 resource?:*436 containerResource?:*437 external?:*438
metric:423 current:434 describedObject:419
value?:*Q averageValue?:*Q averageUtilization?:*i
metric:423 current:434
name:s current:434
name:s current:434 container:s
metric:423 current:434
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:441 status:450
schedule:s timeZone?:*s startingDeadlineSeconds?:*I concurrencyPolicy?:s suspend?:*b jobTemplate:442 successfulJobsHistoryLimit?:*i failedJobsHistoryLimit?:*i
metadata:1 spec:443
parallelism?:*i completions?:*i activeDeadlineSeconds?:*I podFailurePolicy?:*444 successPolicy?:*448 backoffLimit?:*i backoffLimitPerIndex?:*i maxFailedIndexes?:*i selector?:*72 manualSelector?:*b template:189 ttlSecondsAfterFinished?:*i completionMode?:*s suspend?:*b podReplacementPolicy?:*s managedBy?:*s
rules:[445
action:s onExitCodes?:*446 onPodConditions?:[447
containerName?:*s operator:s values:[i
type:s status:s
rules:[449
succeededIndexes?:*s succeededCount?:*i
active?:[4 lastScheduleTime?:*T lastSuccessfulTime?:*T
kind?:s apiVersion?:s metadata:1 spec:443 status:452
conditions?:[453 startTime?:*T completionTime?:*T active?:i succeeded?:i failed?:i terminating?:*i completedIndexes?:s failedIndexes?:*s uncountedTerminatedPods?:*454 ready?:*i
type:s status:s lastProbeTime:T lastTransitionTime:T reason?:s message?:s
succeeded?:[s failed?:[s
kind?:s apiVersion?:s metadata:1 spec:456 status:458
schedule:s timeZone?:*s startingDeadlineSeconds?:*I concurrencyPolicy?:s suspend?:*b jobTemplate:457 successfulJobsHistoryLimit?:*i failedJobsHistoryLimit?:*i
metadata:1 spec:443
active?:[4 lastScheduleTime?:*T lastSuccessfulTime?:*T
kind?:s apiVersion?:s metadata:1 spec:460 status:461
request:B signerName:s expirationSeconds?:*i usages?:[s username?:s uid?:s groups?:[s extra?:{[s
conditions?:[462 certificate?:B
type:s status:s reason?:s message?:s lastUpdateTime:T lastTransitionTime:T
kind?:s apiVersion?:s metadata:1 spec:464
signerName?:s trustBundle:s
kind?:s apiVersion?:s metadata:1 spec:466 status:467
request:B signerName?:*s expirationSeconds?:*i usages?:[s username?:s uid?:s groups?:[s extra?:{[s
conditions?:[468 certificate?:B
type:s status:s reason?:s message?:s lastUpdateTime:T lastTransitionTime:T
kind?:s apiVersion?:s metadata:1 spec:470
signerName?:s trustBundle:s
kind?:s apiVersion?:s metadata:1 spec:472 status:473
signerName:s podName:s podUID:s serviceAccountName:s serviceAccountUID:s nodeName:s nodeUID:s maxExpirationSeconds?:*i pkixPublicKey:B proofOfPossession:B stubPKCS10Request:B unverifiedUserAnnotations?:{s
conditions?:[210 certificateChain?:s notBefore?:*T beginRefreshAt?:*T notAfter?:*T
kind?:s apiVersion?:s metadata:1 spec:475
holderIdentity?:*s leaseDurationSeconds?:*i acquireTime?:*U renewTime?:*U leaseTransitions?:*i strategy?:*s preferredHolder?:*s
kind?:s apiVersion?:s metadata:1 spec:477
leaseName:s pingTime?:*U renewTime?:*U binaryVersion:s emulationVersion?:s strategy?:s
kind?:s apiVersion?:s metadata:1 spec:479
holderIdentity?:*s leaseDurationSeconds?:*i acquireTime?:*U renewTime?:*U leaseTransitions?:*i strategy?:*s preferredHolder?:*s
kind?:s apiVersion?:s metadata:1 spec:481
leaseName:s pingTime?:*U renewTime?:*U binaryVersion:s emulationVersion?:s strategy?:s
kind?:s apiVersion?:s metadata:1 addressType:s endpoints:[483 ports:[488
addresses:[s conditions:484 hostname?:*s targetRef?:*4 deprecatedTopology?:{s nodeName?:*s zone?:*s hints?:*485
ready?:*b serving?:*b terminating?:*b
forZones?:[486 forNodes?:[487
name:s
name:s
name?:*s protocol?:*s port?:*i appProtocol?:*s
kind?:s apiVersion?:s metadata:1 addressType:s endpoints:[490 ports:[495
addresses:[s conditions:491 hostname?:*s targetRef?:*4 topology?:{s nodeName?:*s hints?:*492
ready?:*b serving?:*b terminating?:*b
forZones?:[493 forNodes?:[494
name:s
name:s
name?:*s protocol?:*s port?:*i appProtocol?:*s
kind?:s apiVersion?:s metadata:1 eventTime:U series?:*497 reportingController?:s reportingInstance?:s action?:s reason?:s regarding:4 related?:*4 note?:s type?:s deprecatedSource:13 deprecatedFirstTimestamp:T deprecatedLastTimestamp:T deprecatedCount?:i
count:i lastObservedTime:U
kind?:s apiVersion?:s metadata:1 eventTime:U series?:*499 reportingController?:s reportingInstance?:s action?:s reason?:s regarding:4 related?:*4 note?:s type?:s deprecatedSource:13 deprecatedFirstTimestamp:T deprecatedLastTimestamp:T deprecatedCount?:i
count:i lastObservedTime:U
kind?:s apiVersion?:s metadata:1 spec:501 status:504
selector?:*72 template:189 updateStrategy:502 minReadySeconds?:i templateGeneration?:I revisionHistoryLimit?:*i
type?:s rollingUpdate?:*503
maxUnavailable?:*O maxSurge?:*O
currentNumberScheduled:i numberMisscheduled:i desiredNumberScheduled:i numberReady:i observedGeneration?:I updatedNumberScheduled?:i numberAvailable?:i numberUnavailable?:i collisionCount?:*i conditions?:[505
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:507 status:511
replicas?:*i selector?:*72 template:189 strategy:508 minReadySeconds?:i revisionHistoryLimit?:*i paused?:b rollbackTo?:*510 progressDeadlineSeconds?:*i
type?:s rollingUpdate?:*509
maxUnavailable?:*O maxSurge?:*O
revision?:I
observedGeneration?:I replicas?:i updatedReplicas?:i readyReplicas?:i availableReplicas?:i unavailableReplicas?:i terminatingReplicas?:*i conditions?:[512 collisionCount?:*i
type:s status:s lastUpdateTime:T lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:514 status:520
ingressClassName?:*s backend?:*515 tls?:[516 rules?:[517
serviceName?:s servicePort:O resource?:*75
hosts?:[s secretName?:s
host?:s http?:*518
paths:[519
path?:s pathType?:*s backend:515
loadBalancer:521
ingress?:[522
ip?:s hostname?:s ports?:[523
port:i protocol:s error?:*s
kind?:s apiVersion?:s metadata:1 spec:525
podSelector:72 ingress?:[526 egress?:[530 policyTypes?:[s
ports?:[527 from?:[528
protocol?:*s port?:*O endPort?:*i
podSelector?:*72 namespaceSelector?:*72 ipBlock?:*529
cidr:s except?:[s
ports?:[527 to?:[528
kind?:s apiVersion?:s metadata:1 spec:532 status:533
replicas?:*i minReadySeconds?:i selector?:*72 template:189
replicas:i fullyLabeledReplicas?:i readyReplicas?:i availableReplicas?:i terminatingReplicas?:*i observedGeneration?:I conditions?:[534
type:s status:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:536 status:537
replicas?:i
replicas:i selector?:{s targetSelector?:s
kind?:s apiVersion?:s metadata:1 spec:539 status:549
priorityLevelConfiguration:540 matchingPrecedence:i distinguisherMethod?:*541 rules?:[542
name:s
type:s
subjects:[543 resourceRules?:[547 nonResourceRules?:[548
kind:s user?:*544 group?:*545 serviceAccount?:*546
name:s
name:s
namespace:s name:s
verbs:[s apiGroups:[s resources:[s clusterScope?:b namespaces:[s
verbs:[s nonResourceURLs:[s
conditions?:[550
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:552 status:557
type:s limited?:*553 exempt?:*556
nominalConcurrencyShares:*i limitResponse:554 lendablePercent?:*i borrowingLimitPercent?:*i
type:s queuing?:*555
queues:i handSize:i queueLengthLimit:i
nominalConcurrencyShares?:*i lendablePercent?:*i
conditions?:[558
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:560 status:570
priorityLevelConfiguration:561 matchingPrecedence:i distinguisherMethod?:*562 rules?:[563
name:s
type:s
subjects:[564 resourceRules?:[568 nonResourceRules?:[569
kind:s user?:*565 group?:*566 serviceAccount?:*567
name:s
name:s
namespace:s name:s
verbs:[s apiGroups:[s resources:[s clusterScope?:b namespaces:[s
verbs:[s nonResourceURLs:[s
conditions?:[571
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:573 status:578
type:s limited?:*574 exempt?:*577
assuredConcurrencyShares:i limitResponse:575 lendablePercent?:*i borrowingLimitPercent?:*i
type:s queuing?:*576
queues:i handSize:i queueLengthLimit:i
nominalConcurrencyShares?:*i lendablePercent?:*i
conditions?:[579
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:581 status:591
priorityLevelConfiguration:582 matchingPrecedence:i distinguisherMethod?:*583 rules?:[584
name:s
type:s
subjects:[585 resourceRules?:[589 nonResourceRules?:[590
kind:s user?:*586 group?:*587 serviceAccount?:*588
name:s
name:s
namespace:s name:s
verbs:[s apiGroups:[s resources:[s clusterScope?:b namespaces:[s
verbs:[s nonResourceURLs:[s
conditions?:[592
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:594 status:599
type:s limited?:*595 exempt?:*598
assuredConcurrencyShares:i limitResponse:596 lendablePercent?:*i borrowingLimitPercent?:*i
type:s queuing?:*597
queues:i handSize:i queueLengthLimit:i
nominalConcurrencyShares?:*i lendablePercent?:*i
conditions?:[600
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:602 status:612
priorityLevelConfiguration:603 matchingPrecedence:i distinguisherMethod?:*604 rules?:[605
name:s
type:s
subjects:[606 resourceRules?:[610 nonResourceRules?:[611
kind:s user?:*607 group?:*608 serviceAccount?:*609
name:s
name:s
namespace:s name:s
verbs:[s apiGroups:[s resources:[s clusterScope?:b namespaces:[s
verbs:[s nonResourceURLs:[s
conditions?:[613
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:615 status:620
type:s limited?:*616 exempt?:*619
nominalConcurrencyShares:i limitResponse:617 lendablePercent?:*i borrowingLimitPercent?:*i
type:s queuing?:*618
queues:i handSize:i queueLengthLimit:i
nominalConcurrencyShares?:*i lendablePercent?:*i
conditions?:[621
type?:s status?:s lastTransitionTime:T reason?:s message?:s
kind?:s apiVersion?:s metadata:1 spec:623 status:624

storageVersions?:[625 commonEncodingVersion?:*s conditions?:[626
apiServerID?:s encodingVersion?:s decodableVersions?:[s servedVersions?:[s
type:s status:s observedGeneration?:I lastTransitionTime:T reason:s message?:s
kind?:s apiVersion?:s metadata:1 spec:628
parentRef?:*629
group?:s resource?:s namespace?:s name?:s
kind?:s apiVersion?:s metadata:1 spec:631 status:639
ingressClassName?:*s defaultBackend?:*632 tls?:[635 rules?:[636
service?:*633 resource?:*75
name:s port:634
name?:s number?:i
hosts?:[s secretName?:s
host?:s http?:*637
paths:[638
path?:s pathType:*s backend:632
loadBalancer:640
ingress?:[641
ip?:s hostname?:s ports?:[642
port:i protocol:s error?:*s
kind?:s apiVersion?:s metadata:1 spec:644
controller?:s parameters?:*645
apiGroup?:*s kind:s name:s scope:*s namespace?:*s
kind?:s apiVersion?:s metadata:1 spec:647
podSelector:72 ingress?:[648 egress?:[652 policyTypes?:[s
ports?:[649 from?:[650
protocol?:*s port?:*O endPort?:*i
podSelector?:*72 namespaceSelector?:*72 ipBlock?:*651
cidr:s except?:[s
ports?:[649 to?:[650
kind?:s apiVersion?:s metadata:1 spec:654 status:655
cidrs?:[s
conditions?:[210
kind?:s apiVersion?:s metadata:1 spec:657
parentRef?:*658
group?:s resource?:s namespace?:s name?:s
kind?:s apiVersion?:s metadata:1 spec:660 status:666
ingressClassName?:*s backend?:*661 tls?:[662 rules?:[663
serviceName?:s servicePort:O resource?:*75
hosts?:[s secretName?:s
host?:s http?:*664
paths:[665
path?:s pathType?:*s backend:661
loadBalancer:667
ingress?:[668
ip?:s hostname?:s ports?:[669
port:i protocol:s error?:*s
kind?:s apiVersion?:s metadata:1 spec:671
controller?:s parameters?:*672
apiGroup?:*s kind:s name:s scope:*s namespace?:*s
kind?:s apiVersion?:s metadata:1 spec:674 status:675
cidrs?:[s
conditions?:[210
kind?:s apiVersion?:s metadata:1 handler:s overhead?:*677 scheduling?:*678
podFixed?:{Q
nodeSelector?:{s tolerations?:[157
kind?:s apiVersion?:s metadata:1 spec:680
runtimeHandler:s overhead?:*681 scheduling?:*682
podFixed?:{Q
nodeSelector?:{s tolerations?:[157
kind?:s apiVersion?:s metadata:1 handler:s overhead?:*684 scheduling?:*685
podFixed?:{Q
nodeSelector?:{s tolerations?:[157
kind?:s apiVersion?:s metadata:1 deleteOptions?:*687
kind?:s apiVersion?:s gracePeriodSeconds?:*I preconditions?:*688 orphanDependents?:*b propagationPolicy?:*s dryRun?:[s ignoreStoreReadErrorWithClusterBreakingPotential?:*b
uid?:*s resourceVersion?:*s
kind?:s apiVersion?:s metadata:1 spec:690 status:691
minAvailable?:*O selector?:*72 maxUnavailable?:*O unhealthyPodEvictionPolicy?:*s
observedGeneration?:I disruptedPods?:{T disruptionsAllowed:i currentHealthy:i desiredHealthy:i expectedPods:i conditions?:[210
kind?:s apiVersion?:s metadata:1 deleteOptions?:*687
kind?:s apiVersion?:s metadata:1 spec:694 status:695
minAvailable?:*O selector?:*72 maxUnavailable?:*O unhealthyPodEvictionPolicy?:*s
observedGeneration?:I disruptedPods?:{T disruptionsAllowed:i currentHealthy:i desiredHealthy:i expectedPods:i conditions?:[210
kind?:s apiVersion?:s metadata:1 rules:[697 aggregationRule?:*698
verbs:[s apiGroups?:[s resources?:[s resourceNames?:[s nonResourceURLs?:[s
clusterRoleSelectors?:[72
kind?:s apiVersion?:s metadata:1 subjects?:[700 roleRef:701
kind:s apiGroup?:s name:s namespace?:s
apiGroup:s kind:s name:s
kind?:s apiVersion?:s metadata:1 rules:[697
kind?:s apiVersion?:s metadata:1 subjects?:[700 roleRef:701
kind?:s apiVersion?:s metadata:1 rules:[705 aggregationRule?:*706
verbs:[s apiGroups?:[s resources?:[s resourceNames?:[s nonResourceURLs?:[s
clusterRoleSelectors?:[72
kind?:s apiVersion?:s metadata:1 subjects?:[708 roleRef:709
kind:s apiVersion?:s name:s namespace?:s
apiGroup:s kind:s name:s
kind?:s apiVersion?:s metadata:1 rules:[705
kind?:s apiVersion?:s metadata:1 subjects?:[708 roleRef:709
kind?:s apiVersion?:s metadata:1 rules:[713 aggregationRule?:*714
verbs:[s apiGroups?:[s resources?:[s resourceNames?:[s nonResourceURLs?:[s
clusterRoleSelectors?:[72
kind?:s apiVersion?:s metadata:1 subjects?:[716 roleRef:717
kind:s apiGroup?:s name:s namespace?:s
apiGroup:s kind:s name:s
kind?:s apiVersion?:s metadata:1 rules:[713
kind?:s apiVersion?:s metadata:1 subjects?:[716 roleRef:717
kind?:s apiVersion?:s metadata:1 spec:721
selectors?:[722 config?:[724 extendedResourceName?:*s
cel?:*723
expression:s
opaque?:*725
driver:s parameters:R
kind?:s apiVersion?:s metadata:1 spec:727 status:736
devices:728
requests:[729 constraints?:[734 config?:[735
name:s exactly?:*730 firstAvailable?:[733
deviceClassName:s selectors?:[722 allocationMode?:s count?:I adminAccess?:*b tolerations?:[731 capacity?:*732
key?:s operator?:s value?:s effect?:s tolerationSeconds?:*I
requests?:{Q
name:s deviceClassName:s selectors?:[722 allocationMode?:s count?:I tolerations?:[731 capacity?:*732
requests?:[s matchAttribute?:*s distinctAttribute?:*s
requests?:[s opaque?:*725
allocation?:*737 reservedFor?:[741 devices?:[742
devices:738 nodeSelector?:*66 allocationTimestamp?:*T
results?:[739 config?:[740
request:s driver:s pool:s device:s adminAccess?:*b tolerations?:[731 bindingConditions?:[s bindingFailureConditions?:[s shareID?:*s consumedCapacity?:{Q
source:s requests?:[s opaque?:*725
apiGroup?:s resource:s name:s uid:s
driver:s pool:s device:s shareID?:*s conditions:[210 data?:*R networkData?:*743
interfaceName?:s ips?:[s hardwareAddress?:s
kind?:s apiVersion?:s metadata:1 spec:745
metadata:1 spec:727
kind?:s apiVersion?:s metadata:1 spec:747
driver:s pool:748 nodeName?:*s nodeSelector?:*66 allNodes?:*b devices?:[749 perDeviceNodeSelection?:*b sharedCounters?:[758
name:s generation:I resourceSliceCount:I
name:s attributes?:{750 capacity?:{751 consumesCounters?:[754 nodeName?:*s nodeSelector?:*66 allNodes?:*b taints?:[756 bindsToNode?:*b bindingConditions?:[s bindingFailureConditions?:[s allowMultipleAllocations?:*b nodeAllocatableResourceMappings?:{757
int?:*I bool?:*b string?:*s version?:*s ints?:[I bools?:[b strings?:[s versions?:[s
value:Q requestPolicy?:*752
default:*Q validValues?:[Q validRange?:*753
min?:*Q max?:*Q step?:*Q
counterSet:s counters?:{755
value:Q
key:s value?:s effect:s timeAdded?:*T
capacityKey?:*s allocationMultiplier?:*Q
name:s counters?:{755
kind?:s apiVersion?:s metadata:1 spec:760 status:763
deviceSelector?:*761 taint:762
driver?:*s pool?:*s device?:*s
key:s value?:s effect:s timeAdded?:*T
conditions?:[210
kind?:s apiVersion?:s metadata:1 spec:765 status?:*766
driver:s poolName?:*s limit?:*i
poolCount?:*i pools?:[767 conditions?:[210
driver?:s poolName?:s generation:I resourceSliceCount?:*i totalDevices?:*i allocatedDevices?:*i availableDevices?:*i unavailableDevices?:*i nodeName?:*s validationError?:*s
kind?:s apiVersion?:s metadata:1 spec:769
selectors?:[770 config?:[772 extendedResourceName?:*s
cel?:*771
expression:s
opaque?:*773
driver:s parameters:R
kind?:s apiVersion?:s metadata:1 spec:775 status:783
devices:776
requests:[777 constraints?:[781 config?:[782
name:s deviceClassName:s selectors?:[770 allocationMode?:s count?:I adminAccess?:*b firstAvailable?:[778 tolerations?:[779 capacity?:*780
name:s deviceClassName:s selectors?:[770 allocationMode?:s count?:I tolerations?:[779 capacity?:*780
key?:s operator?:s value?:s effect?:s tolerationSeconds?:*I
requests?:{Q
requests?:[s matchAttribute?:*s distinctAttribute?:*s
requests?:[s opaque?:*773
allocation?:*784 reservedFor?:[788 devices?:[789
devices:785 nodeSelector?:*66 allocationTimestamp?:*T
results?:[786 config?:[787
request:s driver:s pool:s device:s adminAccess?:*b tolerations?:[779 bindingConditions?:[s bindingFailureConditions?:[s shareID?:*s consumedCapacity?:{Q
source:s requests?:[s opaque?:*773
apiGroup?:s resource:s name:s uid:s
driver:s pool:s device:s shareID?:*s conditions:[210 data?:*R networkData?:*790
interfaceName?:s ips?:[s hardwareAddress?:s
kind?:s apiVersion?:s metadata:1 spec:792
metadata:1 spec:775
kind?:s apiVersion?:s metadata:1 spec:794
driver:s pool:795 nodeName?:s nodeSelector?:*66 allNodes?:b devices?:[796 perDeviceNodeSelection?:*b sharedCounters?:[806
name:s generation:I resourceSliceCount:I
name:s basic?:*797
attributes?:{798 capacity?:{799 consumesCounters?:[802 nodeName?:*s nodeSelector?:*66 allNodes?:*b taints?:[804 bindsToNode?:*b bindingConditions?:[s bindingFailureConditions?:[s allowMultipleAllocations?:*b nodeAllocatableResourceMappings?:{805
int?:*I bool?:*b string?:*s version?:*s ints?:[I bools?:[b strings?:[s versions?:[s
value:Q requestPolicy?:*800
default:*Q validValues?:[Q validRange?:*801
min?:*Q max?:*Q step?:*Q
counterSet:s counters?:{803
value:Q
key:s value?:s effect:s timeAdded?:*T
capacityKey?:*s allocationMultiplier?:*Q
name:s counters?:{803
kind?:s apiVersion?:s metadata:1 spec:808
selectors?:[809 config?:[811 extendedResourceName?:*s
cel?:*810
expression:s
opaque?:*812
driver:s parameters:R
kind?:s apiVersion?:s metadata:1 spec:814 status:817
deviceSelector?:*815 taint:816
driver?:*s pool?:*s device?:*s
key:s value?:s effect:s timeAdded?:*T
conditions?:[210
kind?:s apiVersion?:s metadata:1 spec:819 status:828
devices:820
requests:[821 constraints?:[826 config?:[827
name:s exactly?:*822 firstAvailable?:[825
deviceClassName:s selectors?:[809 allocationMode?:s count?:I adminAccess?:*b tolerations?:[823 capacity?:*824
key?:s operator?:s value?:s effect?:s tolerationSeconds?:*I
requests?:{Q
name:s deviceClassName:s selectors?:[809 allocationMode?:s count?:I tolerations?:[823 capacity?:*824
requests?:[s matchAttribute?:*s distinctAttribute?:*s
requests?:[s opaque?:*812
allocation?:*829 reservedFor?:[833 devices?:[834
devices:830 nodeSelector?:*66 allocationTimestamp?:*T
results?:[831 config?:[832
request:s driver:s pool:s device:s adminAccess?:*b tolerations?:[823 bindingConditions?:[s bindingFailureConditions?:[s shareID?:*s consumedCapacity?:{Q
source:s requests?:[s opaque?:*812
apiGroup?:s resource:s name:s uid:s
driver:s pool:s device:s shareID?:*s conditions:[210 data?:*R networkData?:*835
interfaceName?:s ips?:[s hardwareAddress?:s
kind?:s apiVersion?:s metadata:1 spec:837
metadata:1 spec:819
kind?:s apiVersion?:s metadata:1 spec:839
driver:s pool:840 nodeName?:*s nodeSelector?:*66 allNodes?:*b devices?:[841 perDeviceNodeSelection?:*b sharedCounters?:[849
name:s generation:I resourceSliceCount:I
name:s attributes?:{842 capacity?:{843 consumesCounters?:[846 nodeName?:*s nodeSelector?:*66 allNodes?:*b taints?:[816 bindsToNode?:*b bindingConditions?:[s bindingFailureConditions?:[s allowMultipleAllocations?:*b nodeAllocatableResourceMappings?:{848
int?:*I bool?:*b string?:*s version?:*s ints?:[I bools?:[b strings?:[s versions?:[s
value:Q requestPolicy?:*844
default:*Q validValues?:[Q validRange?:*845
min?:*Q max?:*Q step?:*Q
counterSet:s counters?:{847
value:Q
capacityKey?:*s allocationMultiplier?:*Q
name:s counters?:{847
kind?:s apiVersion?:s metadata:1 value:i globalDefault?:b description?:s preemptionPolicy?:*s
kind?:s apiVersion?:s metadata:1 spec:852 status:861
podGroupTemplateRef:*853 schedulingPolicy:855 schedulingConstraints?:*858 resourceClaims?:[860 disruptionMode?:*s priorityClassName?:s priority?:*i
workload:*854
workloadName:s podGroupTemplateName:s
basic?:*856 gang?:*857

minCount:i
topology?:[859
key:s
name:s resourceClaimName?:*s resourceClaimTemplateName?:*s
conditions?:[210 resourceClaimStatuses?:[862
name:s resourceClaimName?:*s
kind?:s apiVersion?:s metadata:1 spec:864
controllerRef?:*865 podGroupTemplates:[866
apiGroup?:s kind:s name:s
name:s schedulingPolicy:855 schedulingConstraints:*858 resourceClaims?:[860 disruptionMode?:*s priorityClassName?:s priority?:*i
kind?:s apiVersion?:s metadata:1 value:i globalDefault?:b description?:s preemptionPolicy?:*s
kind?:s apiVersion?:s metadata:1 spec:869
attachRequired?:*b podInfoOnMount?:*b volumeLifecycleModes?:[s storageCapacity?:*b fsGroupPolicy?:*s tokenRequests?:[870 requiresRepublish?:*b seLinuxMount?:*b nodeAllocatableUpdatePeriodSeconds?:*I serviceAccountTokenInSecrets?:*b preventPodSchedulingIfMissing?:*b
audience:s expirationSeconds?:*I
kind?:s apiVersion?:s metadata:1 spec:872
drivers:[873
name:s nodeID:s topologyKeys:[s allocatable?:*874
count?:*i
kind?:s apiVersion?:s metadata:1 nodeTopology?:*72 storageClassName:s capacity?:*Q maximumVolumeSize?:*Q
kind?:s apiVersion?:s metadata:1 provisioner:s parameters?:{s reclaimPolicy?:*s mountOptions?:[s allowVolumeExpansion?:*b volumeBindingMode?:*s allowedTopologies?:[877
matchLabelExpressions?:[878
key:s values:[s
kind?:s apiVersion?:s metadata:1 spec:880 status:882
attacher:s source:881 nodeName:s
persistentVolumeName?:*s inlineVolumeSpec?:*41
attached:b attachmentMetadata?:{s attachError?:*883 detachError?:*883
time:T message?:s errorCode?:*i
kind?:s apiVersion?:s metadata:1 driverName:s parameters?:{s
kind?:s apiVersion?:s metadata:1 nodeTopology?:*72 storageClassName:s capacity?:*Q maximumVolumeSize?:*Q
kind?:s apiVersion?:s metadata:1 spec:887 status:889
attacher:s source:888 nodeName:s
persistentVolumeName?:*s inlineVolumeSpec?:*41
attached:b attachmentMetadata?:{s attachError?:*890 detachError?:*890
time:T message?:s errorCode?:*i
kind?:s apiVersion?:s metadata:1 driverName:s parameters?:{s
kind?:s apiVersion?:s metadata:1 spec:893
attachRequired?:*b podInfoOnMount?:*b volumeLifecycleModes?:[s storageCapacity?:*b fsGroupPolicy?:*s tokenRequests?:[894 requiresRepublish?:*b seLinuxMount?:*b nodeAllocatableUpdatePeriodSeconds?:*I serviceAccountTokenInSecrets?:*b preventPodSchedulingIfMissing?:*b
audience:s expirationSeconds?:*I
kind?:s apiVersion?:s metadata:1 spec:896
drivers:[897
name:s nodeID:s topologyKeys:[s allocatable?:*898
count?:*i
kind?:s apiVersion?:s metadata:1 nodeTopology?:*72 storageClassName:s capacity?:*Q maximumVolumeSize?:*Q
kind?:s apiVersion?:s metadata:1 provisioner:s parameters?:{s reclaimPolicy?:*s mountOptions?:[s allowVolumeExpansion?:*b volumeBindingMode?:*s allowedTopologies?:[877
kind?:s apiVersion?:s metadata:1 spec:902 status:904
attacher:s source:903 nodeName:s
persistentVolumeName?:*s inlineVolumeSpec?:*41
attached:b attachmentMetadata?:{s attachError?:*905 detachError?:*905
time:T message?:s errorCode?:*i
kind?:s apiVersion?:s metadata:1 driverName:s parameters?:{s
kind?:s apiVersion?:s metadata:1 spec:908 status:910
resource:909
group:s resource:s
conditions?:[210 resourceVersion?:s`
