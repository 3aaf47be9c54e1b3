/** `unit-cases.json` of a function: what its own unit tests say that a run of the whole function shows. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import type { FunctionResult, Surroundings } from '../../src/kpt/functions/function.ts'
import { catalogFunction } from '../../src/kpt/functions/index.ts'
import { removeField } from '../../src/yaml/edit.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { field, fieldText, Mapping } from '../../src/yaml/node.ts'
import { parse, parseAll } from '../../src/yaml/parse.ts'
import { type Case, firstDifference, oneLine } from './outcome.ts'
import { PACKAGE_DOCS } from './package-docs-units.ts'

interface UnitCase {
  id: number
  test: string
  fields: Record<string, unknown>
}

type Judged = Awaited<ReturnType<Case['run']>>

/** A unit test seen from outside: what to run, and how the outcome shows what the test wants. */
type Kind = (unit: UnitCase, all: readonly UnitCase[]) => Promise<Judged> | Judged

export function unitCases(folder: string, name: string): Case[] {
  const file = join(folder, 'unit-cases.json')
  if (!existsSync(file)) return []
  const cases = JSON.parse(readFileSync(file, 'utf8')) as UnitCase[]
  return cases.map((unit) => ({
    name: `unit-cases/${unit.id} ${unit.test}`,
    run: async () => {
      const found = catalogFunction(name)
      if (found === undefined) return { status: 'skip', reason: `needs function ${name}` }
      const reason = UNJUDGED[`${name} ${unit.test}`] ?? UNJUDGED[`${name} ${unit.test} ${unit.fields.name}`]
      if (reason !== undefined) return { status: 'skip', reason }
      const docs = name === 'generate-kpt-pkg-docs' ? PACKAGE_DOCS[unit.test] : undefined
      if (docs !== undefined) {
        const all = cases.map(({ fields }) => fields)
        const { expected, actual } = await docs(unit.fields, (...words) => run(name, ...words), all)
        return same(expected, actual)
      }
      const kind = KINDS[`${name} ${unit.test}`]
      return kind === undefined ? wholeRun(name, unit.fields) : kind(unit, cases)
    },
  }))
}

const UNJUDGED: Record<string, string> = {
  'annotate-apply-time-mutations TestCommentScan': 'unit: data of the case TestWriteAnnotation, judged there',
  'apply-setters resolvePatternCases': 'unit: values of a pattern, the expected ones were not recorded',
  'list-setters TestCurrentSetterValues': 'unit: values of a pattern, the expected ones were not recorded',
  'list-setters TestListSettersFilter': 'unit: rows that are expected, the input was not recorded',
  'delete-annotations tests': 'unit: an input, what is expected was not recorded',
  'set-enforcement-action tests': 'unit: an input, what is expected was not recorded',
  'create-setters inputSetters': 'unit: data of the cases resolveLineCommentCases, judged there',
  'generate-kpt-pkg-docs TestFindInsertPoint': 'unit: a text and its markers, what is expected was not recorded',
  'generate-kpt-pkg-docs TestGetFnCfgPaths': 'unit: a Kptfile, what is expected was not recorded',
  'generate-kpt-pkg-docs TestFindResourcePath missing':
    'unit: an error that a run of the whole function does not reach',
  ...Object.fromEntries(
    ['simple', 'with existing', 'no title hooks', 'no body hooks'].map((one) => [
      `generate-kpt-pkg-docs TestInsertIntoReadme ${one}`,
      'unit: what the case before expects, judged there',
    ]),
  ),
  'fix settersNodeFromSettersCases': 'unit: a file that is expected, the input was not recorded',
}

const KINDS: Record<string, Kind> = {
  'annotate-apply-time-mutations TestWriteAnnotation': async ({ fields }, all) => {
    const comment = all.find(({ test }) => test === 'TestCommentScan')?.fields.Comment
    const input = String(fields.config).replace('spec: {}', `spec:\n  a: 0 ${comment}`)
    const said = await run('annotate-apply-time-mutations', undefined, input)
    const annotations = (text: string) =>
      fieldText(field(field(objectsIn(text)[0], 'metadata'), 'annotations'), MUTATION)
    return same(annotations(String(fields.expectedResult)) ?? '', annotations(said.output) ?? 'none')
  },
  'create-setters resolveLineCommentCases': async ({ fields }, all) => {
    const setters = all.filter(({ test }) => test === 'inputSetters').map((one) => [one.fields.Name, one.fields.Value])
    const said = await run('create-setters', configMap(Object.fromEntries(setters)), `k: ${fields.value}\n`)
    const comment = fields.comment === '' ? '' : ` # kpt-set: ${fields.comment}`
    return same(`k: ${fields.value}${comment}\n`, said.output)
  },
  'enable-gcp-services TestProjectServiceSet_Filter': async ({ fields }) => {
    // The input was not recorded; what a run made is what another run makes of it.
    const text = String(fields.expected)
    if (text === '') return { status: 'skip', reason: 'unit: a message that is expected, the input was not recorded' }
    const said = await run('enable-gcp-services', undefined, text)
    return same(annotationsSorted(text), annotationsSorted(said.whole))
  },
  'ensure-name-substring TestEnsureNameSubstringDependsOn': async ({ fields }) => {
    // The test leaves out that references follow, so their names are not compared.
    const said = await run('ensure-name-substring', String(fields.Config), String(fields.Input))
    return same(namesIn(String(fields.Expected)), namesIn(said.output))
  },
  'ensure-name-substring TestSetDependsOnNameSubstring': async ({ fields }) => {
    const input = String(fields.Input)
    const [group, kind, name] = [input.split('/')[0] ?? '', ...input.split('/').slice(-2)]
    const how = String(fields.TestName).includes('append') ? 'append' : 'prepend'
    const referrer = item('a/v1', 'Referrer', { name: 'r', annotations: { [DEPENDS_ON]: input } })
    const target = item(group === '' ? 'v1' : `${group}/v1`, kind ?? '', { name, ...namespaceIn(input) })
    const items = fields.IsSet === true ? [referrer, target] : [referrer]
    const said = await run('ensure-name-substring', configMap({ [how]: 'substr' }), items.join('\n---\n'))
    const annotations = field(field(objectsIn(said.output)[0], 'metadata'), 'annotations')
    return same(String(fields.Expected || input), fieldText(annotations, DEPENDS_ON) ?? '')
  },
  'search-replace tests': async ({ fields }) => {
    const steps = String(fields.traversedPath).split('.')
    const said = await run('search-replace', configMap({ 'by-path': fields.byPath }), `${nested(steps)}\n`)
    const found = said.results.some(({ field: at }) => at?.path === fields.traversedPath)
    return same(String(fields.shouldMatch), String(found))
  },
  'upsert-resource TestIsSameResource': async ({ fields }) => {
    const said = await run('upsert-resource', String(fields.resource1), String(fields.resource2))
    return same(String(fields.expected), String(objectsIn(said.output).length === 1))
  },
}

const MUTATION = 'config.kubernetes.io/apply-time-mutation'
const DEPENDS_ON = 'config.kubernetes.io/depends-on'

function namespaceIn(reference: string): { namespace?: string } {
  const [, namespace] = /\/namespaces\/([^/]+)\//.exec(reference) ?? []
  return namespace === undefined ? {} : { namespace }
}

function item(apiVersion: string, kind: string, metadata: object): string {
  return JSON.stringify({ apiVersion, kind, metadata })
}

/** Fields within fields; `a[2]` is the third element of a list. */
function nested([step, ...rest]: readonly string[]): string {
  if (step === undefined) return 'value'
  const [name = '', ...indices] = step.split('[')
  let value = nested(rest)
  for (const index of indices.reverse()) {
    const at = Number.parseInt(index, 10)
    value = `[${[...Array.from({ length: Number.isNaN(at) ? 0 : at }, () => 'x'), value].join(', ')}]`
  }
  return `{${name}: ${value}}`
}

function configMap(data: Record<string, unknown>): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: config}\ndata: ${JSON.stringify(data)}\n`
}

const NOTHING_AROUND: Surroundings = {
  ...{ runner: undefined, fs: undefined, network: false, variables: {} },
  place: async () => undefined,
  tell: () => {},
}

async function run(name: string, config: string | undefined, input: string, around: Partial<Surroundings> = {}) {
  const definition = await catalogFunction(name)?.entry.load()
  if (definition === undefined) throw new Error(`no function ${name}`)
  const root = config === undefined ? undefined : parse(new Source('config.yaml', config))?.root
  const list = {
    items: objectsIn(input),
    config: root instanceof Mapping ? root : undefined,
    version: '',
    referenceFormat: true,
  }
  let said = ''
  let results: readonly FunctionResult[] = []
  try {
    results = await definition.run(list, { ...NOTHING_AROUND, ...around })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    said = error.message
  }
  const whole = list.items.map((one) => emitKept(one)).join('---\n')
  return { said, results, whole, output: printed(list.items) }
}

async function wholeRun(name: string, fields: UnitCase['fields']): Promise<Judged> {
  const text = (...names: string[]) => names.map((one) => fields[one]).find((one) => typeof one === 'string')
  const input = text('input')
  const config = text('config', 'fnconfig')
  const expected = text('expectedResources')
  if (input === undefined || config === undefined || expected === undefined) {
    return { status: 'skip', reason: 'unit: a step within the function that no run shows' }
  }
  const { said, output } = await run(name, config as string, input as string)
  const wanted = (text('errMsg') ?? '') as string
  // Those tests are of what a program does before it finds that it has done nothing.
  const isIdle = wanted === '' && said.startsWith('no matches for')
  if (!isIdle && (wanted === '' ? said !== '' : !said.includes(wanted))) {
    return { status: 'fail', reason: `said ${oneLine(said)}, not ${oneLine(wanted)}` }
  }
  return wanted === '' ? same(printed(objectsIn(expected as string)), output) : { status: 'pass' }
}

function same(expected: string, actual: string): Judged {
  if (expected.trim() === actual.trim()) return { status: 'pass' }
  const difference = firstDifference(expected, actual)
  return { status: 'fail', reason: `output differs: ${oneLine(difference)}`, difference }
}

function objectsIn(text: string): Mapping[] {
  return parseAll(new Source('input.yaml', text))
    .map(({ root }) => root)
    .filter((root) => root instanceof Mapping)
}

/** Names and what is depended on; the order of fields is up to the printer of the test. */
function namesIn(text: string): string {
  const lines = objectsIn(text).map((object) => {
    const metadata = field(object, 'metadata')
    return `${fieldText(metadata, 'name')} ${fieldText(field(metadata, 'annotations'), DEPENDS_ON) ?? ''}`
  })
  return lines.join('\n')
}

/** The objects with their annotations line by line in order: those of made ones come in the order of a Go map. */
function annotationsSorted(text: string): string {
  return objectsIn(text)
    .map((object) => emitKept(object).replace(/(?<=^ {2}annotations:\n)(?: {4}.*\n)+/m, sortedLines))
    .join('---\n')
}

function sortedLines(block: string): string {
  const lines = block.trimEnd().split('\n')
  return `${lines
    .filter((line) => !/\/index: ''$/.test(line))
    .sort()
    .join('\n')}\n`
}

const PLACE = /^(?:internal\.)?config\.kubernetes\.io\/(?:path|index|seqindent)$/

/** Where objects lie is up to the readers and writers of the unit tests. */
function printed(objects: Mapping[]): string {
  for (const object of objects) {
    const metadata = field(object, 'metadata')
    const annotations = field(metadata, 'annotations')
    if (!(metadata instanceof Mapping) || !(annotations instanceof Mapping)) continue
    const isPlace = annotations.keys.map((key) => 'value' in key && PLACE.test(key.value))
    if (!isPlace.includes(true)) continue
    annotations.values = annotations.values.filter((_, i) => !isPlace[i])
    annotations.keys = annotations.keys.filter((_, i) => !isPlace[i])
    if (annotations.keys.length === 0) removeField(metadata, 'annotations')
  }
  return objects.map((one) => emitKept(one)).join('---\n')
}
