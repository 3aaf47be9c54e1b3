/** Names in the annotation that says what an item has to wait for (functions 2.3). */
import { effectiveNamespace } from '../../krm/id.ts'
import type { Resource } from '../../krm/resource.ts'
import { setText } from '../../yaml/edit.ts'
import { field, SCALAR, type Scalar } from '../../yaml/node.ts'
import { DEPENDS_ON_ANNOTATION, fieldAt } from './items.ts'

const NAMESPACED = /^([-.\w]*)\/namespaces\/([-.\w]*)\/([-.\w]*)\/([-.\w]*)$/
const CLUSTER_SCOPED = /^([-.\w]*)\/([-.\w]*)\/([-.\w]*)$/

interface Reference {
  group: string
  namespace: string | undefined
  kind: string
  name: string
  /** All that stands before the name. */
  before: string
}

function parseReference(text: string): Reference | undefined {
  const namespaced = NAMESPACED.exec(text)
  const [, group = '', second = '', third = '', fourth = ''] = namespaced ?? CLUSTER_SCOPED.exec(text) ?? []
  const found = namespaced
    ? { group, namespace: second, kind: third, name: fourth }
    : { group, namespace: undefined, kind: second, name: third }
  if (namespaced === null && !CLUSTER_SCOPED.test(text)) return undefined
  return { ...found, before: text.slice(0, text.length - found.name.length) }
}

function annotationIn(resource: Resource): Scalar | undefined {
  const node = field(fieldAt(resource.root, 'metadata', 'annotations'), DEPENDS_ON_ANNOTATION)
  return node?.kind === SCALAR ? node : undefined
}

/** Made before anything is renamed. */
export class DependsOn {
  private readonly byOldName = new Map<string, Resource>()
  private readonly byOldPlace = new Map<string, Resource>()

  constructor(private readonly resources: readonly Resource[]) {
    for (const resource of resources) {
      const key = keyOf(resource.id)
      if (!this.byOldName.has(key)) this.byOldName.set(key, resource)
      this.byOldPlace.set(placeOf(resource.id, effectiveNamespace(resource.id)), resource)
    }
  }

  /** As the reference does it: whatever is named among the items is taken to be renamed. */
  expectRename(resource: Resource, renamed: (name: string) => string): void {
    const annotation = annotationIn(resource)
    const reference = annotation && parseReference(annotation.value)
    if (annotation === undefined || reference === undefined || !this.byOldName.has(keyOf(reference))) return
    setText(annotation, reference.before + renamed(reference.name))
  }

  /** Every reference of every list gets the name that its target has now. */
  follow(): void {
    for (const resource of this.resources) {
      const annotation = annotationIn(resource)
      if (annotation === undefined) continue
      const parts = annotation.value.split(',').map((text) => this.current(text))
      setText(annotation, parts.join(','))
    }
  }

  private current(text: string): string {
    const reference = parseReference(text.trim())
    if (reference === undefined) return text
    const { namespace } = reference
    const target =
      namespace === undefined
        ? this.byOldName.get(keyOf(reference))
        : this.byOldPlace.get(placeOf(reference, effectiveNamespace({ namespace, clusterScoped: false })))
    if (target === undefined) return text
    return text.replace(reference.before + reference.name, () => reference.before + target.id.name)
  }
}

function keyOf({ group, kind, name }: { group: string; kind: string; name: string }): string {
  return `${group}\n${kind}\n${name}`
}

function placeOf(named: { group: string; kind: string; name: string }, namespace: string): string {
  return `${keyOf(named)}\n${namespace}`
}
