/** Reading a Kustomization that was in the tree before, as Flux's types would (flux-engine ). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { parseGoDuration } from '../../stack/duration.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import type { Kustomization } from './objects.ts'
import { type FoundObject, keyOf, type Tree } from './tree.ts'

/** What a value has to be; a message ends with it. */
type Shape = 'a string' | 'a boolean' | 'a duration' | { list: Fields } | { map: 'strings' } | { fields: Fields }
interface Fields {
  [field: string]: Shape
}

const REFERENCE: Fields = { apiVersion: 'a string', kind: 'a string', name: 'a string', namespace: 'a string' }

const OBJECT: Fields = {
  metadata: { fields: { labels: { map: 'strings' }, annotations: { map: 'strings' } } },
  spec: {
    fields: {
      dependsOn: { list: { name: 'a string', namespace: 'a string' } },
      force: 'a boolean',
      healthChecks: { list: REFERENCE },
      interval: 'a duration',
      patches: { list: { patch: 'a string' } },
      path: 'a string',
      postBuild: {
        fields: {
          substitute: { map: 'strings' },
          substituteFrom: { list: { kind: 'a string', name: 'a string', optional: 'a boolean' } },
        },
      },
      prune: 'a boolean',
      retryInterval: 'a duration',
      serviceAccountName: 'a string',
      sourceRef: { fields: REFERENCE },
      suspend: 'a boolean',
      targetNamespace: 'a string',
      timeout: 'a duration',
      wait: 'a boolean',
    },
  },
}

/**
 * The object as a Kustomization; nothing is copied. A spec that is left out is an empty one.
 *
 * @throws ToolError with code KUSTOMIZATION_UNREADABLE for a field of the wrong type
 */
export function readKustomization(
  tree: Pick<Tree, 'directory'>,
  { layout, object, name, namespace }: FoundObject,
): Kustomization {
  const problem = wrongField(object, { fields: OBJECT }, '')
  if (problem !== undefined) {
    throw fail(
      'KUSTOMIZATION_UNREADABLE',
      `layout ${goQuote(tree.directory(layout))} has Flux Kustomization ${keyOf(namespace, name)}, which cannot be read: ${problem}`,
    )
  }
  return { ...object, spec: object.spec ?? {} } as Kustomization
}

/** The path a Kustomization applies, when it is one. */
export function pathOf({ spec }: KubernetesObject): string {
  const path = (spec as { path?: unknown } | undefined)?.path
  return typeof path === 'string' ? path : ''
}

function wrongField(value: unknown, shape: Shape, path: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof shape === 'string') return isA(value, shape) ? undefined : `${path} is not ${shape}`
  if ('list' in shape) {
    if (!Array.isArray(value)) return `${path} is not a list`
    return firstOf(value.entries(), ([index, item]) => wrongField(item, { fields: shape.list }, `${path}[${index}]`))
  }
  if (typeof value !== 'object' || Array.isArray(value)) return `${path || 'the object'} is not a map`
  if ('map' in shape) {
    return firstOf(Object.entries(value), ([key, item]) => wrongField(item, 'a string', `${path}.${key}`))
  }
  return firstOf(Object.entries(shape.fields), ([field, inner]) =>
    wrongField((value as Record<string, unknown>)[field], inner, path === '' ? field : `${path}.${field}`),
  )
}

function firstOf<Item>(items: Iterable<Item>, problem: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item)
    if (found !== undefined) return found
  }
  return undefined
}

function isA(value: unknown, what: 'a string' | 'a boolean' | 'a duration'): boolean {
  if (what === 'a boolean') return typeof value === 'boolean'
  if (typeof value !== 'string') return false
  if (what === 'a string') return true
  try {
    parseGoDuration(value)
    return true
  } catch {
    return false
  }
}
