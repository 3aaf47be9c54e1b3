/** Renders a chart: `helm pull` where it has to be fetched, then `helm template` (build 5.14). */
import { fail, type ToolError } from '../../core/error.ts'
import { type ChartCache, FileError, type ScratchFolder } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import type { Mapping } from '../../yaml/node.ts'
import type { BuildContext } from '../context.ts'
import type { Loader } from '../loader.ts'
import type { HelmChart } from '../types.ts'
import type { GeneratorPlace } from './generator.ts'
import { chartHome, checkFetched, checkLinks, copyChart } from './helm-chart.ts'
import { objectsOfChart } from './helm-output.ts'
import { type Helm, helmFor, helmVersion, runHelm } from './helm-program.ts'
import { additionalPath, valuesOf } from './helm-values.ts'

export async function renderChart(chart: HelmChart, place: GeneratorPlace): Promise<Mapping[]> {
  const { context, loader } = place
  const helm = helmFor(context, chart)
  const home = chartHome(chart, loader)
  checkFetched(chart, home, loader)
  const cache = await helm.runner.charts?.()
  const version = await (context.helmVersion ??= helmVersion(helm, cache))
  const found = await chartFolder(chart, home, helm, place)
  const values = await valuesOf(chart, () => readValuesFile(chart, home, found, place), context)
  // A name that is made up by helm is another one each time.
  const kept = chart.releaseName === '' ? undefined : cache
  return objectsOfChart(await template(chart, found, values, { version, helm, cache: kept, place }), context)
}

/** A chart that was fetched for this build alone lies in no place that the kustomization knows. */
interface Found {
  folder: string
  isPassing: boolean
}

async function chartFolder(
  chart: HelmChart,
  home: string,
  helm: Helm,
  { context, loader }: GeneratorPlace,
): Promise<Found> {
  const { fs } = loader
  const folder = join(home, chart.name)
  const type = (await fs.stat(folder))?.type
  if (type === 'directory') {
    await checkLinks(folder, chart, loader, context.log)
    return { folder, isPassing: false }
  }
  if (chart.repo === '') {
    const shown = type === undefined ? '' : folder
    throw fail('HELM_NO_CHART', `no repo specified for pull, no chart found at '${shown}'`, {
      hint: shown === '' ? `'${folder}' does not exist` : undefined,
    })
  }
  if (context.helm.offline === true) throw fail('REMOTE_OFFLINE', `offline, and no chart at '${folder}'`)
  if (fs.isDisk !== true) throw cannotFetch(chart, folder, loader)
  // Nobody writes into a checkout: other builds use it too.
  const isPassing = loader.clone !== undefined
  const into = isPassing ? join((await helm.scratch()).path, 'charts') : home
  await runHelm(helm, pullWords(chart, into), `fetching the chart ${chart.name}`)
  return { folder: join(into, chart.name), isPassing }
}

/** The files of a base are watched, or compared with what was vendored, when they are not simply those of a disk. */
function cannotFetch({ name }: HelmChart, folder: string, { clone }: Loader): ToolError {
  if (clone !== undefined) {
    const shown = folder.slice(clone.root.length + 1)
    return fail('HELM_VENDOR', `the chart '${name}' of a remote base is fetched by helm, and is not vendored`, {
      hint: `a base that is vendored has to hold its charts: commit the chart to its repository, as ${shown}`,
    })
  }
  const message = `the chart '${folder}' cannot be fetched: helm writes to a disk, and these files are on none`
  return fail('HELM_NO_DISK', message)
}

function pullWords({ name, repo, version, devel }: HelmChart, into: string): string[] {
  const words = ['pull', '--untar', '--untardir', into]
  if (repo.startsWith('oci://')) words.push(`${repo.replace(/\/$/, '')}/${name}`)
  else words.push('--repo', repo, name)
  if (version !== '') words.push('--version', version)
  if (devel) words.push('--devel')
  return words
}

async function readValuesFile(
  { valuesFile, name }: HelmChart,
  home: string,
  { folder, isPassing }: Found,
  { loader }: GeneratorPlace,
): Promise<Uint8Array> {
  if (valuesFile !== '') return await loader.read(valuesFile)
  if (!isPassing) return await loader.read(join(home, name, 'values.yaml'))
  const path = join(folder, 'values.yaml')
  try {
    return await loader.fs.read(path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw fail(error.code, `open ${path}: ${error.reason}`)
  }
}

interface Rendering {
  version: string
  helm: Helm
  cache: ChartCache | undefined
  place: GeneratorPlace
}

async function template(
  chart: HelmChart,
  { folder }: Found,
  values: string | Uint8Array,
  { version, helm, cache, place: { loader, context } }: Rendering,
): Promise<string> {
  const valuesName = `${chart.name}-kustomize-values.yaml`
  if (chart.name.includes('/')) {
    const { path } = await helm.scratch()
    const message = `failed to write values file: open ${path}/${valuesName}: no such file or directory`
    throw fail('HELM_VALUES', message)
  }
  const path = await onDisk(folder, chart.name, loader, helm)
  const options = [nameWords(chart), optionWords(chart, context)] as const
  let key: string | undefined
  if (cache !== undefined) {
    const ofFiles = await additionalContents(chart, loader)
    const parts = [version, JSON.stringify([chart.releaseName, ...options]), values]
    key =
      ofFiles && (await cache.key({ chart: path, parts: [...parts, ...ofFiles], hasNamespace: chart.namespace !== '' }))
    const kept = key === undefined ? undefined : await cache.read(key)
    if (kept !== undefined) return kept
  }
  const scratch = await helm.scratch()
  const files = [await scratch.write(valuesName, values), ...(await additionalFiles(chart, loader, scratch))]
  const words = ['template', chart.releaseName || '--generate-name', path, ...options[0]]
  words.push(...files.flatMap((file) => ['-f', file]), ...options[1])
  const output = await runHelm(helm, words, `rendering the chart ${chart.name}`)
  if (key !== undefined) await cache?.write(key, output)
  return output
}

async function onDisk(folder: string, name: string, { fs }: Loader, helm: Helm): Promise<string> {
  return fs.isDisk === true ? folder : await copyChart(fs, folder, await helm.scratch(), `charts/${name}`)
}

function nameWords({ namespace, nameTemplate }: HelmChart): string[] {
  const words: string[] = []
  if (namespace !== '') words.push('--namespace', namespace)
  if (nameTemplate !== '') words.push('--name-template', nameTemplate)
  return words
}

function optionWords(chart: HelmChart, { helm }: BuildContext): string[] {
  const words: string[] = []
  const apiVersions = chart.apiVersions.length > 0 ? chart.apiVersions : (helm.apiVersions ?? [])
  for (const version of apiVersions) words.push('--api-versions', version)
  const kubeVersion = chart.kubeVersion || helm.kubeVersion
  if (kubeVersion) words.push('--kube-version', kubeVersion)
  if (chart.includeCRDs) words.push('--include-crds')
  if (chart.skipTests) words.push('--skip-tests')
  if (chart.skipHooks) words.push('--no-hooks')
  if (chart.debug || helm.debug) words.push('--debug')
  if (chart.devel) words.push('--devel')
  return words
}

async function additionalFiles(
  { additionalValuesFiles }: HelmChart,
  loader: Loader,
  scratch: ScratchFolder,
): Promise<string[]> {
  const paths = additionalValuesFiles.map((path) => additionalPath(path, loader))
  if (loader.fs.isDisk === true) return paths
  const write = async (path: string, i: number) => scratch.write(`values-${i}.yaml`, await loader.read(path))
  return await Promise.all(paths.map(write))
}

/** Undefined when one cannot be read, which is for helm to say. */
async function additionalContents(
  { additionalValuesFiles }: HelmChart,
  loader: Loader,
): Promise<Uint8Array[] | undefined> {
  const paths = additionalValuesFiles.map((path) => additionalPath(path, loader))
  try {
    return await Promise.all(paths.map((path) => loader.fs.read(path)))
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}
