/** dirnames.json, index.json, packages.json: where bundles land, and what the index says, as tables of their own form. */
import { ToolError } from '../../../src/core/error.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { indexOrigins } from '../../../src/stack/layout/origins.ts'
import { packageDirectory, walkClusterByPackage } from '../../../src/stack/layout/packages.ts'
import { defaultLayoutRules, type LayoutRules } from '../../../src/stack/layout/rules.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import type { Bundle, Cluster } from '../../../src/stack/model.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import type { Case } from '../outcome.ts'
import { differs, type Judged } from './cases.ts'
import { type BuiltCluster, buildCluster, type Data, layoutsOf, readYamlFile } from './model.ts'

function oneCase(name: string, check: () => string | undefined): Case {
  return {
    name,
    async run(): Promise<Judged> {
      const problem = check()
      return problem === undefined ? { status: 'pass' } : { status: 'fail', reason: problem }
    },
  }
}

function walk({ cluster }: BuiltCluster, rules: LayoutRules, entry = 'walkCluster'): ManifestLayout {
  const tree =
    entry === 'walkCluster' ? walkCluster(cluster, rules) : walkClusterByPackage(cluster, rules).get('default')
  if (tree === undefined) throw new Error('the case walks a cluster without nodes')
  return tree
}

function refusal(run: () => unknown, texts: string[]): string | undefined {
  try {
    run()
    return `accepted; the error names ${texts.join(', ')}`
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { message } = error
    const missing = texts.find((text) => !message.includes(text))
    return missing && `the error does not name ${missing}: ${message}`
  }
}

/** Bundles and applications to their directories. */
function directoriesOf(tree: ManifestLayout): Data {
  const bundles: Record<string, string> = {}
  const applications: Record<string, string> = {}
  for (const layout of layoutsOf(tree)) {
    for (const { name } of layout.origins?.bundles ?? []) bundles[name] = fullRepoPath(layout)
    const application = layout.origins?.application
    if (application) applications[application.name] = fullRepoPath(layout)
  }
  return Object.keys(applications).length === 0 ? bundles : { ...bundles, applications }
}

export function directoryNameCases(data: Data): Case[] {
  const { cluster, cases, mergedIntoRoot, renamedAfterWalk, rootDirectoryTaken } = data
  const landing = cases.map(({ entry, rules, expected }: Data, i: number) =>
    oneCase(`cases/${i + 1}`, () => differs(expected, directoriesOf(walk(buildCluster(cluster), rules, entry)))),
  )
  const merged = mergedIntoRoot.map((one: Data, i: number) =>
    oneCase(`mergedIntoRoot/${i + 1}`, () => {
      const built = platform(one['dirName of platform-bundle'], 'web', one['dirName of web-bundle'])
      const layouts = layoutsOf(walk(built, { nodeGrouping: 'flat', bundleGrouping: 'flat' }))
      const bundles = layouts.at(-1)?.origins?.bundles.map(({ name }) => name)
      return differs(one.directories, layouts.map(fullRepoPath)) ?? differs(one['bundles there'], bundles)
    }),
  )
  const renamed = renamedAfterWalk.map((one: Data, i: number) =>
    oneCase(`renamedAfterWalk/${i + 1}`, () => {
      const child = { name: 'shop-infra', dirName: one.dirName }
      const bundle = { name: 'shop', children: [child] }
      const built = buildCluster({ name: 'demo', node: { name: 'r', children: [{ name: 'apps', bundle }] } })
      const tree = walk(built, one.bundleGrouping ? { bundleGrouping: one.bundleGrouping } : {})
      const layout = layoutsOf(tree).find((each) => fullRepoPath(each) === one.layout)
      if (layout === undefined) return `no layout ${one.layout}`
      layout.name = one.renamedTo
      return refusal(() => indexOrigins(tree, built.cluster as Cluster), one.errorNames)
    }),
  )
  const taken = rootDirectoryTaken.map(({ dirName, childNode, bundleGrouping, ...one }: Data, i: number) =>
    oneCase(`rootDirectoryTaken/${i + 1}`, () => {
      const run = () => walk(platform(dirName, childNode), bundleGrouping ? { bundleGrouping } : {})
      return one.walk === 'accepted' ? refusal(() => layoutFiles(run()), one.writeToDisk) : refusal(run, one.errorNames)
    }),
  )
  return [...landing, ...merged, ...renamed, ...taken]
}

/** Root node platform with bundle platform-bundle, one child node with web-bundle. */
function platform(dirName: string, childNode: string, childDirName = ''): BuiltCluster {
  const child = { name: childNode, bundle: { name: 'web-bundle', dirName: childDirName } }
  return buildCluster({
    name: 'demo',
    node: { name: 'platform', bundle: { name: 'platform-bundle', dirName }, children: [child] },
  })
}

export function indexCases(data: Data): Case[] {
  return data.cases.map((one: Data, i: number) => oneCase(`cases/${i + 1}`, () => checkIndex(one)))
}

function checkIndex({ rules, bundles, rootBundle, ...expected }: Data): string | undefined {
  const bundleData = ({ dependsOn, ...bundle }: Data) => ({
    ...bundle,
    applications: [{ name: `${bundle.name}-app`, objects: [`v1 ConfigMap default/${bundle.name}`] }],
    ...(dependsOn && { dependsOn: dependsOn.map((text: string) => ({ copyOf: text.replace('copy of ', '') })) }),
  })
  const children = Object.entries(bundles).map(([name, bundle]) => ({ name, bundle: bundleData(bundle) }))
  const node = { name: 'r', children, ...(rootBundle && { bundle: bundleData(rootBundle) }) }
  const built = buildCluster({ name: 'demo', node })
  const tree = walk(built, rules)
  const index = indexOrigins(tree, built.cluster as Cluster)
  const bundleOf = (text: string): Bundle => {
    const [, fields] = /\{(.*)\}$/.exec(text) ?? []
    if (fields !== undefined) {
      return Object.fromEntries(fields.split(', ').map((field) => field.split(': '))) as unknown as Bundle
    }
    const own = built.bundles.get(text.replace('copy of ', '')) as Bundle
    return text.startsWith('copy of ') ? { ...own } : own
  }
  const layoutOf = (directory: string) =>
    layoutsOf(tree).find((layout) => fullRepoPath(layout) === directory) as ManifestLayout
  const functions: Record<string, (key: string) => unknown> = {
    unitName: (text) => index.unitName(bundleOf(text)),
    unitOfName: (name) => index.unitOfName(name),
    unitDependencies: (directory) => index.unitDependencies(layoutOf(directory)),
    unitNamedDependencies: (directory) => index.unitNamedDependencies(layoutOf(directory)),
  }
  for (const [name, values] of Object.entries(expected)) {
    for (const [key, value] of Object.entries(values as Data)) {
      const problem = differs(value, functions[name]?.(key))
      if (problem !== undefined) return `${name} of ${key}: ${problem}`
    }
  }
  return undefined
}

export function packageCases(data: Data, clusterFile: (name: string) => string): Case[] {
  const walked = oneCase(data.cluster, () => {
    const built = buildCluster(readYamlFile(clusterFile(data.cluster)))
    const trees = walkClusterByPackage(built.cluster, defaultLayoutRules())
    const actual = [...trees].map(([key, tree]) => [
      key,
      Object.fromEntries(
        layoutsOf(tree).map((layout) => [fullRepoPath(layout), layout.resources.map(({ metadata }) => metadata?.name)]),
      ),
    ])
    return differs(data.packages, Object.fromEntries(actual))
  })
  const directories = Object.entries({ ...data.directories, ...data.sanitise }).map(([key, expected]) =>
    oneCase(`directory of ${key}`, () => differs(expected, packageDirectory(key))),
  )
  return [walked, ...directories]
}
