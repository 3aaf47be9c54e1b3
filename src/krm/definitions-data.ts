// Made by scripts/generate-schema.mjs; do not edit.

/** `# prefix` of the names below it; a type a line: `name field=merge,keys>type field>type field*>type of values`. */
export const definitionTypes = `# io.k8s.api.admissionregistration.v1
MutatingWebhook clientConfig>8 namespaceSelector>588 objectSelector>588
MutatingWebhookConfiguration metadata>593 webhooks=name>0
MutatingWebhookConfigurationList metadata>590
RuleWithOperations
ServiceReference
ValidatingWebhook clientConfig>8 namespaceSelector>588 objectSelector>588
ValidatingWebhookConfiguration metadata>593 webhooks=name>5
ValidatingWebhookConfigurationList metadata>590
WebhookClientConfig service>4
# io.k8s.api.admissionregistration.v1beta1
MutatingWebhook clientConfig>17 namespaceSelector>588 objectSelector>588
MutatingWebhookConfiguration metadata>593 webhooks=name>9
MutatingWebhookConfigurationList metadata>590
RuleWithOperations
ServiceReference
ValidatingWebhook clientConfig>17 namespaceSelector>588 objectSelector>588
ValidatingWebhookConfiguration metadata>593 webhooks=name>14
ValidatingWebhookConfigurationList metadata>590
WebhookClientConfig service>13
# io.k8s.api.apps.v1
ControllerRevision data>603 metadata>593
ControllerRevisionList metadata>590
DaemonSet metadata>593 spec>23 status>24
DaemonSetCondition lastTransitionTime>601
DaemonSetList metadata>590
DaemonSetSpec selector>588 template>292 updateStrategy>25
DaemonSetStatus conditions=type>21
DaemonSetUpdateStrategy rollingUpdate>37
Deployment metadata>593 spec>29 status>30
DeploymentCondition lastTransitionTime>601 lastUpdateTime>601
DeploymentList metadata>590
DeploymentSpec selector>588 strategy>31 template>292
DeploymentStatus conditions=type>27
DeploymentStrategy rollingUpdate>38
ReplicaSet metadata>593 spec>35 status>36
ReplicaSetCondition lastTransitionTime>601
ReplicaSetList metadata>590
ReplicaSetSpec selector>588 template>292
ReplicaSetStatus conditions=type>33
RollingUpdateDaemonSet maxSurge>604 maxUnavailable>604
RollingUpdateDeployment maxSurge>604 maxUnavailable>604
RollingUpdateStatefulSetStrategy
StatefulSet metadata>593 spec>43 status>44
StatefulSetCondition lastTransitionTime>601
StatefulSetList metadata>590
StatefulSetSpec selector>588 template>292 updateStrategy>45
StatefulSetStatus conditions=type>41
StatefulSetUpdateStrategy rollingUpdate>39
# io.k8s.api.authentication.v1
BoundObjectReference
TokenRequest metadata>593 spec>48 status>49
TokenRequestSpec boundObjectRef>46
TokenRequestStatus expirationTimestamp>601
TokenReview metadata>593 spec>51 status>52
TokenReviewSpec
TokenReviewStatus user>53
UserInfo
# io.k8s.api.authentication.v1beta1
TokenReview metadata>593 spec>55 status>56
TokenReviewSpec
TokenReviewStatus user>57
UserInfo
# io.k8s.api.authorization.v1
LocalSubjectAccessReview metadata>593 spec>68 status>69
NonResourceAttributes
NonResourceRule
ResourceAttributes
ResourceRule
SelfSubjectAccessReview metadata>593 spec>64 status>69
SelfSubjectAccessReviewSpec nonResourceAttributes>59 resourceAttributes>61
SelfSubjectRulesReview metadata>593 spec>66 status>70
SelfSubjectRulesReviewSpec
SubjectAccessReview metadata>593 spec>68 status>69
SubjectAccessReviewSpec nonResourceAttributes>59 resourceAttributes>61
SubjectAccessReviewStatus
SubjectRulesReviewStatus
# io.k8s.api.authorization.v1beta1
LocalSubjectAccessReview metadata>593 spec>81 status>82
NonResourceAttributes
NonResourceRule
ResourceAttributes
ResourceRule
SelfSubjectAccessReview metadata>593 spec>77 status>82
SelfSubjectAccessReviewSpec nonResourceAttributes>72 resourceAttributes>74
SelfSubjectRulesReview metadata>593 spec>79 status>83
SelfSubjectRulesReviewSpec
SubjectAccessReview metadata>593 spec>81 status>82
SubjectAccessReviewSpec nonResourceAttributes>72 resourceAttributes>74
SubjectAccessReviewStatus
SubjectRulesReviewStatus
# io.k8s.api.autoscaling.v1
CrossVersionObjectReference
HorizontalPodAutoscaler metadata>593 spec>87 status>88
HorizontalPodAutoscalerList metadata>590
HorizontalPodAutoscalerSpec scaleTargetRef>84
HorizontalPodAutoscalerStatus lastScaleTime>601
Scale metadata>593 spec>90 status>91
ScaleSpec
ScaleStatus
# io.k8s.api.autoscaling.v2beta1
ContainerResourceMetricSource targetAverageValue>578
ContainerResourceMetricStatus currentAverageValue>578
CrossVersionObjectReference
ExternalMetricSource metricSelector>588 targetAverageValue>578 targetValue>578
ExternalMetricStatus currentAverageValue>578 currentValue>578 metricSelector>588
HorizontalPodAutoscaler metadata>593 spec>100 status>101
HorizontalPodAutoscalerCondition lastTransitionTime>601
HorizontalPodAutoscalerList metadata>590
HorizontalPodAutoscalerSpec scaleTargetRef>94
HorizontalPodAutoscalerStatus lastScaleTime>601
MetricSpec containerResource>92 external>95 object>104 pods>106 resource>108
MetricStatus containerResource>93 external>96 object>105 pods>107 resource>109
ObjectMetricSource averageValue>578 selector>588 target>94 targetValue>578
ObjectMetricStatus averageValue>578 currentValue>578 selector>588 target>94
PodsMetricSource selector>588 targetAverageValue>578
PodsMetricStatus currentAverageValue>578 selector>588
ResourceMetricSource targetAverageValue>578
ResourceMetricStatus currentAverageValue>578
# io.k8s.api.autoscaling.v2beta2
ContainerResourceMetricSource target>126
ContainerResourceMetricStatus current>127
CrossVersionObjectReference
ExternalMetricSource metric>123 target>126
ExternalMetricStatus current>127 metric>123
HPAScalingPolicy
HPAScalingRules
HorizontalPodAutoscaler metadata>593 spec>121 status>122
HorizontalPodAutoscalerBehavior scaleDown>116 scaleUp>116
HorizontalPodAutoscalerCondition lastTransitionTime>601
HorizontalPodAutoscalerList metadata>590
HorizontalPodAutoscalerSpec behavior>118 scaleTargetRef>112
HorizontalPodAutoscalerStatus lastScaleTime>601
MetricIdentifier selector>588
MetricSpec containerResource>110 external>113 object>128 pods>130 resource>132
MetricStatus containerResource>111 external>114 object>129 pods>131 resource>133
MetricTarget averageValue>578 value>578
MetricValueStatus averageValue>578 value>578
ObjectMetricSource describedObject>112 metric>123 target>126
ObjectMetricStatus current>127 describedObject>112 metric>123
PodsMetricSource metric>123 target>126
PodsMetricStatus current>127 metric>123
ResourceMetricSource target>126
ResourceMetricStatus current>127
# io.k8s.api.batch.v1
CronJob metadata>593 spec>136 status>137
CronJobList metadata>590
CronJobSpec jobTemplate>143
CronJobStatus lastScheduleTime>601 lastSuccessfulTime>601
Job metadata>593 spec>141 status>142
JobCondition lastProbeTime>601 lastTransitionTime>601
JobList metadata>590
JobSpec selector>588 template>292
JobStatus completionTime>601 conditions=type>139 startTime>601
JobTemplateSpec metadata>593 spec>141
# io.k8s.api.batch.v1beta1
CronJob metadata>593 spec>146 status>147
CronJobList metadata>590
CronJobSpec jobTemplate>148
CronJobStatus lastScheduleTime>601 lastSuccessfulTime>601
JobTemplateSpec metadata>593 spec>141
# io.k8s.api.certificates.v1
CertificateSigningRequest metadata>593 spec>152 status>153
CertificateSigningRequestCondition lastTransitionTime>601 lastUpdateTime>601
CertificateSigningRequestList metadata>590
CertificateSigningRequestSpec
CertificateSigningRequestStatus
# io.k8s.api.certificates.v1beta1
CertificateSigningRequest metadata>593 spec>157 status>158
CertificateSigningRequestCondition lastTransitionTime>601 lastUpdateTime>601
CertificateSigningRequestList metadata>590
CertificateSigningRequestSpec
CertificateSigningRequestStatus
# io.k8s.api.coordination.v1
Lease metadata>593 spec>161
LeaseList metadata>590
LeaseSpec acquireTime>592 renewTime>592
# io.k8s.api.coordination.v1beta1
Lease metadata>593 spec>164
LeaseList metadata>590
LeaseSpec acquireTime>592 renewTime>592
# io.k8s.api.core.v1
AWSElasticBlockStoreVolumeSource
Affinity nodeAffinity>251 podAffinity>278 podAntiAffinity>280
AttachedVolume
AzureDiskVolumeSource
AzureFilePersistentVolumeSource
AzureFileVolumeSource
Binding metadata>593 target>264
CSIPersistentVolumeSource controllerExpandSecretRef>323 controllerPublishSecretRef>323 nodePublishSecretRef>323 nodeStageSecretRef>323
CSIVolumeSource nodePublishSecretRef>241
Capabilities
CephFSPersistentVolumeSource secretRef>323
CephFSVolumeSource secretRef>241
CinderPersistentVolumeSource secretRef>323
CinderVolumeSource secretRef>241
ClientIPConfig
ComponentCondition
ComponentStatus conditions=type>180 metadata>593
ComponentStatusList metadata>590
ConfigMap metadata>593
ConfigMapEnvSource
ConfigMapKeySelector
ConfigMapList metadata>590
ConfigMapNodeConfigSource
ConfigMapProjection
ConfigMapVolumeSource
Container env=name>209 lifecycle>234 livenessProbe>296 ports=containerPort,protocol>192 readinessProbe>296 resources>311 securityContext>325 startupProbe>296 volumeDevices=devicePath>346 volumeMounts=mountPath>347
ContainerImage
ContainerPort
ContainerState running>194 terminated>195 waiting>196
ContainerStateRunning startedAt>601
ContainerStateTerminated finishedAt>601 startedAt>601
ContainerStateWaiting
ContainerStatus lastState>193 state>193
DaemonEndpoint
DownwardAPIProjection
DownwardAPIVolumeFile fieldRef>263 resourceFieldRef>306
DownwardAPIVolumeSource
EmptyDirVolumeSource sizeLimit>578
EndpointAddress targetRef>264
EndpointPort
EndpointSubset
Endpoints metadata>593
EndpointsList metadata>590
EnvFromSource configMapRef>184 secretRef>319
EnvVar valueFrom>210
EnvVarSource configMapKeyRef>185 fieldRef>263 resourceFieldRef>306 secretKeyRef>320
EphemeralContainer env=name>209 lifecycle>234 livenessProbe>296 readinessProbe>296 resources>311 securityContext>325 startupProbe>296 volumeDevices=devicePath>346 volumeMounts=mountPath>347
EphemeralVolumeSource volumeClaimTemplate>271
Event eventTime>592 firstTimestamp>601 involvedObject>264 lastTimestamp>601 metadata>593 related>264 series>215 source>216
EventList metadata>590
EventSeries lastObservedTime>592
EventSource
ExecAction
FCVolumeSource
FlexPersistentVolumeSource secretRef>323
FlexVolumeSource secretRef>241
FlockerVolumeSource
GCEPersistentDiskVolumeSource
GitRepoVolumeSource
GlusterfsPersistentVolumeSource
GlusterfsVolumeSource
HTTPGetAction port>604
HTTPHeader
Handler exec>217 httpGet>226 tcpSocket>338
HostAlias
HostPathVolumeSource
ISCSIPersistentVolumeSource secretRef>323
ISCSIVolumeSource secretRef>241
KeyToPath
Lifecycle postStart>228 preStop>228
LimitRange metadata>593 spec>238
LimitRangeItem default*>578 defaultRequest*>578 max*>578 maxLimitRequestRatio*>578 min*>578
LimitRangeList metadata>590
LimitRangeSpec
LoadBalancerIngress
LoadBalancerStatus
LocalObjectReference
LocalVolumeSource
NFSVolumeSource
Namespace metadata>593 spec>247 status>248
NamespaceCondition lastTransitionTime>601
NamespaceList metadata>590
NamespaceSpec
NamespaceStatus conditions=type>245
Node metadata>593 spec>260 status>261
NodeAddress
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution>257
NodeCondition lastHeartbeatTime>601 lastTransitionTime>601
NodeConfigSource configMap>187
NodeConfigStatus active>253 assigned>253 lastKnownGood>253
NodeDaemonEndpoints kubeletEndpoint>198
NodeList metadata>590
NodeSelector
NodeSelectorRequirement
NodeSelectorTerm
NodeSpec configSource>253 podCIDRs=
NodeStatus addresses=type>250 allocatable*>578 capacity*>578 conditions=type>252 config>254 daemonEndpoints>255 nodeInfo>262
NodeSystemInfo
ObjectFieldSelector
ObjectReference
PersistentVolume metadata>593 spec>274 status>275
PersistentVolumeClaim metadata>593 spec>269 status>270
PersistentVolumeClaimCondition lastProbeTime>601 lastTransitionTime>601
PersistentVolumeClaimList metadata>590
PersistentVolumeClaimSpec dataSource>344 resources>311 selector>588
PersistentVolumeClaimStatus capacity*>578 conditions=type>267
PersistentVolumeClaimTemplate metadata>593 spec>269
PersistentVolumeClaimVolumeSource
PersistentVolumeList metadata>590
PersistentVolumeSpec awsElasticBlockStore>165 azureDisk>168 azureFile>169 capacity*>578 cephfs>175 cinder>177 claimRef>264 csi>172 fc>218 flexVolume>219 flocker>221 gcePersistentDisk>222 glusterfs>224 hostPath>230 iscsi>231 local>242 nfs>243 nodeAffinity>348 photonPersistentDisk>276 portworxVolume>294 quobyte>298 rbd>299 scaleIO>313 storageos>335 vsphereVolume>350
PersistentVolumeStatus
PhotonPersistentDiskVolumeSource
Pod metadata>593 spec>288 status>289
PodAffinity
PodAffinityTerm labelSelector>588 namespaceSelector>588
PodAntiAffinity
PodCondition lastProbeTime>601 lastTransitionTime>601
PodDNSConfig
PodDNSConfigOption
PodIP
PodList metadata>590
PodReadinessGate
PodSecurityContext seLinuxOptions>312 seccompProfile>317 windowsOptions>352
PodSpec affinity>166 containers=name>190 dnsConfig>282 ephemeralContainers=name>211 hostAliases=ip>229 imagePullSecrets=name>241 initContainers=name>190 overhead*>578 securityContext>287 topologySpreadConstraints=topologyKey,whenUnsatisfiable>343 volumes=name>345
PodStatus conditions=type>281 podIPs=ip>284 startTime>601
PodTemplate metadata>593 template>292
PodTemplateList metadata>590
PodTemplateSpec metadata>593 spec>288
PortStatus
PortworxVolumeSource
PreferredSchedulingTerm preference>259
Probe exec>217 httpGet>226 tcpSocket>338
ProjectedVolumeSource
QuobyteVolumeSource
RBDPersistentVolumeSource secretRef>323
RBDVolumeSource secretRef>241
ReplicationController metadata>593 spec>304 status>305
ReplicationControllerCondition lastTransitionTime>601
ReplicationControllerList metadata>590
ReplicationControllerSpec template>292
ReplicationControllerStatus conditions=type>302
ResourceFieldSelector divisor>578
ResourceQuota metadata>593 spec>309 status>310
ResourceQuotaList metadata>590
ResourceQuotaSpec hard*>578 scopeSelector>315
ResourceQuotaStatus hard*>578 used*>578
ResourceRequirements limits*>578 requests*>578
SELinuxOptions
ScaleIOPersistentVolumeSource secretRef>323
ScaleIOVolumeSource secretRef>241
ScopeSelector
ScopedResourceSelectorRequirement
SeccompProfile
Secret metadata>593
SecretEnvSource
SecretKeySelector
SecretList metadata>590
SecretProjection
SecretReference
SecretVolumeSource
SecurityContext capabilities>174 seLinuxOptions>312 seccompProfile>317 windowsOptions>352
Service metadata>593 spec>332 status>333
ServiceAccount metadata>593 secrets=name>264
ServiceAccountList metadata>590
ServiceAccountTokenProjection
ServiceList metadata>590
ServicePort targetPort>604
ServiceSpec ports=port,protocol>331 sessionAffinityConfig>334
ServiceStatus conditions=type>584 loadBalancer>240
SessionAffinityConfig clientIP>179
StorageOSPersistentVolumeSource secretRef>264
StorageOSVolumeSource secretRef>241
Sysctl
TCPSocketAction port>604
Taint timeAdded>601
Toleration
TopologySelectorLabelRequirement
TopologySelectorTerm
TopologySpreadConstraint labelSelector>588
TypedLocalObjectReference
Volume awsElasticBlockStore>165 azureDisk>168 azureFile>170 cephfs>176 cinder>178 configMap>189 csi>173 downwardAPI>201 emptyDir>202 ephemeral>212 fc>218 flexVolume>220 flocker>221 gcePersistentDisk>222 gitRepo>223 glusterfs>225 hostPath>230 iscsi>232 nfs>243 persistentVolumeClaim>272 photonPersistentDisk>276 portworxVolume>294 projected>297 quobyte>298 rbd>300 scaleIO>314 secret>324 storageos>336 vsphereVolume>350
VolumeDevice
VolumeMount
VolumeNodeAffinity required>257
VolumeProjection configMap>188 downwardAPI>199 secret>322 serviceAccountToken>329
VsphereVirtualDiskVolumeSource
WeightedPodAffinityTerm podAffinityTerm>279
WindowsSecurityContextOptions
# io.k8s.api.discovery.v1
Endpoint conditions>354 hints>355 targetRef>264
EndpointConditions
EndpointHints
EndpointPort
EndpointSlice metadata>593
EndpointSliceList metadata>590
ForZone
# io.k8s.api.discovery.v1beta1
Endpoint conditions>361 hints>362 targetRef>264
EndpointConditions
EndpointHints
EndpointPort
EndpointSlice metadata>593
EndpointSliceList metadata>590
ForZone
# io.k8s.api.events.v1
Event deprecatedFirstTimestamp>601 deprecatedLastTimestamp>601 deprecatedSource>216 eventTime>592 metadata>593 regarding>264 related>264 series>369
EventList metadata>590
EventSeries lastObservedTime>592
# io.k8s.api.events.v1beta1
Event deprecatedFirstTimestamp>601 deprecatedLastTimestamp>601 deprecatedSource>216 eventTime>592 metadata>593 regarding>264 related>264 series>372
EventList metadata>590
EventSeries lastObservedTime>592
# io.k8s.api.extensions.v1beta1
HTTPIngressPath backend>376
HTTPIngressRuleValue
Ingress metadata>593 spec>379 status>380
IngressBackend resource>344 servicePort>604
IngressList metadata>590
IngressRule http>374
IngressSpec backend>376
IngressStatus loadBalancer>240
IngressTLS
# io.k8s.api.flowcontrol.v1beta1
FlowDistinguisherMethod
FlowSchema metadata>593 spec>386 status>387
FlowSchemaCondition lastTransitionTime>601
FlowSchemaList metadata>590
FlowSchemaSpec distinguisherMethod>382 priorityLevelConfiguration>396
FlowSchemaStatus
GroupSubject
LimitResponse queuing>399
LimitedPriorityLevelConfiguration limitResponse>389
NonResourcePolicyRule
PolicyRulesWithSubjects
PriorityLevelConfiguration metadata>593 spec>397 status>398
PriorityLevelConfigurationCondition lastTransitionTime>601
PriorityLevelConfigurationList metadata>590
PriorityLevelConfigurationReference
PriorityLevelConfigurationSpec limited>390
PriorityLevelConfigurationStatus
QueuingConfiguration
ResourcePolicyRule
ServiceAccountSubject
Subject group>388 serviceAccount>401 user>403
UserSubject
# io.k8s.api.networking.v1
HTTPIngressPath backend>408
HTTPIngressRuleValue
IPBlock
Ingress metadata>593 spec>416 status>417
IngressBackend resource>344 service>415
IngressClass metadata>593 spec>412
IngressClassList metadata>590
IngressClassParametersReference
IngressClassSpec parameters>411
IngressList metadata>590
IngressRule http>405
IngressServiceBackend port>426
IngressSpec defaultBackend>408
IngressStatus loadBalancer>240
IngressTLS
NetworkPolicy metadata>593 spec>425
NetworkPolicyEgressRule
NetworkPolicyIngressRule
NetworkPolicyList metadata>590
NetworkPolicyPeer ipBlock>406 namespaceSelector>588 podSelector>588
NetworkPolicyPort port>604
NetworkPolicySpec podSelector>588
ServiceBackendPort
# io.k8s.api.networking.v1beta1
HTTPIngressPath backend>430
HTTPIngressRuleValue
Ingress metadata>593 spec>437 status>438
IngressBackend resource>344 servicePort>604
IngressClass metadata>593 spec>434
IngressClassList metadata>590
IngressClassParametersReference
IngressClassSpec parameters>433
IngressList metadata>590
IngressRule http>428
IngressSpec backend>430
IngressStatus loadBalancer>240
IngressTLS
# io.k8s.api.node.v1
Overhead podFixed*>578
RuntimeClass metadata>593 overhead>440 scheduling>443
RuntimeClassList metadata>590
Scheduling
# io.k8s.api.node.v1beta1
Overhead podFixed*>578
RuntimeClass metadata>593 overhead>444 scheduling>447
RuntimeClassList metadata>590
Scheduling
# io.k8s.api.policy.v1
PodDisruptionBudget metadata>593 spec>450 status>451
PodDisruptionBudgetList metadata>590
PodDisruptionBudgetSpec maxUnavailable>604 minAvailable>604 selector>588
PodDisruptionBudgetStatus conditions=type>584 disruptedPods*>601
# io.k8s.api.policy.v1beta1
AllowedCSIDriver
AllowedFlexVolume
AllowedHostPath
Eviction deleteOptions>585 metadata>593
FSGroupStrategyOptions
HostPortRange
IDRange
PodDisruptionBudget metadata>593 spec>461 status>462
PodDisruptionBudgetList metadata>590
PodDisruptionBudgetSpec maxUnavailable>604 minAvailable>604 selector>588
PodDisruptionBudgetStatus conditions=type>584 disruptedPods*>601
PodSecurityPolicy metadata>593 spec>465
PodSecurityPolicyList metadata>590
PodSecurityPolicySpec fsGroup>456 runAsGroup>466 runAsUser>467 runtimeClass>468 seLinux>469 supplementalGroups>470
RunAsGroupStrategyOptions
RunAsUserStrategyOptions
RuntimeClassStrategyOptions
SELinuxStrategyOptions seLinuxOptions>312
SupplementalGroupsStrategyOptions
# io.k8s.api.rbac.v1
AggregationRule
ClusterRole aggregationRule>471 metadata>593
ClusterRoleBinding metadata>593 roleRef>481
ClusterRoleBindingList metadata>590
ClusterRoleList metadata>590
PolicyRule
Role metadata>593
RoleBinding metadata>593 roleRef>481
RoleBindingList metadata>590
RoleList metadata>590
RoleRef
Subject
# io.k8s.api.rbac.v1beta1
AggregationRule
ClusterRole aggregationRule>483 metadata>593
ClusterRoleBinding metadata>593 roleRef>493
ClusterRoleBindingList metadata>590
ClusterRoleList metadata>590
PolicyRule
Role metadata>593
RoleBinding metadata>593 roleRef>493
RoleBindingList metadata>590
RoleList metadata>590
RoleRef
Subject
# io.k8s.api.scheduling.v1
PriorityClass metadata>593
PriorityClassList metadata>590
# io.k8s.api.scheduling.v1beta1
PriorityClass metadata>593
PriorityClassList metadata>590
# io.k8s.api.storage.v1
CSIDriver metadata>593 spec>501
CSIDriverList metadata>590
CSIDriverSpec
CSINode metadata>593 spec>505
CSINodeDriver allocatable>515
CSINodeList metadata>590
CSINodeSpec drivers=name>503
StorageClass metadata>593
StorageClassList metadata>590
TokenRequest
VolumeAttachment metadata>593 spec>512 status>513
VolumeAttachmentList metadata>590
VolumeAttachmentSource inlineVolumeSpec>274
VolumeAttachmentSpec source>511
VolumeAttachmentStatus attachError>514 detachError>514
VolumeError time>601
VolumeNodeResources
# io.k8s.api.storage.v1beta1
CSIDriver metadata>593 spec>518
CSIDriverList metadata>590
CSIDriverSpec
CSINode metadata>593 spec>522
CSINodeDriver allocatable>534
CSINodeList metadata>590
CSINodeSpec drivers=name>520
CSIStorageCapacity capacity>578 maximumVolumeSize>578 metadata>593 nodeTopology>588
CSIStorageCapacityList metadata>590
StorageClass metadata>593
StorageClassList metadata>590
TokenRequest
VolumeAttachment metadata>593 spec>531 status>532
VolumeAttachmentList metadata>590
VolumeAttachmentSource inlineVolumeSpec>274
VolumeAttachmentSpec source>530
VolumeAttachmentStatus attachError>533 detachError>533
VolumeError time>601
VolumeNodeResources
# io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1
CustomResourceColumnDefinition
CustomResourceConversion webhook>556
CustomResourceDefinition metadata>593 spec>541 status>542
CustomResourceDefinitionCondition lastTransitionTime>601
CustomResourceDefinitionList metadata>590
CustomResourceDefinitionNames
CustomResourceDefinitionSpec conversion>536 names>540
CustomResourceDefinitionStatus acceptedNames>540
CustomResourceDefinitionVersion schema>547 subresources>546
CustomResourceSubresourceScale
CustomResourceSubresourceStatus
CustomResourceSubresources scale>544 status>545
CustomResourceValidation openAPIV3Schema>550
ExternalDocumentation
JSON
JSONSchemaProps additionalItems>552 additionalProperties>552 default>549 definitions*>550 dependencies*>553 example>549 externalDocs>548 items>551 not>550 patternProperties*>550 properties*>550
JSONSchemaPropsOrArray
JSONSchemaPropsOrBool
JSONSchemaPropsOrStringArray
ServiceReference
WebhookClientConfig service>554
WebhookConversion clientConfig>555
# io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1
CustomResourceColumnDefinition
CustomResourceConversion webhookClientConfig>577
CustomResourceDefinition metadata>593 spec>563 status>564
CustomResourceDefinitionCondition lastTransitionTime>601
CustomResourceDefinitionList metadata>590
CustomResourceDefinitionNames
CustomResourceDefinitionSpec conversion>558 names>562 subresources>568 validation>569
CustomResourceDefinitionStatus acceptedNames>562
CustomResourceDefinitionVersion schema>569 subresources>568
CustomResourceSubresourceScale
CustomResourceSubresourceStatus
CustomResourceSubresources scale>566 status>567
CustomResourceValidation openAPIV3Schema>572
ExternalDocumentation
JSON
JSONSchemaProps additionalItems>574 additionalProperties>574 default>571 definitions*>572 dependencies*>575 example>571 externalDocs>570 items>573 not>572 patternProperties*>572 properties*>572
JSONSchemaPropsOrArray
JSONSchemaPropsOrBool
JSONSchemaPropsOrStringArray
ServiceReference
WebhookClientConfig service>576
# io.k8s.apimachinery.pkg.api.resource
Quantity
# io.k8s.apimachinery.pkg.apis.meta.v1
APIGroup preferredVersion>587
APIGroupList
APIResource
APIResourceList
APIVersions
Condition lastTransitionTime>601
DeleteOptions preconditions>596
FieldsV1
GroupVersionForDiscovery
LabelSelector
LabelSelectorRequirement
ListMeta
ManagedFieldsEntry fieldsV1>586 time>601
MicroTime
ObjectMeta creationTimestamp>601 deletionTimestamp>601 finalizers= ownerReferences=uid>594
OwnerReference
Patch
Preconditions
ServerAddressByClientCIDR
Status details>600 metadata>590
StatusCause
StatusDetails
Time
WatchEvent object>603
# io.k8s.apimachinery.pkg.runtime
RawExtension
# io.k8s.apimachinery.pkg.util.intstr
IntOrString
# io.k8s.apimachinery.pkg.version
Info
# io.k8s.kube-aggregator.pkg.apis.apiregistration.v1
APIService metadata>593 spec>609 status>610
APIServiceCondition lastTransitionTime>601
APIServiceList metadata>590
APIServiceSpec service>611
APIServiceStatus conditions=type>607
ServiceReference
# io.k8s.kube-aggregator.pkg.apis.apiregistration.v1beta1
APIService metadata>593 spec>615 status>616
APIServiceCondition lastTransitionTime>601
APIServiceList metadata>590
APIServiceSpec service>617
APIServiceStatus conditions=type>613
ServiceReference`

/** `apiVersion kind>type kind>type`. */
export const definitionKinds = `admission.k8s.io/v1 DeleteOptions>585 WatchEvent>602
admission.k8s.io/v1beta1 DeleteOptions>585 WatchEvent>602
admissionregistration.k8s.io/v1 DeleteOptions>585 MutatingWebhookConfiguration>1 MutatingWebhookConfigurationList>2 ValidatingWebhookConfiguration>6 ValidatingWebhookConfigurationList>7 WatchEvent>602
admissionregistration.k8s.io/v1beta1 DeleteOptions>585 MutatingWebhookConfiguration>10 MutatingWebhookConfigurationList>11 ValidatingWebhookConfiguration>15 ValidatingWebhookConfigurationList>16 WatchEvent>602
apiextensions.k8s.io/v1 CustomResourceDefinition>537 CustomResourceDefinitionList>539 DeleteOptions>585 WatchEvent>602
apiextensions.k8s.io/v1beta1 CustomResourceDefinition>559 CustomResourceDefinitionList>561 DeleteOptions>585 WatchEvent>602
apiregistration.k8s.io/v1 APIService>606 APIServiceList>608 DeleteOptions>585 WatchEvent>602
apiregistration.k8s.io/v1beta1 APIService>612 APIServiceList>614 DeleteOptions>585 WatchEvent>602
apps/v1 ControllerRevision>18 ControllerRevisionList>19 DaemonSet>20 DaemonSetList>22 DeleteOptions>585 Deployment>26 DeploymentList>28 ReplicaSet>32 ReplicaSetList>34 StatefulSet>40 StatefulSetList>42 WatchEvent>602
apps/v1beta1 DeleteOptions>585 WatchEvent>602
apps/v1beta2 DeleteOptions>585 WatchEvent>602
authentication.k8s.io/v1 DeleteOptions>585 TokenRequest>47 TokenReview>50 WatchEvent>602
authentication.k8s.io/v1beta1 DeleteOptions>585 TokenReview>54 WatchEvent>602
authorization.k8s.io/v1 DeleteOptions>585 LocalSubjectAccessReview>58 SelfSubjectAccessReview>63 SelfSubjectRulesReview>65 SubjectAccessReview>67 WatchEvent>602
authorization.k8s.io/v1beta1 DeleteOptions>585 LocalSubjectAccessReview>71 SelfSubjectAccessReview>76 SelfSubjectRulesReview>78 SubjectAccessReview>80 WatchEvent>602
autoscaling/v1 DeleteOptions>585 HorizontalPodAutoscaler>85 HorizontalPodAutoscalerList>86 Scale>89 WatchEvent>602
autoscaling/v2beta1 DeleteOptions>585 HorizontalPodAutoscaler>97 HorizontalPodAutoscalerList>99 WatchEvent>602
autoscaling/v2beta2 DeleteOptions>585 HorizontalPodAutoscaler>117 HorizontalPodAutoscalerList>120 WatchEvent>602
batch/v1 CronJob>134 CronJobList>135 DeleteOptions>585 Job>138 JobList>140 WatchEvent>602
batch/v1beta1 CronJob>144 CronJobList>145 DeleteOptions>585 WatchEvent>602
certificates.k8s.io/v1 CertificateSigningRequest>149 CertificateSigningRequestList>151 DeleteOptions>585 WatchEvent>602
certificates.k8s.io/v1beta1 CertificateSigningRequest>154 CertificateSigningRequestList>156 DeleteOptions>585 WatchEvent>602
coordination.k8s.io/v1 DeleteOptions>585 Lease>159 LeaseList>160 WatchEvent>602
coordination.k8s.io/v1beta1 DeleteOptions>585 Lease>162 LeaseList>163 WatchEvent>602
discovery.k8s.io/v1 DeleteOptions>585 EndpointSlice>357 EndpointSliceList>358 WatchEvent>602
discovery.k8s.io/v1beta1 DeleteOptions>585 EndpointSlice>364 EndpointSliceList>365 WatchEvent>602
events.k8s.io/v1 DeleteOptions>585 Event>367 EventList>368 WatchEvent>602
events.k8s.io/v1beta1 DeleteOptions>585 Event>370 EventList>371 WatchEvent>602
extensions/v1beta1 DeleteOptions>585 Ingress>375 IngressList>377 WatchEvent>602
flowcontrol.apiserver.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
flowcontrol.apiserver.k8s.io/v1beta1 DeleteOptions>585 FlowSchema>383 FlowSchemaList>385 PriorityLevelConfiguration>393 PriorityLevelConfigurationList>395 WatchEvent>602
imagepolicy.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
internal.apiserver.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
networking.k8s.io/v1 DeleteOptions>585 Ingress>407 IngressClass>409 IngressClassList>410 IngressList>413 NetworkPolicy>419 NetworkPolicyList>422 WatchEvent>602
networking.k8s.io/v1beta1 DeleteOptions>585 Ingress>429 IngressClass>431 IngressClassList>432 IngressList>435 WatchEvent>602
node.k8s.io/v1 DeleteOptions>585 RuntimeClass>441 RuntimeClassList>442 WatchEvent>602
node.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
node.k8s.io/v1beta1 DeleteOptions>585 RuntimeClass>445 RuntimeClassList>446 WatchEvent>602
policy/v1 DeleteOptions>585 PodDisruptionBudget>448 PodDisruptionBudgetList>449 WatchEvent>602
policy/v1beta1 DeleteOptions>585 Eviction>455 PodDisruptionBudget>459 PodDisruptionBudgetList>460 PodSecurityPolicy>463 PodSecurityPolicyList>464 WatchEvent>602
rbac.authorization.k8s.io/v1 ClusterRole>472 ClusterRoleBinding>473 ClusterRoleBindingList>474 ClusterRoleList>475 DeleteOptions>585 Role>477 RoleBinding>478 RoleBindingList>479 RoleList>480 WatchEvent>602
rbac.authorization.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
rbac.authorization.k8s.io/v1beta1 ClusterRole>484 ClusterRoleBinding>485 ClusterRoleBindingList>486 ClusterRoleList>487 DeleteOptions>585 Role>489 RoleBinding>490 RoleBindingList>491 RoleList>492 WatchEvent>602
scheduling.k8s.io/v1 DeleteOptions>585 PriorityClass>495 PriorityClassList>496 WatchEvent>602
scheduling.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
scheduling.k8s.io/v1beta1 DeleteOptions>585 PriorityClass>497 PriorityClassList>498 WatchEvent>602
storage.k8s.io/v1 CSIDriver>499 CSIDriverList>500 CSINode>502 CSINodeList>504 DeleteOptions>585 StorageClass>506 StorageClassList>507 VolumeAttachment>509 VolumeAttachmentList>510 WatchEvent>602
storage.k8s.io/v1alpha1 DeleteOptions>585 WatchEvent>602
storage.k8s.io/v1beta1 CSIDriver>516 CSIDriverList>517 CSINode>519 CSINodeList>521 CSIStorageCapacity>523 CSIStorageCapacityList>524 DeleteOptions>585 StorageClass>525 StorageClassList>526 VolumeAttachment>528 VolumeAttachmentList>529 WatchEvent>602
v1 APIGroup>579 APIGroupList>580 APIResourceList>582 APIVersions>583 Binding>171 ComponentStatus>181 ComponentStatusList>182 ConfigMap>183 ConfigMapList>186 DeleteOptions>585 Endpoints>206 EndpointsList>207 Event>213 EventList>214 LimitRange>235 LimitRangeList>237 Namespace>244 NamespaceList>246 Node>249 NodeList>256 PersistentVolume>265 PersistentVolumeClaim>266 PersistentVolumeClaimList>268 PersistentVolumeList>273 Pod>277 PodList>285 PodTemplate>290 PodTemplateList>291 ReplicationController>301 ReplicationControllerList>303 ResourceQuota>307 ResourceQuotaList>308 Secret>318 SecretList>321 Service>326 ServiceAccount>327 ServiceAccountList>328 ServiceList>330 Status>598 WatchEvent>602`
