/** One kustomization and all it names (command line 10). Reading {@link localizeRoot} is reading what is copied. */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import type { Source } from '../../core/source.ts'
import { encodeUtf8, goQuote } from '../../core/text.ts'
import { stringScalar } from '../../yaml/edit.ts'
import { emitPlainValueSorted } from '../../yaml/emit.ts'
import { Mapping } from '../../yaml/node.ts'
import { locate } from '../context.ts'
import { decodeKustomization } from '../decode.ts'
import { encodeKustomization } from '../edit/encode.ts'
import { isElsewhere, isRepository } from '../elsewhere.ts'
import { parseGitUrl } from '../git-url.ts'
import { noKustomization } from '../hints.ts'
import { severalKustomizations } from '../load-problems.ts'
import type { Clone } from '../remote.ts'
import { FILE_NAMES } from '../target.ts'
import type { GeneratorArgs, Kustomization, PatchEntry } from '../types.ts'
import {
  addFile,
  addFolder,
  copyChartHome,
  copyFile,
  copyFileSource,
  enter,
  needRemoteFolder,
  type Place,
  putFile,
  readFile,
  relativePath,
  sourceOf,
  within,
} from './copies.ts'
import { copyObjects, objectsIn } from './objects.ts'
import { localizePlugins } from './plugins.ts'
import { repositoryPlace } from './remote-names.ts'

/** Copies a kustomization, everything that it names with it, and makes all references those of the copy. */
export async function localizeRoot(place: Place): Promise<void> {
  const { job, loader, destination } = place
  job.context.entered(loader.root)
  const { name, bytes } = await readKustomization(place)
  // Old fields stay: the copy shall look like the original.
  const k = decode(() => sourceOf(place, name, bytes))
  await fetchRemote(place, k)
  await localizeSchema(place, k)
  await localizeEntries(place, k, 'bases', copyRoot)
  await localizeEntries(place, k, 'components', copyRoot)
  await localizeEntries(place, k, 'configurations', copyFile)
  await localizeEntries(place, k, 'crds', copyFile)
  await localizeEntries(place, k, 'resources', copyResource)
  await localizeGenerators(place, k, 'configMapGenerator')
  await localizeGenerators(place, k, 'secretGenerator')
  await localizeCharts(place, k)
  await localizePatches(place, k, 'patches')
  await localizePatches(place, k, 'patchesJson6902')
  await localizeEntries(place, k, 'patchesStrategicMerge', copyObjects)
  await localizeReplacements(place, k)
  await localizePlugins(place, 'generators', k)
  await localizePlugins(place, 'transformers', k)
  await localizePlugins(place, 'validators', k)
  addFile(job, join(destination, name), encodeUtf8(print(k)))
}

/** All at the same time, as in a build; what a copy is refused for is not fetched. */
async function fetchRemote({ loader }: Place, k: Kustomization): Promise<void> {
  const { fetcher } = loader.outside
  const entries = [...k.bases, ...k.components, ...k.resources]
  if (fetcher === undefined || !entries.some(isElsewhere)) return
  const { fetchAhead } = await import('../remote.ts')
  fetchAhead(k, fetcher, true)
}

/** The one kustomization file. A link that leads out of the folder counts as none. */
async function readKustomization(place: Place): Promise<{ name: string; bytes: Uint8Array }> {
  const found: { name: string; bytes: Uint8Array }[] = []
  for (const name of FILE_NAMES) {
    try {
      found.push({ name, bytes: await readFile(place, name) })
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
    }
  }
  const [first] = found
  if (first === undefined) throw await noKustomization(place.loader)
  if (found.length === 1) return first
  throw severalKustomizations(
    place.loader.root,
    found.map(({ name }) => name),
  )
}

function decode(read: () => Source): Kustomization {
  try {
    return decodeKustomization(read()).kustomization
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'YAML_SYNTAX') throw error
    throw rephrase(`invalid Kustomization: ${error.message}`, error)
  }
}

function print(k: Kustomization): string {
  const fields = new Mapping()
  for (const [name, value] of encodeKustomization(k)) {
    fields.keys.push(stringScalar(name))
    fields.values.push(value)
  }
  return emitPlainValueSorted(fields)
}

async function localizeSchema(place: Place, { openapi }: Kustomization): Promise<void> {
  const path = openapi?.path
  if (openapi === undefined || path === undefined) return
  openapi.path = await within('unable to localize openapi path', () => copyFile(place, path))
}

type Entries = 'bases' | 'components' | 'configurations' | 'crds' | 'resources' | 'patchesStrategicMerge'

async function localizeEntries(
  place: Place,
  k: Kustomization,
  list: Entries,
  copy: (place: Place, entry: string) => Promise<string>,
): Promise<void> {
  const entries = k[list]
  for (let i = 0; i < entries.length; i++) {
    try {
      entries[i] = await within(`unable to localize ${list} entry`, () => copy(place, entries[i] as string))
    } catch (error) {
      throw locate(error, k.locate(list, i))
    }
  }
}

async function localizeGenerators(
  place: Place,
  k: Kustomization,
  list: 'configMapGenerator' | 'secretGenerator',
): Promise<void> {
  for (const [i, args] of k[list].entries()) {
    try {
      await within(`unable to localize ${list}`, () => localizeGenerator(place, args))
    } catch (error) {
      throw locate(error, k.locate(list, i))
    }
  }
}

async function localizeGenerator(place: Place, args: GeneratorArgs): Promise<void> {
  args.env = await within('unable to localize generator env file', () => copyFile(place, args.env))
  for (const [i, path] of args.envs.entries()) {
    args.envs[i] = await within('unable to localize generator envs file', () => copyFile(place, path))
  }
  for (const [i, source] of args.files.entries()) args.files[i] = await copyFileSource(place, source)
}

async function localizeCharts(place: Place, k: Kustomization): Promise<void> {
  for (const [i, chart] of k.helmChartInflationGenerator.entries()) {
    const entry = `helmChartInflationGenerator entry ${i}`
    chart.values = await within(`unable to localize ${entry} values`, () => copyFile(place, chart.values))
    chart.chartHome = await within(`unable to copy ${entry}`, () => copyChartHome(place, chart.chartHome))
  }
  for (const [i, chart] of k.helmCharts.entries()) {
    const entry = `unable to localize helmCharts entry ${i}`
    chart.valuesFile = await within(`${entry} valuesFile`, () => copyFile(place, chart.valuesFile))
    const more = chart.additionalValuesFiles
    for (const [j, path] of more.entries()) {
      more[j] = await within(`${entry} additionalValuesFiles`, () => copyFile(place, path))
    }
  }
  const { helmGlobals } = k
  if (helmGlobals !== undefined) {
    helmGlobals.chartHome = await within('unable to copy helmGlobals', () =>
      copyChartHome(place, helmGlobals.chartHome),
    )
  } else if (k.helmCharts.length > 0) {
    await within('unable to copy default chart home', () => copyChartHome(place, ''))
  }
}

async function localizePatches(place: Place, k: Kustomization, list: 'patches' | 'patchesJson6902'): Promise<void> {
  const patches: PatchEntry[] = k[list]
  for (const [i, patch] of patches.entries()) {
    try {
      patch.path = await within(`unable to localize ${list}`, () => copyFile(place, patch.path))
    } catch (error) {
      throw locate(error, k.locate(list, i))
    }
  }
}

async function localizeReplacements(place: Place, k: Kustomization): Promise<void> {
  for (const [i, replacement] of k.replacements.entries()) {
    try {
      const copied = within('unable to localize replacements entry', () => copyFile(place, replacement.path))
      replacement.path = await copied
    } catch (error) {
      throw locate(error, k.locate('replacements', i))
    }
  }
}

/** An entry is tried as a file of objects first, then as another kustomization. */
async function copyResource(place: Place, path: string): Promise<string> {
  let fileError: ToolError
  try {
    const bytes = await readFile(place, path)
    await within(`invalid resource at file ${goQuote(path)}`, async () =>
      objectsIn(sourceOf(place, path, bytes), place.job.context),
    )
    return await putFile(place, path, bytes)
  } catch (error) {
    // What is not fetched as a file is not fetched as a repository either.
    if (!(error instanceof ToolError) || error.code === 'REMOTE_OFFLINE' || error.code === 'REMOTE_REFUSED') throw error
    fileError = error
  }
  try {
    return await copyRoot(place, path)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const asFile = `could not localize path ${goQuote(path)} as file: ${fileError.message}`
    const asFolder = `could not localize path ${goQuote(path)} as directory: ${error.message}`
    const told = fileError.code === 'IS_DIRECTORY' || fileError.code === 'NOT_FOUND' ? error : fileError
    throw rephrase(`${asFile}; ${asFolder}`, told)
  }
}

/** Copies another kustomization that this one names. */
async function copyRoot(place: Place, path: string): Promise<string> {
  if (path === '') return ''
  refuseWithoutRef(path)
  const { job, loader } = place
  const child = await enter(place, path)
  let name: string
  if (isRepository(path)) {
    await needRemoteFolder(place, 'root', path)
    name = join(repositoryPlace(path), relativePath((child.clone as Clone).root, child.root))
  } else {
    name = relativePath(loader.root, child.root)
  }
  const destination = join(place.destination, name)
  addFolder(job, destination)
  await within(`unable to localize root ${goQuote(path)}`, () => localizeRoot({ job, loader: child, destination }))
  return name
}

/** What is copied has to stay what it is: a repository is named with a branch, tag or commit. */
export function refuseWithoutRef(text: string): void {
  if (!isRepository(text) || parseGitUrl(text)?.ref !== '') return
  throw fail('LOCALIZE_REF', `localize remote root ${goQuote(text)} missing ref query string parameter`, {
    hint: 'add ?ref= and a tag or commit',
  })
}
