/** corpus/kustomize-suite: one folder a case, made from the reference's own tests. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type BuildRequest, errorText, helmProgram, type Subject } from '../subject.ts'
import { FILE_SERVERS, isMirrored, isServed, type Mirrors, makeMirrors, serveFiles } from './mirrors.ts'
import {
  type Case,
  escapePattern,
  type Group,
  judgeOutput,
  matches,
  type Outcome,
  oneLine,
  type Placeholders,
} from './outcome.ts'

interface Recorded {
  build: string
  options: {
    reorder: 'none' | 'legacy' | 'unspecified'
    loadRestrictor: string
    enablePlugins?: boolean
    enableHelm?: boolean
    enableExec?: boolean
    enableManagedbyLabel?: boolean
    output?: string
    args?: string[]
  }
  expect: 'output' | 'error'
  errorContains?: string[]
  errorMatches?: string[]
  errorEquals?: string
  oracleError?: string
  needs: string[]
  env?: Record<string, string>
  /** The folder of the plugins, beside the input. */
  pluginHome?: string
  emptyDirs?: string[]
  outputFiles?: Record<string, string>
  oracle: Record<string, string>
}

const helm = helmProgram()

const OUTSIDE: Record<string, string | undefined> = {
  helm: helm === undefined ? 'needs helm' : undefined,
  docker: 'needs docker and an image from the network',
  network: 'needs a network',
}

/** Cases that clone something though their `needs` does not say so. */
const CLONING = ['accumulation/TestAccumulateResourcesErrors-3']

export function suite(corpus: string, subject: Subject, scratch: string): Group[] {
  const root = join(corpus, 'kustomize-suite')
  let made: Mirrors | undefined
  const mirrors = () => (made ??= makeMirrors(root, join(scratch, 'mirrors')))
  let serving: Promise<string> | undefined
  const fileServer = () => (serving ??= serveFiles(root))
  const outside: Outside = { scratch, mirrors, fileServer }
  const cases: Case[] = []
  const unordered: Case[] = []
  for (const folder of readdirSync(root).sort()) {
    const path = join(root, folder)
    if (folder.startsWith('_') || folder.includes('.')) continue
    for (const test of readdirSync(path).sort()) {
      const file = join(path, test, 'case.json')
      if (!existsSync(file)) continue
      const name = `${folder}/${test}`
      cases.push({ name, run: () => runCase(name, dirname(file), 'expected.yaml', subject, outside) })
      const second = 'expected.default-order.yaml'
      if (!existsSync(join(path, test, second))) continue
      unordered.push({ name, run: () => runCase(name, dirname(file), second, subject, outside) })
    }
  }
  return [
    { name: 'kustomize-suite', cases },
    { name: 'kustomize-suite-default-order', cases: unordered },
  ]
}

/** What cases need besides their own folder; made when the first one needs it. */
interface Outside {
  scratch: string
  mirrors(): Mirrors
  fileServer(): Promise<string>
}

async function runCase(
  name: string,
  folder: string,
  expected: string,
  subject: Subject,
  { scratch, mirrors, fileServer }: Outside,
): ReturnType<Case['run']> {
  const recorded = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Recorded
  if (expected !== 'expected.yaml') recorded.options.reorder = 'unspecified'
  const mirrored = isMirrored(name)
  const served = isServed(name)
  const outside =
    mirrored || served
      ? undefined
      : recorded.needs.includes('network') && recorded.needs.includes('helm')
        ? 'needs helm and a chart from a public repository'
        : recorded.needs.map((need) => OUTSIDE[need]).find((reason) => reason !== undefined)
  if (outside !== undefined) return { status: 'skip', reason: outside }

  const clones = mirrored || recorded.needs.includes('git') || CLONING.includes(name)
  const repositories = clones ? mirrors() : undefined
  const server = served ? await fileServer() : undefined
  let root = join(folder, 'in')
  const { options } = recorded
  const named = existsSync(root) && mentionsRoot(root)
  const copied =
    clones || served || named || options.output !== undefined || recorded.emptyDirs !== undefined || !existsSync(root)
  if (copied) {
    root = join(scratch, name.replaceAll('/', '-'))
    mkdirSync(root, { recursive: true })
    if (existsSync(join(folder, 'in'))) cpSync(join(folder, 'in'), root, { recursive: true, verbatimSymlinks: true })
    if (named) fillIn(root, '@CASE_ROOT@', root)
    if (repositories !== undefined) fillIn(root, '@REPO_ROOT@', repositories.root)
    if (server !== undefined) for (const one of FILE_SERVERS) fillIn(root, one, server)
    for (const empty of recorded.emptyDirs ?? []) mkdirSync(join(root, empty), { recursive: true })
  }
  try {
    const { pluginHome } = recorded
    const plugins = pluginHome === undefined ? {} : { KUSTOMIZE_PLUGIN_HOME: join(folder, pluginHome) }
    const env = { ...repositories?.env, ...plugins, ...helmPath(recorded), ...recorded.env }
    const request: BuildRequest = { cwd: root, args: words(recorded), env }
    const unsupported = subject.unsupported?.(request)
    if (unsupported !== undefined) return { status: 'skip', reason: unsupported }
    const result = await subject.run(request)
    const stderr = server === undefined ? result.stderr : result.stderr.replaceAll(server, FILE_SERVERS[0] as string)
    return judge(recorded, join(folder, expected), root, { ...result, stderr }, repositories?.root)
  } finally {
    if (copied) rmSync(root, { recursive: true, force: true })
  }
}

/** helm where it is looked for. */
function helmPath({ needs }: Recorded): Record<string, string> {
  if (helm === undefined || !needs.includes('helm')) return {}
  return { PATH: [dirname(helm), process.env.PATH ?? ''].join(delimiter) }
}

/** Whether a file of the tree holds the absolute path of the tree itself. */
function mentionsRoot(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? mentionsRoot(path) : entry.isFile() && readFileSync(path).includes('@CASE_ROOT@')
  })
}

function fillIn(folder: string, placeholder: string, text: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fillIn(path, placeholder, text)
    else if (entry.isFile()) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(placeholder, text))
  }
}

function words(recorded: Recorded): string[] {
  const { options } = recorded
  const args = options.args ?? [recorded.build]
  const out = [...args]
  if (options.reorder !== 'unspecified') out.push('--reorder', options.reorder)
  if (options.loadRestrictor !== 'LoadRestrictionsRootOnly') out.push('--load-restrictor', options.loadRestrictor)
  if (options.enablePlugins === true) out.push('--enable-alpha-plugins')
  if (options.enableHelm === true) out.push('--enable-helm')
  if (options.enableExec === true) out.push('--enable-exec')
  if (options.enableManagedbyLabel === true) out.push('--enable-managedby-label')
  if (options.output !== undefined) out.push('-o', options.output)
  return out
}

type Result = Awaited<ReturnType<Subject['run']>>

function judge(recorded: Recorded, file: string, root: string, result: Result, repositories = '@REPO_ROOT@') {
  const placeholders: Placeholders = {
    '@CASE_ROOT@': root,
    '@PLUGIN_HOME@': join(dirname(file), recorded.pluginHome ?? ''),
    '@REPO_ROOT@': repositories,
    // A folder of its own there, the cache here.
    '@CLONE@': /\/[^' ]*\/(?:kustomize-\d+|git\/[0-9a-f-]{40,57})/,
    '@PTR@': /0x[0-9a-f]+/,
    '@KUSTOMIZE_VERSION@': /v?[0-9][0-9A-Za-z.+-]*/,
  }
  const message = errorText(result.stderr)
  if (recorded.expect === 'error') return judgeError(recorded, root, result.code, message, placeholders)
  if (recorded.outputFiles !== undefined) {
    if (result.code !== 0) return { status: 'fail' as const, reason: `failed: ${oneLine(message)}` }
    for (const [path, text] of Object.entries(recorded.outputFiles)) {
      const file = join(root, path)
      if (!existsSync(file)) return { status: 'fail' as const, reason: `no file ${path}` }
      if (!matches(text, readFileSync(file, 'utf8'), placeholders)) {
        return { status: 'fail' as const, reason: `file ${path} differs` }
      }
    }
    return { status: 'pass' as const }
  }
  return judgeOutput({ stdout: readFileSync(file, 'utf8') }, { ...result, stderr: message, warnings: '' }, placeholders)
}

function judgeError(
  recorded: Recorded,
  root: string,
  code: number,
  message: string,
  placeholders: Placeholders,
): Omit<Outcome, 'group' | 'name'> {
  if (code === 0)
    return { status: 'fail', reason: `succeeded; expected ${oneLine(errorText(recorded.oracleError ?? ''))}` }
  const expected = errorText(recorded.oracleError ?? '')
  const sameMessage = matches(expected, message, placeholders)
  const messages = { expected, actual: message }
  const bare = message
    .replace(/^Error: /, '')
    .replaceAll(`${root}/`, '/')
    .replaceAll(root, '/')
  const fail = (reason: string) => ({
    status: 'fail' as const,
    reason: `${reason}; got ${oneLine(message)}`,
    difference: `  - ${expected}\n  + ${message}`,
    sameMessage,
    messages,
  })
  for (const text of recorded.errorContains ?? []) {
    // The shell cuts the line breaks at the end of a message.
    if (!bare.includes(text.trimEnd())) return fail(`message lacks ${oneLine(text)}`)
  }
  if (recorded.errorEquals !== undefined && bare !== recorded.errorEquals.trimEnd()) {
    return fail(`message is not ${oneLine(recorded.errorEquals)}`)
  }
  for (const pattern of recorded.errorMatches ?? []) {
    if (!new RegExp(pattern.replaceAll('@CASE_ROOT@', escapePattern(root)), 's').test(message)) {
      return fail(`message does not match ${oneLine(pattern)}`)
    }
  }
  if (recorded.oracleError !== undefined && !sameMessage) return fail('message differs')
  return { status: 'pass', sameMessage, messages }
}
