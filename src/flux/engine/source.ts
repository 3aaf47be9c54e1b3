/** The source object of a reference with a URL (flux-engine ). */
import type { Bundle, SourceRef } from '../../stack/model.ts'
import { defaultDuration } from './durations.ts'
import { invalidField } from './errors.ts'
import { type SourceObject, sourceObject } from './objects.ts'
import type { ResourceSettings } from './settings.ts'

const KINDS = ['GitRepository', 'OCIRepository']

/** Whether the engine makes the source object itself. */
export function isGenerated(reference: SourceRef | undefined): reference is SourceRef & { url: string } {
  return reference?.url !== undefined && reference.url !== '' && KINDS.includes(reference.kind)
}

/**
 * The source that a bundle's reference asks for; undefined for a reference without a URL.
 *
 * @throws ToolError with code SOURCE_KIND for a URL on another kind
 */
export function sourceOf(bundle: Bundle, settings: ResourceSettings): SourceObject | undefined {
  const reference = bundle.sourceRef
  if (!reference?.url) return undefined
  const { kind, name, url } = reference
  if (kind !== 'GitRepository' && kind !== 'OCIRepository') {
    throw invalidField(
      'SOURCE_KIND',
      `Bundle '${bundle.name}'`,
      'source',
      `failed to create source: invalid kind for SourceRef: ${kind}`,
      `Valid values are: ${KINDS.join(', ')}`,
    )
  }
  return sourceObject({
    kind,
    name,
    namespace: sourceNamespace(reference, settings),
    interval: defaultDuration('ResourceGenerator', settings.defaultInterval),
    url,
    ref: revision(reference),
  })
}

export function sourceNamespace(reference: SourceRef, { defaultNamespace }: ResourceSettings): string {
  return reference.namespace || defaultNamespace
}

function revision({ kind, branch, tag }: SourceRef): { branch: string } | { tag: string } | undefined {
  if (kind === 'GitRepository' && branch) return { branch }
  return tag ? { tag } : undefined
}

/** Equal for references to one source: its kind, name and namespace. */
export function sourceKey(reference: SourceRef, settings: ResourceSettings): string {
  return [reference.kind, sourceNamespace(reference, settings), reference.name].join('\n')
}

/** Equal for references that mean one source and define it alike. */
export function sourceDefinition(reference: SourceRef | undefined, settings: ResourceSettings): string {
  if (reference === undefined) return ''
  const key = sourceKey(reference, settings)
  return reference.url ? [key, reference.url, JSON.stringify(revision(reference) ?? {})].join('\n') : key
}
