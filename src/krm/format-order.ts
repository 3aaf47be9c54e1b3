// Made by scripts/generate-format-order.mjs from scripts/data/field-format-order.json; change those instead.

/** Known names of fields, in the order they are written in. */
export const FIELD_ORDER = `
name generateName namespace clusterName apiVersion kind metadata type labels annotations spec status stringData data
binaryData parallelism completions backoffLimit replicas selector manualSelector template ttlSecondsAfterFinished
volumeClaimTemplates service serviceName podManagementPolicy updateStrategy strategy minReadySeconds revision
revisionHistoryLimit paused progressDeadlineSeconds restartPolicy terminationGracePeriodSeconds
activeDeadlineSeconds dnsPolicy serviceAccountName serviceAccount automountServiceAccountToken nodeName hostNetwork
hostPID hostIPC shareProcessNamespace hostname subdomain schedulerName priorityClassName priority runtimeClassName
enableServiceLinks nodeSelector hostAliases initContainers containers volumes imagePullSecrets affinity tolerations
dnsConfig readinessGates image command args workingDir ports envFrom env resources volumeMounts volumeDevices
livenessProbe readinessProbe lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy
securityContext stdin stdinOnce tty clusterIP externalIPs loadBalancerIP loadBalancerSourceRanges externalName
externalTrafficPolicy sessionAffinity protocol port targetPort hostPort containerPort hostIP readOnly mountPath
subPath subPathExpr mountPropagation value valueFrom fieldRef resourceFieldRef configMapKeyRef secretKeyRef prefix
configMapRef secretRef
`

/** The lists whose items are sorted, and the field that they are sorted by; '' for the items themselves. */
export const SORTED_LISTS: Record<string, string> = {
  '.spec.template.spec.containers': 'name',
  '.webhooks.rules.operations': '',
}

/** The objects in which they are. */
export const SORTED_LIST_KINDS: readonly string[] = [
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'ReplicaSet',
  'StatefulSet',
  'ValidatingWebhookConfiguration',
]

export const SORTED_LIST_API_VERSIONS: readonly string[] = [
  'apps/v1',
  'apps/v1beta1',
  'apps/v1beta2',
  'batch/v1',
  'batch/v1beta1',
  'extensions/v1beta1',
  'v1',
  'admissionregistration.k8s.io/v1',
]
