/** What every Kubernetes object has to say of itself, in the types that the server takes. */
import type { Diagnostic } from '../core/error.ts'
import { objectsOf } from '../stack/identity.ts'
import type { ManifestLayout } from '../stack/layout/manifest.ts'
import type { RenderedApplication } from '../stack/model.ts'
import type { KubernetesObject } from '../stack/object.ts'
import { placeOf } from '../stack/places.ts'

/** Mistakes of the objects that applications bring, with the place of each in its cluster file. */
export function checkObjects(layout: ManifestLayout): Diagnostic[] {
  const problems: Diagnostic[] = []
  const visit = (at: ManifestLayout): void => {
    for (const rendered of at.origins?.rendered ?? []) checkApplication(rendered, problems)
    at.children.forEach(visit)
  }
  visit(layout)
  return problems
}

function checkApplication({ application, objects }: RenderedApplication, problems: Diagnostic[]): void {
  for (const [i, given] of objects.entries()) {
    for (const object of objectsOf([given])) {
      for (const [field, wrong] of mistakesOf(object)) {
        const message = `application '${application.name}': ${nameOf(object, i)}: ${field.join('.')} ${wrong}`
        const at = placeOf(application, 'objects', i, ...(object === given ? field : []))
        const hint = wrong.startsWith('is a ') ? { hint: 'put it in quotes' } : {}
        problems.push({ severity: 'error', code: 'OBJECT_INVALID', message, at, ...hint })
      }
    }
  }
}

function nameOf({ kind, metadata }: KubernetesObject, index: number): string {
  const { name } = (metadata ?? {}) as { name?: unknown }
  return typeof kind === 'string' && kind !== '' && typeof name === 'string' ? `${kind} '${name}'` : `object ${index}`
}

type Mistake = [field: string[], wrong: string]

function* mistakesOf(object: KubernetesObject): Iterable<Mistake> {
  const { apiVersion, kind, metadata } = object
  yield* textNeeded(['apiVersion'], apiVersion)
  yield* textNeeded(['kind'], kind)
  if (!isMap(metadata)) {
    yield [['metadata'], metadata == null ? 'is missing' : 'is no map']
    return
  }
  yield* textNeeded(['metadata', 'name'], metadata.name)
  if (metadata.namespace != null) yield* text(['metadata', 'namespace'], metadata.namespace)
  for (const field of ['labels', 'annotations'] as const) {
    const map: unknown = metadata[field]
    if (map == null) continue
    if (!isMap(map)) yield [['metadata', field], 'is no map']
    else for (const [key, value] of Object.entries(map)) yield* text(['metadata', field, key], value)
  }
}

function* textNeeded(field: string[], value: unknown): Iterable<Mistake> {
  if (value == null || value === '') yield [field, 'is missing']
  else yield* text(field, value)
}

function* text(field: string[], value: unknown): Iterable<Mistake> {
  if (typeof value === 'string') return
  if (value == null) yield [field, 'has no value']
  else if (typeof value === 'object') yield [field, 'is no text']
  else yield [field, `is a ${typeof value === 'boolean' ? 'boolean' : 'number'} (${value}), not a text`]
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
