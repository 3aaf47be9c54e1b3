/** Builds in which most objects come out as they went in: those are kept as outlines until somebody asks for their trees. */
import type { Source } from '../core/source.ts'
import { apiVersionOf } from '../krm/gvk.ts'
import { effectiveNamespace } from '../krm/id.ts'
import { Resource } from '../krm/resource.ts'
import type { Mapping } from '../yaml/node.ts'
import { noLines, readOutlines } from '../yaml/outline.ts'
import type { BuildContext } from './context.ts'
import type { Loader } from './loader.ts'
import type { Kustomization } from './types.ts'

/** Whether most objects that a kustomization names come to the end of the build with nothing changed in them. */
export function leavesUntouched(loader: Loader): boolean {
  let patches = 0
  for (let one: Loader | undefined = loader; one !== undefined; one = one.parent) {
    const { kustomization: k } = one
    if (k === undefined) continue
    if (changesAll(k)) return false
    patches += k.patches.length + k.patchesStrategicMerge.length + k.patchesJson6902.length
  }
  return patches * 2 <= (loader.kustomization?.resources.length ?? 0)
}

function changesAll(k: Kustomization): boolean {
  const { labels, images, replacements, vars, configurations, transformers, validators, buildMetadata } = k
  return (
    k.namespace !== '' ||
    k.namePrefix !== '' ||
    k.nameSuffix !== '' ||
    k.commonLabels !== undefined ||
    k.commonAnnotations !== undefined ||
    [labels, images, replacements, vars, configurations, transformers, validators, buildMetadata].some(isAsked)
  )
}

const isAsked = (list: readonly unknown[]) => list.length > 0

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
