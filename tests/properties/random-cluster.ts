/** Random clusters for the properties of the stack. Names are unique, everything else is up to chance. */
import fc from 'fast-check'
import type {
  ApplicationDefinition,
  BundleDefinition,
  ClusterDefinition,
  NodeDefinition,
} from '../../src/stack/define.ts'
import type { LayoutRules } from '../../src/stack/layout/rules.ts'

const SOURCE = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' }

interface Shape {
  nodes: NodeShape[]
}
interface NodeShape {
  parent: number
  bundle: BundleShape | undefined
}
interface BundleShape {
  applications: ApplicationShape[]
  children: number
  dependsOn: number[]
  wait: boolean | undefined
  prune: boolean | undefined
  ownDirectory: boolean
  ownName: boolean
  interval: string | undefined
  /** Its dependencies may be any bundle, so that dead-locks come up, instead of those before it. */
  mayLoop: boolean
}
interface ApplicationShape {
  objects: number
  augment: 'none' | 'files' | 'children' | 'ordered'
  delivery: boolean
}

const application: fc.Arbitrary<ApplicationShape> = fc.record({
  objects: fc.integer({ min: 0, max: 3 }),
  /** Directories that wait for each other are refused but where each has a Kustomization of its own. */
  augment: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constantFrom('files' as const, 'children' as const) },
    { weight: 1, arbitrary: fc.constant('ordered' as const) },
  ),
  delivery: fc.boolean(),
})

const bundle: fc.Arbitrary<BundleShape> = fc.record({
  applications: fc.array(application, { maxLength: 3 }),
  children: fc.constantFrom(0, 0, 0, 1, 2),
  dependsOn: fc.array(fc.nat(30), { maxLength: 2 }),
  wait: fc.constantFrom(undefined, true, false),
  prune: fc.constantFrom(undefined, true, false),
  ownDirectory: fc.boolean(),
  ownName: fc.boolean(),
  interval: fc.constantFrom(undefined, '5m', '1h30m'),
  mayLoop: fc.constantFrom(true, false, false, false, false, false, false),
})

const shape: fc.Arbitrary<Shape> = fc.record({
  nodes: fc.array(fc.record({ parent: fc.nat(20), bundle: fc.option(bundle, { nil: undefined, freq: 4 }) }), {
    minLength: 1,
    maxLength: 7,
  }),
})

export const randomRules: fc.Arbitrary<LayoutRules> = fc.record({
  nodeGrouping: fc.constantFrom('name', 'flat'),
  bundleGrouping: fc.constantFrom('name', 'flat'),
  applicationGrouping: fc.constantFrom('name', 'flat'),
  fluxPlacement: fc.constantFrom('separate', 'integrated', 'integrated-per-bundle'),
  fileNaming: fc.constantFrom('default', 'kind-name'),
  clusterName: fc.constantFrom('', '.', 'prod', 'clusters/eu'),
})

/** A definition, and how many objects its applications bring. */
export interface RandomCluster {
  definition: ClusterDefinition
  /** Names of the ConfigMaps, all different. */
  objects: string[]
}

export const randomCluster: fc.Arbitrary<RandomCluster> = shape.map(({ nodes }) => {
  const objects: string[] = []
  const names: string[] = []
  let applications = 0
  const object = () => {
    const name = `object-${objects.length}`
    objects.push(name)
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { text: name } }
  }
  const makeApplication = ({ objects: count, augment, delivery }: ApplicationShape): ApplicationDefinition => ({
    name: `app-${applications++}`,
    objects: Array.from({ length: count }, object),
    ...(delivery && { delivery: { pruneProtection: true } }),
    ...(augment === 'files' && { augment: { extraFiles: [{ name: 'notes.txt', content: 'text\n' }] } }),
    ...((augment === 'children' || augment === 'ordered') && {
      augment: {
        children: [
          { name: `${applications}-first`, objects: [object()] },
          {
            name: `${applications}-next`,
            objects: [object()],
            ...(augment === 'ordered' && { dependsOn: [`${applications}-first`] }),
          },
        ],
      },
    }),
  })
  const makeBundle = (given: BundleShape): BundleDefinition => {
    const name = `bundle-${names.length}`
    const made: BundleDefinition = { name, sourceRef: SOURCE, applications: given.applications.map(makeApplication) }
    const own = names.length
    names.push(name)
    if (given.wait !== undefined) made.wait = given.wait
    if (given.prune !== undefined) made.prune = given.prune
    if (given.ownDirectory) made.dirName = `dir-${name}`
    if (given.ownName) made.kustomizationName = `ks-${name}`
    if (given.interval !== undefined) made.interval = given.interval
    if (given.children > 0) {
      made.children = Array.from({ length: given.children }, () => makeBundle({ ...given, children: 0, dependsOn: [] }))
    }
    if (given.dependsOn.length > 0)
      wanted.push([made, given.dependsOn.map((index) => index % (given.mayLoop ? 30 : Math.max(own, 1)))])
    return made
  }
  const wanted: [BundleDefinition, number[]][] = []
  const made: NodeDefinition[] = []
  nodes.forEach(({ parent, bundle: given }, i) => {
    const node: NodeDefinition = { name: `node-${i}`, ...(given && { bundle: makeBundle(given) }) }
    made.push(node)
    if (i === 0) return
    const above = made[parent % i] as NodeDefinition
    above.children = [...(above.children ?? []), node]
  })
  for (const [one, indexes] of wanted) {
    const others = [...new Set(indexes.map((index) => names[index % names.length] as string))]
    one.dependsOn = others.filter((name) => name !== one.name)
  }
  return { definition: { name: 'random', node: made[0] as NodeDefinition }, objects }
})
