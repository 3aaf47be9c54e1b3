/** A stack and `renderTree` are inverse: what is written for a cluster is what Flux applies from it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { fluxEngine } from '../../src/flux/engine/index.ts'
import { idOf } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf } from '../../src/flux/tree.ts'
import { type ClusterDefinition, defineCluster } from '../../src/stack/define.ts'
import { fullRepoPath } from '../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../src/stack/layout/rules.ts'
import { layoutFiles } from '../../src/stack/write/files.ts'
import { randomCluster, randomRules } from './random-cluster.ts'

const ROOT = '/fleet'

/** Undefined for a cluster that is refused. */
async function rendered(definition: ClusterDefinition, rules: LayoutRules): Promise<FluxTree | undefined> {
  const files: Record<string, string> = {}
  let folder: string
  try {
    const layout = fluxEngine().createLayoutWithResources(defineCluster(definition), rules)
    if (layout === undefined) return undefined
    for (const { path, content, directory } of layoutFiles(layout)) if (!directory) files[`${ROOT}/${path}`] = content
    const path = fullRepoPath(layout)
    folder = path === '.' ? ROOT : `${ROOT}/${path}`
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
  const sources = [
    ...Object.values(files)
      .join('\n')
      .matchAll(/ {2}sourceRef:\n {4}kind: (\S+)\n {4}name: (\S+)\n(?: {4}namespace: (\S+)\n)?/g),
  ]
  const localSources = new Map(
    sources.map(([, kind, name, namespace = 'flux-system']) => [`${kind}/${namespace}/${name}`, ROOT]),
  )
  return await renderTree({ fs: memoryFileSystem(files), repository: ROOT, folder, localSources })
}

test('a rendered stack gives back exactly its objects, each once, without a problem', async () => {
  let accepted = 0
  let seen = 0
  await fc.assert(
    fc.asyncProperty(randomCluster, randomRules, async ({ definition, objects }, rules) => {
      const tree = await rendered(definition, rules)
      if (tree === undefined) return
      accepted++
      seen += objects.length
      expect(tree.problems).toEqual([])
      const names = tree.kustomizations.flatMap(objectsOf).map(idOf)
      const found = names.filter(({ kind }) => kind === 'ConfigMap').map(({ name }) => name)
      expect(found.sort()).toEqual([...objects].sort())
    }),
    { numRuns: 150 },
  )
  expect(accepted).toBeGreaterThan(60)
  expect(seen).toBeGreaterThan(60)
})
