/** The objects that Flux's helm-controller installs for a HelmRelease, by the user's helm. */
import { withoutCredentials } from '../core/credentials.ts'
import { fail, ToolError } from '../core/error.ts'
import type { ChartCache, FileSystem, Runner } from '../core/host.ts'
import { memoryFileSystem } from '../core/memory-fs.ts'
import { Source } from '../core/source.ts'
import { objectsOf } from '../krm/objects.ts'
import { buildResources } from '../kustomize/build.ts'
import { type Helm, helmVersion, runHelm } from '../kustomize/generators/helm-program.ts'
import { readResources } from '../yaml/documents.ts'
import { mappingField, setField, stringScalar } from '../yaml/edit.ts'
import { toJson } from '../yaml/json.ts'
import { field } from '../yaml/node.ts'
import { type ChartHost, findChart } from './helm-chart.ts'
import { decodeRelease, type HelmRelease, releaseNameOf, releaseNamespaceOf } from './helm-release.ts'
import { releaseValues } from './helm-values.ts'
import { addCommonMetadata, type FluxObject, printObject, stringField } from './object.ts'
import type { RenderRelease } from './tree.ts'

export interface ReleaseRendererOptions {
  /** Runs helm. What was pulled and rendered is there until it is closed. */
  runner: Runner
  /** The files of this machine. */
  disk: FileSystem
  /** The program. Default `helm`. */
  command?: string | undefined
  /** The version of Kubernetes and the APIs that charts are told of. */
  kubeVersion?: string | undefined
  apiVersions?: readonly string[] | undefined
}

/** A chart that takes longer is not coming. */
const SECONDS = 300
const GROUP = 'helm.toolkit.fluxcd.io'
/** Hooks of these only never run when a release is installed or upgraded. */
const OTHER_HOOKS: ReadonlySet<string> = new Set(['pre-delete', 'post-delete', 'pre-rollback', 'post-rollback', 'test'])

/**
 * Renders releases for `renderTree`.
 *
 * @example await renderTree({ ...options, renderRelease: releaseRenderer({ runner: nodeRunner(), disk: fs }) })
 */
export function releaseRenderer(options: ReleaseRendererOptions): RenderRelease {
  const { runner, disk, command = 'helm' } = options
  let scratch: ReturnType<Runner['scratch']> | undefined
  const helm: Helm = {
    runner,
    command,
    debug: false,
    seconds: SECONDS,
    configHome: '',
    scratch: () => (scratch ??= runner.scratch('strake-release-')),
  }
  let count = 0
  const host: ChartHost = { helm, disk, placed: new Map(), next: () => `chart-${++count}` }
  let started: Promise<{ cache: ChartCache | undefined; version: string }> | undefined
  const start = async () => {
    const cache = await runner.charts?.()
    return { cache, version: await helmVersion(helm, cache) }
  }
  return async (object, tree) => {
    const release = decodeRelease(object, tree.namespace)
    try {
      const values = `${toJson(releaseValues(release, tree.find))}\n`
      started ??= start()
      const { cache, version } = await started
      const chart = await findChart(release, tree, host)
      const words = optionsOf(release, options)
      const key = await cache?.key({ chart, parts: [version, JSON.stringify(words), values], hasNamespace: true })
      const kept = key === undefined ? undefined : await cache?.read(key)
      const text = kept ?? (await template(host, release, chart, words, values))
      if (key !== undefined && kept === undefined) await cache?.write(key, text)
      return await installed(release, objectsIn(text))
    } catch (error) {
      throw await shortened(error, helm)
    }
  }
}

/** Everything but files, which have other names each time. */
function optionsOf(release: HelmRelease, { kubeVersion, apiVersions = [] }: ReleaseRendererOptions): string[] {
  const { install } = release.spec
  const words = [releaseNameOf(release), `--namespace=${releaseNamespaceOf(release)}`, '--skip-tests']
  if (install?.crds !== 'Skip' && install?.skipCRDs !== true) words.push('--include-crds')
  if (install?.disableHooks === true) words.push('--no-hooks')
  if (kubeVersion) words.push(`--kube-version=${kubeVersion}`)
  return [...words, ...apiVersions.map((one) => `--api-versions=${one}`)]
}

async function template(
  { helm, next }: ChartHost,
  release: HelmRelease,
  chart: string,
  words: readonly string[],
  values: string,
): Promise<string> {
  const file = await (await helm.scratch()).write(`${next()}-values.json`, values)
  const [name = '', ...options] = words
  const { metadata } = release
  const doing = `rendering ${metadata.namespace}/${metadata.name}`
  return await runHelm(helm, ['template', name, chart, ...options, `--values=${file}`], doing)
}

function objectsIn(text: string): FluxObject[] {
  const source = new Source('', text)
  return objectsOf(readResources(source), source).map((root) => ({ root, jsonTyped: false }))
}

/** Hooks, and what has to be there before anything else, are neither patched nor marked. */
async function installed(release: HelmRelease, objects: readonly FluxObject[]): Promise<FluxObject[]> {
  const hooks = objects.filter((object) => hooksOf(object).length > 0)
  let others = objects.filter((object) => !hooks.includes(object))
  for (const { kustomize } of release.spec.postRenderers)
    if (kustomize !== undefined) others = await patched(others, kustomize)
  const { name, namespace } = release.metadata
  for (const object of others) {
    const labels = mappingField(mappingField(object.root, 'metadata'), 'labels')
    setField(labels, `${GROUP}/name`, stringScalar(name))
    setField(labels, `${GROUP}/namespace`, stringScalar(namespace))
    addCommonMetadata(object, release.spec.commonMetadata)
  }
  return [...others, ...hooks.filter((object) => hooksOf(object).some((one) => !OTHER_HOOKS.has(one)))]
}

function hooksOf({ root }: FluxObject): string[] {
  const text = stringField(field(field(root, 'metadata'), 'annotations'), 'helm.sh/hook')
  return text === '' ? [] : text.split(',').map((one) => one.trim())
}

type Kustomize = NonNullable<HelmRelease['spec']['postRenderers'][number]['kustomize']>

async function patched(objects: readonly FluxObject[], { patches, images }: Kustomize): Promise<FluxObject[]> {
  if (objects.length === 0) return []
  const kustomization = { resources: ['objects.yaml'], patches, images }
  const fs = memoryFileSystem({
    '/release/kustomization.yaml': JSON.stringify(kustomization),
    '/release/objects.yaml': objects.map(printObject).join('---\n'),
  })
  const resources = await buildResources({ root: '/release', fs, reorder: 'none' })
  return resources.map(({ root }) => ({ root, jsonTyped: false }))
}

/** What helm says, without the call, whose files have other names each time. */
async function shortened(error: unknown, { scratch, command }: Helm): Promise<unknown> {
  if (!(error instanceof ToolError)) return error
  const call = error.message.indexOf('unable to run: ')
  const said = call < 0 ? error.message : error.message.slice(0, call).replace(/[\s:]+$/, '')
  const cause = error.message.slice(error.message.lastIndexOf('): ') + 3)
  const message = said === '' ? `'${command}' cannot be run: ${cause}` : said
  const shown = message.replaceAll(`${(await scratch()).path}/`, '')
  return withoutCredentials(fail(error.code, shown, { hint: error.hint }))
}
