/** Configurations of builtin plugins, whose own fields name files. */
import { fail } from '../../core/error.ts'
import { encodeUtf8, goQuote } from '../../core/text.ts'
import { compileSpec, setScalar, walk } from '../../krm/fieldspec.ts'
import { idText } from '../../krm/id.ts'
import type { Resource } from '../../krm/resource.ts'
import { emitSorted } from '../../yaml/emit.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import type { PluginList } from '../external.ts'
import type { Kustomization } from '../types.ts'
import { copyChartHome, copyFile, copyFileSource, type Place, putFile, within } from './copies.ts'
import { copyObjects, loadObjects } from './objects.ts'

type Copy = (place: Place, path: string) => Promise<string>

const GENERATOR: Record<string, Copy> = { env: copyFile, envs: copyFile, files: copyFileSource }

/** By kind: the fields that name files, in the order in which they are looked at. */
const FIELDS: Record<string, Record<string, Copy>> = {
  ConfigMapGenerator: GENERATOR,
  SecretGenerator: GENERATOR,
  HelmChartInflationGenerator: { valuesFile: copyFile, additionalValuesFiles: copyFile },
  PatchTransformer: { path: copyFile },
  PatchJson6902Transformer: { path: copyFile },
  PatchStrategicMergeTransformer: { paths: copyObjects },
  ReplacementTransformer: { 'replacements/path': copyFile },
}

/** Localizes the entries of a list in place: texts of configurations, and paths of files that hold them. */
export async function localizePlugins(place: Place, list: PluginList, k: Kustomization): Promise<void> {
  const entries = k[list]
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as string
    const { objects, isFile } = await within(`unable to load ${list} entry`, () => loadObjects(place, entry))
    for (const resource of objects) await localizePlugin(place, resource)
    const text = await within(`unable to serialize localized ${list} entry ${goQuote(entry)}`, async () =>
      printed(objects),
    )
    entries[i] = isFile ? await putFile(place, entry, encodeUtf8(text)) : text
  }
}

function printed(objects: readonly Resource[]): string {
  return objects.map(({ root }) => emitSorted(root)).join('---\n')
}

async function localizePlugin(place: Place, resource: Resource): Promise<void> {
  const { group, version, kind } = resource.id
  if (group !== '' || version !== 'builtin' || !Object.hasOwn(FIELDS, kind)) return
  for (const [path, copy] of Object.entries(FIELDS[kind] as Record<string, Copy>)) {
    const found: Node[] = []
    const spec = compileSpec({ group: '', version, kind, path, create: false })
    walk(resource, spec, 'none', (node) => found.push(node))
    const prefix = `considering field '${path}' of object ${idText(resource.presentId())}`
    const [first, rest] = path.split('/') as [string, string?]
    const isInList = rest !== undefined && field(resource.root, first)?.kind === SEQUENCE
    // A list on the way is a step that the reference names.
    const through = isInList ? `: visit traversal on path: [${rest}]` : ''
    await within(prefix + through, () => localizeAll(place, found, copy))
  }
  if (kind !== 'HelmChartInflationGenerator') return
  const home = field(resource.root, 'chartHome')
  await within(`plugin ${idText(resource.presentId())}`, async () => {
    if (home === undefined) await copyChartHome(place, '')
    else await localizeScalar(place, home, copyChartHome)
  })
}

async function localizeAll(place: Place, nodes: readonly Node[], copy: Copy): Promise<void> {
  for (const node of nodes) {
    if (node.kind === MAPPING) throw fail('WRONG_TYPE', 'expected sequence or scalar node')
    for (const one of node.kind === SEQUENCE ? node.items : [node]) await localizeScalar(place, one, copy)
  }
}

async function localizeScalar(place: Place, node: Node, copy: Copy): Promise<void> {
  setScalar(node, await copy(place, node.kind === SCALAR ? node.value : ''), '')
}
