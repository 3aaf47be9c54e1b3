/** What the stack commands have in common: a cluster read from its file or module, with the rules of its layout. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fail, ToolError } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { type Location, Source } from '../core/source.ts'
import { decodeUtf8 } from '../core/text.ts'
import { applicationLoader } from '../flux/applications.ts'
import { nodeFetcher } from '../node/fetcher.ts'
import { nodeFileSystem } from '../node/fs.ts'
import { loadModule, moduleProblem } from '../node/load-module.ts'
import { nodeRunner } from '../node/runner.ts'
import { readClusterFile } from '../stack/cluster-file.ts'
import type { ClusterFile } from '../stack/cluster-schema.ts'
import { layoutRulesOf, loadCluster } from '../stack/define.ts'
import { type LayoutPreset, layoutRulesForPreset } from '../stack/layout/presets.ts'
import type { LayoutRules } from '../stack/layout/rules.ts'
import { validateLayoutRules } from '../stack/layout/validate-rules.ts'
import type { Cluster } from '../stack/model.ts'
import { checkModel, checkModelRules } from '../stack/model-check.ts'
import type { Mapping } from '../yaml/node.ts'
import type { CommandContext } from './command.ts'
import { tellSlow } from './progress.ts'

export type EngineName = 'flux' | 'argocd'

export interface OpenCluster {
  cluster: Cluster
  rules: LayoutRules
  engine: EngineName
}

/** The one word a command takes. */
export function clusterWord({ flags }: CommandContext): string {
  const [word, ...more] = flags.words
  if (word === undefined || more.length > 0) throw fail('USAGE', `accepts 1 arg(s), received ${flags.words.length}`)
  return word
}

/** Reads a cluster, whatever form it has; flags win over the rules it brings. */
export async function openCluster(context: CommandContext, word: string): Promise<OpenCluster> {
  const { cluster, rules } = /\.[cm]?[jt]s$/.test(word)
    ? await fromModule(context, word)
    : await fromFile(context, word)
  const engine = (context.flags.string('engine') || cluster.gitOps?.type || 'flux') as EngineName
  return { cluster, rules: { ...rules, ...givenRules(context) }, engine }
}

interface ReadCluster {
  cluster: Cluster
  rules: LayoutRules
}

async function fromModule({ cwd }: CommandContext, word: string): Promise<ReadCluster> {
  const exports = await loadModule(resolve(cwd, word))
  const given: unknown = await valueOf(exports.default, word)
  if (typeof given !== 'object' || given === null || typeof (given as Cluster).name !== 'string')
    throw fail('MODULE', `${word}: the default export is no cluster`, {
      hint: 'export default defineCluster({…}), or a function that returns a cluster',
    })
  return { cluster: checkModel(given), rules: checkModelRules(exports.layout ?? {}) }
}

/** What a function of the user's returns, or a promise brings. What it throws is the user's mistake. */
async function valueOf(exported: unknown, word: string): Promise<unknown> {
  try {
    return await (typeof exported === 'function' ? exported() : exported)
  } catch (error) {
    throw moduleProblem(word, error)
  }
}

async function fromFile(context: CommandContext, word: string): Promise<ReadCluster> {
  const { cwd, environment, flags, reporter } = context
  const source = readSource(context, word)
  const { definition, place } = readClusterFile(source)
  const folder = word === '-' ? cwd : dirname(resolve(cwd, word))
  const fs = nodeFileSystem()
  const runner = nodeRunner({ environment, onErrorOutput: () => undefined })
  const fetcher = nodeFetcher({ fs, environment, offline: false, folder, onSlow: tellSlow(context) })
  try {
    const loader = applicationLoader({
      fs,
      folder,
      fetcher,
      runner: flags.bool('enable-helm') ? runner : undefined,
      renderPackage: (path) => renderPackage(context, path),
      log: reporter,
    })
    return { cluster: await loadCluster(definition, loader, place), rules: rulesOf(definition, place) }
  } finally {
    await Promise.all([runner.close(), fetcher.close()])
  }
}

/** The rules that a file sets, refused where they stand. */
function rulesOf(definition: ClusterFile, place: (path: readonly PropertyKey[]) => Location | undefined): LayoutRules {
  const rules = layoutRulesOf(definition)
  try {
    validateLayoutRules(rules)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { code, message, hint } = error
    const named = Object.keys(rules).find((field) => message.toLowerCase().includes(` ${field.toLowerCase()} `))
    throw fail(code, message, { at: place(named === undefined ? ['layout'] : ['layout', named]), hint })
  }
  return rules
}

function readSource({ cwd, input }: CommandContext, word: string): Source {
  try {
    const bytes = word === '-' ? (input ?? readFileSync(0)) : readFileSync(resolve(cwd, word))
    const text = typeof bytes === 'string' ? bytes : decodeUtf8(bytes)
    if (text === undefined) throw fail('FILE', `${word}: not UTF-8`)
    return new Source(word === '-' ? 'standard input' : word, text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fail('FILE', `${word}: no such file`)
    if ((error as NodeJS.ErrnoException).code === 'EISDIR')
      throw fail('FILE', `${word} is a folder`, { hint: 'name the cluster file in it' })
    throw error
  }
}

/** Runs the pipeline of a package with the functions that are built in. */
async function renderPackage({ reporter }: CommandContext, folder: string): Promise<readonly Mapping[]> {
  const { render } = await import('../kpt/render.ts')
  const fs = nodeFileSystem()
  const told = (message: string) => reporter.line('PACKAGE', message)
  const refuse = () => {
    throw fail('NO_CONTAINERS', 'no containers are run for the packages of a cluster', {
      hint: 'render the package before, with strake fn render',
    })
  }
  const { items, failure } = await render({
    fs,
    root: await fs.real(folder).catch((error: unknown) => {
      throw error instanceof FileError ? fail('FILE', `${folder}: ${error.reason}`) : error
    }),
    host: { runner: undefined, cwd: folder, now: () => 0, say: () => undefined, referenceFormat: false },
    addsUsage: false,
    writesFiles: false,
    allowExec: false,
    allowWasm: false,
    imagePrefix: '',
    container: {
      engine: 'docker',
      check: () => Promise.resolve().then(refuse),
      always: undefined,
      network: false,
      pull: 'missing',
      mounts: [],
      variables: [],
    },
    tags: () => Promise.resolve().then(refuse),
    warn: told,
  })
  if (failure !== undefined) throw failure.reason
  return items ?? []
}

const RULES = [
  ['node-grouping', 'nodeGrouping'],
  ['bundle-grouping', 'bundleGrouping'],
  ['application-grouping', 'applicationGrouping'],
  ['file-per', 'filePer'],
  ['file-naming', 'fileNaming'],
  ['placement', 'fluxPlacement'],
  ['cluster-name', 'clusterName'],
] as const

function givenRules({ flags }: CommandContext): LayoutRules {
  const preset = flags.string('preset') as LayoutPreset | ''
  const rules: Record<string, string> = {}
  for (const [flag, field] of RULES) if (flags.has(flag)) rules[field] = flags.string(flag)
  return { ...(preset === '' ? {} : layoutRulesForPreset(preset)), ...rules }
}
