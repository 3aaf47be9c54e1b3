/** One bundle's own objects, with no cluster to resolve anything against (flux-engine ). */
import type { ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { type Bundle, bundlePath, unitName } from '../../stack/model.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import {
  bundleKustomization,
  checkKustomizationName,
  checksKustomization,
  readinessOf,
  uniqueChecks,
} from './bundle.ts'
import { invalidField } from './errors.ts'
import type { ResourceSettings } from './settings.ts'
import { sourceOf } from './source.ts'
import { checkUmbrellaBundle, dependenciesOfBundle } from './umbrella-bundles.ts'

/**
 * The bundle's Kustomization, then its source when its `sourceRef` has a URL. Children are not generated; the
 * Kustomization checks them.
 *
 * @param path written as `spec.path` as it is given
 */
export function generateForBundle(bundle: Bundle, path: string, settings: ResourceSettings): KubernetesObject[] {
  checkSelfReferences(bundle, settings)
  checkNames(bundle)
  const children = bundle.children ?? []
  const waits = settings.umbrellasDoNotWait ? checkUmbrellaBundle(bundle) : bundle.wait
  const automatic =
    waits || settings.umbrellasDoNotWait ? [] : children.map((child) => readinessOf(unitName(child), settings))
  const kustomization = bundleKustomization(
    bundle,
    {
      path,
      dependsOn: [...new Set([...dependenciesOfBundle(bundle, settings), ...(bundle.namedDependsOn ?? [])])],
      healthChecks: uniqueChecks([...automatic, ...(bundle.healthChecks ?? [])]),
      wait: waits,
    },
    settings,
  )
  const source = sourceOf(bundle, settings)
  return source === undefined ? [kustomization] : [kustomization, source]
}

/** A Kustomization must not depend on itself nor wait for itself. */
function checkSelfReferences(bundle: Bundle, settings: ResourceSettings): void {
  const { namedDependsOn = [], healthChecks = [], children = [], dependsOn = [] } = bundle
  const own = unitName(bundle)
  const path = bundlePath(bundle)
  const refuse = (field: string, problem: string): ToolError =>
    invalidField('SELF_REFERENCE', `Bundle '${bundle.name}'`, field, problem)
  const dependsOnItself = (list: string) =>
    `bundle ${goQuote(path)} names its own Flux Kustomization ${goQuote(own)} in ${list}: the Kustomization would depend on itself`
  for (const dependency of dependsOn) {
    if (dependency === bundle) throw refuse('dependsOn', dependsOnItself('DependsOn'))
    if (unitName(dependency) === own) throw refuse('dependsOn', sharedName(path, bundlePath(dependency), own))
  }
  if (namedDependsOn.includes(own)) throw refuse('namedDependsOn', dependsOnItself('NamedDependsOn'))
  const checksItself = healthChecks.some((check) => check.name === own && checksKustomization(check, settings))
  if (checksItself && bundle.wait !== true) {
    throw refuse(
      'healthChecks',
      `bundle ${goQuote(path)} has its own Flux Kustomization ${goQuote(own)} in HealthChecks: the Kustomization would wait for itself`,
    )
  }
  const byName = new Map<string, Bundle>()
  for (const child of children) {
    if (child === bundle)
      throw refuse('children', `bundle ${goQuote(path)} lists itself in Children: an umbrella cannot be its own child`)
    const name = unitName(child)
    if (name === own) throw refuse('children', sharedName(path, childPath(bundle, child), own))
    const other = byName.get(name)
    if (other !== undefined)
      throw refuse('children', sharedName(childPath(bundle, other), childPath(bundle, child), name))
    byName.set(name, child)
  }
}

function sharedName(one: string, other: string, name: string): string {
  return `bundles ${goQuote(one)} and ${goQuote(other)} would both get a Flux Kustomization named ${goQuote(name)}: that name, the bundle's KustomizationName or else its Name, must be unique`
}

function childPath(parent: Bundle, child: Bundle): string {
  return child.parentPath ? bundlePath(child) : `${bundlePath(parent)}/${child.name}`
}

/** The bundle's own name and those its Kustomization refers to. */
function checkNames(bundle: Bundle): void {
  checkKustomizationName(bundle)
  for (const child of bundle.children ?? []) checkKustomizationName(child, childPath(bundle, child))
  for (const dependency of bundle.dependsOn ?? []) checkKustomizationName(dependency)
}
