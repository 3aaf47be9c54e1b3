/** Where the chart of a HelmRelease is: pulled by helm, or copied from a source whose files are at hand. */
import { maskCredentials } from '../core/credentials.ts'
import { fail, wrap } from '../core/error.ts'
import { FileError, type FileSystem } from '../core/host.ts'
import { basename, clean, join } from '../core/path.ts'
import { decodeUtf8 } from '../core/text.ts'
import { copyChart } from '../kustomize/generators/helm-chart.ts'
import { type Helm, runHelm } from '../kustomize/generators/helm-program.ts'
import { toJson } from '../yaml/json.ts'
import { field, type Mapping, type Node } from '../yaml/node.ts'
import { type ChartSpec, decodeHelmChart, type HelmRelease, type ObjectReference } from './helm-release.ts'
import { mergedMaps, readValues } from './helm-values.ts'
import { type FluxObject, isTrue, stringField } from './object.ts'
import type { ReleaseTree } from './tree.ts'

/** helm, and what was had of it so far. */
export interface ChartHost {
  helm: Helm
  /** The files of this machine, to read what helm has written. */
  disk: FileSystem
  /** Nothing is pulled. */
  offline: boolean
  /** Folders of pulled charts, by what they were pulled by. */
  pulled: Map<string, Promise<string>>
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
  if (id.kind === 'OCIRepository') return await pull(host, key, ociWords(object, key))
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
  const words = repositoryWords(spec, object, key)
  if (valuesFiles.length === 0) return await pull(host, key, words)
  const folder = await pull(host, key, words, JSON.stringify([valuesFiles, ignoreMissingValuesFiles]))
  const text = await chosenValues(valuesFiles, ignoreMissingValuesFiles, host.disk, folder)
  const scratch = await host.helm.scratch()
  await scratch.write(`${folder.slice(scratch.path.length + 1)}/values.yaml`, text)
  return folder
}

function keyOf({ kind, namespace, name }: ObjectReference): string {
  return `${kind}/${namespace}/${name}`
}

function givenHint(key: string): string {
  return `say where its files are: --local-sources ${key}=FOLDER`
}

/** The words of `helm pull`; none of them can be taken for an option. */
function repositoryWords({ chart, version }: ChartSpec, object: FluxObject, key: string): string[] {
  const spec = field(object.root, 'spec')
  const url = stringField(spec, 'url')
  if (!/^[A-Za-z0-9][\w./+-]*$/.test(chart)) throw fail('HELM_CHART', `'${chart}' is no name of a chart`)
  refuseCredentials(spec, key)
  const versioned = version === '' || version === '*' ? [] : [`--version=${version}`]
  if (/^oci:\/\/\S+$/.test(url)) return [`${url.replace(/\/+$/, '')}/${chart}`, ...versioned, ...insecurely(spec)]
  if (!/^https?:\/\/\S+$/.test(url))
    throw fail('HELM_CHART', `${key} has a URL that Flux refuses: '${maskCredentials(url)}'`)
  return [chart, `--repo=${url}`, ...versioned]
}

function ociWords(object: FluxObject, key: string): string[] {
  const spec = field(object.root, 'spec')
  const url = stringField(spec, 'url')
  if (!/^oci:\/\/\S+$/.test(url))
    throw fail('HELM_CHART', `${key} has a URL that Flux refuses: '${maskCredentials(url)}'`)
  refuseCredentials(spec, key)
  const ref = field(spec, 'ref')
  const digest = stringField(ref, 'digest')
  if (digest !== '') {
    if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw fail('HELM_CHART', `${key} has the digest '${digest}'`)
    return [`${url}@${digest}`, ...insecurely(spec)]
  }
  const version = stringField(ref, 'semver') || stringField(ref, 'tag')
  return [url, ...(version === '' ? [] : [`--version=${version}`]), ...insecurely(spec)]
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

/** Each chart is pulled once, and once more for those who change its values. */
function pull(host: ChartHost, key: string, words: readonly string[], purpose = ''): Promise<string> {
  const { pulled } = host
  const memory = JSON.stringify([words, purpose])
  let folder = pulled.get(memory)
  if (folder === undefined) {
    folder = pullNow(host, key, words)
    pulled.set(memory, folder)
  }
  return folder
}

async function pullNow(
  { helm, offline, disk, next }: ChartHost,
  key: string,
  words: readonly string[],
): Promise<string> {
  const [chart = ''] = words
  if (offline)
    throw fail('REMOTE_OFFLINE', `offline, and the chart ${basename(chart)} of ${key} is not at hand`, {
      hint: givenHint(key),
    })
  const into = join((await helm.scratch()).path, next())
  await runHelm(helm, ['pull', '--untar', `--untardir=${into}`, ...words], `fetching the chart ${basename(chart)}`)
  // helm leaves the archive of some charts beside their folder.
  const folder = (await disk.list(into)).find(({ type }) => type === 'directory')
  if (folder === undefined) throw fail('HELM_CHART', `what helm pulls of ${key} is no chart`)
  return join(into, folder.name)
}

/** From a source whose files are here: nothing outside of it comes along, ignored files do not either. */
async function copied(
  id: ObjectReference,
  chart: string,
  valuesFiles: readonly string[],
  ignoresMissing: boolean,
  tree: ReleaseTree,
  { helm, next }: ChartHost,
): Promise<string> {
  const key = keyOf(id)
  const source = await tree.source(id)
  if (source?.files === undefined) throw fail('HELM_CHART', `the files of ${key} are not at hand`)
  const { fs, root } = source.files
  const place = join(root, clean(`/${chart}`))
  const type = (await fs.stat(place))?.type
  if (type === undefined) throw fail('HELM_CHART', `there is no chart '${chart}' in ${key}`)
  const scratch = await helm.scratch()
  const to = `${next()}/${basename(place)}`
  if (type === 'file') {
    if (valuesFiles.length > 0) throw fail('HELM_CHART', `valuesFiles of a packed chart, '${chart}', are not read`)
    return await scratch.write(to, await fs.read(place))
  }
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
    const path = join(root, clean(`/${name}`))
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
