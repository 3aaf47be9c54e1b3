/** A Kustomization that another one's substitution would change before it is applied (flux-engine R-135). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { Source } from '../../core/source.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { PostBuild } from '../../stack/model.ts'
import { toJson } from '../../yaml/json.ts'
import { MAPPING } from '../../yaml/node.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import { FLUX_GROUP } from '../kustomization.ts'
import { substituteText } from '../post-build.ts'
import type { Changes } from './changes.ts'
import { invalidField } from './errors.ts'
import { annotationsSizeProblem } from './metadata-rules.ts'
import type { Kustomization } from './objects.ts'
import { sameData } from './same-data.ts'

const OPT_OUT = `${FLUX_GROUP}/substitute`

export type ParentSubstitution =
  | { decision: 'as written' | 'opt-out' | 'refused'; changed: string[] }
  | { decision: 'unreadable'; problem: string }

/**
 * Runs the substitution of a parent build over a Kustomization, as Flux runs it without a cluster: what only a reference could set
 * is empty.
 *
 * @example parentSubstitution({ substitute: { REGION: 'eu' } }, kustomization).decision // 'as written'
 */
export function parentSubstitution(parent: PostBuild | undefined, kustomization: Kustomization): ParentSubstitution {
  const variables = variablesOf(parent)
  if (variables === undefined || isOptedOut(kustomization)) return { decision: 'as written', changed: [] }
  let changed: string[]
  try {
    changed = changedFields(kustomization, substituted(kustomization, variables))
  } catch (error) {
    return { decision: 'unreadable', problem: (error as Error).message }
  }
  const isOwn = (path: string) => path.startsWith('spec.patches') || path.startsWith('spec.postBuild')
  if (!changed.some(isOwn)) return { decision: 'as written', changed }
  return { decision: changed.every(isOwn) ? 'opt-out' : 'refused', changed }
}

/** Undefined when Flux substitutes nothing. */
function variablesOf(postBuild: PostBuild | undefined): ReadonlyMap<string, string> | undefined {
  const entries = Object.entries(postBuild?.substitute ?? {})
  if (entries.length === 0 && (postBuild?.substituteFrom ?? []).length === 0) return undefined
  return new Map(entries.map(([name, value]) => [name, value.replaceAll('\n', '')]))
}

function isOptedOut({ metadata }: Kustomization): boolean {
  return metadata.labels?.[OPT_OUT] === 'disabled' || metadata.annotations?.[OPT_OUT] === 'disabled'
}

function substituted(kustomization: Kustomization, variables: ReadonlyMap<string, string>): Kustomization {
  const root = readYaml11(new Source('', JSON.stringify(kustomization)))
  if (root?.kind !== MAPPING) return kustomization
  const result = substituteText({ root, jsonTyped: true }, { variables, strict: false })
  return JSON.parse(toJson(result.root)) as Kustomization
}

/** Paths of what differs: of maps each entry, of a list the list. */
function changedFields(before: unknown, after: unknown, path = ''): string[] {
  if (sameData(before, after)) return []
  if (!isMap(before) || !isMap(after)) return [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => changedFields(before[key], after[key], path === '' ? key : `${path}.${key}`))
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Opts the Kustomization out where its parent would change what it substitutes and patches itself. */
export function protectFromParent(
  {
    name,
    layout,
    directory,
    kustomization,
  }: { name: string; layout: ManifestLayout; directory: string; kustomization: Kustomization },
  parent: { name: string; postBuild: PostBuild | undefined },
  changes: Changes,
): void {
  const result = parentSubstitution(parent.postBuild, kustomization)
  const what = `Flux Kustomization ${goQuote(name)} of layout ${goQuote(directory)}`
  if (result.decision === 'unreadable') {
    throw fail(
      'PARENT_SUBSTITUTION',
      `${what} is built by Flux Kustomization ${goQuote(parent.name)}, and its postBuild substitution fails on it: ${result.problem}`,
    )
  }
  if (result.decision === 'refused') {
    throw fail(
      'PARENT_SUBSTITUTION',
      `${what} is built by Flux Kustomization ${goQuote(parent.name)}, whose postBuild substitution would change ${result.changed.join(', ')}: the annotation ${OPT_OUT}: disabled keeps postBuild and patches as written, but then nothing substitutes the other fields`,
      { hint: `write the values of ${layout.name} out instead of variables` },
    )
  }
  if (result.decision !== 'opt-out') return
  const annotations = { ...kustomization.metadata.annotations, [OPT_OUT]: 'disabled' }
  const problem = annotationsSizeProblem(annotations)
  if (problem !== undefined) {
    throw invalidField(
      'LAYOUT_METADATA',
      `ManifestLayout '${directory}'`,
      'annotations',
      `with ${OPT_OUT} they are not ones the Kubernetes API accepts: ${problem}`,
    )
  }
  changes.set(kustomization.metadata, 'annotations', annotations)
}
