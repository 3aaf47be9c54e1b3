/** Where the chart of a HelmRelease is: pulled by helm, or copied from a source whose files are at hand. */
import { maskCredentials } from '../core/credentials.ts'
import { fail, wrap } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { basename, join } from '../core/path.ts'
import { decodeUtf8 } from '../core/text.ts'
import { copyChart } from '../kustomize/generators/helm-chart.ts'
import { type Helm, runHelm } from '../kustomize/generators/helm-program.ts'
import { toJson } from '../yaml/json.ts'
import { field, type Mapping, type Node } from '../yaml/node.ts'
import { type ChartSpec, decodeHelmChart, type HelmRelease, type ObjectReference } from './helm-release.ts'
import { mergedMaps, readValues } from './helm-values.ts'
import { type FluxObject, isTrue, stringField } from './object.ts'
import { placeInSource } from './source-files.ts'
import type { ReleaseTree } from './tree.ts'

/** helm, and what was had of it so far. */
export interface ChartHost {
  helm: Helm
  /** The files of this machine, to read what helm has written. */
  disk: FileSystem
  /** Folders of charts of repositories, by what was asked for. */
  placed: Map<string, Promise<string>>
  /** Names the next folder of a chart. */
  next(): string
}

/**
 * The folder, or packed file, of the release's chart on this machine.
 *
 * @throws ToolError when it cannot be had
 */
export async function findChart(release: HelmRelease, tree: ReleaseTree, host: ChartHost): Promise<string> {
  const { chart, chartRef } = release.spec
  const { namespace } = release.metadata
  if (chart !== undefined) return await chartOf(chart.spec, namespace, tree, host)
  if (chartRef === undefined) throw fail('HELM_RELEASE', 'it names neither chart nor chartRef')
  const id = { ...chartRef, namespace: chartRef.namespace || namespace }
  const key = keyOf(id)
  if (tree.isGiven(key) || id.kind === 'ExternalArtifact') return await copied(id, '.', [], false, tree, host)
  const object = tree.find(key)
  if (object === undefined) throw fail('HELM_CHART', `nothing defines ${key}`, { hint: givenHint(key) })
  if (id.kind === 'HelmChart') return await chartOf(decodeHelmChart(object), id.namespace, tree, host)
  if (id.kind === 'OCIRepository') return await copied(id, await folderIn(id, tree), [], false, tree, host)
  throw fail('HELM_CHART', `a ${id.kind} is no source of a chart`)
}

async function chartOf(spec: ChartSpec, namespace: string, tree: ReleaseTree, host: ChartHost): Promise<string> {
  const { chart, valuesFiles, ignoreMissingValuesFiles, sourceRef } = spec
  const id = { ...sourceRef, namespace: sourceRef.namespace || namespace }
  const key = keyOf(id)
  if (id.kind !== 'HelmRepository' || tree.isGiven(key))
    return await copied(id, chart, valuesFiles, ignoreMissingValuesFiles, tree, host)
  const object = tree.find(key)
  if (object === undefined) throw fail('HELM_CHART', `nothing defines ${key}`, { hint: givenHint(key) })
  const memory = JSON.stringify([key, spec])
  let placed = host.placed.get(memory)
  if (placed === undefined) {
    placed = ofRepository(spec, object, key, tree, host)
    host.placed.set(memory, placed)
  }
  return await placed
}

function keyOf({ kind, namespace, name }: ObjectReference): string {
  return `${kind}/${namespace}/${name}`
}

function givenHint(key: string): string {
  return `say where its files are: --local-sources ${key}=FOLDER`
}

async function ofRepository(
  { chart, version, valuesFiles, ignoreMissingValuesFiles }: ChartSpec,
  object: FluxObject,
  key: string,
  { artifacts }: ReleaseTree,
  host: ChartHost,
): Promise<string> {
  const spec = field(object.root, 'spec')
  const url = stringField(spec, 'url').replace(/\/+$/, '')
  if (!/^[A-Za-z0-9][\w./+-]*$/.test(chart)) throw fail('HELM_CHART', `'${chart}' is no name of a chart`)
  if (!/^(?:oci|https?):\/\/\S+$/.test(url))
    throw fail('HELM_CHART', `${key} has a URL that Flux refuses: '${maskCredentials(url)}'`)
  refuseCredentials(spec, key)
  if (artifacts === undefined) throw fail('HELM_CHART', `${key} is not asked for charts`, { hint: givenHint(key) })
  const place = url.startsWith('oci://') ? [`${url}/${chart}`, ...insecurely(spec)] : [chart, `--repo=${url}`]
  const { fs, root } = await artifacts.chart({
    ...{ url, chart, version: version === '*' ? '' : version },
    pull: (wanted) => pull(host, key, wanted === '' ? place : [...place, `--version=${wanted}`]),
    versionIn: (text) => stringField(readValues(text), 'version'),
  })
  return await placedChart({ fs, place: root, root }, valuesFiles, ignoreMissingValuesFiles, host)
}

/** What an artifact has a chart in. */
async function folderIn(id: ObjectReference, tree: ReleaseTree): Promise<string> {
  const files = (await tree.source(id))?.files
  if (files === undefined) return '.'
  for (const { name, type } of await files.fs.list(files.root))
    if (type === 'directory' && (await files.fs.stat(join(files.root, name, 'Chart.yaml')))?.type === 'file')
      return name
  return '.'
}

function insecurely(spec: Node | undefined): string[] {
  return isTrue(field(spec, 'insecure')) ? ['--plain-http'] : []
}

/** What the cluster has to log in with is not here, and helm is given nothing of this machine's. */
function refuseCredentials(spec: Node | undefined, key: string): void {
  for (const name of ['secretRef', 'certSecretRef'])
    if (field(spec, name) !== undefined)
      throw fail('HELM_CHART', `${key} is read with the credentials of its ${name}, which are not used here`, {
        hint: givenHint(key),
      })
}

/** The packed chart. None of the words can be taken for an option. */
async function pull({ helm, disk, next }: ChartHost, key: string, words: readonly string[]): Promise<Uint8Array> {
  const [chart = ''] = words
  const scratch = await helm.scratch()
  const folder = next()
  await scratch.write(`${folder}/${PLACE}`, '')
  const into = join(scratch.path, folder)
  await runHelm(helm, ['pull', `--destination=${into}`, ...words], `fetching the chart ${basename(chart)}`)
  const packed = (await disk.list(into)).find(({ name, type }) => type === 'file' && name !== PLACE)
  if (packed === undefined) throw fail('HELM_CHART', `what helm pulls of ${key} is no chart`)
  return await disk.read(join(into, packed.name))
}

/** Makes the folder that helm writes into. */
const PLACE = '.place'

/** From a source whose files are here: nothing outside of it comes along, ignored files do not either. */
async function copied(
  id: ObjectReference,
  chart: string,
  valuesFiles: readonly string[],
  ignoresMissing: boolean,
  tree: ReleaseTree,
  host: ChartHost,
): Promise<string> {
  const key = keyOf(id)
  const source = await tree.source(id)
  if (source?.files === undefined) throw fail('HELM_CHART', `the files of ${key} are not at hand`)
  const { fs, root } = source.files
  const place = placeInSource(root, chart)
  const type = (await fs.stat(place))?.type
  if (type === undefined) throw fail('HELM_CHART', `there is no chart '${chart}' in ${key}`)
  if (type === 'directory') return await placedChart({ fs, place, root }, valuesFiles, ignoresMissing, host)
  if (valuesFiles.length > 0) throw fail('HELM_CHART', `valuesFiles of a packed chart, '${chart}', are not read`)
  return await (await host.helm.scratch()).write(`${host.next()}/${basename(place)}`, await fs.read(place))
}

/** A chart's folder where helm finds it; the names of values count from `root`. */
async function placedChart(
  { fs, place, root }: { fs: FileSystem; place: string; root: string },
  valuesFiles: readonly string[],
  ignoresMissing: boolean,
  { helm, next }: ChartHost,
): Promise<string> {
  const scratch = await helm.scratch()
  const to = `${next()}/${basename(place)}`
  const folder = await copyChart(fs, place, scratch, to)
  if (valuesFiles.length > 0)
    await scratch.write(`${to}/values.yaml`, await chosenValues(valuesFiles, ignoresMissing, fs, root))
  return folder
}

/** They take the place of the chart's own. */
async function chosenValues(
  names: readonly string[],
  ignoresMissing: boolean,
  fs: FileSystem,
  root: string,
): Promise<string> {
  let values: Mapping | undefined
  for (const name of names) {
    const path = placeInSource(root, name)
    try {
      const text = decodeUtf8(await fs.read(path))
      if (text === undefined) throw fail('HELM_VALUES', 'are not UTF-8')
      const read = readValues(text)
      values = values === undefined ? read : mergedMaps(values, read)
    } catch (error) {
      if (!(error instanceof FileError)) throw wrap(`the values of ${name}`, error)
      if (error.code === 'NOT_FOUND' && ignoresMissing) continue
      throw fail(error.code, `the values of ${name}: ${error.reason}`)
    }
  }
  return values === undefined ? '{}\n' : `${toJson(values)}\n`
}
