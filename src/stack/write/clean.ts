/** What of an object only a cluster sets, and is not written. */
import type { KubernetesObject } from '../object.ts'

/** `basic`: creation timestamps without a value, and empty status. `full`: all that the server fills in. */
export type Cleaning = 'full' | 'basic' | 'none'

const SERVER_FIELDS = ['managedFields', 'resourceVersion', 'uid', 'generation', 'selfLink']
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** The same object where nothing has to go, else a copy that shares all that stays. */
export function cleanObject(object: KubernetesObject, cleaning: Cleaning): KubernetesObject {
  if (cleaning === 'none') return object
  let cleaned = object
  if (object.status !== undefined && isZero(object.status)) cleaned = without(cleaned, ['status'])
  cleaned = cleanMetadata(cleaned, cleaning)
  const { spec } = cleaned
  if (!isMap(spec)) return cleaned
  let changed = changeField(spec, 'template', (template) => cleanMetadata(template, cleaning))
  changed = changeField(changed, 'jobTemplate', (job) =>
    changeField(cleanMetadata(job, cleaning), 'spec', (jobSpec) =>
      changeField(jobSpec, 'template', (template) => cleanMetadata(template, cleaning)),
    ),
  )
  return changed === spec ? cleaned : { ...cleaned, spec: changed }
}

function cleanMetadata<T extends Record<string, unknown>>(holder: T, cleaning: Cleaning): T {
  return changeField(holder, 'metadata', (metadata) => {
    const gone = metadata.creationTimestamp === null ? ['creationTimestamp'] : []
    if (cleaning === 'full') gone.push(...SERVER_FIELDS.filter((field) => metadata[field] !== undefined))
    const cleaned = gone.length > 0 ? without(metadata, gone) : metadata
    const { annotations } = cleaned
    if (cleaning !== 'full' || !isMap(annotations) || annotations[LAST_APPLIED] === undefined) return cleaned
    const kept = without(annotations, [LAST_APPLIED])
    return Object.keys(kept).length === 0 ? without(cleaned, ['annotations']) : { ...cleaned, annotations: kept }
  })
}

function changeField<T extends Record<string, unknown>>(
  holder: T,
  field: string,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): T {
  const value = holder[field]
  if (!isMap(value)) return holder
  const changed = change(value)
  return changed === value ? holder : { ...holder, [field]: changed }
}

function without<T extends Record<string, unknown>>(map: T, fields: readonly string[]): T {
  const copy = { ...map }
  for (const field of fields) delete copy[field]
  return copy
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null, nothing, or nothing but such at any depth. */
function isZero(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isZero)
  return value === null || value === undefined || value === '' || value === false || value === 0 || value === 0n
}
