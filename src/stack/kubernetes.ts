/** Objects of Kubernetes itself, with full types. Types only: nothing of them is in the program. */
import type * as apps from 'kubernetes-types/apps/v1'
import type * as autoscaling from 'kubernetes-types/autoscaling/v2'
import type * as batch from 'kubernetes-types/batch/v1'
import type * as core from 'kubernetes-types/core/v1'
import type * as networking from 'kubernetes-types/networking/v1'
import type * as policy from 'kubernetes-types/policy/v1'
import type * as rbac from 'kubernetes-types/rbac/v1'
import type * as scheduling from 'kubernetes-types/scheduling/v1'
import type * as storage from 'kubernetes-types/storage/v1'
import type { KubernetesObject } from './object.ts'

/** The usual kinds by `apiVersion/kind`. */
export interface KubernetesKinds {
  'v1/ConfigMap': core.ConfigMap
  'v1/LimitRange': core.LimitRange
  'v1/Namespace': core.Namespace
  'v1/PersistentVolume': core.PersistentVolume
  'v1/PersistentVolumeClaim': core.PersistentVolumeClaim
  'v1/Pod': core.Pod
  'v1/ResourceQuota': core.ResourceQuota
  'v1/Secret': core.Secret
  'v1/Service': core.Service
  'v1/ServiceAccount': core.ServiceAccount
  'apps/v1/DaemonSet': apps.DaemonSet
  'apps/v1/Deployment': apps.Deployment
  'apps/v1/StatefulSet': apps.StatefulSet
  'autoscaling/v2/HorizontalPodAutoscaler': autoscaling.HorizontalPodAutoscaler
  'batch/v1/CronJob': batch.CronJob
  'batch/v1/Job': batch.Job
  'networking.k8s.io/v1/Ingress': networking.Ingress
  'networking.k8s.io/v1/NetworkPolicy': networking.NetworkPolicy
  'policy/v1/PodDisruptionBudget': policy.PodDisruptionBudget
  'rbac.authorization.k8s.io/v1/ClusterRole': rbac.ClusterRole
  'rbac.authorization.k8s.io/v1/ClusterRoleBinding': rbac.ClusterRoleBinding
  'rbac.authorization.k8s.io/v1/Role': rbac.Role
  'rbac.authorization.k8s.io/v1/RoleBinding': rbac.RoleBinding
  'scheduling.k8s.io/v1/PriorityClass': scheduling.PriorityClass
  'storage.k8s.io/v1/StorageClass': storage.StorageClass
}

/** All that is written of an object besides what it is. */
export type ObjectFields<Type> = Omit<Type, 'apiVersion' | 'kind' | 'metadata' | 'status'> & {
  metadata: core.ConfigMap['metadata'] & { name: string }
}

/**
 * An object of a kind, its fields checked by the compiler; it has nothing that is not given.
 *
 * @example createObject('v1/ConfigMap', { metadata: { name: 'settings' }, data: { level: 'info' } })
 */
export function createObject<Kind extends keyof KubernetesKinds>(
  kind: Kind,
  fields: ObjectFields<KubernetesKinds[Kind]>,
): KubernetesObject {
  const cut = kind.lastIndexOf('/')
  const object: KubernetesObject = { apiVersion: kind.slice(0, cut), kind: kind.slice(cut + 1) }
  return Object.assign(object, fields)
}
