/** The user's helm: how it is called, and what is said when it fails (build 5.14). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import type { ChartCache, Runner, ScratchFolder } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import type { BuildContext } from '../context.ts'
import type { HelmChart } from '../types.ts'

/** A chart that takes longer is not coming. */
const SECONDS = 300
const MOST_OUTPUT = 128 * 1024 * 1024

/** helm as one chart uses it. */
export interface Helm {
  runner: Runner
  command: string
  debug: boolean
  seconds: number
  /** Where it finds its configuration; '' for an empty one. */
  configHome: string
  /** A folder for what helm is given, made when it is first asked for. */
  scratch(): Promise<ScratchFolder>
}

export function helmFor({ runner, helm }: BuildContext, chart: HelmChart): Helm {
  if (runner === undefined) throw noRunner()
  let folder: Promise<ScratchFolder> | undefined
  return {
    runner,
    command: helm.command ?? 'helm',
    debug: chart.debug || helm.debug === true,
    seconds: helm.timeoutSeconds ?? SECONDS,
    configHome: chart.configHome ?? '',
    scratch: () => (folder ??= runner.scratch('kustomize-helm-')),
  }
}

async function foldersOf({ configHome, scratch }: Helm): Promise<Record<string, string>> {
  const home = configHome === '' ? join((await scratch()).path, 'helm') : configHome
  return { HELM_CONFIG_HOME: home, HELM_CACHE_HOME: `${home}/.cache`, HELM_DATA_HOME: `${home}/.data` }
}

function noRunner(): ToolError {
  return fail('HELM_NO_RUNNER', 'a Helm chart is rendered by helm, and this build can run no programs', {
    hint: 'pass `runner` to the build, such as `nodeRunner()` of strake/node',
  })
}

/** What helm prints; `doing` names the work for someone who waits. */
export async function runHelm(helm: Helm, words: readonly string[], doing: string): Promise<string> {
  const { runner, command, seconds } = helm
  const variables = await foldersOf(helm)
  const request = { program: command, words, variables, seconds, maximumBytes: MOST_OUTPUT, doing }
  try {
    const { code, status, stdout, stderr } = await runner.run(request)
    if (code === 0) return stdout
    throw failed(helm, words, variables, { stdout, stderr, cause: status })
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'PROGRAM_MISSING') throw error
    throw rephrase(failed(helm, words, variables, { stdout: '', stderr: '', cause: error.message }).message, error)
  }
}

function failed(
  { command, debug }: Helm,
  words: readonly string[],
  variables: Record<string, string>,
  { stdout, stderr, cause }: Record<'stdout' | 'stderr' | 'cause', string>,
): ToolError {
  const said = debug ? ` Helm stack trace:\n${stderr}\nHelm template:\n${stdout}\n` : stderr
  const env = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const call = `unable to run: '${[command, ...words].join(' ')}' with env=[${env.join(' ')}] (is '${command}' installed?): ${cause}`
  return fail('HELM_FAILED', said === '' ? call : `${said}: ${call}`)
}

/** Its version, as it says it; refused unless its major version is one whose words are known. */
export async function helmVersion(helm: Helm, cache: ChartCache | undefined): Promise<string> {
  const ask = () => runHelm(helm, ['version', '--short'], 'asking helm for its version')
  const text = cache === undefined ? await ask() : await cache.version(helm.command, ask)
  const found = /v?\d+(?:\.\d+)+/.exec(text)?.[0]
  if (found === undefined) throw fail('HELM_VERSION', `cannot find version string in ${text}`)
  const version = found.replace(/^v/, '')
  const major = version.slice(0, version.indexOf('.'))
  if (major !== '3' && major !== '4') {
    throw fail('HELM_VERSION', `this plugin requires helm V3 or V4 but got v${version}`)
  }
  return text
}
