/** corpus/krm-functions: each recorded run of a function of the catalog, and the cases of the functions' own unit tests. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import {
  type CatalogFunction,
  FunctionFailure,
  type FunctionInput,
  type FunctionResult,
  type Surroundings,
} from '../../src/kpt/functions/function.ts'
import { catalogFunction } from '../../src/kpt/functions/index.ts'
import { setField } from '../../src/yaml/edit.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { toJson } from '../../src/yaml/json.ts'
import { Document, field, MAPPING, Mapping, type Node, Sequence } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { unitCases } from './function-units.ts'
import { type Case, firstDifference, type Group, oneLine } from './outcome.ts'
import { terraformPair } from './terraform-pairs.ts'

type Judged = ReturnType<Case['run']>

interface Recording {
  functionRuns: { exitCode: number; image?: string }[]
  oracleCrashes?: unknown
}

/** One group for each function, so that counts are per function. */
export function krmFunctions(corpus: string): Group[] {
  const root = join(corpus, 'krm-functions')
  const groups: Group[] = []
  for (const name of readdirSync(root).sort()) {
    const cases: Case[] = []
    for (const folder of readdirSync(join(root, name)).sort()) {
      const path = join(root, name, folder)
      if (statSync(path).isDirectory() && existsSync(join(path, 'fn'))) cases.push(...recordedRuns(path, name, folder))
      if (name === 'export-terraform' && folder.startsWith('testdata__')) cases.push(terraformPair(path, folder))
    }
    cases.push(...unitCases(join(root, name), name))
    if (cases.length > 0) groups.push({ name: `krm-functions/${name}`, cases })
  }
  return groups
}

/** Where the recorded program does what nobody can want. */
export const DIFFERENT: Record<string, string> = {
  'upsert-resource/rec-replace': 'a match that is not the first of its file is replaced, not refused',
  'enable-gcp-services/rec-bad-service': 'a failed run does not lose the items',
  'ensure-name-substring/rec-additional-fields': 'a failed run leaves no bookkeeping annotations behind',
}

function recordedRuns(path: string, name: string, folder: string): Case[] {
  const { functionRuns, oracleCrashes } = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8')) as Recording
  return functionRuns.map(({ exitCode, image }, i) => ({
    name: `${folder}/${i + 1}`,
    async run() {
      if (oracleCrashes !== undefined) return { status: 'skip', reason: 'the reference crashes' }
      const file = (name: string) => join(path, 'fn', `${i + 1}.${name}`)
      if (!existsSync(file('stdin.yaml'))) return { status: 'skip', reason: 'no input was recorded' }
      const difference = DIFFERENT[`${name}/${folder}`]
      if (difference !== undefined) return { status: 'skip', reason: `different on purpose: ${difference}` }
      const found = catalogFunction(image ?? '')
      if (found === undefined) {
        return { status: 'skip', reason: `needs function ${(image ?? '').replace(/^.*\/|:[^:]*$/g, '')}` }
      }
      const read = (name: string) =>
        existsSync(file(name)) ? readFileSync(file(name), 'utf8').replaceAll('{pkg}', '/package') : ''
      const definition = await found.entry.load()
      return judge({ definition, version: found.version }, read('stdin.yaml'), {
        exitCode,
        stdout: read('stdout.yaml'),
        stderr: read('stderr.txt'),
      })
    },
  }))
}

/** Recorded functions had their input, and nothing else. */
const NOTHING_AROUND: Surroundings = {
  ...{ runner: undefined, fs: undefined, network: false, variables: {} },
  place: async () => undefined,
  tell: () => {},
}

interface Wanted {
  exitCode: number
  stdout: string
  stderr: string
}

async function judge(
  { definition, version }: { definition: CatalogFunction; version: string },
  stdin: string,
  wanted: Wanted,
): Judged {
  const document = parse(new Source('stdin.yaml', stdin))
  if (document === undefined || document.root.kind !== MAPPING) throw new Error('no ResourceList')
  const list = document.root
  const given = field(list, 'items')
  const items = (given instanceof Sequence ? given.items : []).filter((item) => item instanceof Mapping)
  const config = field(list, 'functionConfig')
  const input: FunctionInput = {
    items,
    config: config instanceof Mapping ? config : undefined,
    version,
    referenceFormat: true,
  }
  let results: FunctionResult[] = []
  let stderr: string | undefined
  try {
    results = await definition.run(input, NOTHING_AROUND)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    stderr = error.message
    if (error instanceof FunctionFailure) results = error.results
  }
  const said = stderr ?? ''
  if ((stderr === undefined) !== (wanted.exitCode === 0)) {
    const reason = `ended with ${stderr === undefined ? 0 : 1}, not ${wanted.exitCode}: ${oneLine(said)}`
    return { status: 'fail', reason, difference: firstDifference(wanted.stderr, said) }
  }
  if (wanted.exitCode !== 0 && said !== wanted.stderr) {
    const difference = firstDifference(wanted.stderr, said)
    return { status: 'fail', reason: `stderr differs: ${oneLine(difference)}`, difference }
  }
  if (wanted.stdout === '') return { status: 'pass' }
  // One program also prints there what went wrong.
  const ending = `${wanted.stderr.trimEnd()}\n`
  if (wanted.stderr !== '' && wanted.stdout.endsWith(ending)) {
    wanted = { ...wanted, stdout: wanted.stdout.slice(0, -ending.length) }
  }
  const recorded = parse(new Source('stdout.yaml', wanted.stdout))
  if (recorded === undefined || recorded.root.kind !== MAPPING) throw new Error('no ResourceList was recorded')
  const wantedResults = resultsIn(recorded.root)
  if (wantedResults !== shownResults(results)) {
    const difference = firstDifference(wantedResults, shownResults(results))
    return { status: 'fail', reason: `results differ: ${oneLine(difference)}`, difference }
  }
  if (OTHER_PRINTERS.includes(definition.name)) {
    const left = itemsJson(field(recorded.root, 'items'))
    const right = itemsJson(new Sequence(input.items))
    if (left === right) return { status: 'pass' }
    const difference = firstDifference(left, right)
    return { status: 'fail', reason: `items differ: ${oneLine(difference)}`, difference }
  }
  const cut = wanted.stdout.search(/^results:/m)
  let expected = cut < 0 ? wanted.stdout : wanted.stdout.slice(0, cut)
  if (RANDOM_ANNOTATIONS.includes(definition.name)) {
    const recordedItems = field(recorded.root, 'items')
    const theirs = recordedItems instanceof Sequence ? recordedItems.items : []
    for (const item of [...theirs, ...input.items]) sortAnnotations(item)
    expected = printed(recorded, theirs as Mapping[], wanted.stdout).replace(/^results:[\s\S]*/m, '')
  }
  // The order of its fields is up to the kit that prints it.
  const theirConfig = field(recorded.root, 'functionConfig')
  const sameConfig = theirConfig !== undefined && config !== undefined && sortedJson(theirConfig) === sortedJson(config)
  if (sameConfig) setField(list, 'functionConfig', theirConfig)
  const actual = printed(document, input.items, wanted.stdout)
  if (expected.trimEnd() === actual.trimEnd()) return { status: 'pass' }
  const difference = firstDifference(expected, actual)
  return { status: 'fail', reason: `output differs: ${oneLine(difference)}`, difference }
}

/** Programs of another language, whose YAML library keeps no style: their items are compared as data, order included. */
const OTHER_PRINTERS = ['generate-folders']

function itemsJson(list: Node | undefined): string {
  const items: unknown = list === undefined ? [] : JSON.parse(toJson(list))
  return JSON.stringify(items, null, 1)
}

/** Programs that give the annotations of what they make in the order of a Go map, another one each time. */
const RANDOM_ANNOTATIONS = ['enable-gcp-services']

function sortAnnotations(item: Node): void {
  const annotations = field(field(item, 'metadata'), 'annotations')
  if (!(annotations instanceof Mapping)) return
  const name = (i: number) => fieldKey(annotations.keys[i])
  const order = annotations.keys.map((_, i) => i).sort((a, b) => (name(a) < name(b) ? -1 : 1))
  annotations.values = order.map((i) => annotations.values[i] as Node)
  annotations.keys = order.map((i) => annotations.keys[i] as Node)
}

function sortedJson(node: Node): string {
  return JSON.stringify(tidy(JSON.parse(toJson(node))))
}

function fieldKey(key: Node | undefined): string {
  return key !== undefined && 'value' in key ? key.value : ''
}

/** The list in the form in which the recorded program prints one: what is around the items is not the function's work. */
function printed(document: Document, items: Mapping[], like: string): string {
  const list = document.root as Mapping
  const keys = list.keys.slice()
  const values = list.values.slice()
  const names = keys.map((key) => ('value' in key ? key.value : ''))
  const at = names.indexOf('items')
  if (/^items:/m.test(like) || items.length > 0) {
    if (at >= 0) values[at] = new Sequence(items)
  } else if (at >= 0) {
    keys.splice(at, 1)
    values.splice(at, 1)
  }
  const made = new Document(new Mapping(keys, values))
  made.head = document.head
  made.foot = document.foot
  return emitKept(made, { wideLists: /^items:\n {2}- /m.test(like) })
}

function resultsIn(list: Mapping): string {
  const node = field(list, 'results')
  if (node === undefined) return '[]'
  const value: unknown = JSON.parse(toJson(node))
  return shownResults(
    (Array.isArray(value) ? value : ((value as { items?: unknown[] }).items ?? [])) as FunctionResult[],
  )
}

/** The two kits write the fields of a result in different orders, and leave empty ones out. */
function shownResults(results: FunctionResult[]): string {
  return JSON.stringify(results.map(tidy), null, 1)
}

function tidy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(tidy)
  const entries = Object.entries(value as Record<string, unknown>)
  return Object.fromEntries(
    entries
      .filter(([, one]) => one !== '' && one !== undefined)
      .map(([name, one]) => [name, tidy(one)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
