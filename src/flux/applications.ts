/** What a cluster's definition names beside inline objects: files, kustomizations, packages, charts, Helm releases. */
import { fail } from '../core/error.ts'
import { type Fetcher, FileError, type FileSystem, type Log, type Runner } from '../core/host.ts'
import { join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { decodeUtf8 } from '../core/text.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { annotation, removePlaceAnnotations } from '../krm/path-annotations.ts'
import { buildResources } from '../kustomize/build.ts'
import type { ChartFile, HelmReleaseFile } from '../stack/cluster-schema.ts'
import type { ApplicationLoader } from '../stack/define.ts'
import type { KubernetesObject } from '../stack/object.ts'
import { toPlain } from '../stack/plain.ts'
import { field, type Mapping } from '../yaml/node.ts'
import { scalarText } from '../yaml/resolve.ts'

export interface ApplicationHost {
  fs: FileSystem
  /** Absolute path of the definition's folder. */
  folder: string
  fetcher?: Fetcher | undefined
  /** Runs helm; without one charts are refused. */
  runner?: Runner | undefined
  /** Runs the pipeline of the package in a folder; without it packages are refused. */
  renderPackage?: ((folder: string) => Promise<readonly Mapping[]>) | undefined
  log?: Log | undefined
}

interface Subject {
  name: string
  namespace?: string
}

/**
 * Loads the applications of a definition with the engines of strake.
 *
 * @example
 * ```ts
 * import { memoryFileSystem } from 'strake'
 * import { applicationLoader } from 'strake/flux'
 * import { loadCluster } from 'strake/stack'
 *
 * const fs = memoryFileSystem({ '/repo/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n' })
 * const bundle = { name: 'web', applications: [{ name: 'web', files: ['web.yaml'] }] }
 * const cluster = await loadCluster(
 *   { name: 'demo', node: { name: 'apps', bundle } },
 *   applicationLoader({ fs, folder: '/repo' }),
 * )
 * ```
 */
export function applicationLoader(host: ApplicationHost): ApplicationLoader {
  const { fs, folder } = host
  return {
    read: (path) => readSource(host, path),
    async list(path) {
      const place = await confined(host, path)
      if (place === undefined || (await fs.stat(place))?.type !== 'directory') return undefined
      return (await fs.list(place)).filter(({ type }) => type === 'file').map(({ name }) => name)
    },
    kustomization: (path) => buildObjects({ ...host, root: join(folder, path), argument: path }),
    async package(path) {
      if (host.renderPackage === undefined)
        throw fail('NO_PACKAGES', `${path}: packages are not rendered here`, {
          hint: 'give applicationLoader renderPackage',
        })
      return (await host.renderPackage(join(folder, path))).filter(isApplied).map((item) => {
        removePlaceAnnotations(item)
        return toPlain(item) as KubernetesObject
      })
    },
    chart: (chart, subject) => renderChart(host, chart, subject),
    helmRelease,
  }
}

/** A Kptfile and what is marked as local are for tools, not for a cluster. */
function isApplied(item: Mapping): boolean {
  const group = parseApiVersion(scalarText(field(item, 'apiVersion'))).group
  if (group === 'kpt.dev' && scalarText(field(item, 'kind')) === 'Kptfile') return false
  const local = annotation(item, 'config.kubernetes.io/local-config')
  return local === undefined || local === 'false'
}

async function readSource(host: ApplicationHost, path: string): Promise<Source> {
  const place = await confined(host, path)
  if (place === undefined || (await host.fs.stat(place))?.type !== 'file') throw fail('FILE', `${path}: no such file`)
  const text = decodeUtf8(await host.fs.read(place))
  if (text === undefined) throw fail('FILE', `${path}: not UTF-8`)
  return new Source(path, text)
}

/** The real path, which may not leave the folder through a symbolic link; undefined when there is nothing. */
async function confined({ fs, folder }: ApplicationHost, path: string): Promise<string | undefined> {
  try {
    const [place, root] = await Promise.all([fs.real(join(folder, path)), fs.real(folder)])
    if (place !== root && !place.startsWith(`${root}/`))
      throw fail('FILE', `${path} leads out of the folder of the cluster file, to ${place}`)
    return place
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

async function buildObjects(options: Parameters<typeof buildResources>[0]): Promise<KubernetesObject[]> {
  return (await buildResources(options)).map(({ root }) => toPlain(root) as KubernetesObject)
}

/** The chart as kustomize's generator of charts renders it. */
async function renderChart(
  { fs, runner, log }: ApplicationHost,
  chart: ChartFile,
  subject: Subject,
): Promise<KubernetesObject[]> {
  const { name, repo, version, includeCRDs, valuesInline } = chart
  if (runner === undefined)
    throw fail(
      'NO_HELM',
      `application ${JSON.stringify(subject.name)}: chart ${JSON.stringify(name)} is rendered by helm, which is not run here`,
      {
        hint: 'allow it: --enable-helm; a helmRelease leaves it to Flux',
      },
    )
  const entry = {
    name,
    repo,
    version,
    releaseName: chart.releaseName ?? subject.name,
    namespace: chart.namespace ?? subject.namespace,
    includeCRDs,
    valuesInline,
  }
  // helm fetches the chart to a disk; what it renders is kept for the next time.
  const { path, write } = await runner.scratch('strake-chart-')
  await write('kustomization.yaml', JSON.stringify({ helmCharts: [entry] }))
  return await buildObjects({ root: path, argument: `chart ${name}`, fs, runner, log, enableHelm: true })
}

const DEFAULT_INTERVAL = '1h0m0s'

/** A HelmRelease, and the source of its chart where an address is given. */
function helmRelease(release: HelmReleaseFile, { name, namespace = 'flux-system' }: Subject): KubernetesObject[] {
  const {
    source,
    interval = DEFAULT_INTERVAL,
    chart,
    version,
    releaseName,
    targetNamespace,
    values,
    valuesFrom,
  } = release
  const isOci = source.kind === 'OCIRepository'
  const reference = { kind: source.kind, name: source.name, ...(source.namespace && { namespace: source.namespace }) }
  const objects: KubernetesObject[] = [
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name, namespace },
      spec: {
        interval,
        ...(isOci
          ? { chartRef: reference }
          : { chart: { spec: { chart, ...(version && { version }), sourceRef: reference } } }),
        ...(releaseName && { releaseName }),
        ...(targetNamespace && { targetNamespace }),
        ...(valuesFrom && { valuesFrom }),
        ...(values && { values }),
      },
    },
  ]
  if (source.url) {
    const metadata = { name: source.name, namespace: source.namespace ?? namespace }
    const type = source.url.startsWith('oci://') ? { type: 'oci' } : {}
    const spec = isOci
      ? { interval, url: source.url, ...(source.tag && { ref: { tag: source.tag } }) }
      : { interval, ...type, url: source.url }
    objects.push({ apiVersion: 'source.toolkit.fluxcd.io/v1', kind: source.kind, metadata, spec })
  }
  return objects
}
