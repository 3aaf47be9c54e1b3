/** Entries and expectations of the Flux engine. */
import { memoryFileSystem } from '../../../src/core/memory-fs.ts'
import { Source } from '../../../src/core/source.ts'
import { fluxEngine, umbrellaTerminals } from '../../../src/flux/engine/index.ts'
import { build } from '../../../src/kustomize/build.ts'
import { objectsOf } from '../../../src/stack/identity.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'
import { toJson } from '../../../src/yaml/json.ts'
import { readYaml11 } from '../../../src/yaml/yaml11.ts'
import { differs, type Entry, type Expectation, type Produced } from './cases.ts'
import { walked } from './layout.ts'
import { buildBundle, buildCluster, type Data, layoutsOf } from './model.ts'
import { filesOf } from './writers.ts'

/** What was made of a tree, and its files when an expectation looks at them. */
export function producedFrom(tree: ManifestLayout | undefined): Produced {
  return {
    tree,
    get files() {
      return filesOf(tree as ManifestLayout)
    },
  }
}

export const engineEntries: Record<string, Entry> = {
  generateForBundle: ({ data, generator, nameOnlyCopies }) => ({
    objects: fluxEngine(generator).generateForBundle(buildBundle(data.bundle, { nameOnlyCopies }), data.path ?? ''),
  }),
  generateFromCluster: (one) => ({
    objects: fluxEngine(one.generator).generateFromCluster(one.built.cluster, one.rules),
  }),
  generateFromLayout(one) {
    const tree = walked(one)
    one.keep(tree)
    return { tree, objects: fluxEngine(one.generator).generateFromLayout(tree, one.built.cluster) }
  },
  createLayoutWithResources: (one) =>
    producedFrom(fluxEngine(one.generator).createLayoutWithResources(one.built.cluster, one.rules)),
  createAndWrite(one) {
    const tree = fluxEngine(one.generator).createLayoutWithResources(one.built.cluster, one.rules)
    return { tree, files: filesOf(tree as ManifestLayout) }
  },
  integrate(one) {
    const tree = walked(one)
    one.keep(tree)
    fluxEngine(one.generator).integrateWithLayout(tree, one.built.cluster, one.rules)
    return producedFrom(tree)
  },
  umbrellaTerminals(one) {
    const { data, generator, rules, built, nameOnlyCopies } = one
    const engine = fluxEngine(generator)
    const clusters = [built, ...(data.moreClusters ?? []).map((more: Data) => buildCluster(more, { nameOnlyCopies }))]
    const trees = clusters.map(({ cluster }) => engine.createLayoutWithResources(cluster, rules) as ManifestLayout)
    return { terminals: umbrellaTerminals(...trees) }
  },
}

/** An object of what was made, with the directory that holds it. */
interface Held {
  object: Data
  directory: string | undefined
  /** From an application, not from the engine or a caller. */
  isEmitted: boolean
}

function held({ tree, objects }: Produced): Held[] {
  if (objects !== undefined) return objects.map((object) => ({ object, directory: undefined, isEmitted: false }))
  const layouts = tree === undefined ? [] : layoutsOf(tree)
  const emitted = new Set<KubernetesObject>(
    layouts.flatMap(({ origins }) => (origins?.rendered ?? []).flatMap((one) => one.objects)),
  )
  return layouts.flatMap((layout) =>
    layout.resources.flatMap((resource) =>
      objectsOf([resource]).map((object) => ({
        object,
        directory: fullRepoPath(layout),
        isEmitted: emitted.has(resource),
      })),
    ),
  )
}

export function kustomizations(produced: Produced): Held[] {
  return held(produced).filter(
    ({ object }) => object.kind === 'Kustomization' && object.apiVersion?.startsWith('kustomize.toolkit.fluxcd.io/'),
  )
}

const namesOf = (list: Held[]) => list.map(({ object }) => object.metadata.name as string)

/** A field of a Kustomization in the corpus' short form. */
function shortField({ metadata, spec }: Data, field: string): unknown {
  switch (field) {
    case 'labels':
    case 'annotations':
      return metadata[field]
    case 'dependsOn':
      return spec.dependsOn?.map(({ name }: Data) => name)
    case 'healthChecks':
      return spec.healthChecks?.map(({ kind, name }: Data) => `${kind}/${name}`)
    default:
      return spec[field]
  }
}

export function compareKustomization(object: Data, { absent = [], dependsOnSet, ...fields }: Data): string | undefined {
  for (const [field, wanted] of Object.entries(fields)) {
    const problem = sameShape(wanted, shortField(object, field))
    if (problem !== undefined) return `${field}: ${problem}`
  }
  if (dependsOnSet !== undefined) {
    const names = (shortField(object, 'dependsOn') as string[] | undefined) ?? []
    const problem = differs([...dependsOnSet].sort(), [...names].sort())
    if (problem !== undefined) return `dependsOn: ${problem}`
  }
  const present = (absent as string[]).find((field) => shortField(object, field) !== undefined)
  return present && `${present} is there: ${JSON.stringify(shortField(object, present))}`
}

/** Equal but for the order of keys. */
export function sameShape(expected: unknown, actual: unknown): string | undefined {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          )
        : value
  return differs(sorted(expected), sorted(actual))
}

const DELIVERY = ['kustomize.toolkit.fluxcd.io/prune', 'kustomize.toolkit.fluxcd.io/force']

/** Of `Kind name`, or `generator name`, its annotations. */
function annotationsOf(produced: Produced, what: string): Record<string, string> | undefined {
  const [kind, name] = what.split(' ')
  if (kind === 'generator') {
    const generators = layoutsOf(produced.tree as ManifestLayout).flatMap(
      ({ configMapGenerators = [] }) => configMapGenerators,
    )
    return generators.find((one) => one.name === name)?.annotations ?? {}
  }
  const found = held(produced)
    .flatMap(({ object }) => [object, ...(object.items ?? [])])
    .find((object) => object.kind === kind && object.metadata?.name === name)
  return found && (found.metadata.annotations ?? {})
}

/** The data of the ConfigMaps that kustomize makes of a Kustomization's path and patches. */
async function configMapsBuilt(files: Map<string, string>, { path, patches = [] }: Data): Promise<Data> {
  const above = '../'.repeat(2)
  const fs = memoryFileSystem({
    ...Object.fromEntries([...files].map(([file, content]) => [`/tree/${file}`, content])),
    '/tree/.build/flux/kustomization.yaml': JSON.stringify({ resources: [`${above}${path}`], patches }),
  })
  const { documents } = await build({ root: '/tree/.build/flux', fs, loadRestrictor: 'LoadRestrictionsNone' })
  const maps = documents.filter(({ kind }) => kind === 'ConfigMap')
  return Object.fromEntries(
    maps.map(({ name, text }) => {
      const root = readYaml11(new Source(name, text))
      return [name, root === undefined ? {} : (JSON.parse(toJson(root)).data ?? {})]
    }),
  )
}

export const engineExpectations: Record<string, Expectation> = {
  kustomizations(produced, expected) {
    const all = kustomizations(produced)
    for (const [name, wanted] of Object.entries(expected)) {
      const found = all.find(({ object }) => object.metadata.name === name)
      if (found === undefined) return `no Kustomization ${name}, but ${namesOf(all).join(', ')}`
      const problem = compareKustomization(found.object, wanted)
      if (problem !== undefined) return `${name}: ${problem}`
    }
    return undefined
  },
  names: (produced, expected) =>
    differs([...expected].sort(), namesOf(kustomizations(produced).filter(({ isEmitted }) => !isEmitted)).sort()),
  hasKustomizations(produced, expected) {
    const names = namesOf(kustomizations(produced))
    const missing = (expected as string[]).find((name) => !names.includes(name))
    return missing && `no Kustomization ${missing}, but ${names.join(', ')}`
  },
  pathByName(produced, expected) {
    const paths = Object.fromEntries(
      kustomizations(produced).map(({ object }) => [object.metadata.name, object.spec.path]),
    )
    return sameShape(expected, paths)
  },
  sourceByPath(produced, expected) {
    for (const [path, source] of Object.entries(expected)) {
      const found = kustomizations(produced).find(({ object }) => object.spec.path === path)
      const problem = differs(source, found?.object.spec.sourceRef.name)
      if (problem !== undefined) return `${path}: ${problem}`
    }
    return undefined
  },
  applying(produced, expected) {
    for (const [path, names] of Object.entries(expected as Record<string, string[]>)) {
      const found = kustomizations(produced).filter(({ object }) => object.spec.path === path)
      const problem = differs([...names].sort(), namesOf(found).sort())
      if (problem !== undefined) return `${path}: ${problem}`
    }
    return undefined
  },
  hostedSources(produced, expected) {
    for (const [source, directories] of Object.entries(expected as Record<string, string[]>)) {
      const [kind, name] = source.split(' ')
      const found = held(produced).filter(({ object }) => object.kind === kind && object.metadata?.name === name)
      const problem = differs([...directories].sort(), found.map(({ directory }) => directory).sort())
      if (problem !== undefined) return `${source}: ${problem}`
    }
    return undefined
  },
  patchesHeldBy(produced, expected, { built }) {
    const patches = new Map<string, string>()
    const several = [...built.bundles.values()].filter((bundle) => bundle.patches?.length).length > 1
    const qualified = Object.values(expected as Record<string, unknown[]>).some((list) =>
      list.some((one) => typeof one === 'string'),
    )
    for (const [name, bundle] of built.bundles) {
      for (const [index, patch] of (bundle.patches ?? []).entries()) {
        const key = JSON.stringify([patch.patch, patch.target ?? null])
        patches.set(key, several || qualified ? `${name}:${index}` : String(index))
      }
    }
    const actual: Record<string, string[]> = {}
    for (const { object } of kustomizations(produced)) {
      const own = (object.spec.patches ?? []).map(({ patch, target }: Data) =>
        patches.get(JSON.stringify([patch, target ?? null])),
      )
      if (own.length > 0) actual[object.metadata.name] = own
    }
    return sameShape(
      Object.fromEntries(
        Object.entries(expected as Record<string, unknown[]>)
          .filter(([, list]) => list.length > 0)
          .map(([name, list]) => [name, list.map(String)]),
      ),
      actual,
    )
  },
  annotations(produced, expected) {
    for (const [what, wanted] of Object.entries(expected)) {
      const annotations = annotationsOf(produced, what)
      const own =
        annotations && Object.fromEntries(Object.entries(annotations).filter(([key]) => DELIVERY.includes(key)))
      const problem = sameShape(wanted, own)
      if (problem !== undefined) return `${what}: ${problem}`
    }
    return undefined
  },
  allAnnotations(produced, expected) {
    for (const [what, wanted] of Object.entries(expected)) {
      const problem = sameShape(wanted, annotationsOf(produced, what))
      if (problem !== undefined) return `${what}: ${problem}`
    }
    return undefined
  },
  noAnnotationOn(produced, expected) {
    const found = held(produced).find(
      ({ object }) => expected.includes(object.kind) && DELIVERY.some((key) => object.metadata?.annotations?.[key]),
    )
    return (
      found &&
      `${found.object.kind} ${found.object.metadata.name} has ${JSON.stringify(found.object.metadata.annotations)}`
    )
  },
  async builds(produced, expected) {
    for (const [name, maps] of Object.entries(expected)) {
      const found = kustomizations(produced).find(({ object }) => object.metadata.name === name)
      if (found === undefined) return `no Kustomization ${name}`
      const problem = sameShape(maps, await configMapsBuilt(produced.files as Map<string, string>, found.object.spec))
      if (problem !== undefined) return `${name}: ${problem}`
    }
    return undefined
  },
  terminals({ terminals }, expected) {
    const sets = (map: Iterable<[string, string[]]>) =>
      Object.fromEntries([...map].map(([key, list]) => [key, [...list].sort()]))
    return sameShape(sets(Object.entries(expected as Record<string, string[]>)), sets(terminals ?? []))
  },
}
