/** Tables of whole trees, of patches, sources, delivery intents and lists that the Flux engine makes. */
import { ToolError } from '../../../src/core/error.ts'
import { type FluxEngine, fluxEngine, umbrellaTerminals } from '../../../src/flux/engine/index.ts'
import { objectsOf } from '../../../src/stack/identity.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { Cluster } from '../../../src/stack/model.ts'
import type { Case } from '../outcome.ts'
import { differs, type Judged } from './cases.ts'
import { kustomizations, sameShape } from './engine.ts'
import { buildCluster, type Data, layoutsOf, readYamlFile } from './model.ts'
import { filesOf, listed } from './writers.ts'

type FileOf = (name: string) => string

function checked(name: string, check: () => string | undefined): Case {
  return {
    name,
    async run(): Promise<Judged> {
      const problem = check()
      return problem === undefined
        ? { status: 'pass' }
        : { status: 'fail', reason: problem.slice(0, 600), difference: problem }
    },
  }
}

function clusterIn(file: string): Cluster {
  return buildCluster(readYamlFile(file)).cluster as Cluster
}

function integrated(cluster: Cluster, rules: LayoutRules, engine: FluxEngine = fluxEngine()): ManifestLayout {
  return engine.createLayoutWithResources(cluster, rules) as ManifestLayout
}

/** Files, or per directory its files and what it lists; and every Kustomization with its host. */
export function integratedTrees(one: Data, file: FileOf): Case {
  return checked(one.case, () => {
    const tree = integrated(clusterIn(file(one.cluster)), one.rules, fluxEngine(one.generator))
    const found = kustomizations({ tree }).filter(({ isEmitted }) => !isEmitted)
    const rows = found.map(({ object, directory }) => ({
      name: object.metadata.name,
      host: directory,
      path: object.spec.path,
      dependsOn: (object.spec.dependsOn ?? []).map(({ name }: Data) => name),
      healthChecks: (object.spec.healthChecks ?? []).map(({ name }: Data) => name),
    }))
    const byName = (list: Data[]) =>
      Object.fromEntries(list.map(({ name, ...rest }: Data) => [name, comparable(rest, one)]))
    const files = filesOf(tree)
    return (
      sameShape(byName(one.kustomizations), byName(rows)) ??
      (one.files && sameFiles(files, one.files)) ??
      (one.directories && sameDirectories(files, one.directories)) ??
      (one.umbrellaTerminals && sameTerminals(tree, one.umbrellaTerminals))
    )
  })
}

/** What a rewrite put into `dependsOn` has no fixed order. */
function comparable({ name, host, path, dependsOn, healthChecks }: Data, { generator }: Data): Data {
  return {
    name,
    host,
    path,
    dependsOn: generator?.umbrellasDoNotWait ? [...dependsOn].sort() : dependsOn,
    healthChecks: healthChecks.map((check: Data) =>
      typeof check === 'string' ? check.replace(/^Kustomization\//, '') : check.name,
    ),
  }
}

function sameFiles(files: Map<string, string>, expected: Record<string, string>): string | undefined {
  const names = differs(Object.keys(expected).sort(), [...files.keys()].sort())
  if (names !== undefined) return names
  for (const [path, content] of Object.entries(expected)) {
    if (files.get(path) !== content) return `${path}: ${differs(content, files.get(path))}`
  }
  return undefined
}

function sameDirectories(files: Map<string, string>, expected: Data): string | undefined {
  const actual: Data = {}
  for (const [path, content] of files) {
    const slash = path.lastIndexOf('/')
    const [directory, name] = slash < 0 ? ['.', path] : [path.slice(0, slash), path.slice(slash + 1)]
    const entry = (actual[directory] ??= { files: [], lists: [] })
    if (name === 'kustomization.yaml') entry.lists = listed(content)
    else entry.files.push(name)
  }
  for (const entry of Object.values(actual) as Data[]) entry.files.sort()
  return sameShape(expected, actual)
}

function sameTerminals(tree: ManifestLayout, expected: Record<string, string[]>): string | undefined {
  const sets = (entries: Iterable<[string, readonly string[]]>) =>
    Object.fromEntries(
      [...entries].map(([key, leaves]) => [key, leaves.map((leaf) => leaf.replace(/^.*\//, '')).sort()]),
    )
  return sameShape(sets(Object.entries(expected)), sets(umbrellaTerminals(tree)))
}

export function sourceHostCases({ groupings, shapes, rows }: Data): Case[] {
  return rows.map(([fluxPlacement, grouping, clusterName, shape, refused]: string[]) =>
    checked(`${fluxPlacement}/${grouping}/${clusterName}/${shape}`, () => {
      const { cluster } = buildCluster(shapes[shape as string])
      const rules = { ...groupings[grouping as string], fluxPlacement, clusterName }
      let tree: ManifestLayout
      try {
        tree = integrated(cluster as Cluster, rules)
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        return refused && error.message.includes(refused) ? undefined : `expected ${refused}, refused: ${error.message}`
      }
      return refused === null ? sourcesComeFirst(tree) : `accepted, expected ${refused}`
    }),
  )
}

/** Every source lies in a build applied no later than each Kustomization that names it, and in nothing that one delivers. */
function sourcesComeFirst(tree: ManifestLayout): string | undefined {
  const files = filesOf(tree)
  const at = new Map<string, string>()
  for (const layout of layoutsOf(tree)) {
    for (const { kind, metadata } of objectsOf(layout.resources))
      at.set(`${kind} ${metadata?.name}`, fullRepoPath(layout))
  }
  const all = kustomizations({ tree })
  for (const { object } of all) {
    const source = at.get(`${object.spec.sourceRef.kind} ${object.spec.sourceRef.name}`)
    if (source === undefined) continue
    // From the bootstrap on, without what this one applies, the source is reached.
    const applied = new Set<string>()
    const waiting = [fullRepoPath(tree)]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      for (const directory of buildOf(files, path)) applied.add(directory)
      for (const other of all) {
        if (other.object === object || applied.has(other.object.spec.path)) continue
        if (applied.has(other.directory as string)) waiting.push(other.object.spec.path)
      }
    }
    const what = `${object.metadata.name} and its source in ${source}`
    if (!applied.has(source)) return `${what}: nothing applies the source before`
    if (buildOf(files, object.spec.path).has(source)) return `${what}: it delivers the source itself`
  }
  return undefined
}

/** The directories that the build of one takes in, read off the files. */
function buildOf(files: Map<string, string>, directory: string): Set<string> {
  const found = new Set([directory])
  for (const one of found) {
    for (const entry of listed(files.get(one === '.' ? 'kustomization.yaml' : `${one}/kustomization.yaml`))) {
      const path = one === '.' ? entry : `${one}/${entry}`
      if (files.has(`${path}/kustomization.yaml`)) found.add(path)
    }
  }
  return found
}

const PATCHED: Data = {
  name: 'prod',
  node: {
    name: 'prod',
    children: [
      {
        name: 'shop',
        bundle: {
          name: 'shop',
          sourceRef: 'flux-system',
          applications: [
            { name: 'web', objects: ['v1 ConfigMap default/web-cm'] },
            {
              name: 'db',
              objects: ['v1 ConfigMap default/db'],
              augment: {
                children: [
                  {
                    name: '00-pre',
                    objects: ['v1 ConfigMap default/pre'],
                    extraFiles: [{ name: 'values.yaml', content: 'a: b\n' }],
                    configMapGenerators: [{ name: 'values', files: ['values.yaml'] }],
                  },
                  {
                    name: '01-main',
                    objects: ['v1 ConfigMap default/main'],
                    children: [{ name: '02-deep', objects: ['v1 ConfigMap default/deep'] }],
                  },
                ],
              },
            },
          ],
        },
      },
    ],
  },
}

export function patchPlacementCases({ cases }: Data): Case[] {
  return cases.map(({ name, patches, heldBy, refusedNaming }: Data) =>
    checked(name, () => {
      const { cluster, bundles } = buildCluster(structuredClone(PATCHED))
      const written = patches.map((patch: Data, index: number) => patchOf(patch, index))
      Object.assign(bundles.get('shop') as object, { patches: written })
      try {
        const tree = integrated(cluster as Cluster, { fluxPlacement: 'integrated' })
        const held = kustomizations({ tree }).flatMap(({ object }) => {
          const own = (object.spec.patches ?? []).map(({ patch }: Data) =>
            written.findIndex((one: Data) => one.patch === patch),
          )
          return own.length === 0 ? [] : [[object.metadata.name, own]]
        })
        return refusedNaming === undefined ? sameShape(heldBy, Object.fromEntries(held)) : 'accepted'
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        const missing = (refusedNaming ?? ['acceptance']).find(
          (text: string) => !(error as Error).message.includes(text),
        )
        return missing && `the error does not name ${missing}: ${error.message}`
      }
    }),
  )
}

/** `{untargeted: ["ConfigMap web-cm"]}`, `{target, merge?}`, `{json6902: true}`; the index keeps equal ones apart. */
function patchOf({ target, merge, untargeted = [], delete: deletes }: Data, index: number): Data {
  const documents = untargeted.map((text: string) => {
    const words = text.replace(' (no namespace)', '').split(' ')
    const [apiVersion, kind, name] = words.length === 3 ? words : ['v1', ...words]
    const isFlux = kind === 'Kustomization'
    const namespace = text.endsWith('(no namespace)') ? '' : `  namespace: ${isFlux ? 'flux-system' : 'default'}\n`
    const version = isFlux ? 'kustomize.toolkit.fluxcd.io/v1' : apiVersion
    const head = `apiVersion: ${version}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespace}`
    return `${head}  labels:\n    patch: "${index}"\n${deletes ? '$patch: delete\n' : ''}`
  })
  if (documents.length > 0) return { patch: documents.join('---\n') }
  const patch = merge
    ? `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: any\n  labels:\n    patch: "${index}"\n`
    : `- op: add\n  path: /metadata/labels/patch\n  value: "${index}"\n`
  return target === undefined ? { patch } : { patch, target }
}

const PLACEMENTS = ['separate', 'integrated-per-bundle', 'integrated'] as const

export function deliveryCases({ cluster, expect }: Data, file: FileOf): Case[] {
  return PLACEMENTS.map((fluxPlacement) =>
    checked(fluxPlacement, () => {
      const tree = integrated(clusterIn(file(cluster)), { fluxPlacement })
      const files = filesOf(tree)
      const at = (directory: string) => layoutsOf(tree).find((layout) => fullRepoPath(layout) === directory)
      for (const [what, wanted] of Object.entries(expect as Data)) {
        const [directory = '', kind, name, , , item] = what.split(' ')
        const problem =
          what === 'every Flux Kustomization'
            ? kustomizations({ tree }).find(({ object }) => object.metadata.annotations)?.object.metadata.name
            : kind === 'kustomization.yaml'
              ? files.get(`${directory}/kustomization.yaml`)?.includes(wanted as string)
                ? undefined
                : files.get(`${directory}/kustomization.yaml`)
              : sameShape(
                  typeof wanted === 'string' ? {} : wanted,
                  annotationsIn(
                    at(directory),
                    item === undefined ? (kind as string) : 'ConfigMap',
                    item ?? (name as string),
                  ),
                )
        if (problem !== undefined) return `${what}: ${problem}`
      }
      return undefined
    }),
  )
}

function annotationsIn(layout: ManifestLayout | undefined, kind: string, name: string): unknown {
  const all = [...(layout?.resources ?? []), ...objectsOf(layout?.resources ?? [])]
  const found = all.find((object) => object.kind === kind && object.metadata?.name === name)
  return found && (found.metadata?.annotations ?? {})
}

export function listCases({ lists }: Data, file: FileOf): Case[] {
  return Object.entries(lists as Data).map(([name, expected]) =>
    checked(name, () => {
      try {
        const objects = fluxEngine().generateFromCluster(clusterIn(file(`clusters/${name}.yaml`)), {})
        const rows = objects.map(({ kind, metadata, spec }: Data) => [kind, metadata.name, spec.path ?? null])
        return differs(expected, rows)
      } catch (error) {
        const { refused } = expected as Data
        if (!(error instanceof ToolError) || refused === undefined) throw error
        const missing = refused.find((text: string) => !(error as Error).message.includes(text))
        return missing && `the error does not name ${missing}: ${error.message}`
      }
    }),
  )
}
