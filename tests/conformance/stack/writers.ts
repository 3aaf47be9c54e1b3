/** Entries and expectations of the writers, and the checks of hand-built layouts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { unpackTar } from 'modern-tar'
import { ToolError } from '../../../src/core/error.ts'
import type { TreeFileSystem } from '../../../src/core/host.ts'
import { nodeTreeFileSystem } from '../../../src/node/change-folder.ts'
import { defaultConfigForProfile, type LayoutConfig } from '../../../src/stack/layout/config.ts'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { walkClusterByPackage } from '../../../src/stack/layout/packages.ts'
import { walkCluster } from '../../../src/stack/layout/walk.ts'
import { writeManifest, writeToDisk } from '../../../src/stack/write/disk.ts'
import { manifestFileName } from '../../../src/stack/write/file-names.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import { kustomizationEntry } from '../../../src/stack/write/kustomization-file.ts'
import { relativePath } from '../../../src/stack/write/places.ts'
import { writeToTar } from '../../../src/stack/write/tar.ts'
import { type Case, oneLine } from '../outcome.ts'
import { differs, type Entry, type Expectation, type Judged } from './cases.ts'
import { walked } from './layout.ts'
import { buildLayout, type Data, readJsonFile } from './model.ts'

type Files = Map<string, string>

export function filesOf(layout: ManifestLayout, config?: LayoutConfig): Files {
  return new Map(
    layoutFiles(layout, config).flatMap(({ path, directory, content }) =>
      directory ? [] : [[path, content] as const],
    ),
  )
}

export const writerEntries: Record<string, Entry> = {
  walkWriteToDisk: (situation) => ({ files: filesOf(walked(situation)) }),
  walkWriteManifest: (situation) => ({ files: filesOf(walked(situation), configOf(situation.data.config)) }),
  walkEditWriteManifest: (situation) => ({ files: filesOf(walked(situation), configOf(situation.data.config)) }),
  walkAndWriteAll({ data, built }) {
    const { walker, ...rules } = data.matrix as Record<string, Data[]>
    for (const one of combinations(rules)) {
      for (const name of walker ?? ['walkCluster']) {
        const trees =
          name === 'walkCluster' ? [walkCluster(built.cluster, one)] : walkClusterByPackage(built.cluster, one).values()
        for (const tree of trees) {
          if (tree === undefined) continue
          filesOf(tree)
          filesOf(tree, {})
        }
      }
    }
    return {}
  },
}

function combinations(axes: Record<string, Data[]>): Data[] {
  let all: Data[] = [{}]
  for (const [axis, values] of Object.entries(axes)) {
    all = all.flatMap((one) => values.map((value) => ({ ...one, [axis]: value })))
  }
  return all
}

function configOf(data: Data = {}): LayoutConfig {
  const { manifestFileName: naming, profile, ...own } = data
  const config = profile === undefined ? own : { ...defaultConfigForProfile(profile), ...own }
  if (naming === undefined) return config
  const { returns, pattern } = naming
  return {
    ...config,
    manifestFileName: (namespace, kind, name) =>
      returns ?? pattern.replace('{kind}', kind).replace('{namespace}', namespace).replace('{name}', name),
  }
}

export const writerExpectations: Record<string, Expectation> = {
  files: ({ files }, expected) => sameFiles(files as Files, expected),
  filesIn({ files }, expected) {
    for (const [directory, names] of Object.entries(expected as Record<string, string[]>)) {
      const found = [...(files as Files).keys()].filter((path) => path.slice(0, path.lastIndexOf('/')) === directory)
      const problem = differs([...names].sort(), found.map((path) => path.slice(directory.length + 1)).sort())
      if (problem !== undefined) return `${directory}: ${problem}`
    }
    return undefined
  },
  includes: ({ files }, expected: string[]) => {
    const missing = expected.find((path) => !(files as Files).has(path))
    return missing === undefined ? undefined : `no ${missing} among ${[...(files as Files).keys()].join(', ')}`
  },
  absent: ({ files }, expected: string[]) => {
    const found = expected.find((path) => (files as Files).has(path))
    return found === undefined ? undefined : `${found} was written`
  },
  lists({ files }, expected) {
    for (const [path, entries] of Object.entries(expected as Record<string, string[]>)) {
      const problem = differs([...entries].sort(), listed((files as Files).get(path)).sort())
      if (problem !== undefined) return `${path}: ${problem}`
    }
    return undefined
  },
  contains({ files }, expected) {
    for (const [path, text] of Object.entries(expected as Record<string, string>)) {
      if (!(files as Files).get(path)?.includes(text)) return `${path} does not contain ${text}`
    }
    return undefined
  },
  filesContainNone({ files }, expected: string[]) {
    for (const [path, content] of files as Files) {
      const found = expected.find((text) => content.includes(text))
      if (found !== undefined) return `${path} contains ${found}`
    }
    return undefined
  },
}

/** Names of all files, or path to content. */
function sameFiles(files: Files, expected: string[] | Record<string, string>): string | undefined {
  if (Array.isArray(expected)) return differs([...expected].sort(), [...files.keys()].sort())
  for (const [path, content] of Object.entries(expected)) {
    if (files.get(path) !== content) return `${path}: ${differs(content, files.get(path))}`
  }
  return undefined
}

/** Entries under `resources` of a file whose form is fixed. */
export function listed(file: string | undefined): string[] {
  if (file === undefined) return ['no such file']
  const lines = file.split('\n')
  const from = lines.indexOf('resources:')
  if (from < 0) return []
  const entries = lines.slice(from + 1)
  const end = entries.findIndex((line) => !line.startsWith('  - '))
  return entries.slice(0, end).map((line) => line.slice(4))
}

/** The rows of vectors.json about file names and entries. */
export const writerVectors: Record<string, (input: Data, expected: Data) => string | undefined> = {
  manifestFileName: ({ fileNaming, filePer, ...parts }, expected) =>
    differs(expected, manifestFileName(parts, fileNaming, filePer)),
  relativePath: ([base, target], expected) => differs(expected, relativePath(base, target)),
  kustomizationEntry: (input, expected) => differs(expected, kustomizationEntry(input)),
}

type Writer = (layout: ManifestLayout, config: LayoutConfig) => Promise<Files>

const writers: Record<string, Writer> = {
  writeToDisk: (layout) => onDisk((base, fs) => writeToDisk(layout, base, fs)),
  async writeToTar(layout) {
    const entries = await unpackTar(await writeToTar(layout))
    const files = entries.filter(({ header }) => header.type === 'file')
    return new Map(files.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]))
  },
  writeManifest: (layout, config) =>
    onDisk((base, fs) => writeManifest(layout, base, config, fs), config.manifestsDir || 'clusters'),
}

/** What a writer leaves below a directory of an empty folder. */
async function onDisk(write: (base: string, fs: TreeFileSystem) => Promise<unknown>, directory = '.'): Promise<Files> {
  const scratch = mkdtempSync(join(tmpdir(), 'strake-writers-'))
  try {
    const top = join(scratch, directory)
    await write(scratch, nodeTreeFileSystem()).catch((error: unknown) => {
      if (readdirSync(scratch).length > 0) throw new Error('a refused write left something')
      throw error
    })
    const paths = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(
      paths.map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [relative(top, path), readFileSync(path, 'utf8')]
      }),
    )
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

export function writerCases(corpus: string): Case[] {
  return readJsonFile(join(corpus, 'kure', 'writer-checks.json')).cases.flatMap((data: Data) =>
    ((data.writers as string[]) ?? Object.keys(writers)).map((writer) => ({
      name: `${data.id}/${writer}`,
      run: () => judgeWriter(data, writers[writer] as Writer),
    })),
  )
}

async function judgeWriter(data: Data, write: Writer): Promise<Judged> {
  let files: Files
  try {
    files = await write(buildLayout(data.tree), configOf(data.config))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { message } = error
    if (data.errorNames === undefined) return { status: 'fail', reason: `refused: ${oneLine(message, 300)}` }
    const missing = data.errorNames.find((text: string) => !message.includes(text))
    if (missing !== undefined)
      return { status: 'fail', reason: `the error does not name ${missing}: ${oneLine(message, 300)}` }
    return wording(data, message)
  }
  if (data.errorNames !== undefined) return { status: 'fail', reason: `written; the error says ${data.text}` }
  for (const [key, expected] of Object.entries(data.written as Record<string, Data>)) {
    const problem = await writerExpectations[key]?.({ files }, expected, undefined as never)
    if (problem !== undefined) return { status: 'fail', reason: `${key}: ${oneLine(problem, 400)}` }
  }
  return { status: 'pass' }
}

/** The original's words are matched, but for its own name. */
function wording({ text, alsoText = '' }: Data, message: string): Judged {
  const wanted = [text, alsoText].map((one) =>
    one.replace('a Flux Kustomization kure generated', 'a generated Flux Kustomization'),
  )
  const missing = wanted.find((one) => !message.includes(one))
  if (missing === undefined) return { status: 'pass' }
  return { status: 'fail', reason: `the error does not say ${missing}: ${oneLine(message, 300)}` }
}
