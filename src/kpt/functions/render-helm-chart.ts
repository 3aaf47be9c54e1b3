/** Adds the objects of Helm charts, rendered by the user's helm (functions 16). */
import { fail, ToolError } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { setComments } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { Mapping } from '../../yaml/node.ts'
import { parseAll } from '../../yaml/parse.ts'
import { ended } from './ended.ts'
import type { CatalogFunction, FunctionInput, Surroundings } from './function.ts'
import { Helm } from './helm.ts'
import { type HelmChart, helmCharts, URL_START } from './helm-charts.ts'
import { checkLinks } from './mounted-links.ts'

export const renderHelmChart: CatalogFunction = {
  name: 'render-helm-chart',
  async run(list, surroundings) {
    try {
      await render(list, surroundings)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return ended([{ message: error.message, severity: 'error' }])
    }
    return []
  },
}

async function render(list: FunctionInput, around: Surroundings): Promise<void> {
  const made: Mapping[] = []
  for (const chart of helmCharts(list.config)) {
    const helm = await Helm.open(around, await configHome(chart, around))
    made.push(...objectsIn(await template(chart, helm, around), chart))
  }
  list.items.push(...made)
}

async function configHome({ configHome }: HelmChart, around: Surroundings): Promise<string> {
  return configHome === '' ? '' : (await mounted(configHome, around)).path
}

async function mounted(path: string, around: Surroundings) {
  const place = await around.place(path)
  if (place !== undefined && (await around.fs?.stat(place.path)) !== undefined) return place
  throw fail('NOT_FOUND', `open ${path}: no such file or directory`, {
    hint: 'give the function its folder: --mount type=bind,src=FOLDER,dst=/tmp/charts',
  })
}

async function template(chart: HelmChart, helm: Helm, around: Surroundings): Promise<string> {
  const { name, repo, releaseName, namespace, nameTemplate, apiVersions, includeCRDs, skipTests } = chart
  const folder = repo === '' ? await ownChart(chart, around) : await fetchedChart(chart, helm, around)
  const words = ['template']
  if (nameTemplate === '') words.push(releaseName === '' ? '--generate-name' : releaseName)
  words.push(folder)
  if (nameTemplate !== '') words.push('--name-template', nameTemplate)
  if (namespace !== '') words.push('--namespace', namespace)
  for (const file of await valuesFiles(chart, folder, helm, around)) words.push('--values', file)
  for (const version of apiVersions) words.push('--api-versions', version)
  if (includeCRDs) words.push('--include-crds')
  if (skipTests) words.push('--skip-tests')
  return await helm.run(words, `rendering the chart ${name}`)
}

async function ownChart({ chartHome, name }: HelmChart, around: Surroundings): Promise<string> {
  const { path, root } = await mounted(join(chartHome, name), around)
  if ((await around.fs?.stat(path))?.type === 'directory') await checkLinks(path, root, around.fs)
  return path
}

async function fetchedChart({ name, repo, version }: HelmChart, helm: Helm, around: Surroundings): Promise<string> {
  checkNetwork(repo, around)
  const folder = join((await helm.scratch()).path, 'charts')
  const words = ['pull', '--untar', '--untardir', folder]
  if (repo.startsWith('oci://')) words.push(`${repo.replace(/\/$/, '')}/${name}`)
  else words.push('--repo', repo, name)
  if (version !== '') words.push('--version', version)
  await helm.run(words, `fetching the chart ${name}`)
  return join(folder, name)
}

function checkNetwork(url: string, { network }: Surroundings): void {
  if (network) return
  throw fail('NO_NETWORK', `${url} cannot be reached: the function has no network`, {
    hint: 'fn eval gives it with --network, fn render with --allow-network',
  })
}

/** In the order in which helm lets one win over those before it. */
async function valuesFiles(chart: HelmChart, folder: string, helm: Helm, around: Surroundings): Promise<string[]> {
  const { valuesInline, valuesMerge } = chart
  const files = await Promise.all(
    chart.valuesFiles.map(async (path) => {
      if (URL_START.test(path)) {
        checkNetwork(path, around)
        return path
      }
      return (await mounted(path, around)).path
    }),
  )
  if (valuesInline === undefined) return files
  const own = await (await helm.scratch()).write('values-inline.yaml', emitKept(valuesInline))
  if (valuesMerge === 'replace') return [own]
  if (valuesMerge === 'merge') {
    const ofChart = join(folder, 'values.yaml')
    if (files.length === 0 && (await around.fs?.stat(ofChart)) !== undefined) files.push(ofChart)
    return [own, ...files]
  }
  return [...files, own]
}

/** Comments before an object, such as the name of its template, stay with it. */
function objectsIn(text: string, { name }: HelmChart): Mapping[] {
  const objects: Mapping[] = []
  for (const { root, head } of parseAll(new Source(`chart ${name}`, text))) {
    if (!(root instanceof Mapping)) continue
    if (head !== '') {
      const { line = '', foot = '', head: own = '' } = root.comments ?? {}
      setComments(root, { head: own || head, line, foot })
    }
    objects.push(root)
  }
  return objects
}
