/** Renders a tree; again when it turns out that something was waited for in vain. */
import type { FluxTree, TreeOptions } from './tree.ts'
import { TreeBuilder } from './tree-builder.ts'

/**
 * Renders the tree under a path of a repository. What goes wrong with one of its parts is a problem of the tree.
 *
 * ```ts
 * const files = {
 *   '/fleet/prod/app.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
 * kind: Kustomization
 * metadata: {name: app, namespace: flux-system}
 * spec: {path: ./app, sourceRef: {kind: GitRepository, name: fleet}}
 * `,
 *   '/fleet/app/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
 * }
 * const tree = await renderTree({ fs: memoryFileSystem(files), repository: '/fleet', folder: '/fleet/prod' })
 * tree.kustomizations.map(({ id }) => id) // ['./prod', 'flux-system/app']
 * ```
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
