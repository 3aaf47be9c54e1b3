/**
 * corpus/kpt-render, kpt-eval, kpt-oracle and the whole commands of krm-functions: packages in, packages out. Programs that
 * were stand-ins when a case was recorded are replayed by scripts; functions of the catalog are our own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Source } from '../../src/core/source.ts'
import { catalogFunction } from '../../src/kpt/functions/index.ts'
import { toJson } from '../../src/yaml/json.ts'
import { parse } from '../../src/yaml/parse.ts'
import { type CommandResult, runFn, runPkg } from '../kpt/command.ts'
import { DIFFERENT } from './krm-functions.ts'
import { type Case, firstDifference, type Group, oneLine } from './outcome.ts'

type Judged = Awaited<ReturnType<Case['run']>>

interface Recording {
  command:
    | string[][]
    | { pipeline: string[][]; morePipelines?: string[][][]; cwd?: string; pre?: string[][]; post?: string[][] }
  cwd?: string
  packageDirName?: string
  exitCode?: number
  expect?: {
    exitCode: number
    stderrContains?: string
    stdoutContains?: string
    stderrRegex?: string
    stripFromStderr?: string[]
    stripFromResults?: string[]
    ignoreLinesMatching?: string
  }
  functionRuns?: { exitCode: number; image?: string }[]
  images?: string[]
  availableTags?: Record<string, string[]>
  needs?: string
  execStubs?: Record<string, Replacement>
  execInline?: Replacement
  oracleCrashes?: unknown
  expectedUnavailable?: unknown
  restore?: string[] | Record<string, string>
  symlinks?: Record<string, string>
  notCarried?: string[]
  env?: Record<string, string>
  skip?: unknown
  stale?: unknown
  verified?: string
}

interface Replacement {
  replaceFirstPerLine?: [string, string][]
  stderr?: string
}

export function kptGroups(corpus: string, scratch: string): Group[] {
  const groups: Group[] = []
  for (const name of ['render', 'eval', 'oracle'])
    groups.push(groupOf(`kpt/${name}`, join(corpus, `kpt-${name}`), scratch))
  const functions = join(corpus, 'krm-functions')
  const others: Case[] = []
  for (const name of readdirSync(functions).sort()) {
    const path = join(functions, name)
    if (!statSync(path).isDirectory()) continue
    const { cases } = groupOf('', path, scratch)
    if (name === 'pipelines') groups.push({ name: 'kpt/pipelines', cases })
    else others.push(...cases.map((one) => ({ ...one, name: `${name}/${one.name}` })))
  }
  groups.push({ name: 'kpt/functions', cases: others })
  return groups
}

function groupOf(name: string, root: string, scratch: string): Group {
  const folders = readdirSync(root).filter((folder) => existsSync(join(root, folder, 'case.json')))
  return {
    name,
    cases: folders.sort().map((folder) => ({ name: folder, run: () => runCase(join(root, folder), scratch) })),
  }
}

/** Where we differ on purpose (spec 18), and how. */
const ON_PURPOSE: Record<string, string> = {
  'select-overlap': 'an item that two selectors match is given once, where the reference fails',
  'yaml-duplicate-key': 'of repeated keys both values stay, where the reference loses one',
}

const OWN_COMMANDS: Record<string, readonly string[]> = {
  fn: ['render', 'eval', 'source', 'sink'],
  pkg: ['init', 'tree'],
}

/** Why a case cannot be judged here. */
function skipReason(recording: Recording, lists: readonly string[][]): string | undefined {
  if (recording.oracleCrashes !== undefined) return 'the reference crashes'
  if (recording.expectedUnavailable !== undefined) return 'no expectation'
  if (recording.stale !== undefined || recording.skip === true) return 'stale: the reference itself does not run it'
  for (const [program, group, command] of lists) {
    if (program !== 'kpt' || !OWN_COMMANDS[group as string]?.includes(command as string)) {
      return `needs the command ${[program, group, command].slice(0, 3).join(' ')}`
    }
  }
  if (recording.needs === 'wasm' || recording.needs === 'kustomize') return `needs ${recording.needs}`
  const given = lists.flat()
  if (recording.notCarried?.some((what) => what.startsWith('jsonschema/'))) return 'needs schemas that are not recorded'
  if (given.includes('--network')) return 'needs the network'
  const at = given.indexOf('--image-prefix')
  const mirrors = [at < 0 ? undefined : given[at + 1], recording.env?.KPT_IMAGE_PREFIX]
  const prefixes = mirrors.flatMap((mirror) => (mirror ? [`${mirror.replace(/\/$/, '')}/`] : []))
  const images = [...(recording.images ?? []), ...(recording.functionRuns ?? []).flatMap(({ image }) => image ?? [])]
  for (const image of images) {
    if (catalogFunction(image, prefixes) === undefined)
      return `needs function ${image.replace(/^.*\/|[:@].*$/g, '').replace(/[:@].*$/, '')}`
  }
  return undefined
}

function onPurpose(path: string): string | undefined {
  const difference = ON_PURPOSE[basename(path)] ?? DIFFERENT[`${basename(dirname(path))}/${basename(path)}`]
  return difference === undefined ? undefined : `different on purpose: ${difference}`
}

/** The tags that the registry of a case's images had when it was recorded. */
const recordedTags = new AsyncLocalStorage<Record<string, string[]> | undefined>()
const realFetch = globalThis.fetch

/** Cases run beside each other: each one sees its own registry. */
globalThis.fetch = async (url, init) => {
  const tags = recordedTags.getStore()
  if (tags === undefined) return await realFetch(url, init)
  const [, name = ''] =
    /^https:\/\/ghcr\.io\/v2\/kptdev\/krm-functions-catalog\/([\w-]+)\/tags\/list$/.exec(String(url)) ?? []
  return Response.json({ tags: tags[name] })
}

async function runCase(path: string, scratch: string): Promise<Judged> {
  const recording = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8')) as Recording
  return await recordedTags.run(recording.availableTags, () => runRecording(path, recording, scratch))
}

async function runRecording(path: string, recording: Recording, scratch: string): Promise<Judged> {
  if (recording.command === undefined) return { status: 'skip', reason: 'no command' }
  const command = Array.isArray(recording.command) ? { pipeline: recording.command } : recording.command
  const more = ('morePipelines' in command ? command.morePipelines : undefined) ?? []
  const reason = onPurpose(path) ?? skipReason(recording, [command.pipeline, ...more].flat())
  if (reason !== undefined) return { status: 'skip', reason }
  const world = makeWorld(path, recording, scratch, 'cwd' in command ? command.cwd : recording.cwd)
  try {
    for (const words of ('pre' in command ? command.pre : undefined) ?? []) {
      if (!fileOperation(words.map(world.fill), world.cwd))
        return { status: 'skip', reason: `needs ${words[0]} before it` }
    }
    let result: CommandResult = { code: 0, stdout: '', stderr: '' }
    let stderr = ''
    let input = existsSync(join(path, 'stdin.txt')) ? world.fill(readFileSync(join(path, 'stdin.txt'), 'utf8')) : ''
    let code = 0
    for (const [, group, ...words] of [command.pipeline, ...more].flat()) {
      const filled = words.map((word) => substituted(world.fill(word), world.cwd))
      const at = filled.indexOf('--')
      const canFormat = group === 'fn' && words[0] !== 'source'
      if (canFormat) filled.splice(at < 0 ? filled.length : at, 0, '--reference-format')
      const environment = { PATH: `${world.bin}:${process.env.PATH}`, ...recording.env }
      result = await (group === 'pkg' ? runPkg : runFn)({ words: filled, cwd: world.cwd, environment, input })
      input = result.stdout
      stderr += result.stderr
      if (result.code !== 0) code = result.code
    }
    for (const words of ('post' in command ? command.post : undefined) ?? [])
      fileOperation(words.map(world.fill), world.cwd)
    return judge(path, recording, world, { code, stdout: result.stdout, stderr })
  } finally {
    rmSync(world.root, { recursive: true, force: true })
  }
}

/** A word as the shell hands it over, for recordings of what is typed: `source="$(cat program.star)"`. */
function substituted(word: string, cwd: string): string {
  return word.replace(/\$\(cat ([\w.-]+)\)/, (_, file: string) =>
    readFileSync(join(cwd, file), 'utf8').replace(/\n+$/, ''),
  )
}

interface World {
  root: string
  pkg: string
  cwd: string
  bin: string
  results: string
  fill(text: string): string
}

function makeWorld(path: string, recording: Recording, scratch: string, cwdKind: string | undefined): World {
  const root = mkdtempSync(join(scratch, 'kpt-'))
  const name = recording.packageDirName ?? 'pkg'
  const stub = Object.keys(recording.execStubs ?? {}).length > 0
  const parent = stub ? join(root, 'testdata', path.includes('/kpt-eval/') ? 'fn-eval' : 'fn-render') : root
  const pkg = join(parent, name)
  mkdirSync(pkg, { recursive: true })
  if (existsSync(join(path, 'in'))) cpSync(join(path, 'in'), pkg, { recursive: true })
  const bin = join(root, '.bin')
  const results = join(root, '.results')
  const tmp = join(root, '.tmp')
  for (const folder of [bin, results, tmp]) mkdirSync(folder)
  const empty = join(root, '.cwd')
  mkdirSync(empty)
  const places = { '{pkg}': pkg, '{results}': results, '{tmp}': tmp, '{case}': path, '{cwd}': empty }
  const fill = (text: string) =>
    Object.entries(places).reduce((filled, [from, to]) => filled.replaceAll(from, to), text)
  restore(recording, pkg)
  for (const [file, replacement] of Object.entries(recording.execStubs ?? {})) writeStub(join(pkg, file), replacement)
  writeReplay(path, recording, bin, fill)
  const cwd = cwdKind === 'package' ? pkg : cwdKind === 'parent' || stub ? root : cwdKind === undefined ? empty : root
  return { root, pkg, cwd, bin, results, fill }
}

function restore({ restore: renamed = {}, symlinks = {} }: Recording, pkg: string): void {
  const pairs = Array.isArray(renamed)
    ? renamed.map((from) => [from, from.replace(/(^|\/)_/, '$1.')])
    : Object.entries(renamed)
  for (const [from, to] of pairs as [string, string][])
    if (existsSync(join(pkg, from))) renameSync(join(pkg, from), join(pkg, to))
  for (const [link, target] of Object.entries(symlinks)) {
    rmSync(join(pkg, link), { force: true })
    symlinkSync(target, join(pkg, link))
  }
}

function writeStub(place: string, { replaceFirstPerLine = [], stderr = '' }: Replacement): void {
  const edits = replaceFirstPerLine.map(([from, to]) => ` -e 's/${from}/${to}/'`).join('')
  const says = stderr === '' ? '' : `cat >&2 <<'END_OF_STDERR'\n${stderr}END_OF_STDERR\n`
  writeFileSync(place, `#!/bin/sh\nsed${edits === '' ? " ''" : edits}\n${says}`)
  chmodSync(place, 0o755)
}

/** `krmfn`: at its N-th call it says what was said then, and keeps what it was given. */
function writeReplay(
  path: string,
  { functionRuns = [] }: Recording,
  bin: string,
  fill: (text: string) => string,
): void {
  functionRuns.forEach(({ exitCode }, i) => {
    for (const [name, kind] of [
      ['stdout.yaml', 'out'],
      ['stderr.txt', 'err'],
    ] as const) {
      const file = join(path, 'fn', `${i + 1}.${name}`)
      writeFileSync(join(bin, `${i + 1}.${kind}`), existsSync(file) ? fill(readFileSync(file, 'utf8')) : '')
    }
    writeFileSync(join(bin, `${i + 1}.code`), String(exitCode))
  })
  const script = `#!/bin/sh
cd '${bin}'
n=$(( $(cat count 2>/dev/null || echo 0) + 1 ))
echo $n > count
cat > $n.in
cat $n.out
cat $n.err >&2
exit $(cat $n.code)
`
  writeFileSync(join(bin, 'krmfn'), script)
  chmodSync(join(bin, 'krmfn'), 0o755)
}

function fileOperation([program, ...words]: string[], cwd: string): boolean {
  const places = words
    .filter((word) => !word.startsWith('-'))
    .map((word) => join(word.startsWith('/') ? '' : cwd, word))
  if (program === 'mkdir') for (const place of places) mkdirSync(place, { recursive: true })
  else if (program === 'ln' && words[0] === '-s' && words.length === 3) {
    symlinkSync(words[1] as string, join(cwd, words[2] as string))
  } else if (program === 'rm') for (const place of places) rmSync(place, { recursive: true, force: true })
  else return false
  return true
}

function judge(path: string, recording: Recording, world: World, actual: CommandResult): Judged {
  const fail = (what: string, expected: string, got: string): Judged => {
    const difference = firstDifference(expected, got)
    return { status: 'fail', reason: `${what}: ${oneLine(difference)}`, difference }
  }
  const stderr = actual.stderr.replace(/(\[(?:PASS|FAIL)\] .* in )\S+$/gm, '$10s')
  const read = (name: string) =>
    existsSync(join(path, name)) ? world.fill(readFileSync(join(path, name), 'utf8')) : undefined
  const { expect = { exitCode: recording.exitCode ?? 0 } } = recording
  if (actual.code !== expect.exitCode) return fail('exit code', `${expect.exitCode}`, `${actual.code}\n${stderr}`)
  for (const [i] of (path.includes('kpt-oracle') ? (recording.functionRuns ?? []) : []).entries()) {
    const wanted = read(`fn/${i + 1}.stdin.yaml`)
    const place = join(world.bin, `${i + 1}.in`)
    const got = existsSync(place) ? readFileSync(place, 'utf8') : 'not called'
    if (wanted !== undefined && sameConfig(wanted) !== sameConfig(got))
      return fail(`function ${i + 1} was given`, wanted, got)
  }
  const recordedStderr = read('stderr.txt')
  if (recordedStderr !== undefined && recordedStderr !== stderr) return fail('stderr', recordedStderr, stderr)
  const recordedStdout = read('stdout.txt')
  if (recordedStdout !== undefined && recordedStdout !== actual.stdout)
    return fail('stdout', recordedStdout, actual.stdout)
  const strip = (text: string, lines: readonly string[] = []) =>
    text
      .split('\n')
      .filter((line) => !lines.includes(line))
      .join('\n')
  const { stderrContains, stdoutContains, stderrRegex } = expect
  // The reference was started beside the package, and named it and its results by relative paths.
  const shown = strip(stderr, expect.stripFromStderr)
    .replaceAll(world.results, 'results')
    .replaceAll(`${world.root}/`, '')
  if (stderrContains !== undefined && !shown.replaceAll(' \n', '\n').includes(stderrContains.replaceAll(' \n', '\n'))) {
    return fail('stderr', stderrContains, shown)
  }
  if (stdoutContains !== undefined && !actual.stdout.includes(world.fill(stdoutContains))) {
    return fail('stdout', stdoutContains, actual.stdout)
  }
  if (stderrRegex !== undefined && !new RegExp(stderrRegex).test(stderr)) return fail('stderr', stderrRegex, stderr)
  const results = read('expected-results.yaml')
  if (results !== undefined) {
    const place = join(world.results, 'results.yaml')
    const got = existsSync(place) ? readFileSync(place, 'utf8') : ''
    if (strip(results, expect.stripFromResults) !== strip(got, expect.stripFromResults))
      return fail('results', results, got)
  }
  return judgeTree(path, recording, world, fail)
}

/** A configuration made from a map has no order in the reference. */
function sameConfig(text: string): string {
  return text.replace(
    /^ {2}data: \{(.*)\}$/m,
    (_, entries: string) => `  data: {${entries.split(', ').sort().join(', ')}}`,
  )
}

function judgeTree(
  path: string,
  recording: Recording,
  world: World,
  fail: (what: string, expected: string, got: string) => Judged,
): Judged {
  const wanted = filesBelow(join(path, 'expected'))
  const got = filesBelow(world.pkg)
  for (const name of Object.keys(recording.symlinks ?? {})) if (!wanted.has(name)) got.delete(name)
  for (const name of Object.keys(recording.execStubs ?? {})) got.delete(name)
  const names = (files: Map<string, string>) => [...files.keys()].sort().join('\n')
  if (names(restoredNames(wanted, recording)) !== names(got))
    return fail('files', names(restoredNames(wanted, recording)), names(got))
  for (const [name, text] of restoredNames(wanted, recording)) {
    let expected = ownStatus(world.fill(text), recording.packageDirName ?? 'pkg')
    let actual = got.get(name) as string
    const ignored = recording.expect?.ignoreLinesMatching
    if (ignored !== undefined) {
      const pattern = new RegExp(ignored)
      const left = (lines: string) =>
        lines
          .split('\n')
          .filter((line) => !pattern.test(line))
          .join('\n')
      expected = left(expected)
      actual = left(actual)
    }
    // Into the recorded status the function has put setters too.
    if (name === 'Kptfile' && recording.verified?.includes('but for the render status')) {
      expected = withoutStatus(expected)
      actual = withoutStatus(actual)
    }
    // Expectations of the catalog's own tests that nobody has run since are older than the status.
    if (name === 'Kptfile' && recording.verified?.startsWith('no:') && !/^status:$/m.test(expected)) {
      actual = withoutStatus(actual)
    }
    if (expected === actual || (name.endsWith('Kptfile') && sameData(expected, actual))) continue
    return fail(name, expected, actual)
  }
  return { status: 'pass' }
}

function restoredNames(files: Map<string, string>, { restore: renamed = {} }: Recording): Map<string, string> {
  const pairs = Array.isArray(renamed)
    ? renamed.map((from) => [from, from.replace(/(^|\/)_/, '$1.')])
    : Object.entries(renamed)
  return new Map(
    [...files].map(([name, text]) => {
      for (const [from, to] of pairs as [string, string][]) {
        if (name === from || name.startsWith(`${from}/`)) return [to + name.slice(from.length), text]
      }
      return [name, text]
    }),
  )
}

/** The reference names a package relative to the working directory, we always relative to the root. */
function ownStatus(text: string, name: string): string {
  return text.replaceAll(`pkg ${name}:`, 'pkg .:').replaceAll(`pkg ${name}/`, 'pkg ./')
}

function withoutStatus(kptfile: string): string {
  return kptfile.replace(/^status:\n(?: .*\n?)*/m, '')
}

function sameData(a: string, b: string): boolean {
  const json = (text: string) => toJson(parse(new Source('', text))?.root as never)
  try {
    return json(a) === json(b)
  } catch {
    return false
  }
}

function filesBelow(root: string): Map<string, string> {
  const files = new Map<string, string>()
  const look = (relative: string): void => {
    const folder = join(root, relative)
    if (!existsSync(folder)) return
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`
      if (entry.isDirectory()) look(path)
      else if (existsSync(join(root, path)) && statSync(join(root, path)).isFile())
        files.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  look('')
  return files
}
