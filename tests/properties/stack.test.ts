/** Laws of the stack over random clusters: what is accepted can be applied, all of it, once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { fluxEngine } from '../../src/flux/engine/index.ts'
import { selfCheck } from '../../src/flux/self-check.ts'
import { build } from '../../src/index.ts'
import { type ClusterDefinition, defineCluster } from '../../src/stack/define.ts'
import { fullRepoPath, type ManifestLayout } from '../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../src/stack/layout/rules.ts'
import { type LayoutFile, layoutFiles } from '../../src/stack/write/files.ts'
import { randomCluster, randomRules } from './random-cluster.ts'

interface Rendered {
  layout: ManifestLayout
  files: LayoutFile[]
}

function render(definition: ClusterDefinition, rules: LayoutRules): Rendered | undefined {
  try {
    const layout = fluxEngine().createLayoutWithResources(defineCluster(definition), rules)
    return layout && { layout, files: layoutFiles(layout) }
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** The same data with the keys of every map in another order. */
function shuffled<T>(value: T): T {
  if (Array.isArray(value)) return value.map(shuffled) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffled(item)]),
  ) as T
}

test('what is accepted is applied: every object once, no dead-lock, no missing path, source or dependency', async () => {
  let accepted = 0
  let objectsSeen = 0
  await fc.assert(
    fc.asyncProperty(randomCluster, randomRules, async ({ definition, objects }, rules) => {
      const rendered = render(definition, rules)
      if (rendered === undefined) return
      accepted++
      objectsSeen += objects.length
      const { layout, files } = rendered
      const problems = await selfCheck({ layout, files, bootstrap: [], external: new Set() })
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
      expect((await applied(rendered)).sort()).toEqual([...objects].sort())
      expect(cycle(files)).toBeUndefined()
    }),
    { numRuns: 200 },
  )
  expect(accepted).toBeGreaterThan(80)
  expect(objectsSeen).toBeGreaterThan(80)
})

test('rendering twice gives the same bytes, and the order of keys does not matter', () => {
  fc.assert(
    fc.property(randomCluster, randomRules, ({ definition }, rules) => {
      const first = render(definition, rules)?.files
      expect(render(definition, rules)?.files).toEqual(first)
      expect(render(shuffled(definition), shuffled(rules))?.files).toEqual(first)
    }),
    { numRuns: 60 },
  )
})

/** Names of the ConfigMaps that the Kustomizations of a tree apply, the bootstrap's among them. */
async function applied({ layout, files }: Rendered): Promise<string[]> {
  const contents = files.filter(({ directory }) => !directory).map(({ path, content }) => [`/${path}`, content])
  const fs = memoryFileSystem(Object.fromEntries(contents))
  const names: string[] = []
  const waiting = [fullRepoPath(layout)]
  const seen = new Set<string>()
  for (const path of waiting) {
    expect(seen.has(path)).toBe(false)
    seen.add(path)
    const { documents } = await build({ root: `/${path === '.' ? '' : path}`, fs })
    for (const { kind, name, text } of documents) {
      if (kind === 'ConfigMap') names.push(name)
      if (kind === 'Kustomization') waiting.push(/^ {2}path: (.*)$/m.exec(text)?.[1] as string)
    }
  }
  return names
}

/** A chain of Kustomizations of which each depends on the next, and the last on the first. */
function cycle(files: readonly LayoutFile[]): string[] | undefined {
  const dependencies = new Map<string, string[]>()
  for (const { content } of files) {
    for (const text of content.split('---\n')) {
      if (!text.includes('kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n')) continue
      const name = /^ {2}name: (.*)$/m.exec(text)?.[1] as string
      const list = /^ {2}dependsOn:\n((?: {2}- name: .*\n)+)/m.exec(text)?.[1] ?? ''
      dependencies.set(
        name,
        [...list.matchAll(/- name: (.*)/g)].map(([, other]) => other as string),
      )
    }
  }
  const done = new Set<string>()
  const visit = (name: string, chain: string[]): string[] | undefined => {
    if (chain.includes(name)) return [...chain, name]
    if (done.has(name)) return undefined
    for (const next of dependencies.get(name) ?? []) {
      const found = visit(next, [...chain, name])
      if (found !== undefined) return found
    }
    done.add(name)
    return undefined
  }
  for (const name of dependencies.keys()) {
    const found = visit(name, [])
    if (found !== undefined) return found
  }
  return undefined
}
