/** What holds for every tree that is not refused, whatever the cluster, the groupings and the placement. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ToolError } from '../../../src/core/error.ts'
import { memoryFileSystem } from '../../../src/core/memory-fs.ts'
import { join } from '../../../src/core/path.ts'
import { Source } from '../../../src/core/source.ts'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import { build } from '../../../src/kustomize/build.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { Application, Bundle, Cluster, ClusterNode } from '../../../src/stack/model.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import { toJson } from '../../../src/yaml/json.ts'
import { readYaml11 } from '../../../src/yaml/yaml11.ts'

/** A node with its bundle: how many applications, augmented or not, umbrella children, earlier bundles it depends on. */
interface Plan {
  bundle: BundlePlan | undefined
  children: Plan[]
}

interface BundlePlan {
  applications: boolean[]
  children: BundlePlan[]
  dependsOn: number[]
}

const bundlePlan = (depth: number): fc.Arbitrary<BundlePlan> =>
  fc.record({
    applications: fc.array(fc.boolean(), { maxLength: 2 }),
    children: depth === 0 ? fc.constant([]) : fc.array(bundlePlan(depth - 1), { maxLength: 2 }),
    dependsOn: fc.array(fc.nat(20), { maxLength: 2 }),
  })

const nodePlan = (depth: number): fc.Arbitrary<Plan> =>
  fc.record({
    bundle: fc.option(bundlePlan(2), { nil: undefined }),
    children: depth === 0 ? fc.constant([]) : fc.array(nodePlan(depth - 1), { maxLength: 3 }),
  })

const grouping = fc.constantFrom('name' as const, 'flat' as const)

const rulesOf: fc.Arbitrary<LayoutRules> = fc.record(
  {
    nodeGrouping: grouping,
    bundleGrouping: grouping,
    applicationGrouping: grouping,
    filePer: fc.constantFrom('resource' as const, 'kind' as const),
    fluxPlacement: fc.constantFrom('separate' as const, 'integrated' as const, 'integrated-per-bundle' as const),
    clusterName: fc.constantFrom('', '.', 'prod', 'root', 'clusters/eu'),
    flattenSingleTier: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** The cluster of a plan, its names all different, and the names of its ConfigMaps. */
function clusterOf(plan: Plan): { cluster: Cluster; configMaps: string[] } {
  const bundles: Bundle[] = []
  const configMaps: string[] = []
  let nodes = 0
  const configMap = (name: string) => {
    configMaps.push(name)
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } }
  }
  const application = (name: string, isAugmented: boolean): Application => {
    const own = configMap(name)
    if (!isAugmented) return { name, config: { generate: () => [own] } }
    const hook = configMap(`${name}-hook`)
    const augmentLayout = (layout: ManifestLayout) =>
      void layout.children.push({
        name: `${name}-pre`,
        namespace: fullRepoPath(layout),
        resources: [hook],
        children: [],
      })
    return { name, config: { generate: () => [own], augmentLayout } }
  }
  const bundle = ({ applications, children, dependsOn }: BundlePlan, umbrellas: Bundle[] = []): Bundle => {
    const name = `b${bundles.length}`
    const earlier = bundles.filter((one, i) => dependsOn.includes(i) && !umbrellas.includes(one))
    const own: Bundle = { name, sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } }
    bundles.push(own)
    own.applications = applications.map((isAugmented, i) => application(`${name}-a${i}`, isAugmented))
    own.dependsOn = earlier
    own.children = children.map((child) => bundle(child, [...umbrellas, own]))
    return own
  }
  const node = (one: Plan, name: string): ClusterNode => ({
    name,
    ...(one.bundle && { bundle: bundle(one.bundle) }),
    children: one.children.map((child) => node(child, `n${nodes++}`)),
  })
  return { cluster: { name: 'demo', node: node(plan, 'root') }, configMaps }
}

interface Kustomization {
  name: string
  path: string
  file: string
}

/** The written tree: files, entries of its kustomization files, and the Kustomizations in it. */
function read(tree: ManifestLayout) {
  const files = new Map<string, string>()
  for (const { path, directory, content } of layoutFiles(tree)) if (!directory) files.set(path, content as string)
  const listed = new Map<string, string[]>()
  const kustomizations: Kustomization[] = []
  for (const [file, content] of files) {
    if (file === 'kustomization.yaml' || file.endsWith('/kustomization.yaml')) {
      listed.set(join(file, '..'), dataOf(content).resources)
    } else {
      for (const text of content.split('---\n')) {
        const { kind, metadata, spec } = dataOf(text)
        if (kind === 'Kustomization') kustomizations.push({ name: metadata.name, path: spec.path, file })
      }
    }
  }
  return { files, listed, kustomizations }
}

// biome-ignore lint/suspicious/noExplicitAny: what the writer wrote.
function dataOf(text: string): any {
  const node = readYaml11(new Source('', text))
  return node === undefined ? undefined : JSON.parse(toJson(node))
}

/** Files that the build of a directory takes. */
function filesBuilt(directory: string, listed: Map<string, string[]>): string[] {
  return (listed.get(directory) ?? []).flatMap((entry) => {
    const path = join(directory, entry)
    return listed.has(path) ? filesBuilt(path, listed) : [path]
  })
}

/** Trees that were looked at; what is refused is no tree. */
async function everyTree(check: (of: Accepted) => Promise<void> | void): Promise<void> {
  let accepted = 0
  const numRuns = 60
  await fc.assert(
    fc.asyncProperty(nodePlan(3), rulesOf, async (plan, rules) => {
      const { cluster, configMaps } = clusterOf(plan)
      let tree: ManifestLayout
      try {
        tree = fluxEngine().createLayoutWithResources(cluster, rules) as ManifestLayout
        layoutFiles(tree)
      } catch (error) {
        if (error instanceof ToolError) return
        throw error
      }
      accepted++
      await check({ cluster, rules, tree, configMaps, ...read(tree) })
    }),
    { numRuns },
  )
  expect(accepted).toBeGreaterThan(numRuns / 2)
}

type Accepted = { cluster: Cluster; rules: LayoutRules; tree: ManifestLayout; configMaps: string[] } & ReturnType<
  typeof read
>

test('R-042: every path of a Kustomization is a directory with a kustomization file', () =>
  everyTree(({ kustomizations, listed }) => {
    for (const { path } of kustomizations) expect(listed.has(path)).toBe(true)
  }))

test('every entry of a kustomization file is there, and no path of a Kustomization is among them', () =>
  everyTree(({ files, listed, kustomizations }) => {
    const paths = new Set(kustomizations.map(({ path }) => path))
    for (const [directory, entries] of listed) {
      for (const entry of entries) {
        const path = join(directory, entry)
        expect(files.has(path) || listed.has(path)).toBe(true)
        expect(paths.has(path)).toBe(false)
      }
    }
  }))

test('from the top and the paths of Kustomizations every file is reached, by one of them', () =>
  everyTree(({ tree, files, listed, kustomizations }) => {
    const reached = [fullRepoPath(tree), ...kustomizations.map(({ path }) => path)].flatMap((directory) =>
      filesBuilt(directory, listed),
    )
    const written = [...files.keys()].filter((file) => !/(^|\/)kustomization\.yaml$/.test(file))
    expect(reached.sort()).toEqual(written.sort())
  }))

test('no Kustomization lies at or below the path it builds, and their names are different', () =>
  everyTree(({ kustomizations }) => {
    for (const { path, file } of kustomizations) expect(`${file}`.startsWith(`${path}/`)).toBe(false)
    const names = kustomizations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }))

test('what the Kustomizations build together are the objects of the cluster, each once', () =>
  everyTree(async ({ tree, files, kustomizations, configMaps }) => {
    const fs = memoryFileSystem(Object.fromEntries([...files].map(([path, text]) => [`/tree/${path}`, text])))
    const built: string[] = []
    for (const path of [fullRepoPath(tree), ...kustomizations.map((one) => one.path)]) {
      const { documents } = await build({ root: join('/tree', path), fs })
      for (const { kind, name } of documents) if (kind === 'ConfigMap') built.push(name)
    }
    expect(built.sort()).toEqual([...configMaps].sort())
  }))

test('integrating again changes nothing, nor does a cluster that is built anew', () =>
  everyTree(({ cluster, rules, tree, files }) => {
    fluxEngine().integrateWithLayout(tree, cluster, rules)
    expect(read(tree).files).toEqual(files)
    const again = fluxEngine().createLayoutWithResources(cluster, rules) as ManifestLayout
    expect(read(again).files).toEqual(files)
  }))
