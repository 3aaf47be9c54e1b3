/** What the commands for packages and their functions have in common: flags read, places found, failures told as kpt does. */
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { fail, ToolError } from '../core/error.ts'
import { FileError, type Runner, type WritableFileSystem } from '../core/host.ts'
import { dirname, isAbsolute, isWithin, join } from '../core/path.ts'
import { decodeUtf8, encodeUtf8 } from '../core/text.ts'
import { type ContainerOptions, type Engine, engineNamed, PULL_POLICIES, RUNTIMES } from '../kpt/container.ts'
import { imagePrefix } from '../kpt/image.ts'
import { KptfileError } from '../kpt/kptfile.ts'
import { readMount } from '../kpt/mounts.ts'
import type { PrepareOptions } from '../kpt/prepare.ts'
import { type FunctionHost, HandledFailure, RenderFailure, type StepReport } from '../kpt/step.ts'
import { nodeFileSystem } from '../node/fs.ts'
import { nodeRunner } from '../node/runner.ts'
import type { CommandContext } from './command.ts'
import { oneOf } from './flags.ts'
import { shortLived } from './short-life.ts'

export interface KptTools {
  context: CommandContext
  fs: WritableFileSystem
  runner: Runner
  referenceFormat: boolean
  say(text: string): void
}

/** Runs a command and tells what stopped it in kpt's words. */
export function kptCommand(action: (tools: KptTools) => Promise<void>): (context: CommandContext) => Promise<number> {
  return async (context) => {
    const { stderr, environment, flags } = context
    const runner = nodeRunner({ environment, onErrorOutput: () => undefined })
    const say = (text: string) => stderr.write(text)
    try {
      await action({
        context,
        fs: nodeFileSystem({ onRead: shortLived() }),
        runner,
        referenceFormat: flags.bool('reference-format'),
        say,
      })
      return 0
    } catch (error) {
      const text = failureText(error)
      if (text === undefined) throw error
      say(text)
      return 1
    } finally {
      await runner.close()
    }
  }
}

function failureText(error: unknown): string | undefined {
  if (error instanceof HandledFailure) return ''
  if (error instanceof KptfileError) return error.message
  if (error instanceof RenderFailure) {
    const { reason } = error
    return reason instanceof ToolError && !(reason instanceof KptfileError)
      ? `Error: ${reason.message} \n`
      : failureText(reason)
  }
  // Texts that end with the contents of a file bring their own line break.
  return error instanceof ToolError || error instanceof FileError
    ? `error: ${error.message.replace(/\n$/, '')}\n`
    : undefined
}

export function absolute({ context }: KptTools, path: string): string {
  return join(isAbsolute(path) ? '' : context.cwd, path)
}

/** The folder a command is about, links resolved. */
export async function packageRoot(tools: KptTools, given: string): Promise<string> {
  const { cwd } = tools.context
  const place = absolute(tools, given)
  const real = await realPath(tools, place)
  if (real !== place && lstatSync(place).isSymbolicLink()) {
    const shown = isAbsolute(given) || !isWithin(real, cwd) ? real : real.slice(cwd.length + 1) || '.'
    tools.say(
      `[WARN] resolved symlink "${given}" to "${shown}", please note that the symlinks within the package are ignored\n`,
    )
  }
  return real
}

async function realPath({ fs }: KptTools, place: string): Promise<string> {
  try {
    return await fs.real(place)
  } catch (error) {
    if (error instanceof FileError) throw fail(error.code, `lstat ${place}: ${error.reason}`)
    throw error
  }
}

/** `-o`: what is printed, or the folder that is written. */
export function checkOutput(tools: KptTools, output: string): void {
  if (output === '' || output === 'stdout' || output === 'unwrap') return
  checkAbsent(tools, output)
}

/** Whether resources end up in files that keep what no function changed. */
export function writesFiles({ referenceFormat }: KptTools, output: string): boolean {
  return output !== 'stdout' && output !== 'unwrap' && !referenceFormat
}

export function checkAbsent(tools: KptTools, folder: string): void {
  if (existsSync(absolute(tools, folder))) {
    throw fail('EXISTS', `directory "${folder}" already exists, please delete the directory and retry`)
  }
}

export function functionHost({ context, fs, runner, referenceFormat, say }: KptTools): FunctionHost {
  const { cwd, flags, environment } = context
  const given = {
    fs,
    mounts: flags.list('mount').map(readMount),
    variables: givenVariables(flags.list('env'), environment),
    network: flags.bool('allow-network') || flags.bool('network'),
  }
  return { runner, given, cwd, now: () => performance.now(), say, referenceFormat }
}

/** `--env`: texts of its own, or names of the user's variables. */
function givenVariables(words: readonly string[], environment: CommandContext['environment']): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const word of words) {
    const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? []
    const text = value ?? environment[name]
    if (text !== undefined) variables[name] = text
  }
  return variables
}

/** Everything that flags and environment say about images. */
export function prepareOptions(tools: KptTools, allowExec: boolean): PrepareOptions {
  const imagePrefix = usedImagePrefix(tools)
  const container = containerOptions(tools)
  const listed = new Map<string, Promise<string[]>>()
  return {
    allowExec,
    allowWasm: tools.context.flags.bool('allow-alpha-wasm'),
    imagePrefix,
    container,
    async tags(image) {
      const { imageTags } = await import('./image-tags.ts')
      const tags = listed.get(image) ?? imageTags(tools, image, container)
      listed.set(image, tags)
      return await tags
    },
    warn: (message) => tools.say(`W tag_resolution.go] ${message}\n`),
  }
}

export function usedImagePrefix({ context: { flags, environment } }: KptTools): string {
  const given = flags.has('image-prefix') ? flags.string('image-prefix') : undefined
  return imagePrefix(given, environment.KPT_IMAGE_PREFIX)
}

function containerOptions(tools: KptTools): ContainerOptions {
  const { flags, environment } = tools.context
  const policy = flags.string('image-pull-policy').toLowerCase()
  const pull = PULL_POLICIES[policy as keyof typeof PULL_POLICIES]
  if (pull === undefined) {
    throw fail(
      'USAGE',
      `image pull policy must be one of Always, IfNotPresent, Never, got ${flags.string('image-pull-policy')}`,
    )
  }
  const named = flags.string('runtime')
  const runtime = named === '' ? undefined : oneOf('--runtime', named, RUNTIMES)
  const hasEngine = runtime !== undefined && runtime !== 'native' && runtime !== 'container'
  const engine = engineNamed(hasEngine ? runtime : environment.KRM_FN_RUNTIME)
  let checked: Promise<void> | undefined
  return {
    engine,
    check: () => (checked ??= checkEngine(tools, engine)),
    always: runtime === undefined ? undefined : runtime !== 'native',
    network: flags.bool('allow-network') || flags.bool('network'),
    pull,
    mounts: flags.list('mount'),
    variables: flags.list('env'),
    ...(flags.bool('as-current-user') ? { user: `${process.getuid?.()}:${process.getgid?.()}` } : {}),
  }
}

const MISSING: Record<Engine, string> = {
  docker:
    'docker must be running to use this command\nTo install docker, follow the instructions at https://docs.docker.com/get-docker/.',
  podman:
    'podman must be installed.\nTo install podman, follow the instructions at https://podman.io/getting-started/installation.',
  nerdctl:
    'nerdctl must be installed.\nTo install nerdctl, follow the instructions at https://github.com/containerd/nerdctl#install.',
}

/** Asks an engine whether it is there. */
export async function checkEngine({ runner, context }: KptTools, engine: Engine): Promise<void> {
  const words = engine === 'docker' ? ['version', '--format', '{{.Client.Version}}'] : ['version']
  const request = { program: engine, words, cwd: context.cwd, seconds: 5, maximumBytes: 1_000_000 }
  const answer = await runner.run(request).catch((error: unknown) => {
    if (error instanceof ToolError) return undefined
    throw error
  })
  if (answer === undefined || answer.code !== 0) throw fail('NO_ENGINE', MISSING[engine])
  if (engine !== 'docker') return
  const [, major = '0', minor = '0'] = /^v?(\d+)\.(\d+)/.exec(answer.stdout.trim()) ?? []
  if (Number(major) > 20 || (Number(major) === 20 && Number(minor) >= 10)) return
  throw fail('NO_ENGINE', `docker client version must be v20.10.0 or greater: found v${answer.stdout.trim()}`)
}

/** Makes the folder for results, when there is to be one. */
export function makeResultsFolder(tools: KptTools): void {
  const folder = tools.context.flags.string('results-dir')
  if (folder !== '') mkdirSync(absolute(tools, folder), { recursive: true })
}

/** Writes `results.yaml` and says where it is. */
export async function writeResults(tools: KptTools, reports: readonly StepReport[], before = ''): Promise<void> {
  const folder = tools.context.flags.string('results-dir')
  if (folder === '') return
  const [{ printResults }, { writeTogether }] = await Promise.all([
    import('../kpt/results.ts'),
    import('../node/write-together.ts'),
  ])
  const path = join(folder, 'results.yaml')
  writeTogether([{ path: absolute(tools, path), bytes: encodeUtf8(printResults(reports)) }])
  tools.say(`${before}For complete results, see ${path}\n`)
}

/** Writes a folder that is not there yet. */
export async function writeNewFolder(
  tools: KptTools,
  folder: string,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  const place = absolute(tools, folder)
  mkdirSync(dirname(place), { recursive: true })
  const folders = new Set<string>()
  const files = new Map<string, Uint8Array>()
  for (const [path, text] of texts) {
    files.set(join(place, path), encodeUtf8(text))
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(join(place, at))
  }
  const { writeFolder } = await import('../node/write-folder.ts')
  writeFolder(place, [...folders].sort(), files)
}

export function readStandardInput({ context }: KptTools): string {
  if (context.input !== undefined) return context.input
  const text = decodeUtf8(readFileSync(0))
  if (text === undefined) throw fail('YAML_SYNTAX', 'standard input is not UTF-8')
  return text
}
