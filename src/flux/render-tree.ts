/** Renders a tree; again when it turns out that something was waited for in vain. */
import type { FluxTree, TreeOptions } from './tree.ts'
import { TreeBuilder } from './tree-builder.ts'

/**
 * Renders the tree under a path of a repository. What goes wrong with one of its parts is a problem of the tree.
 *
 * @example (await renderTree({ fs, repository: '/srv/fleet', folder: '/srv/fleet/clusters/prod' })).problems
 */
export async function renderTree(options: TreeOptions): Promise<FluxTree> {
  let expected: ReadonlySet<string> = new Set()
  for (;;) {
    const builder = new TreeBuilder(options, expected)
    const tree = await builder.build()
    const late = [...builder.late].filter((key) => !expected.has(key))
    if (late.length === 0) return tree
    expected = new Set([...expected, ...late])
  }
}
