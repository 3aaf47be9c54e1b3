/** Where the parties of a refusal stand in the cluster file: refusals of the engines and writers name them, in quotes. */
import { type Diagnostic, ToolError } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import { fullRepoPath, type ManifestLayout } from '../stack/layout/manifest.ts'
import { type Bundle, bundlePath, type Cluster, type ClusterNode, unitName } from '../stack/model.ts'
import { placeOf } from '../stack/places.ts'
import { nodePath } from '../stack/validate/cluster.ts'

const MOST_PLACES = 4

/** Names in quotes, and the links of a chain: `ready apps/web -> apply apps/db`. */
const NAMES = /'([^']+)'|"([^"]+)"|[^\s'"();]+(?= ->)|(?<=-> (?:ready |apply )?)[^\s'"();]+/g

/** A party: a node, bundle or application, under one of the names that messages have for it. */
type Parties = ReadonlyMap<string, object>

/** The same error with places, where it has none and names something of the cluster. */
export function withPlaces(error: unknown, cluster: Cluster, layout?: ManifestLayout): unknown {
  if (!(error instanceof ToolError) || error.at.length > 0) return error
  const { code, message, hint, also } = error
  return new ToolError(code, message, { at: placesNamed(message, partiesOf(cluster, layout)), hint, also })
}

/** The same for problems that were collected. */
export function problemsWithPlaces(problems: readonly Diagnostic[], cluster: Cluster, layout: ManifestLayout) {
  if (problems.every(({ severity, at }) => severity === 'warning' || at.length > 0)) return [...problems]
  const parties = partiesOf(cluster, layout)
  return problems.map((problem): Diagnostic => {
    if (problem.severity === 'warning' || problem.at.length > 0) return problem
    return { ...problem, at: placesNamed(problem.message, parties) }
  })
}

function placesNamed(message: string, parties: Parties): Location[] {
  const field = /field '(\w+)'/.exec(message.replaceAll(/Cluster '[^']*' field '[^']*'/g, ''))?.[1]
  const places = new Map<number, Location>()
  for (const [whole, single, double] of message.matchAll(NAMES)) {
    const party = parties.get(single ?? double ?? whole)
    if (party === undefined) continue
    for (const place of placeOf(party, ...(places.size === 0 && field !== undefined ? [field] : ['name'])))
      if (places.size < MOST_PLACES) places.set(place.offset, place)
  }
  return [...places.values()]
}

/** First come, first served: directories, then Kustomizations, bundles, nodes. */
function partiesOf({ node: root }: Cluster, layout: ManifestLayout | undefined): Parties {
  const parties = new Map<string, object>()
  const add = (name: string, party: object) => {
    if (!parties.has(name)) parties.set(name, party)
  }
  const directory = (at: ManifestLayout, above: object | undefined): void => {
    const { application, bundles = [], nodes = [] } = at.origins ?? {}
    const party = application ?? bundles[0] ?? nodes[0] ?? above
    if (party !== undefined) add(fullRepoPath(at), party)
    for (const child of at.children) directory(child, party)
  }
  if (layout !== undefined) directory(layout, undefined)
  const bundles: Bundle[] = []
  const nodes: [string, ClusterNode][] = []
  const collect = (bundle: Bundle): void => {
    bundles.push(bundle)
    bundle.children?.forEach(collect)
  }
  const visit = (node: ClusterNode, above: string): void => {
    const path = nodePath(above, node.name)
    nodes.push([path, node])
    if (node.bundle) collect(node.bundle)
    for (const child of node.children ?? []) visit(child, path)
  }
  if (root) visit(root, '')
  for (const bundle of bundles) add(`flux-system/${unitName(bundle)}`, bundle)
  for (const bundle of bundles) add(bundlePath(bundle), bundle)
  for (const bundle of bundles) add(unitName(bundle), bundle)
  for (const bundle of bundles) add(bundle.name, bundle)
  for (const [path, node] of nodes) add(path, node)
  return parties
}
