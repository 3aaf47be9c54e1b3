/** Bundles and applications into the layouts of their nodes; the same for both walks. */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { generateApplication, inApplication } from '../generate.ts'
import { type Application, type Bundle, bundleDirectoryName, type ClusterNode, type PackageRef } from '../model.ts'
import type { KubernetesObject } from '../object.ts'
import { placeOf } from '../places.ts'
import { directoryNameProblem } from '../validate/names.ts'
import { layoutProblem } from './augmented.ts'
import { directoryKey, sameDirectory } from './directory.ts'
import { type FluxPlacement, fullRepoPath, type LayoutOrigins, type ManifestLayout } from './manifest.ts'
import type { RulesInEffect } from './validate-rules.ts'

/** What holds for every layout of a tree. */
export interface Rendering {
  rules: RulesInEffect
  placement?: FluxPlacement
  packageRef?: PackageRef | undefined
}

/** `Namespace` and `Name` of a layout. */
export type Place = Pick<ManifestLayout, 'namespace' | 'name'>

/** A directory below a layout. */
export function childPlace(parent: ManifestLayout, name: string): Place {
  return { namespace: fullRepoPath(parent), name }
}

function newLayout({ rules, placement, packageRef }: Rendering, { namespace, name }: Place): ManifestLayout {
  const layout: ManifestLayout = { name, namespace, resources: [], children: [], filePer: rules.filePer }
  if (placement !== undefined) layout.fluxPlacement = placement
  if (rules.fileNaming) layout.fileNaming = rules.fileNaming
  if (packageRef) layout.packageRef = packageRef
  return layout
}

/** A node's directory; without a node, one that only holds directories. */
export function nodeLayout(rendering: Rendering, node: ClusterNode | undefined, place: Place): ManifestLayout {
  const layout = newLayout(rendering, place)
  layout.origins = { nodes: node ? [node] : [], bundles: [] }
  if (node?.kustomizationName) layout.kustomizationName = node.kustomizationName
  if (node?.namedDependsOn?.length) layout.dependsOn = [...node.namedDependsOn]
  return layout
}

/** A directory that renders bundles or an application, and is no node's. */
function ownLayout(rendering: Rendering, place: Place, origins: LayoutOrigins): ManifestLayout {
  return { ...newLayout(rendering, place), mode: 'explicit', origins }
}

/** A node's bundle, into a directory of its own or into the node's. */
export function renderBundle(rendering: Rendering, bundle: Bundle, node: ManifestLayout): void {
  if (rendering.rules.bundleGrouping === 'name') addBundle(rendering, bundle, node)
  else renderInto(rendering, bundle, node)
}

function addBundle(rendering: Rendering, bundle: Bundle, parent: ManifestLayout): ManifestLayout {
  const place = childPlace(parent, bundleDirectoryName(bundle))
  const own = ownLayout(rendering, place, { nodes: [], bundles: [] })
  parent.children.push(own)
  renderInto(rendering, bundle, own)
  return own
}

/**
 * The bundles of the nodes that the root's directory stands for. It renders none itself, so that a Kustomization of theirs has a
 * directory to lie in: grouped flat they share one directory inside it, named after the first.
 */
export function renderRootBundles(rendering: Rendering, nodes: ClusterNode[], root: ManifestLayout): void {
  let unit: ManifestLayout | undefined
  for (const { bundle } of nodes) {
    if (!bundle) continue
    if (rendering.rules.bundleGrouping === 'name') addBundle(rendering, bundle, root)
    else if (unit === undefined) unit = addBundle(rendering, bundle, root)
    else renderInto(rendering, bundle, unit)
  }
  if (unit !== undefined && root.origins) root.origins.unit = unit
}

function renderInto(rendering: Rendering, bundle: Bundle, layout: ManifestLayout): void {
  const origins = layout.origins as LayoutOrigins
  origins.bundles.push(bundle)
  const rendered = (origins.rendered ??= [])
  for (const application of bundle.applications ?? []) {
    const objects = generateApplication(application)
    if (hasOwnLayout(rendering, application)) {
      const own = applicationLayout(rendering, application, objects, layout)
      if (application.delivery !== undefined) copyObjects(own)
      layout.children.push(own)
      rendered.push({ application, bundle, objects: objectsBelow(own), layout: own })
    } else {
      const own = application.delivery === undefined ? objects : objects.map(copied)
      for (const object of own) layout.resources.push(object)
      rendered.push({ application, bundle, objects: own })
    }
  }
  for (const child of bundle.children ?? []) addBundle(rendering, child, layout).umbrellaChild = true
}

/**
 * An intent is written on the objects of its application, and these may be another application's too: what is written on are
 * copies, as far down as the annotations are.
 */
function copied(object: KubernetesObject): KubernetesObject {
  const copy = { ...object }
  if (object.metadata) copy.metadata = { ...object.metadata }
  if (Array.isArray(object.items))
    copy.items = object.items.map((item) => (typeof item === 'object' && item !== null ? copied(item) : item))
  return copy
}

function copyObjects(layout: ManifestLayout): void {
  layout.resources = layout.resources.map(copied)
  for (const child of layout.children) copyObjects(child)
}

/** Grouped flat, an application keeps a directory only for what its augmenter adds there, and may give it up. */
function hasOwnLayout({ rules }: Rendering, { config }: Application): boolean {
  if (rules.applicationGrouping === 'name') return true
  return config.augmentLayout !== undefined && config.wantsOwnLayout?.() !== false
}

function applicationLayout(
  rendering: Rendering,
  application: Application,
  objects: KubernetesObject[],
  parent: ManifestLayout,
): ManifestLayout {
  const layout = ownLayout(rendering, childPlace(parent, application.name), { nodes: [], bundles: [], application })
  layout.resources = [...objects]
  try {
    application.config.augmentLayout?.(layout)
  } catch (error) {
    throw inApplication(application, error)
  }
  const problem = layoutProblem(layout)
  if (problem !== undefined) throw inApplication(application, fail('APPLICATION_FAILED', `augmentLayout ${problem}`))
  inheritFileNaming(layout)
  return layout
}

function inheritFileNaming(parent: ManifestLayout): void {
  for (const child of parent.children) {
    if (!child.fileNaming && parent.fileNaming) child.fileNaming = parent.fileNaming
    inheritFileNaming(child)
  }
}

function objectsBelow(layout: ManifestLayout): KubernetesObject[] {
  const out: KubernetesObject[] = []
  const collect = (one: ManifestLayout) => {
    for (const object of one.resources) out.push(object)
    for (const child of one.children) collect(child)
  }
  collect(layout)
  return out
}

/** What can be judged on the finished tree alone: the root unit's directory is nobody else's, applications name directories. */
export function finishTree(root: ManifestLayout): void {
  const unit = root.origins?.unit
  if (unit !== undefined) checkUnitDirectory(root, unit)
  checkApplicationNames(root)
}

function checkUnitDirectory(root: ManifestLayout, unit: ManifestLayout): void {
  const directory = fullRepoPath(unit)
  const key = directoryKey(unit)
  const bundle = unit.origins?.bundles[0]?.name ?? ''
  const hint = `give the bundle another dirName, or rename what takes ${directory}`
  const checkBelow = (layout: ManifestLayout): void => {
    for (const child of layout.children) {
      if (directoryKey(child) === key) {
        const message = `layout ${goQuote(fullRepoPath(child))} is placed below layout ${goQuote(fullRepoPath(layout))} in directory ${goQuote(directory)}, which renders bundle ${goQuote(bundle)}`
        throw fail('BUNDLE_DIRECTORY_TAKEN', message, { hint })
      }
      checkBelow(child)
    }
  }
  for (const child of root.children) {
    const node = child.origins?.nodes[0]
    if (node === undefined) continue
    if (sameDirectory(child, unit)) {
      const both = `node ${goQuote(node.name)} and bundle ${goQuote(bundle)} are both rendered to directory ${goQuote(directory)}`
      const why =
        "the root node's bundle has a directory named after it, so no child node of the root may carry that name"
      throw fail('BUNDLE_DIRECTORY_TAKEN', `validation failed for Node '${node.name}' field 'name': ${both}: ${why}`, {
        at: placeOf(node, 'name'),
        hint,
      })
    }
    checkBelow(child)
  }
}

function checkApplicationNames(layout: ManifestLayout): void {
  for (const child of layout.children) {
    const application = child.origins?.application
    // An augmenter that renames its layout takes the name out of the path.
    if (application && child.name === application.name) {
      const problem = directoryNameProblem(application.name)
      if (problem !== undefined) {
        const message = `it names a directory in ${goQuote(fullRepoPath(layout))}: ${problem}`
        throw fail(
          'APPLICATION_NAME_INVALID',
          `validation failed for Application '${application.name}' field 'name': ${message}`,
          { at: placeOf(application, 'name'), hint: 'rename the application, or group applications flat' },
        )
      }
    }
    checkApplicationNames(child)
  }
}
