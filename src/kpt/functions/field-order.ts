/** The order of known field names in a formatted item; others follow by the alphabet. */
const FIELDS = `name generateName namespace clusterName apiVersion kind metadata type labels annotations spec status
stringData data binaryData parallelism completions backoffLimit replicas selector manualSelector template
ttlSecondsAfterFinished volumeClaimTemplates service serviceName podManagementPolicy updateStrategy strategy
minReadySeconds revision revisionHistoryLimit paused progressDeadlineSeconds restartPolicy
terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy serviceAccountName serviceAccount
automountServiceAccountToken nodeName hostNetwork hostPID hostIPC shareProcessNamespace hostname subdomain
schedulerName priorityClassName priority runtimeClassName enableServiceLinks nodeSelector hostAliases
initContainers containers volumes imagePullSecrets affinity tolerations dnsConfig readinessGates image command
args workingDir ports envFrom env resources volumeMounts volumeDevices livenessProbe readinessProbe lifecycle
terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty clusterIP
externalIPs loadBalancerIP loadBalancerSourceRanges externalName externalTrafficPolicy sessionAffinity
protocol port targetPort hostPort containerPort hostIP readOnly mountPath subPath subPathExpr mountPropagation
value valueFrom fieldRef resourceFieldRef configMapKeyRef secretKeyRef prefix configMapRef secretRef`

/** Rank of a known field. */
export const fieldRanks: ReadonlyMap<string, number> = new Map(FIELDS.split(/\s+/).map((name, i) => [name, i]))
