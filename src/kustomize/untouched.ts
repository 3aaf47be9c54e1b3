/** Builds in which most objects come out as they went in: those are kept as outlines until somebody asks for their trees. */
import type { Source } from '../core/source.ts'
import { apiVersionOf } from '../krm/gvk.ts'
import { effectiveNamespace } from '../krm/id.ts'
import { Resource } from '../krm/resource.ts'
import type { Mapping } from '../yaml/node.ts'
import { noLines, readOutlines } from '../yaml/outline.ts'
import type { BuildContext } from './context.ts'

/** The objects of a text, as outlines if all of them may be. */
export function objectsUntouched(source: Source, context: BuildContext): Resource[] {
  const { path, text } = source
  if (context.recorder === undefined && path !== '' && context.parsed.get(path)?.text !== text) {
    const outlines = readOutlines(source, (context.lines ??= noLines()))
    if (outlines !== undefined) {
      const file = { text, master: undefined }
      context.parsed.set(path, file)
      context.seen.set(path, file)
      return outlines.map((outline) => new Resource(outline, context.schema, source))
    }
  }
  return context.objects(source)
}

/** The same as for any other object, but that its tree is read when somebody asks for it. */
class UntouchedDocument {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly effectiveNamespace: string
  readonly clusterScoped: boolean
  readonly #resource: Resource

  constructor(
    resource: Resource,
    readonly text: string,
  ) {
    const { id } = resource
    this.apiVersion = apiVersionOf(id)
    this.kind = id.kind
    this.name = id.name
    this.namespace = id.namespace
    this.effectiveNamespace = effectiveNamespace(id)
    this.clusterScoped = id.clusterScoped
    this.#resource = resource
  }

  get root(): Mapping {
    return this.#resource.root
  }
}

/** An object of a build's output that is an outline. */
export function untouchedDocument(resource: Resource, text: string): UntouchedDocument {
  return new UntouchedDocument(resource, text)
}
