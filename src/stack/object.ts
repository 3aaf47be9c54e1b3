/**
 * A Kubernetes object as plain data: strings, booleans, null, lists, maps, and numbers; an integer beyond 2^53 is a bigint, so
 * that its digits stay.
 */
export interface KubernetesObject {
  apiVersion?: string
  kind?: string
  metadata?: ObjectMetadata
  [field: string]: unknown
}

export interface ObjectMetadata {
  name?: string
  namespace?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  [field: string]: unknown
}
