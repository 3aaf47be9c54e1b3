/** A path into objects of some kinds, with creation rules (build 5.1). */
export interface FieldSpec {
  /** Empty group, version or kind: any. */
  group: string
  version: string
  kind: string
  path: string
  create: boolean
}
