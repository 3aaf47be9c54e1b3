/** `umbrellasDoNotWait` for one bundle without a cluster: what its own children and dependencies say (flux-engine R). */

import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { type Bundle, bundlePath, isUmbrella, unitName } from '../../stack/model.ts'
import type { ResourceSettings } from './settings.ts'

/**
 * The wait that a bundle's Kustomization gets: none on an umbrella, and on a leaf true unless it says otherwise.
 *
 * @throws ToolError with code UMBRELLA_WAIT for an umbrella that is to wait
 */
export function checkUmbrellaBundle(bundle: Bundle): boolean {
  if (!isUmbrella(bundle)) return bundle.wait ?? true
  const input = bundle.wait === true ? 'Wait' : bundle.healthChecks?.length ? 'HealthChecks' : undefined
  if (input !== undefined) throw umbrellaWait(unitName(bundle), `bundle ${goQuote(bundlePath(bundle))} sets ${input}`)
  return false
}

export function umbrellaWait(name: string, origin: string) {
  return fail(
    'UMBRELLA_WAIT',
    `Flux Kustomization ${goQuote(name)} applies other Flux Kustomizations and must not wait under UmbrellasDoNotWait: ${origin}`,
    { hint: 'leave Wait unset and HealthChecks empty there: what depends on it waits for its terminal leaves' },
  )
}

/** The names a bundle's `dependsOn` is written as: an umbrella stands for its terminal leaves. */
export function dependenciesOfBundle(bundle: Bundle, { umbrellasDoNotWait }: ResourceSettings): string[] {
  const dependencies = bundle.dependsOn ?? []
  if (!umbrellasDoNotWait) return dependencies.map(unitName)
  return dependencies.flatMap((dependency) => (isUmbrella(dependency) ? terminals(dependency) : [unitName(dependency)]))
}

function terminals(umbrella: Bundle): string[] {
  const children = umbrella.children ?? []
  const awaited = new Set(
    children.flatMap((child) => [...(child.dependsOn ?? []).map(unitName), ...(child.namedDependsOn ?? [])]),
  )
  const last = children.filter((child) => !awaited.has(unitName(child)))
  if (last.length === 0) {
    throw fail(
      'UMBRELLA_DEPENDENCY',
      `umbrella ${goQuote(bundlePath(umbrella))} has no terminal leaf: each of its children is awaited by another`,
    )
  }
  return last.flatMap((child) => (isUmbrella(child) ? terminals(child) : [unitName(child)]))
}
