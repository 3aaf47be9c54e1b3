import { compareBytes } from '../core/text.ts'
import type { KubernetesObject } from './object.ts'

/** Objects of a rendered chart that belong to one step of its life. */
export interface HookGroup {
  /** What the annotation `helm.sh/hook` says; empty for the release itself. */
  phase: string
  weight: number
  resources: KubernetesObject[]
}

/** The release itself is the empty phase. Phases that are not here come last. */
const PHASES = ['pre-install', 'pre-upgrade', '', 'post-install', 'post-upgrade']
/** What only Helm itself would run. */
const DROPPED = ['pre-delete', 'post-delete', 'pre-rollback', 'post-rollback', 'test']

/**
 * The groups a rendered chart has to be applied in: by phase, in a phase by weight, in a group as they came. Several
 * phases in one annotation are one phase of that name (kure-extras 2).
 *
 * @example splitByHookWeight(objects).map(({ phase, weight }) => `${phase} ${weight}`) // ['pre-install -5', ' 0']
 */
export function splitByHookWeight(objects: readonly KubernetesObject[]): HookGroup[] {
  const groups = new Map<string, HookGroup>()
  for (const object of objects) {
    const annotations = object.metadata?.annotations
    const phase = annotations?.['helm.sh/hook'] ?? ''
    if (DROPPED.includes(phase)) continue
    const weight = weightOf(annotations?.['helm.sh/hook-weight'] ?? '')
    const key = `${weight} ${phase}`
    let group = groups.get(key)
    if (group === undefined) {
      group = { phase, weight, resources: [] }
      groups.set(key, group)
    }
    group.resources.push(object)
  }
  return [...groups.values()].sort(
    (a, b) => rankOf(a.phase) - rankOf(b.phase) || compareBytes(a.phase, b.phase) || a.weight - b.weight,
  )
}

function rankOf(phase: string): number {
  const rank = PHASES.indexOf(phase)
  return rank < 0 ? PHASES.length : rank
}

/** A decimal integer of 64 bits and nothing around it; anything else counts as 0. */
function weightOf(text: string): number {
  if (!/^[+-]?[0-9]{1,19}$/.test(text)) return 0
  const exact = BigInt(text.replace('+', ''))
  return BigInt.asIntN(64, exact) === exact ? Number(exact) : 0
}
