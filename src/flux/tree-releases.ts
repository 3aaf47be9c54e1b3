/** Renders the HelmReleases of a tree, when everything that they may ask for is there. */
import { maskHidden } from './hidden-values.ts'
import type { FluxObject } from './object.ts'
import type { OpaqueObject, ReleaseTree, RenderRelease } from './tree.ts'
import { isSuspended } from './tree-objects.ts'
import type { TreeProblems } from './tree-problems.ts'

export type Release = OpaqueObject & { object: FluxObject }

/** What a chart makes of values is kept, and its messages show them: it gets masked ones. */
export async function renderReleases(
  opaque: readonly Release[],
  render: RenderRelease,
  tree: ReleaseTree,
  problems: TreeProblems,
): Promise<void> {
  const masked: ReleaseTree = {
    ...tree,
    find: (key) => {
      const found = tree.find(key)
      return found && maskHidden(found)
    },
  }
  for (const release of opaque) {
    if (release.kind !== 'HelmRelease') continue
    const about = `HelmRelease/${release.namespace || tree.namespace}/${release.name}`
    if (isSuspended(release.object)) {
      release.problem = 'it is suspended: what it has installed before stays as it is'
      problems.note('warning', 'SUSPENDED', `${about} is suspended: nothing of it is installed`, about)
      continue
    }
    try {
      release.objects = await render(maskHidden(release.object), masked)
    } catch (error) {
      release.problem = problems.report(error, about)
    }
  }
}
