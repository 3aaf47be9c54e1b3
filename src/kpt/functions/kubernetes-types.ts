/**
 * Made by scripts/kubernetes-types from the types of Kubernetes 1.36, which are under Apache-2.0, copyright of the Kubernetes authors.
 */

/** A type a line: its fields with their types, `!` behind those that are required. */
export const TYPES = `apiVersion=s kind=s metadata=1 spec=4
annotations={s creationTimestamp=d deletionGracePeriodSeconds=i deletionTimestamp=d finalizers=[s generateName=s generation=i labels={s managedFields=[2 name=s namespace=s ownerReferences=[3 resourceVersion=s selfLink=s uid=s
apiVersion=s fieldsType=s fieldsV1=o manager=s operation=s subresource=s time=d
apiVersion!=s blockOwnerDeletion=b controller=b kind!=s name!=s uid!=s
failurePolicy=s matchConditions=[5 matchConstraints=6 mutations=[10 paramKind=13 reinvocationPolicy=s variables=[14
expression!=s name!=s
excludeResourceRules=[7 matchPolicy=s namespaceSelector=8 objectSelector=8 resourceRules=[7
apiGroups=[s apiVersions=[s operations=[s resourceNames=[s resources=[s scope=s
matchExpressions=[9 matchLabels={s
key!=s operator!=s values=[s
applyConfiguration=11 jsonPatch=12 patchType!=s
expression=s
expression=s
apiVersion=s kind=s
expression!=s name!=s
apiVersion=s kind=s metadata=1 spec=16
matchResources=6 paramRef=17 policyName=s
name=s namespace=s parameterNotFoundAction=s selector=8
apiVersion=s items!=[15 kind=s metadata=19
continue=s remainingItemCount=i resourceVersion=s selfLink=s shardInfo=20
selector!=s
apiVersion=s items!=[0 kind=s metadata=19
apiVersion=s kind=s metadata=1 webhooks=[23
admissionReviewVersions!=[s clientConfig!=24 failurePolicy=s matchConditions=[5 matchPolicy=s name!=s namespaceSelector=8 objectSelector=8 reinvocationPolicy=s rules=[26 sideEffects!=s timeoutSeconds=i
caBundle=s service=25 url=s
name!=s namespace!=s path=s port=i
apiGroups=[s apiVersions=[s operations=[s resources=[s scope=s
apiVersion=s items!=[22 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=29 status=32
auditAnnotations=[30 failurePolicy=s matchConditions=[5 matchConstraints=6 paramKind=13 validations=[31 variables=[14
key!=s valueExpression!=s
expression!=s message=s messageExpression=s reason=s
conditions=[33 observedGeneration=i typeChecking=34
lastTransitionTime!=d message!=s observedGeneration=i reason!=s status!=s type!=s
expressionWarnings=[35
fieldRef!=s warning!=s
apiVersion=s kind=s metadata=1 spec!=37
matchResources=6 paramRef=17 policyName!=s validationActions!=[s
apiVersion=s items!=[36 kind=s metadata=19
apiVersion=s items!=[28 kind=s metadata=19
apiVersion=s kind=s metadata=1 webhooks=[41
admissionReviewVersions!=[s clientConfig!=24 failurePolicy=s matchConditions=[5 matchPolicy=s name!=s namespaceSelector=8 objectSelector=8 rules=[26 sideEffects!=s timeoutSeconds=i
apiVersion=s items!=[40 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=44
failurePolicy=s matchConditions=[45 matchConstraints=46 mutations=[48 paramKind=51 reinvocationPolicy=s variables=[52
expression!=s name!=s
excludeResourceRules=[47 matchPolicy=s namespaceSelector=8 objectSelector=8 resourceRules=[47
apiGroups=[s apiVersions=[s operations=[s resourceNames=[s resources=[s scope=s
applyConfiguration=49 jsonPatch=50 patchType!=s
expression=s
expression=s
apiVersion=s kind=s
expression!=s name!=s
apiVersion=s kind=s metadata=1 spec=54
matchResources=46 paramRef=55 policyName=s
name=s namespace=s parameterNotFoundAction=s selector=8
apiVersion=s items!=[53 kind=s metadata=19
apiVersion=s items!=[43 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=59 status=62
auditAnnotations=[60 failurePolicy=s matchConditions=[45 matchConstraints=46 paramKind=51 validations=[61 variables=[52
key!=s valueExpression!=s
expression!=s message=s messageExpression=s reason=s
conditions=[33 observedGeneration=i typeChecking=63
expressionWarnings=[64
fieldRef!=s warning!=s
apiVersion=s kind=s metadata=1 spec!=66
matchResources=46 paramRef=55 policyName!=s validationActions!=[s
apiVersion=s items!=[65 kind=s metadata=19
apiVersion=s items!=[58 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=70
failurePolicy=s matchConditions=[71 matchConstraints=72 mutations=[74 paramKind=77 reinvocationPolicy=s variables=[78
expression!=s name!=s
excludeResourceRules=[73 matchPolicy=s namespaceSelector=8 objectSelector=8 resourceRules=[73
apiGroups=[s apiVersions=[s operations=[s resourceNames=[s resources=[s scope=s
applyConfiguration=75 jsonPatch=76 patchType!=s
expression=s
expression=s
apiVersion=s kind=s
expression!=s name!=s
apiVersion=s kind=s metadata=1 spec=80
matchResources=72 paramRef=81 policyName=s
name=s namespace=s parameterNotFoundAction=s selector=8
apiVersion=s items!=[79 kind=s metadata=19
apiVersion=s items!=[69 kind=s metadata=19
apiVersion=s kind=s metadata=1 webhooks=[85
admissionReviewVersions=[s clientConfig!=86 failurePolicy=s matchConditions=[71 matchPolicy=s name!=s namespaceSelector=8 objectSelector=8 reinvocationPolicy=s rules=[26 sideEffects=s timeoutSeconds=i
caBundle=s service=87 url=s
name!=s namespace!=s path=s port=i
apiVersion=s items!=[84 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=90 status=93
auditAnnotations=[91 failurePolicy=s matchConditions=[71 matchConstraints=72 paramKind=77 validations=[92 variables=[78
key!=s valueExpression!=s
expression!=s message=s messageExpression=s reason=s
conditions=[33 observedGeneration=i typeChecking=94
expressionWarnings=[95
fieldRef!=s warning!=s
apiVersion=s kind=s metadata=1 spec!=97
matchResources=72 paramRef=81 policyName!=s validationActions!=[s
apiVersion=s items!=[96 kind=s metadata=19
apiVersion=s items!=[89 kind=s metadata=19
apiVersion=s kind=s metadata=1 webhooks=[101
admissionReviewVersions=[s clientConfig!=86 failurePolicy=s matchConditions=[71 matchPolicy=s name!=s namespaceSelector=8 objectSelector=8 rules=[26 sideEffects=s timeoutSeconds=i
apiVersion=s items!=[100 kind=s metadata=19
apiVersion=s kind=s request=104 response=105
desiredAPIVersion!=s objects!=[o uid!=s
convertedObjects!=[o result!=106 uid!=s
apiVersion=s code=i details=107 kind=s message=s metadata=19 reason=s status=s
causes=[108 group=s kind=s name=s retryAfterSeconds=i uid=s
field=s message=s reason=s
apiVersion=s kind=s metadata=1 spec!=110 status=125
conversion=111 group!=s names!=115 preserveUnknownFields=b scope!=s versions!=[116
strategy!=s webhook=112
clientConfig=113 conversionReviewVersions!=[s
caBundle=s service=114 url=s
name!=s namespace!=s path=s port=i
categories=[s kind!=s listKind=s plural!=s shortNames=[s singular=s
additionalPrinterColumns=[117 deprecated=b deprecationWarning=s name!=s schema=118 selectableFields=[122 served!=b storage!=b subresources=123
description=s format=s jsonPath!=s name!=s priority=i type!=s
openAPIV3Schema=119
$ref=s $schema=s additionalItems=* additionalProperties=* allOf=[119 anyOf=[119 default=* definitions={119 dependencies={* description=s enum=[* example=* exclusiveMaximum=b exclusiveMinimum=b externalDocs=120 format=s id=s items=* maxItems=i maxLength=i maxProperties=i maximum=n minItems=i minLength=i minProperties=i minimum=n multipleOf=n not=119 nullable=b oneOf=[119 pattern=s patternProperties={119 properties={119 required=[s title=s type=s uniqueItems=b x-kubernetes-embedded-resource=b x-kubernetes-int-or-string=b x-kubernetes-list-map-keys=[s x-kubernetes-list-type=s x-kubernetes-map-type=s x-kubernetes-preserve-unknown-fields=b x-kubernetes-validations=[121
description=s url=s
fieldPath=s message=s messageExpression=s optionalOldSelf=b reason=s rule!=s
jsonPath!=s
scale=124 status=o
labelSelectorPath=s specReplicasPath!=s statusReplicasPath!=s
acceptedNames=115 conditions=[126 observedGeneration=i storedVersions=[s
lastTransitionTime=d message=s observedGeneration=i reason=s status!=s type!=s
apiVersion=s items!=[109 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=129 status=131
caBundle=s group=s groupPriorityMinimum!=i insecureSkipTLSVerify=b service=130 version=s versionPriority!=i
name=s namespace=s port=i
conditions=[132
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[128 kind=s metadata=19
apiVersion=s data=o kind=s metadata=1 revision!=i
apiVersion=s items!=[134 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=137 status=245
minReadySeconds=i revisionHistoryLimit=i selector!=8 template!=138 updateStrategy=243
metadata=1 spec=139
activeDeadlineSeconds=i affinity=140 automountServiceAccountToken=b containers!=[150 dnsConfig=184 dnsPolicy=s enableServiceLinks=b ephemeralContainers=[186 hostAliases=[187 hostIPC=b hostNetwork=b hostPID=b hostUsers=b hostname=s hostnameOverride=s imagePullSecrets=[188 initContainers=[150 nodeName=s nodeSelector={s os=189 overhead={q preemptionPolicy=s priority=i priorityClassName=s readinessGates=[190 resourceClaims=[191 resources=172 restartPolicy=s runtimeClassName=s schedulerName=s schedulingGates=[192 schedulingGroup=193 securityContext=194 serviceAccount=s serviceAccountName=s setHostnameAsFQDN=b shareProcessNamespace=b subdomain=s terminationGracePeriodSeconds=i tolerations=[196 topologySpreadConstraints=[197 volumes=[198
nodeAffinity=141 podAffinity=146 podAntiAffinity=149
preferredDuringSchedulingIgnoredDuringExecution=[142 requiredDuringSchedulingIgnoredDuringExecution=145
preference!=143 weight!=i
matchExpressions=[144 matchFields=[144
key!=s operator!=s values=[s
nodeSelectorTerms!=[143
preferredDuringSchedulingIgnoredDuringExecution=[147 requiredDuringSchedulingIgnoredDuringExecution=[148
podAffinityTerm!=148 weight!=i
labelSelector=8 matchLabelKeys=[s mismatchLabelKeys=[s namespaceSelector=8 namespaces=[s topologyKey!=s
preferredDuringSchedulingIgnoredDuringExecution=[147 requiredDuringSchedulingIgnoredDuringExecution=[148
args=[s command=[s env=[151 envFrom=[158 image=s imagePullPolicy=s lifecycle=161 livenessProbe=168 name!=s ports=[170 readinessProbe=168 resizePolicy=[171 resources=172 restartPolicy=s restartPolicyRules=[174 securityContext=176 startupProbe=168 stdin=b stdinOnce=b terminationMessagePath=s terminationMessagePolicy=s tty=b volumeDevices=[182 volumeMounts=[183 workingDir=s
name!=s value=s valueFrom=152
configMapKeyRef=153 fieldRef=154 fileKeyRef=155 resourceFieldRef=156 secretKeyRef=157
key!=s name=s optional=b
apiVersion=s fieldPath!=s
key!=s optional=b path!=s volumeName!=s
containerName=s divisor=q resource!=s
key!=s name=s optional=b
configMapRef=159 prefix=s secretRef=160
name=s optional=b
name=s optional=b
postStart=162 preStop=162 stopSignal=s
exec=163 httpGet=164 sleep=166 tcpSocket=167
command=[s
host=s httpHeaders=[165 path=s port!=x scheme=s
name!=s value!=s
seconds!=i
host=s port!=x
exec=163 failureThreshold=i grpc=169 httpGet=164 initialDelaySeconds=i periodSeconds=i successThreshold=i tcpSocket=167 terminationGracePeriodSeconds=i timeoutSeconds=i
port!=i service=s
containerPort!=i hostIP=s hostPort=i name=s protocol=s
resourceName!=s restartPolicy!=s
claims=[173 limits={q requests={q
name!=s request=s
action!=s exitCodes=175
operator!=s values=[i
allowPrivilegeEscalation=b appArmorProfile=177 capabilities=178 privileged=b procMount=s readOnlyRootFilesystem=b runAsGroup=i runAsNonRoot=b runAsUser=i seLinuxOptions=179 seccompProfile=180 windowsOptions=181
localhostProfile=s type!=s
add=[s drop=[s
level=s role=s type=s user=s
localhostProfile=s type!=s
gmsaCredentialSpec=s gmsaCredentialSpecName=s hostProcess=b runAsUserName=s
devicePath!=s name!=s
mountPath!=s mountPropagation=s name!=s readOnly=b recursiveReadOnly=s subPath=s subPathExpr=s
nameservers=[s options=[185 searches=[s
name=s value=s
args=[s command=[s env=[151 envFrom=[158 image=s imagePullPolicy=s lifecycle=161 livenessProbe=168 name!=s ports=[170 readinessProbe=168 resizePolicy=[171 resources=172 restartPolicy=s restartPolicyRules=[174 securityContext=176 startupProbe=168 stdin=b stdinOnce=b targetContainerName=s terminationMessagePath=s terminationMessagePolicy=s tty=b volumeDevices=[182 volumeMounts=[183 workingDir=s
hostnames=[s ip!=s
name=s
name!=s
conditionType!=s
name!=s resourceClaimName=s resourceClaimTemplateName=s
name!=s
podGroupName=s
appArmorProfile=177 fsGroup=i fsGroupChangePolicy=s runAsGroup=i runAsNonRoot=b runAsUser=i seLinuxChangePolicy=s seLinuxOptions=179 seccompProfile=180 supplementalGroups=[i supplementalGroupsPolicy=s sysctls=[195 windowsOptions=181
name!=s value!=s
effect=s key=s operator=s tolerationSeconds=i value=s
labelSelector=8 matchLabelKeys=[s maxSkew!=i minDomains=i nodeAffinityPolicy=s nodeTaintsPolicy=s topologyKey!=s whenUnsatisfiable!=s
awsElasticBlockStore=199 azureDisk=200 azureFile=201 cephfs=202 cinder=203 configMap=204 csi=206 downwardAPI=207 emptyDir=209 ephemeral=210 fc=216 flexVolume=217 flocker=218 gcePersistentDisk=219 gitRepo=220 glusterfs=221 hostPath=222 image=223 iscsi=224 name!=s nfs=225 persistentVolumeClaim=226 photonPersistentDisk=227 portworxVolume=228 projected=229 quobyte=237 rbd=238 scaleIO=239 secret=240 storageos=241 vsphereVolume=242
fsType=s partition=i readOnly=b volumeID!=s
cachingMode=s diskName!=s diskURI!=s fsType=s kind=s readOnly=b
readOnly=b secretName!=s shareName!=s
monitors!=[s path=s readOnly=b secretFile=s secretRef=188 user=s
fsType=s readOnly=b secretRef=188 volumeID!=s
defaultMode=i items=[205 name=s optional=b
key!=s mode=i path!=s
driver!=s fsType=s nodePublishSecretRef=188 readOnly=b volumeAttributes={s
defaultMode=i items=[208
fieldRef=154 mode=i path!=s resourceFieldRef=156
medium=s sizeLimit=q
volumeClaimTemplate=211
metadata=1 spec!=212
accessModes=[s dataSource=213 dataSourceRef=214 resources=215 selector=8 storageClassName=s volumeAttributesClassName=s volumeMode=s volumeName=s
apiGroup=s kind!=s name!=s
apiGroup=s kind!=s name!=s namespace=s
limits={q requests={q
fsType=s lun=i readOnly=b targetWWNs=[s wwids=[s
driver!=s fsType=s options={s readOnly=b secretRef=188
datasetName=s datasetUUID=s
fsType=s partition=i pdName!=s readOnly=b
directory=s repository!=s revision=s
endpoints!=s path!=s readOnly=b
path!=s type=s
pullPolicy=s reference=s
chapAuthDiscovery=b chapAuthSession=b fsType=s initiatorName=s iqn!=s iscsiInterface=s lun!=i portals=[s readOnly=b secretRef=188 targetPortal!=s
path!=s readOnly=b server!=s
claimName!=s readOnly=b
fsType=s pdID!=s
fsType=s readOnly=b volumeID!=s
defaultMode=i sources=[230
clusterTrustBundle=231 configMap=232 downwardAPI=233 podCertificate=234 secret=235 serviceAccountToken=236
labelSelector=8 name=s optional=b path!=s signerName=s
items=[205 name=s optional=b
items=[208
certificateChainPath=s credentialBundlePath=s keyPath=s keyType!=s maxExpirationSeconds=i signerName!=s userAnnotations={s
items=[205 name=s optional=b
audience=s expirationSeconds=i path!=s
group=s readOnly=b registry!=s tenant=s user=s volume!=s
fsType=s image!=s keyring=s monitors!=[s pool=s readOnly=b secretRef=188 user=s
fsType=s gateway!=s protectionDomain=s readOnly=b secretRef!=188 sslEnabled=b storageMode=s storagePool=s system!=s volumeName=s
defaultMode=i items=[205 optional=b secretName=s
fsType=s readOnly=b secretRef=188 volumeName=s volumeNamespace=s
fsType=s storagePolicyID=s storagePolicyName=s volumePath!=s
rollingUpdate=244 type=s
maxSurge=x maxUnavailable=x
collisionCount=i conditions=[246 currentNumberScheduled!=i desiredNumberScheduled!=i numberAvailable=i numberMisscheduled!=i numberReady!=i numberUnavailable=i observedGeneration=i updatedNumberScheduled=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[136 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=249 status=252
minReadySeconds=i paused=b progressDeadlineSeconds=i replicas=i revisionHistoryLimit=i selector!=8 strategy=250 template!=138
rollingUpdate=251 type=s
maxSurge=x maxUnavailable=x
availableReplicas=i collisionCount=i conditions=[253 observedGeneration=i readyReplicas=i replicas=i terminatingReplicas=i unavailableReplicas=i updatedReplicas=i
lastTransitionTime=d lastUpdateTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[248 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=256 status=257
minReadySeconds=i replicas=i selector!=8 template=138
availableReplicas=i conditions=[258 fullyLabeledReplicas=i observedGeneration=i readyReplicas=i replicas!=i terminatingReplicas=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[255 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=261 status=270
minReadySeconds=i ordinals=262 persistentVolumeClaimRetentionPolicy=263 podManagementPolicy=s replicas=i revisionHistoryLimit=i selector!=8 serviceName=s template!=138 updateStrategy=264 volumeClaimTemplates=[266
start=i
whenDeleted=s whenScaled=s
rollingUpdate=265 type=s
maxUnavailable=x partition=i
apiVersion=s kind=s metadata=1 spec=212 status=267
accessModes=[s allocatedResourceStatuses={s allocatedResources={q capacity={q conditions=[268 currentVolumeAttributesClassName=s modifyVolumeStatus=269 phase=s
lastProbeTime=d lastTransitionTime=d message=s reason=s status!=s type!=s
status!=s targetVolumeAttributesClassName=s
availableReplicas=i collisionCount=i conditions=[271 currentReplicas=i currentRevision=s observedGeneration=i readyReplicas=i replicas!=i updateRevision=s updatedReplicas=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[260 kind=s metadata=19
apiVersion=s data=o kind=s metadata=1 revision!=i
apiVersion=s items!=[273 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=276 status=280
minReadySeconds=i paused=b progressDeadlineSeconds=i replicas=i revisionHistoryLimit=i rollbackTo=277 selector=8 strategy=278 template!=138
revision=i
rollingUpdate=279 type=s
maxSurge=x maxUnavailable=x
availableReplicas=i collisionCount=i conditions=[281 observedGeneration=i readyReplicas=i replicas=i terminatingReplicas=i unavailableReplicas=i updatedReplicas=i
lastTransitionTime=d lastUpdateTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[275 kind=s metadata=19
apiVersion=s kind=s name!=s rollbackTo!=277 updatedAnnotations={s
apiVersion=s kind=s metadata=1 spec=285 status=286
replicas=i
replicas!=i selector={s targetSelector=s
apiVersion=s kind=s metadata=1 spec=288 status=293
minReadySeconds=i ordinals=289 persistentVolumeClaimRetentionPolicy=290 podManagementPolicy=s replicas=i revisionHistoryLimit=i selector=8 serviceName=s template!=138 updateStrategy=291 volumeClaimTemplates=[266
start=i
whenDeleted=s whenScaled=s
rollingUpdate=292 type=s
maxUnavailable=x partition=i
availableReplicas=i collisionCount=i conditions=[294 currentReplicas=i currentRevision=s observedGeneration=i readyReplicas=i replicas!=i updateRevision=s updatedReplicas=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[287 kind=s metadata=19
apiVersion=s data=o kind=s metadata=1 revision!=i
apiVersion=s items!=[296 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=299 status=302
minReadySeconds=i revisionHistoryLimit=i selector!=8 template!=138 updateStrategy=300
rollingUpdate=301 type=s
maxSurge=x maxUnavailable=x
collisionCount=i conditions=[303 currentNumberScheduled!=i desiredNumberScheduled!=i numberAvailable=i numberMisscheduled!=i numberReady!=i numberUnavailable=i observedGeneration=i updatedNumberScheduled=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[298 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=306 status=309
minReadySeconds=i paused=b progressDeadlineSeconds=i replicas=i revisionHistoryLimit=i selector!=8 strategy=307 template!=138
rollingUpdate=308 type=s
maxSurge=x maxUnavailable=x
availableReplicas=i collisionCount=i conditions=[310 observedGeneration=i readyReplicas=i replicas=i terminatingReplicas=i unavailableReplicas=i updatedReplicas=i
lastTransitionTime=d lastUpdateTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[305 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=313 status=314
minReadySeconds=i replicas=i selector!=8 template=138
availableReplicas=i conditions=[315 fullyLabeledReplicas=i observedGeneration=i readyReplicas=i replicas!=i terminatingReplicas=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[312 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=318 status=319
replicas=i
replicas!=i selector={s targetSelector=s
apiVersion=s kind=s metadata=1 spec=321 status=326
minReadySeconds=i ordinals=322 persistentVolumeClaimRetentionPolicy=323 podManagementPolicy=s replicas=i revisionHistoryLimit=i selector!=8 serviceName=s template!=138 updateStrategy=324 volumeClaimTemplates=[266
start=i
whenDeleted=s whenScaled=s
rollingUpdate=325 type=s
maxUnavailable=x partition=i
availableReplicas=i collisionCount=i conditions=[327 currentReplicas=i currentRevision=s observedGeneration=i readyReplicas=i replicas!=i updateRevision=s updatedReplicas=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[320 kind=s metadata=19
apiVersion=s kind=s metadata=1 status=330
userInfo=331
extra={[s groups=[s uid=s username=s
apiVersion=s kind=s metadata=1 spec=333 status=335
audiences=[s boundObjectRef=334 expirationSeconds=i
apiVersion=s kind=s name=s uid=s
expirationTimestamp=d token=s
apiVersion=s kind=s metadata=1 spec!=337 status=338
audiences=[s token!=s
audiences=[s authenticated=b error=s user=331
apiVersion=s kind=s metadata=1 status=340
userInfo=331
apiVersion=s kind=s metadata=1 status=342
userInfo=331
apiVersion=s kind=s metadata=1 spec!=344 status=345
audiences=[s token!=s
audiences=[s authenticated=b error=s user=346
extra={[s groups=[s uid=s username=s
apiVersion=s kind=s metadata=1 spec!=348 status=354
extra={[s groups=[s nonResourceAttributes=349 resourceAttributes=350 uid=s user=s
path=s verb=s
fieldSelector=351 group=s labelSelector=353 name=s namespace=s resource=s subresource=s verb=s version=s
rawSelector=s requirements=[352
key!=s operator!=s values=[s
rawSelector=s requirements=[9
allowed!=b denied=b evaluationError=s reason=s
apiVersion=s kind=s metadata=1 spec!=356 status=354
nonResourceAttributes=349 resourceAttributes=350
apiVersion=s kind=s metadata=1 spec!=358 status=359
namespace=s
evaluationError=s incomplete!=b nonResourceRules!=[360 resourceRules!=[361
nonResourceURLs=[s verbs!=[s
apiGroups=[s resourceNames=[s resources=[s verbs!=[s
apiVersion=s kind=s metadata=1 spec!=348 status=354
apiVersion=s kind=s metadata=1 spec!=364 status=367
extra={[s group=[s nonResourceAttributes=365 resourceAttributes=366 uid=s user=s
path=s verb=s
fieldSelector=351 group=s labelSelector=353 name=s namespace=s resource=s subresource=s verb=s version=s
allowed!=b denied=b evaluationError=s reason=s
apiVersion=s kind=s metadata=1 spec!=369 status=367
nonResourceAttributes=365 resourceAttributes=366
apiVersion=s kind=s metadata=1 spec!=371 status=372
namespace=s
evaluationError=s incomplete!=b nonResourceRules!=[373 resourceRules!=[374
nonResourceURLs=[s verbs!=[s
apiGroups=[s resourceNames=[s resources=[s verbs!=[s
apiVersion=s kind=s metadata=1 spec!=364 status=367
apiVersion=s kind=s metadata=1 spec!=377 status=379
maxReplicas!=i minReplicas=i scaleTargetRef!=378 targetCPUUtilizationPercentage=i
apiVersion=s kind!=s name!=s
currentCPUUtilizationPercentage=i currentReplicas!=i desiredReplicas!=i lastScaleTime=d observedGeneration=i
apiVersion=s items!=[376 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=382 status=383
replicas=i
replicas!=i selector=s
apiVersion=s kind=s metadata=1 spec!=385 status=398
behavior=386 maxReplicas!=i metrics=[389 minReplicas=i scaleTargetRef!=395
scaleDown=387 scaleUp=387
policies=[388 selectPolicy=s stabilizationWindowSeconds=i tolerance=q
periodSeconds!=i type!=s value!=i
containerResource=390 external=392 object=394 pods=396 resource=397 type!=s
container!=s name!=s target!=391
averageUtilization=i averageValue=q type!=s value=q
metric!=393 target!=391
name!=s selector=8
describedObject!=395 metric!=393 target!=391
apiVersion=s kind!=s name!=s
metric!=393 target!=391
name!=s target!=391
conditions=[399 currentMetrics=[400 currentReplicas=i desiredReplicas!=i lastScaleTime=d observedGeneration=i
lastTransitionTime=d message=s reason=s status!=s type!=s
containerResource=401 external=403 object=404 pods=405 resource=406 type!=s
container!=s current!=402 name!=s
averageUtilization=i averageValue=q value=q
current!=402 metric!=393
current!=402 describedObject!=395 metric!=393
current!=402 metric!=393
current!=402 name!=s
apiVersion=s items!=[384 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=409 status=418
concurrencyPolicy=s failedJobsHistoryLimit=i jobTemplate!=410 schedule!=s startingDeadlineSeconds=i successfulJobsHistoryLimit=i suspend=b timeZone=s
metadata=1 spec=411
activeDeadlineSeconds=i backoffLimit=i backoffLimitPerIndex=i completionMode=s completions=i managedBy=s manualSelector=b maxFailedIndexes=i parallelism=i podFailurePolicy=412 podReplacementPolicy=s selector=8 successPolicy=416 suspend=b template!=138 ttlSecondsAfterFinished=i
rules!=[413
action!=s onExitCodes=414 onPodConditions=[415
containerName=s operator!=s values!=[i
status=s type!=s
rules!=[417
succeededCount=i succeededIndexes=s
active=[419 lastScheduleTime=d lastSuccessfulTime=d
apiVersion=s fieldPath=s kind=s name=s namespace=s resourceVersion=s uid=s
apiVersion=s items!=[408 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=411 status=422
active=i completedIndexes=s completionTime=d conditions=[423 failed=i failedIndexes=s ready=i startTime=d succeeded=i terminating=i uncountedTerminatedPods=424
lastProbeTime=d lastTransitionTime=d message=s reason=s status!=s type!=s
failed=[s succeeded=[s
apiVersion=s items!=[421 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=427 status=429
concurrencyPolicy=s failedJobsHistoryLimit=i jobTemplate!=428 schedule!=s startingDeadlineSeconds=i successfulJobsHistoryLimit=i suspend=b timeZone=s
metadata=1 spec=411
active=[419 lastScheduleTime=d lastSuccessfulTime=d
apiVersion=s items!=[426 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=432 status=433
expirationSeconds=i extra={[s groups=[s request!=s signerName!=s uid=s usages=[s username=s
certificate=s conditions=[434
lastTransitionTime=d lastUpdateTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[431 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=437
signerName=s trustBundle!=s
apiVersion=s items!=[436 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=440 status=441
expirationSeconds=i extra={[s groups=[s request!=s signerName=s uid=s usages=[s username=s
certificate=s conditions=[442
lastTransitionTime=d lastUpdateTime=d message=s reason=s status=s type!=s
apiVersion=s items!=[439 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=445
signerName=s trustBundle!=s
apiVersion=s items!=[444 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=448 status=449
maxExpirationSeconds=i nodeName!=s nodeUID!=s pkixPublicKey=s podName!=s podUID!=s proofOfPossession=s serviceAccountName!=s serviceAccountUID!=s signerName!=s stubPKCS10Request!=s unverifiedUserAnnotations={s
beginRefreshAt=d certificateChain=s conditions=[33 notAfter=d notBefore=d
apiVersion=s items!=[447 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=452
acquireTime=d holderIdentity=s leaseDurationSeconds=i leaseTransitions=i preferredHolder=s renewTime=d strategy=s
apiVersion=s items!=[451 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=455
binaryVersion!=s emulationVersion=s leaseName!=s pingTime=d renewTime=d strategy!=s
apiVersion=s items!=[454 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=458
acquireTime=d holderIdentity=s leaseDurationSeconds=i leaseTransitions=i preferredHolder=s renewTime=d strategy=s
apiVersion=s kind=s metadata=1 spec!=460
binaryVersion!=s emulationVersion=s leaseName!=s pingTime=d renewTime=d strategy!=s
apiVersion=s items!=[459 kind=s metadata=19
apiVersion=s items!=[457 kind=s metadata=19
addressType!=s apiVersion=s endpoints=[464 kind=s metadata=1 ports=[469
addresses!=[s conditions=465 deprecatedTopology={s hints=466 hostname=s nodeName=s targetRef=419 zone=s
ready=b serving=b terminating=b
forNodes=[467 forZones=[468
name!=s
name!=s
appProtocol=s name=s port=i protocol=s
apiVersion=s items!=[463 kind=s metadata=19
addressType!=s apiVersion=s endpoints!=[472 kind=s metadata=1 ports=[477
addresses!=[s conditions=473 hints=474 hostname=s nodeName=s targetRef=419 topology={s
ready=b serving=b terminating=b
forNodes=[475 forZones=[476
name!=s
name!=s
appProtocol=s name=s port=i protocol=s
apiVersion=s items!=[471 kind=s metadata=19
action=s apiVersion=s deprecatedCount=i deprecatedFirstTimestamp=d deprecatedLastTimestamp=d deprecatedSource=480 eventTime!=d kind=s metadata=1 note=s reason=s regarding=419 related=419 reportingController=s reportingInstance=s series=481 type=s
component=s host=s
count!=i lastObservedTime!=d
apiVersion=s items!=[479 kind=s metadata=19
action=s apiVersion=s deprecatedCount=i deprecatedFirstTimestamp=d deprecatedLastTimestamp=d deprecatedSource=480 eventTime!=d kind=s metadata=1 note=s reason=s regarding=419 related=419 reportingController=s reportingInstance=s series=484 type=s
count!=i lastObservedTime!=d
apiVersion=s items!=[483 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=487 status=490
minReadySeconds=i revisionHistoryLimit=i selector=8 template!=138 templateGeneration=i updateStrategy=488
rollingUpdate=489 type=s
maxSurge=x maxUnavailable=x
collisionCount=i conditions=[491 currentNumberScheduled!=i desiredNumberScheduled!=i numberAvailable=i numberMisscheduled!=i numberReady!=i numberUnavailable=i observedGeneration=i updatedNumberScheduled=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[486 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=494 status=498
minReadySeconds=i paused=b progressDeadlineSeconds=i replicas=i revisionHistoryLimit=i rollbackTo=495 selector=8 strategy=496 template!=138
revision=i
rollingUpdate=497 type=s
maxSurge=x maxUnavailable=x
availableReplicas=i collisionCount=i conditions=[499 observedGeneration=i readyReplicas=i replicas=i terminatingReplicas=i unavailableReplicas=i updatedReplicas=i
lastTransitionTime=d lastUpdateTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[493 kind=s metadata=19
apiVersion=s kind=s name!=s rollbackTo!=495 updatedAnnotations={s
apiVersion=s kind=s metadata=1 spec=503 status=509
backend=504 ingressClassName=s rules=[505 tls=[508
resource=213 serviceName=s servicePort=x
host=s http=506
paths!=[507
backend!=504 path=s pathType=s
hosts=[s secretName=s
loadBalancer=510
ingress=[511
hostname=s ip=s ports=[512
error=s port!=i protocol!=s
apiVersion=s items!=[502 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=515
egress=[516 ingress=[520 podSelector!=8 policyTypes=[s
ports=[517 to=[518
endPort=i port=x protocol=s
ipBlock=519 namespaceSelector=8 podSelector=8
cidr!=s except=[s
from=[518 ports=[517
apiVersion=s items!=[514 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=523 status=524
minReadySeconds=i replicas=i selector=8 template=138
availableReplicas=i conditions=[525 fullyLabeledReplicas=i observedGeneration=i readyReplicas=i replicas!=i terminatingReplicas=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[522 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=528 status=529
replicas=i
replicas!=i selector={s targetSelector=s
apiVersion=s kind=s metadata=1 spec=531 status=541
distinguisherMethod=532 matchingPrecedence=i priorityLevelConfiguration!=533 rules=[534
type!=s
name!=s
nonResourceRules=[535 resourceRules=[536 subjects!=[537
nonResourceURLs!=[s verbs!=[s
apiGroups!=[s clusterScope=b namespaces=[s resources!=[s verbs!=[s
group=538 kind!=s serviceAccount=539 user=540
name!=s
name!=s namespace!=s
name!=s
conditions=[542
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[530 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=545 status=550
exempt=546 limited=547 type!=s
lendablePercent=i nominalConcurrencyShares=i
borrowingLimitPercent=i lendablePercent=i limitResponse=548 nominalConcurrencyShares=i
queuing=549 type!=s
handSize=i queueLengthLimit=i queues=i
conditions=[551
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[544 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=554 status=564
distinguisherMethod=555 matchingPrecedence=i priorityLevelConfiguration!=556 rules=[557
type!=s
name!=s
nonResourceRules=[558 resourceRules=[559 subjects!=[560
nonResourceURLs!=[s verbs!=[s
apiGroups!=[s clusterScope=b namespaces=[s resources!=[s verbs!=[s
group=561 kind!=s serviceAccount=562 user=563
name!=s
name!=s namespace!=s
name!=s
conditions=[565
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[553 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=568 status=573
exempt=569 limited=570 type!=s
lendablePercent=i nominalConcurrencyShares=i
assuredConcurrencyShares=i borrowingLimitPercent=i lendablePercent=i limitResponse=571
queuing=572 type!=s
handSize=i queueLengthLimit=i queues=i
conditions=[574
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[567 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=577 status=587
distinguisherMethod=578 matchingPrecedence=i priorityLevelConfiguration!=579 rules=[580
type!=s
name!=s
nonResourceRules=[581 resourceRules=[582 subjects!=[583
nonResourceURLs!=[s verbs!=[s
apiGroups!=[s clusterScope=b namespaces=[s resources!=[s verbs!=[s
group=584 kind!=s serviceAccount=585 user=586
name!=s
name!=s namespace!=s
name!=s
conditions=[588
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[576 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=591 status=596
exempt=592 limited=593 type!=s
lendablePercent=i nominalConcurrencyShares=i
assuredConcurrencyShares=i borrowingLimitPercent=i lendablePercent=i limitResponse=594
queuing=595 type!=s
handSize=i queueLengthLimit=i queues=i
conditions=[597
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[590 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=600 status=610
distinguisherMethod=601 matchingPrecedence=i priorityLevelConfiguration!=602 rules=[603
type!=s
name!=s
nonResourceRules=[604 resourceRules=[605 subjects!=[606
nonResourceURLs!=[s verbs!=[s
apiGroups!=[s clusterScope=b namespaces=[s resources!=[s verbs!=[s
group=607 kind!=s serviceAccount=608 user=609
name!=s
name!=s namespace!=s
name!=s
conditions=[611
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[599 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=614 status=619
exempt=615 limited=616 type!=s
lendablePercent=i nominalConcurrencyShares=i
borrowingLimitPercent=i lendablePercent=i limitResponse=617 nominalConcurrencyShares=i
queuing=618 type!=s
handSize=i queueLengthLimit=i queues=i
conditions=[620
lastTransitionTime=d message=s reason=s status=s type=s
apiVersion=s items!=[613 kind=s metadata=19
apiVersion=s kind=s metadata!=1 spec=o status=623
commonEncodingVersion=s conditions=[624 storageVersions=[625
lastTransitionTime=d message!=s observedGeneration=i reason!=s status!=s type!=s
apiServerID!=s decodableVersions!=[s encodingVersion!=s servedVersions=[s
apiVersion=s items!=[622 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=628
parentRef!=629
group=s name!=s namespace=s resource!=s
apiVersion=s items!=[627 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=632 status=640
defaultBackend=633 ingressClassName=s rules=[636 tls=[639
resource=213 service=634
name!=s port=635
name=s number=i
host=s http=637
paths!=[638
backend!=633 path=s pathType!=s
hosts=[s secretName=s
loadBalancer=641
ingress=[642
hostname=s ip=s ports=[643
error=s port!=i protocol!=s
apiVersion=s kind=s metadata=1 spec=645
controller=s parameters=646
apiGroup=s kind!=s name!=s namespace=s scope=s
apiVersion=s items!=[644 kind=s metadata=19
apiVersion=s items!=[631 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=650
egress=[651 ingress=[655 podSelector=8 policyTypes=[s
ports=[652 to=[653
endPort=i port=x protocol=s
ipBlock=654 namespaceSelector=8 podSelector=8
cidr!=s except=[s
from=[653 ports=[652
apiVersion=s items!=[649 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=658 status=659
cidrs=[s
conditions=[33
apiVersion=s items!=[657 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=662
parentRef!=663
group=s name!=s namespace=s resource!=s
apiVersion=s items!=[661 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=666 status=672
backend=667 ingressClassName=s rules=[668 tls=[671
resource=213 serviceName=s servicePort=x
host=s http=669
paths!=[670
backend!=667 path=s pathType=s
hosts=[s secretName=s
loadBalancer=673
ingress=[674
hostname=s ip=s ports=[675
error=s port!=i protocol!=s
apiVersion=s kind=s metadata=1 spec=677
controller=s parameters=678
apiGroup=s kind!=s name!=s namespace=s scope!=s
apiVersion=s items!=[676 kind=s metadata=19
apiVersion=s items!=[665 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=682 status=683
cidrs=[s
conditions=[33
apiVersion=s items!=[681 kind=s metadata=19
apiVersion=s handler!=s kind=s metadata=1 overhead=686 scheduling=687
podFixed={q
nodeSelector={s tolerations=[196
apiVersion=s items!=[685 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=690
overhead=691 runtimeHandler!=s scheduling=692
podFixed={q
nodeSelector={s tolerations=[196
apiVersion=s items!=[689 kind=s metadata=19
apiVersion=s handler!=s kind=s metadata=1 overhead=695 scheduling=696
podFixed={q
nodeSelector={s tolerations=[196
apiVersion=s items!=[694 kind=s metadata=19
apiVersion=s deleteOptions=699 kind=s metadata=1
apiVersion=s dryRun=[s gracePeriodSeconds=i ignoreStoreReadErrorWithClusterBreakingPotential=b kind=s orphanDependents=b preconditions=700 propagationPolicy=s
resourceVersion=s uid=s
apiVersion=s kind=s metadata=1 spec=702 status=703
maxUnavailable=x minAvailable=x selector=8 unhealthyPodEvictionPolicy=s
conditions=[33 currentHealthy=i desiredHealthy=i disruptedPods={d disruptionsAllowed=i expectedPods=i observedGeneration=i
apiVersion=s items!=[701 kind=s metadata=19
apiVersion=s deleteOptions=699 kind=s metadata=1
apiVersion=s kind=s metadata=1 spec=707 status=708
maxUnavailable=x minAvailable=x selector=8 unhealthyPodEvictionPolicy=s
conditions=[33 currentHealthy=i desiredHealthy=i disruptedPods={d disruptionsAllowed=i expectedPods=i observedGeneration=i
apiVersion=s items!=[706 kind=s metadata=19
aggregationRule=711 apiVersion=s kind=s metadata=1 rules=[712
clusterRoleSelectors=[8
apiGroups=[s nonResourceURLs=[s resourceNames=[s resources=[s verbs!=[s
apiVersion=s kind=s metadata=1 roleRef!=714 subjects=[715
apiGroup=s kind!=s name!=s
apiGroup=s kind!=s name!=s namespace=s
apiVersion=s items!=[713 kind=s metadata=19
apiVersion=s items!=[710 kind=s metadata=19
apiVersion=s kind=s metadata=1 rules=[712
apiVersion=s kind=s metadata=1 roleRef!=714 subjects=[715
apiVersion=s items!=[719 kind=s metadata=19
apiVersion=s items!=[718 kind=s metadata=19
aggregationRule=723 apiVersion=s kind=s metadata=1 rules=[724
clusterRoleSelectors=[8
apiGroups=[s nonResourceURLs=[s resourceNames=[s resources=[s verbs!=[s
apiVersion=s kind=s metadata=1 roleRef!=726 subjects=[727
apiGroup=s kind!=s name!=s
apiVersion=s kind!=s name!=s namespace=s
apiVersion=s items!=[725 kind=s metadata=19
apiVersion=s items!=[722 kind=s metadata=19
apiVersion=s kind=s metadata=1 rules=[724
apiVersion=s kind=s metadata=1 roleRef!=726 subjects=[727
apiVersion=s items!=[731 kind=s metadata=19
apiVersion=s items!=[730 kind=s metadata=19
aggregationRule=735 apiVersion=s kind=s metadata=1 rules=[736
clusterRoleSelectors=[8
apiGroups=[s nonResourceURLs=[s resourceNames=[s resources=[s verbs!=[s
apiVersion=s kind=s metadata=1 roleRef!=738 subjects=[739
apiGroup=s kind!=s name!=s
apiGroup=s kind!=s name!=s namespace=s
apiVersion=s items!=[737 kind=s metadata=19
apiVersion=s items!=[734 kind=s metadata=19
apiVersion=s kind=s metadata=1 rules=[736
apiVersion=s kind=s metadata=1 roleRef!=738 subjects=[739
apiVersion=s items!=[743 kind=s metadata=19
apiVersion=s items!=[742 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=747
config=[748 extendedResourceName=s selectors=[750
opaque=749
driver!=s parameters!=o
cel=751
expression!=s
apiVersion=s items!=[746 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=754 status=763
devices=755
config=[756 constraints=[757 requests=[758
opaque=749 requests=[s
distinctAttribute=s matchAttribute=s requests=[s
exactly=759 firstAvailable=[762 name!=s
adminAccess=b allocationMode=s capacity=760 count=i deviceClassName!=s selectors=[750 tolerations=[761
requests={q
effect=s key=s operator=s tolerationSeconds=i value=s
allocationMode=s capacity=760 count=i deviceClassName!=s name!=s selectors=[750 tolerations=[761
allocation=764 devices=[768 reservedFor=[770
allocationTimestamp=d devices=765 nodeSelector=145
config=[766 results=[767
opaque=749 requests=[s source!=s
adminAccess=b bindingConditions=[s bindingFailureConditions=[s consumedCapacity={q device!=s driver!=s pool!=s request!=s shareID=s tolerations=[761
conditions=[33 data=o device!=s driver!=s networkData=769 pool!=s shareID=s
hardwareAddress=s interfaceName=s ips=[s
apiGroup=s name!=s resource!=s uid!=s
apiVersion=s items!=[753 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=773
metadata=1 spec!=754
apiVersion=s items!=[772 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=776
allNodes=b devices=[777 driver!=s nodeName=s nodeSelector=145 perDeviceNodeSelection=b pool!=786 sharedCounters=[787
allNodes=b allowMultipleAllocations=b attributes={778 bindingConditions=[s bindingFailureConditions=[s bindsToNode=b capacity={779 consumesCounters=[782 name!=s nodeAllocatableResourceMappings={784 nodeName=s nodeSelector=145 taints=[785
bool=b bools=[b int=i ints=[i string=s strings=[s version=s versions=[s
requestPolicy=780 value!=q
default=q validRange=781 validValues=[q
max=q min!=q step=q
counterSet!=s counters!={783
value!=q
allocationMultiplier=q capacityKey=s
effect!=s key!=s timeAdded=d value=s
generation!=i name!=s resourceSliceCount!=i
counters!={783 name!=s
apiVersion=s items!=[775 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=790 status=793
deviceSelector=791 taint!=792
device=s driver=s pool=s
effect!=s key!=s timeAdded=d value=s
conditions=[33
apiVersion=s items!=[789 kind=s metadata=19
apiVersion=s kind=s metadata!=1 spec!=796 status=797
driver!=s limit=i poolName=s
conditions=[33 poolCount!=i pools=[798
allocatedDevices=i availableDevices=i driver!=s generation!=i nodeName=s poolName!=s resourceSliceCount=i totalDevices=i unavailableDevices=i validationError=s
apiVersion=s items!=[795 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=801
config=[802 extendedResourceName=s selectors=[804
opaque=803
driver!=s parameters!=o
cel=805
expression!=s
apiVersion=s items!=[800 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=808 status=816
devices=809
config=[810 constraints=[811 requests=[812
opaque=803 requests=[s
distinctAttribute=s matchAttribute=s requests=[s
adminAccess=b allocationMode=s capacity=813 count=i deviceClassName=s firstAvailable=[814 name!=s selectors=[804 tolerations=[815
requests={q
allocationMode=s capacity=813 count=i deviceClassName!=s name!=s selectors=[804 tolerations=[815
effect=s key=s operator=s tolerationSeconds=i value=s
allocation=817 devices=[821 reservedFor=[823
allocationTimestamp=d devices=818 nodeSelector=145
config=[819 results=[820
opaque=803 requests=[s source!=s
adminAccess=b bindingConditions=[s bindingFailureConditions=[s consumedCapacity={q device!=s driver!=s pool!=s request!=s shareID=s tolerations=[815
conditions=[33 data=o device!=s driver!=s networkData=822 pool!=s shareID=s
hardwareAddress=s interfaceName=s ips=[s
apiGroup=s name!=s resource!=s uid!=s
apiVersion=s items!=[807 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=826
metadata=1 spec!=808
apiVersion=s items!=[825 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=829
allNodes=b devices=[830 driver!=s nodeName=s nodeSelector=145 perDeviceNodeSelection=b pool!=840 sharedCounters=[841
basic=831 name!=s
allNodes=b allowMultipleAllocations=b attributes={832 bindingConditions=[s bindingFailureConditions=[s bindsToNode=b capacity={833 consumesCounters=[836 nodeAllocatableResourceMappings={838 nodeName=s nodeSelector=145 taints=[839
bool=b bools=[b int=i ints=[i string=s strings=[s version=s versions=[s
requestPolicy=834 value!=q
default=q validRange=835 validValues=[q
max=q min!=q step=q
counterSet!=s counters!={837
value!=q
allocationMultiplier=q capacityKey=s
effect!=s key!=s timeAdded=d value=s
generation!=i name!=s resourceSliceCount!=i
counters!={837 name!=s
apiVersion=s items!=[828 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=844
config=[845 extendedResourceName=s selectors=[847
opaque=846
driver!=s parameters!=o
cel=848
expression!=s
apiVersion=s items!=[843 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=851 status=854
deviceSelector=852 taint!=853
device=s driver=s pool=s
effect!=s key!=s timeAdded=d value=s
conditions=[33
apiVersion=s items!=[850 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=857 status=866
devices=858
config=[859 constraints=[860 requests=[861
opaque=846 requests=[s
distinctAttribute=s matchAttribute=s requests=[s
exactly=862 firstAvailable=[865 name!=s
adminAccess=b allocationMode=s capacity=863 count=i deviceClassName!=s selectors=[847 tolerations=[864
requests={q
effect=s key=s operator=s tolerationSeconds=i value=s
allocationMode=s capacity=863 count=i deviceClassName!=s name!=s selectors=[847 tolerations=[864
allocation=867 devices=[871 reservedFor=[873
allocationTimestamp=d devices=868 nodeSelector=145
config=[869 results=[870
opaque=846 requests=[s source!=s
adminAccess=b bindingConditions=[s bindingFailureConditions=[s consumedCapacity={q device!=s driver!=s pool!=s request!=s shareID=s tolerations=[864
conditions=[33 data=o device!=s driver!=s networkData=872 pool!=s shareID=s
hardwareAddress=s interfaceName=s ips=[s
apiGroup=s name!=s resource!=s uid!=s
apiVersion=s items!=[856 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=876
metadata=1 spec!=857
apiVersion=s items!=[875 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=879
allNodes=b devices=[880 driver!=s nodeName=s nodeSelector=145 perDeviceNodeSelection=b pool!=888 sharedCounters=[889
allNodes=b allowMultipleAllocations=b attributes={881 bindingConditions=[s bindingFailureConditions=[s bindsToNode=b capacity={882 consumesCounters=[885 name!=s nodeAllocatableResourceMappings={887 nodeName=s nodeSelector=145 taints=[853
bool=b bools=[b int=i ints=[i string=s strings=[s version=s versions=[s
requestPolicy=883 value!=q
default=q validRange=884 validValues=[q
max=q min!=q step=q
counterSet!=s counters!={886
value!=q
allocationMultiplier=q capacityKey=s
generation!=i name!=s resourceSliceCount!=i
counters!={886 name!=s
apiVersion=s items!=[878 kind=s metadata=19
apiVersion=s description=s globalDefault=b kind=s metadata=1 preemptionPolicy=s value=i
apiVersion=s items!=[891 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=894 status=902
disruptionMode=s podGroupTemplateRef=895 priority=i priorityClassName=s resourceClaims=[897 schedulingConstraints=898 schedulingPolicy!=900
workload=896
podGroupTemplateName!=s workloadName!=s
name!=s resourceClaimName=s resourceClaimTemplateName=s
topology=[899
key!=s
basic=o gang=901
minCount!=i
conditions=[33 resourceClaimStatuses=[903
name!=s resourceClaimName=s
apiVersion=s items!=[893 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=906
controllerRef=907 podGroupTemplates!=[908
apiGroup=s kind!=s name!=s
disruptionMode=s name!=s priority=i priorityClassName=s resourceClaims=[897 schedulingConstraints=898 schedulingPolicy!=900
apiVersion=s items!=[905 kind=s metadata=19
apiVersion=s description=s globalDefault=b kind=s metadata=1 preemptionPolicy=s value=i
apiVersion=s items!=[910 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=913
attachRequired=b fsGroupPolicy=s nodeAllocatableUpdatePeriodSeconds=i podInfoOnMount=b preventPodSchedulingIfMissing=b requiresRepublish=b seLinuxMount=b serviceAccountTokenInSecrets=b storageCapacity=b tokenRequests=[914 volumeLifecycleModes=[s
audience!=s expirationSeconds=i
apiVersion=s items!=[912 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=917
drivers!=[918
allocatable=919 name!=s nodeID!=s topologyKeys=[s
count=i
apiVersion=s items!=[916 kind=s metadata=19
apiVersion=s capacity=q kind=s maximumVolumeSize=q metadata=1 nodeTopology=8 storageClassName!=s
apiVersion=s items!=[921 kind=s metadata=19
allowVolumeExpansion=b allowedTopologies=[924 apiVersion=s kind=s metadata=1 mountOptions=[s parameters={s provisioner!=s reclaimPolicy=s volumeBindingMode=s
matchLabelExpressions=[925
key!=s values!=[s
apiVersion=s items!=[923 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=928 status=944
attacher!=s nodeName!=s source!=929
inlineVolumeSpec=930 persistentVolumeName=s
accessModes=[s awsElasticBlockStore=199 azureDisk=200 azureFile=931 capacity={q cephfs=932 cinder=934 claimRef=419 csi=935 fc=216 flexVolume=936 flocker=218 gcePersistentDisk=219 glusterfs=937 hostPath=222 iscsi=938 local=939 mountOptions=[s nfs=225 nodeAffinity=940 persistentVolumeReclaimPolicy=s photonPersistentDisk=227 portworxVolume=228 quobyte=237 rbd=941 scaleIO=942 storageClassName=s storageos=943 volumeAttributesClassName=s volumeMode=s vsphereVolume=242
readOnly=b secretName!=s secretNamespace=s shareName!=s
monitors!=[s path=s readOnly=b secretFile=s secretRef=933 user=s
name=s namespace=s
fsType=s readOnly=b secretRef=933 volumeID!=s
controllerExpandSecretRef=933 controllerPublishSecretRef=933 driver!=s fsType=s nodeExpandSecretRef=933 nodePublishSecretRef=933 nodeStageSecretRef=933 readOnly=b volumeAttributes={s volumeHandle!=s
driver!=s fsType=s options={s readOnly=b secretRef=933
endpoints!=s endpointsNamespace=s path!=s readOnly=b
chapAuthDiscovery=b chapAuthSession=b fsType=s initiatorName=s iqn!=s iscsiInterface=s lun!=i portals=[s readOnly=b secretRef=933 targetPortal!=s
fsType=s path!=s
required=145
fsType=s image!=s keyring=s monitors!=[s pool=s readOnly=b secretRef=933 user=s
fsType=s gateway!=s protectionDomain=s readOnly=b secretRef!=933 sslEnabled=b storageMode=s storagePool=s system!=s volumeName=s
fsType=s readOnly=b secretRef=419 volumeName=s volumeNamespace=s
attachError=945 attached!=b attachmentMetadata={s detachError=945
errorCode=i message=s time=d
apiVersion=s items!=[927 kind=s metadata=19
apiVersion=s driverName!=s kind=s metadata=1 parameters={s
apiVersion=s items!=[947 kind=s metadata=19
apiVersion=s capacity=q kind=s maximumVolumeSize=q metadata=1 nodeTopology=8 storageClassName!=s
apiVersion=s items!=[949 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=952 status=954
attacher!=s nodeName!=s source!=953
inlineVolumeSpec=930 persistentVolumeName=s
attachError=955 attached!=b attachmentMetadata={s detachError=955
errorCode=i message=s time=d
apiVersion=s items!=[951 kind=s metadata=19
apiVersion=s driverName!=s kind=s metadata=1 parameters={s
apiVersion=s items!=[957 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=960
attachRequired=b fsGroupPolicy=s nodeAllocatableUpdatePeriodSeconds=i podInfoOnMount=b preventPodSchedulingIfMissing=b requiresRepublish=b seLinuxMount=b serviceAccountTokenInSecrets=b storageCapacity=b tokenRequests=[961 volumeLifecycleModes=[s
audience!=s expirationSeconds=i
apiVersion=s items!=[959 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=964
drivers!=[965
allocatable=966 name!=s nodeID!=s topologyKeys=[s
count=i
apiVersion=s items!=[963 kind=s metadata=19
apiVersion=s capacity=q kind=s maximumVolumeSize=q metadata=1 nodeTopology=8 storageClassName!=s
apiVersion=s items!=[968 kind=s metadata=19
allowVolumeExpansion=b allowedTopologies=[924 apiVersion=s kind=s metadata=1 mountOptions=[s parameters={s provisioner!=s reclaimPolicy=s volumeBindingMode=s
apiVersion=s items!=[970 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec!=973 status=975
attacher!=s nodeName!=s source!=974
inlineVolumeSpec=930 persistentVolumeName=s
attachError=976 attached!=b attachmentMetadata={s detachError=976
errorCode=i message=s time=d
apiVersion=s items!=[972 kind=s metadata=19
apiVersion=s driverName!=s kind=s metadata=1 parameters={s
apiVersion=s items!=[978 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=981 status=983
resource!=982
group!=s resource!=s
conditions=[33 resourceVersion=s
apiVersion=s items!=[980 kind=s metadata=19
apiVersion=s kind=s metadata=1 target!=419
apiVersion=s conditions=[987 kind=s metadata=1
error=s message=s status!=s type!=s
apiVersion=s items!=[986 kind=s metadata=19
apiVersion=s binaryData={s data={s immutable=b kind=s metadata=1
apiVersion=s items!=[989 kind=s metadata=19
apiVersion=s kind=s metadata=1 subsets=[992
addresses=[993 notReadyAddresses=[993 ports=[994
hostname=s ip!=s nodeName=s targetRef=419
appProtocol=s name=s port!=i protocol=s
apiVersion=s items!=[991 kind=s metadata=19
action=s apiVersion=s count=i eventTime=d firstTimestamp=d involvedObject!=419 kind=s lastTimestamp=d message=s metadata!=1 reason=s related=419 reportingComponent=s reportingInstance=s series=997 source=480 type=s
count=i lastObservedTime=d
apiVersion=s items!=[996 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=1000
limits!=[1001
default={q defaultRequest={q max={q maxLimitRequestRatio={q min={q type!=s
apiVersion=s items!=[999 kind=s metadata=19
apiVersion=s items!=[o kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=1005 status=1006
finalizers=[s
conditions=[1007 phase=s
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[1004 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=1010 status=1014
configSource=1011 externalID=s podCIDR=s podCIDRs=[s providerID=s taints=[1013 unschedulable=b
configMap=1012
kubeletConfigKey!=s name!=s namespace!=s resourceVersion=s uid=s
effect!=s key!=s timeAdded=d value=s
addresses=[1015 allocatable={q capacity={q conditions=[1016 config=1017 daemonEndpoints=1018 declaredFeatures=[s features=1020 images=[1021 nodeInfo=1022 phase=s runtimeHandlers=[1024 volumesAttached=[1026 volumesInUse=[s
address!=s type!=s
lastHeartbeatTime=d lastTransitionTime=d message=s reason=s status!=s type!=s
active=1011 assigned=1011 error=s lastKnownGood=1011
kubeletEndpoint=1019
Port!=i
supplementalGroupsPolicy=b
names=[s sizeBytes=i
architecture!=s bootID!=s containerRuntimeVersion!=s kernelVersion!=s kubeProxyVersion!=s kubeletVersion!=s machineID!=s operatingSystem!=s osImage!=s swap=1023 systemUUID!=s
capacity=i
features=1025 name=s
recursiveReadOnlyMounts=b userNamespaces=b
devicePath!=s name!=s
apiVersion=s items!=[1009 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=930 status=1029
lastPhaseTransitionTime=d message=s phase=s reason=s
apiVersion=s items!=[266 kind=s metadata=19
apiVersion=s items!=[1028 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=139 status=1033
allocatedResources={q conditions=[1034 containerStatuses=[1035 ephemeralContainerStatuses=[1035 extendedResourceClaimStatus=1047 hostIP=s hostIPs=[1049 initContainerStatuses=[1035 message=s nodeAllocatableResourceClaimStatuses=[1050 nominatedNodeName=s observedGeneration=i phase=s podIP=s podIPs=[1051 qosClass=s reason=s resize=s resourceClaimStatuses=[1052 resources=172 startTime=d
lastProbeTime=d lastTransitionTime=d message=s observedGeneration=i reason=s status!=s type!=s
allocatedResources={q allocatedResourcesStatus=[1036 containerID=s image!=s imageID!=s lastState=1038 name!=s ready!=b resources=172 restartCount!=i started=b state=1038 stopSignal=s user=1042 volumeMounts=[1044
name!=s resources=[1037
health=s message=s resourceID!=s
running=1039 terminated=1040 waiting=1041
startedAt=d
containerID=s exitCode!=i finishedAt=d message=s reason=s signal=i startedAt=d
message=s reason=s
linux=1043
gid!=i supplementalGroups=[i uid!=i
mountPath!=s name!=s readOnly=b recursiveReadOnly=s volumeStatus=1045
image=1046
imageRef!=s
requestMappings!=[1048 resourceClaimName!=s
containerName!=s requestName!=s resourceName!=s
ip!=s
containers=[s resourceClaimName!=s resources!={q
ip!=s
name!=s resourceClaimName=s
apiVersion=s items!=[1032 kind=s metadata=19
apiVersion=s kind=s metadata=1 status=1033
apiVersion=s kind=s metadata=1 template=138
apiVersion=s items!=[1055 kind=s metadata=19
apiVersion=s data!=s kind=s metadata=1 range!=s
apiVersion=s kind=s metadata=1 spec=1059 status=1060
minReadySeconds=i replicas=i selector={s template=138
availableReplicas=i conditions=[1061 fullyLabeledReplicas=i observedGeneration=i readyReplicas=i replicas!=i
lastTransitionTime=d message=s reason=s status!=s type!=s
apiVersion=s items!=[1058 kind=s metadata=19
apiVersion=s kind=s metadata=1 spec=1064 status=1067
hard={q scopeSelector=1065 scopes=[s
matchExpressions=[1066
operator!=s scopeName!=s values=[s
hard={q used={q
apiVersion=s items!=[1063 kind=s metadata=19
apiVersion=s data={s immutable=b kind=s metadata=1 stringData={s type=s
apiVersion=s items!=[1069 kind=s metadata=19
apiVersion=s kind=s reference=419
apiVersion=s kind=s metadata=1 spec=1073 status=1077
allocateLoadBalancerNodePorts=b clusterIP=s clusterIPs=[s externalIPs=[s externalName=s externalTrafficPolicy=s healthCheckNodePort=i internalTrafficPolicy=s ipFamilies=[s ipFamilyPolicy=s loadBalancerClass=s loadBalancerIP=s loadBalancerSourceRanges=[s ports=[1074 publishNotReadyAddresses=b selector={s sessionAffinity=s sessionAffinityConfig=1075 trafficDistribution=s type=s
appProtocol=s name=s nodePort=i port!=i protocol=s targetPort=x
clientIP=1076
timeoutSeconds=i
conditions=[33 loadBalancer=1078
ingress=[1079
hostname=s ip=s ipMode=s ports=[1080
error=s port!=i protocol!=s
apiVersion=s automountServiceAccountToken=b imagePullSecrets=[188 kind=s metadata=1 secrets=[419
apiVersion=s items!=[1081 kind=s metadata=19
apiVersion=s items!=[1072 kind=s metadata=19`

/** Version, kind and number of type. */
export const KINDS = `admissionregistration.k8s.io/v1 MutatingAdmissionPolicy 0
admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding 15
admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBindingList 18
admissionregistration.k8s.io/v1 MutatingAdmissionPolicyList 21
admissionregistration.k8s.io/v1 MutatingWebhookConfiguration 22
admissionregistration.k8s.io/v1 MutatingWebhookConfigurationList 27
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy 28
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding 36
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBindingList 38
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyList 39
admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration 40
admissionregistration.k8s.io/v1 ValidatingWebhookConfigurationList 42
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy 43
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding 53
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBindingList 56
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyList 57
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicy 58
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicyBinding 65
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicyBindingList 67
admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicyList 68
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy 69
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicyBinding 79
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicyBindingList 82
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicyList 83
admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration 84
admissionregistration.k8s.io/v1beta1 MutatingWebhookConfigurationList 88
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy 89
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding 96
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBindingList 98
admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyList 99
admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration 100
admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfigurationList 102
apiextensions.k8s.io/v1 ConversionReview 103
apiextensions.k8s.io/v1 CustomResourceDefinition 109
apiextensions.k8s.io/v1 CustomResourceDefinitionList 127
apiregistration.k8s.io/v1 APIService 128
apiregistration.k8s.io/v1 APIServiceList 133
apps/v1 ControllerRevision 134
apps/v1 ControllerRevisionList 135
apps/v1 DaemonSet 136
apps/v1 DaemonSetList 247
apps/v1 Deployment 248
apps/v1 DeploymentList 254
apps/v1 ReplicaSet 255
apps/v1 ReplicaSetList 259
apps/v1 StatefulSet 260
apps/v1 StatefulSetList 272
apps/v1beta1 ControllerRevision 273
apps/v1beta1 ControllerRevisionList 274
apps/v1beta1 Deployment 275
apps/v1beta1 DeploymentList 282
apps/v1beta1 DeploymentRollback 283
apps/v1beta1 Scale 284
apps/v1beta1 StatefulSet 287
apps/v1beta1 StatefulSetList 295
apps/v1beta2 ControllerRevision 296
apps/v1beta2 ControllerRevisionList 297
apps/v1beta2 DaemonSet 298
apps/v1beta2 DaemonSetList 304
apps/v1beta2 Deployment 305
apps/v1beta2 DeploymentList 311
apps/v1beta2 ReplicaSet 312
apps/v1beta2 ReplicaSetList 316
apps/v1beta2 Scale 317
apps/v1beta2 StatefulSet 320
apps/v1beta2 StatefulSetList 328
authentication.k8s.io/v1 SelfSubjectReview 329
authentication.k8s.io/v1 TokenRequest 332
authentication.k8s.io/v1 TokenReview 336
authentication.k8s.io/v1alpha1 SelfSubjectReview 339
authentication.k8s.io/v1beta1 SelfSubjectReview 341
authentication.k8s.io/v1beta1 TokenReview 343
authorization.k8s.io/v1 LocalSubjectAccessReview 347
authorization.k8s.io/v1 SelfSubjectAccessReview 355
authorization.k8s.io/v1 SelfSubjectRulesReview 357
authorization.k8s.io/v1 SubjectAccessReview 362
authorization.k8s.io/v1beta1 LocalSubjectAccessReview 363
authorization.k8s.io/v1beta1 SelfSubjectAccessReview 368
authorization.k8s.io/v1beta1 SelfSubjectRulesReview 370
authorization.k8s.io/v1beta1 SubjectAccessReview 375
autoscaling/v1 HorizontalPodAutoscaler 376
autoscaling/v1 HorizontalPodAutoscalerList 380
autoscaling/v1 Scale 381
autoscaling/v2 HorizontalPodAutoscaler 384
autoscaling/v2 HorizontalPodAutoscalerList 407
batch/v1 CronJob 408
batch/v1 CronJobList 420
batch/v1 Job 421
batch/v1 JobList 425
batch/v1beta1 CronJob 426
batch/v1beta1 CronJobList 430
certificates.k8s.io/v1 CertificateSigningRequest 431
certificates.k8s.io/v1 CertificateSigningRequestList 435
certificates.k8s.io/v1alpha1 ClusterTrustBundle 436
certificates.k8s.io/v1alpha1 ClusterTrustBundleList 438
certificates.k8s.io/v1beta1 CertificateSigningRequest 439
certificates.k8s.io/v1beta1 CertificateSigningRequestList 443
certificates.k8s.io/v1beta1 ClusterTrustBundle 444
certificates.k8s.io/v1beta1 ClusterTrustBundleList 446
certificates.k8s.io/v1beta1 PodCertificateRequest 447
certificates.k8s.io/v1beta1 PodCertificateRequestList 450
coordination.k8s.io/v1 Lease 451
coordination.k8s.io/v1 LeaseList 453
coordination.k8s.io/v1alpha2 LeaseCandidate 454
coordination.k8s.io/v1alpha2 LeaseCandidateList 456
coordination.k8s.io/v1beta1 Lease 457
coordination.k8s.io/v1beta1 LeaseCandidate 459
coordination.k8s.io/v1beta1 LeaseCandidateList 461
coordination.k8s.io/v1beta1 LeaseList 462
discovery.k8s.io/v1 EndpointSlice 463
discovery.k8s.io/v1 EndpointSliceList 470
discovery.k8s.io/v1beta1 EndpointSlice 471
discovery.k8s.io/v1beta1 EndpointSliceList 478
events.k8s.io/v1 Event 479
events.k8s.io/v1 EventList 482
events.k8s.io/v1beta1 Event 483
events.k8s.io/v1beta1 EventList 485
extensions/v1beta1 DaemonSet 486
extensions/v1beta1 DaemonSetList 492
extensions/v1beta1 Deployment 493
extensions/v1beta1 DeploymentList 500
extensions/v1beta1 DeploymentRollback 501
extensions/v1beta1 Ingress 502
extensions/v1beta1 IngressList 513
extensions/v1beta1 NetworkPolicy 514
extensions/v1beta1 NetworkPolicyList 521
extensions/v1beta1 ReplicaSet 522
extensions/v1beta1 ReplicaSetList 526
extensions/v1beta1 Scale 527
flowcontrol.apiserver.k8s.io/v1 FlowSchema 530
flowcontrol.apiserver.k8s.io/v1 FlowSchemaList 543
flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration 544
flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfigurationList 552
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema 553
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchemaList 566
flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration 567
flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfigurationList 575
flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema 576
flowcontrol.apiserver.k8s.io/v1beta2 FlowSchemaList 589
flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration 590
flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfigurationList 598
flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema 599
flowcontrol.apiserver.k8s.io/v1beta3 FlowSchemaList 612
flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration 613
flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfigurationList 621
internal.apiserver.k8s.io/v1alpha1 StorageVersion 622
internal.apiserver.k8s.io/v1alpha1 StorageVersionList 626
networking.k8s.io/v1 IPAddress 627
networking.k8s.io/v1 IPAddressList 630
networking.k8s.io/v1 Ingress 631
networking.k8s.io/v1 IngressClass 644
networking.k8s.io/v1 IngressClassList 647
networking.k8s.io/v1 IngressList 648
networking.k8s.io/v1 NetworkPolicy 649
networking.k8s.io/v1 NetworkPolicyList 656
networking.k8s.io/v1 ServiceCIDR 657
networking.k8s.io/v1 ServiceCIDRList 660
networking.k8s.io/v1beta1 IPAddress 661
networking.k8s.io/v1beta1 IPAddressList 664
networking.k8s.io/v1beta1 Ingress 665
networking.k8s.io/v1beta1 IngressClass 676
networking.k8s.io/v1beta1 IngressClassList 679
networking.k8s.io/v1beta1 IngressList 680
networking.k8s.io/v1beta1 ServiceCIDR 681
networking.k8s.io/v1beta1 ServiceCIDRList 684
node.k8s.io/v1 RuntimeClass 685
node.k8s.io/v1 RuntimeClassList 688
node.k8s.io/v1alpha1 RuntimeClass 689
node.k8s.io/v1alpha1 RuntimeClassList 693
node.k8s.io/v1beta1 RuntimeClass 694
node.k8s.io/v1beta1 RuntimeClassList 697
policy/v1 Eviction 698
policy/v1 PodDisruptionBudget 701
policy/v1 PodDisruptionBudgetList 704
policy/v1beta1 Eviction 705
policy/v1beta1 PodDisruptionBudget 706
policy/v1beta1 PodDisruptionBudgetList 709
rbac.authorization.k8s.io/v1 ClusterRole 710
rbac.authorization.k8s.io/v1 ClusterRoleBinding 713
rbac.authorization.k8s.io/v1 ClusterRoleBindingList 716
rbac.authorization.k8s.io/v1 ClusterRoleList 717
rbac.authorization.k8s.io/v1 Role 718
rbac.authorization.k8s.io/v1 RoleBinding 719
rbac.authorization.k8s.io/v1 RoleBindingList 720
rbac.authorization.k8s.io/v1 RoleList 721
rbac.authorization.k8s.io/v1alpha1 ClusterRole 722
rbac.authorization.k8s.io/v1alpha1 ClusterRoleBinding 725
rbac.authorization.k8s.io/v1alpha1 ClusterRoleBindingList 728
rbac.authorization.k8s.io/v1alpha1 ClusterRoleList 729
rbac.authorization.k8s.io/v1alpha1 Role 730
rbac.authorization.k8s.io/v1alpha1 RoleBinding 731
rbac.authorization.k8s.io/v1alpha1 RoleBindingList 732
rbac.authorization.k8s.io/v1alpha1 RoleList 733
rbac.authorization.k8s.io/v1beta1 ClusterRole 734
rbac.authorization.k8s.io/v1beta1 ClusterRoleBinding 737
rbac.authorization.k8s.io/v1beta1 ClusterRoleBindingList 740
rbac.authorization.k8s.io/v1beta1 ClusterRoleList 741
rbac.authorization.k8s.io/v1beta1 Role 742
rbac.authorization.k8s.io/v1beta1 RoleBinding 743
rbac.authorization.k8s.io/v1beta1 RoleBindingList 744
rbac.authorization.k8s.io/v1beta1 RoleList 745
resource.k8s.io/v1 DeviceClass 746
resource.k8s.io/v1 DeviceClassList 752
resource.k8s.io/v1 ResourceClaim 753
resource.k8s.io/v1 ResourceClaimList 771
resource.k8s.io/v1 ResourceClaimTemplate 772
resource.k8s.io/v1 ResourceClaimTemplateList 774
resource.k8s.io/v1 ResourceSlice 775
resource.k8s.io/v1 ResourceSliceList 788
resource.k8s.io/v1alpha3 DeviceTaintRule 789
resource.k8s.io/v1alpha3 DeviceTaintRuleList 794
resource.k8s.io/v1alpha3 ResourcePoolStatusRequest 795
resource.k8s.io/v1alpha3 ResourcePoolStatusRequestList 799
resource.k8s.io/v1beta1 DeviceClass 800
resource.k8s.io/v1beta1 DeviceClassList 806
resource.k8s.io/v1beta1 ResourceClaim 807
resource.k8s.io/v1beta1 ResourceClaimList 824
resource.k8s.io/v1beta1 ResourceClaimTemplate 825
resource.k8s.io/v1beta1 ResourceClaimTemplateList 827
resource.k8s.io/v1beta1 ResourceSlice 828
resource.k8s.io/v1beta1 ResourceSliceList 842
resource.k8s.io/v1beta2 DeviceClass 843
resource.k8s.io/v1beta2 DeviceClassList 849
resource.k8s.io/v1beta2 DeviceTaintRule 850
resource.k8s.io/v1beta2 DeviceTaintRuleList 855
resource.k8s.io/v1beta2 ResourceClaim 856
resource.k8s.io/v1beta2 ResourceClaimList 874
resource.k8s.io/v1beta2 ResourceClaimTemplate 875
resource.k8s.io/v1beta2 ResourceClaimTemplateList 877
resource.k8s.io/v1beta2 ResourceSlice 878
resource.k8s.io/v1beta2 ResourceSliceList 890
scheduling.k8s.io/v1 PriorityClass 891
scheduling.k8s.io/v1 PriorityClassList 892
scheduling.k8s.io/v1alpha2 PodGroup 893
scheduling.k8s.io/v1alpha2 PodGroupList 904
scheduling.k8s.io/v1alpha2 Workload 905
scheduling.k8s.io/v1alpha2 WorkloadList 909
scheduling.k8s.io/v1beta1 PriorityClass 910
scheduling.k8s.io/v1beta1 PriorityClassList 911
storage.k8s.io/v1 CSIDriver 912
storage.k8s.io/v1 CSIDriverList 915
storage.k8s.io/v1 CSINode 916
storage.k8s.io/v1 CSINodeList 920
storage.k8s.io/v1 CSIStorageCapacity 921
storage.k8s.io/v1 CSIStorageCapacityList 922
storage.k8s.io/v1 StorageClass 923
storage.k8s.io/v1 StorageClassList 926
storage.k8s.io/v1 VolumeAttachment 927
storage.k8s.io/v1 VolumeAttachmentList 946
storage.k8s.io/v1 VolumeAttributesClass 947
storage.k8s.io/v1 VolumeAttributesClassList 948
storage.k8s.io/v1alpha1 CSIStorageCapacity 949
storage.k8s.io/v1alpha1 CSIStorageCapacityList 950
storage.k8s.io/v1alpha1 VolumeAttachment 951
storage.k8s.io/v1alpha1 VolumeAttachmentList 956
storage.k8s.io/v1alpha1 VolumeAttributesClass 957
storage.k8s.io/v1alpha1 VolumeAttributesClassList 958
storage.k8s.io/v1beta1 CSIDriver 959
storage.k8s.io/v1beta1 CSIDriverList 962
storage.k8s.io/v1beta1 CSINode 963
storage.k8s.io/v1beta1 CSINodeList 967
storage.k8s.io/v1beta1 CSIStorageCapacity 968
storage.k8s.io/v1beta1 CSIStorageCapacityList 969
storage.k8s.io/v1beta1 StorageClass 970
storage.k8s.io/v1beta1 StorageClassList 971
storage.k8s.io/v1beta1 VolumeAttachment 972
storage.k8s.io/v1beta1 VolumeAttachmentList 977
storage.k8s.io/v1beta1 VolumeAttributesClass 978
storage.k8s.io/v1beta1 VolumeAttributesClassList 979
storagemigration.k8s.io/v1beta1 StorageVersionMigration 980
storagemigration.k8s.io/v1beta1 StorageVersionMigrationList 984
v1 Binding 985
v1 ComponentStatus 986
v1 ComponentStatusList 988
v1 ConfigMap 989
v1 ConfigMapList 990
v1 Endpoints 991
v1 EndpointsList 995
v1 Event 996
v1 EventList 998
v1 LimitRange 999
v1 LimitRangeList 1002
v1 List 1003
v1 Namespace 1004
v1 NamespaceList 1008
v1 Node 1009
v1 NodeList 1027
v1 PersistentVolume 1028
v1 PersistentVolumeClaim 266
v1 PersistentVolumeClaimList 1030
v1 PersistentVolumeList 1031
v1 Pod 1032
v1 PodList 1053
v1 PodStatusResult 1054
v1 PodTemplate 1055
v1 PodTemplateList 1056
v1 RangeAllocation 1057
v1 ReplicationController 1058
v1 ReplicationControllerList 1062
v1 ResourceQuota 1063
v1 ResourceQuotaList 1068
v1 Secret 1069
v1 SecretList 1070
v1 SerializedReference 1071
v1 Service 1072
v1 ServiceAccount 1081
v1 ServiceAccountList 1082
v1 ServiceList 1083`
