/** What a Kptfile says about its last rendering, and Kptfiles in the reference's form (kpt 14, 1.2). */
import type { Source } from '../core/source.ts'
import { removeField, setField, stringScalar } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import {
  DOUBLE,
  type Document,
  field,
  fieldText,
  indexOfField,
  MAPPING,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  type Scalar,
  SEQUENCE,
  Sequence,
} from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { preserve } from '../yaml/preserve.ts'
import { isNull, resolvePlain, resolvePlain11, tagOf } from '../yaml/resolve.ts'
import { type Plain, plainNode, plainResult } from './results.ts'
import type { StepReport } from './step.ts'

const RENDERED = 'Rendered'

/** The status of a rendering; `chain` is why it failed. */
export function renderStatus(reports: readonly StepReport[], chain: string | undefined): Mapping {
  const condition: Plain =
    chain === undefined
      ? { type: RENDERED, status: 'True', reason: 'RenderSuccess' }
      : { type: RENDERED, status: 'False', reason: 'RenderFailed', message: chain }
  const steps = (isValidator: boolean) => reports.filter((one) => one.isValidator === isValidator).map(stepStatus)
  const failed = reports.filter(({ exitCode, executionError }) => exitCode !== 0 || executionError !== '')
  const rendered: Plain = {
    mutationSteps: steps(false),
    validationSteps: steps(true),
    errorSummary: failed.map(summaryLine).join('\n'),
  }
  const status: Plain = { conditions: [condition], renderStatus: reports.length === 0 ? undefined : rendered }
  return plainNode(status) as Mapping
}

function stepStatus(report: StepReport): Plain {
  const { name, image, exec, executionError, stderr, exitCode, results } = report
  return {
    ...{ name, image, exec, executionError, stderr, exitCode },
    results: results.map(plainResult),
    errorResults: results.filter(({ severity }) => severity === 'error').map(plainResult),
  }
}

function summaryLine({ name, image, exec, executionError, exitCode }: StepReport): string {
  return `${name || image || exec}: ${executionError === '' ? `exit code ${exitCode}` : executionError}`
}

/**
 * The text of a Kptfile with another status: all else stays as it was, or takes the reference's form, in which comments
 * and quotes are lost.
 */
export function withStatus(source: Source, status: Mapping, referenceFormat: boolean): string {
  const document = parse(source, { comments: 'unix' }) as Document
  const root = document.root as Mapping
  const others = otherConditions(root)
  const conditions = field(status, 'conditions')
  if (conditions?.kind === SEQUENCE) conditions.items.unshift(...others)
  if (!referenceFormat) {
    setField(root, 'status', status)
    return preserve(document, source)
  }
  removeField(root, 'status')
  setField(root, 'status', status)
  return inReferenceForm(root)
}

/** The text of a Kptfile as the reference prints it from its structure. */
export function inReferenceForm(root: Mapping): string {
  return emitKept(rewritten(root, KPTFILE_ORDER), { wideLists: true })
}

function otherConditions(root: Mapping): Node[] {
  const conditions = field(field(root, 'status'), 'conditions')
  if (conditions?.kind !== SEQUENCE) return []
  return conditions.items.filter((one) => fieldText(one, 'type') !== RENDERED)
}

/** The order of fields in Go's structures; `*` stands for maps, whose keys are sorted. */
type Order = readonly (string | readonly [string, Order])[] | '*'

const SELECTOR: Order = ['apiVersion', 'kind', 'name', 'namespace', ['labels', '*'], ['annotations', '*']]
const FUNCTION: Order = [
  ...['image', 'exec', 'configPath'],
  ['configMap', '*'],
  ...['name', 'tag'],
  ['selectors', SELECTOR],
  ['exclude', SELECTOR],
]
const KPTFILE_ORDER: Order = [
  ...['apiVersion', 'kind'],
  ['metadata', ['name', 'namespace', ['labels', '*'], ['annotations', '*']]],
  ['upstream', ['type', ['git', ['repo', 'directory', 'ref']], 'updateStrategy']],
  [
    'upstreamLock',
    [
      'type',
      ['git', ['repo', 'directory', 'ref', 'commit']],
      ['generic', ['storeID', 'resourceID', 'resourceVersion']],
    ],
  ],
  [
    'info',
    [
      'site',
      'license',
      'licenseFile',
      'description',
      'keywords',
      'man',
      'emails',
      ['readinessGates', ['conditionType']],
    ],
  ],
  [
    'pipeline',
    [
      ['mutators', FUNCTION],
      ['validators', FUNCTION],
    ],
  ],
  ['inventory', ['namespace', 'name', 'inventoryID', ['labels', '*'], ['annotations', '*']]],
  'status',
]

/** The values as Go prints them from its structures: empty ones gone, texts in their plainest form. */
function rewritten(node: Node, order: Order | undefined): Node {
  if (node.kind === SCALAR) return tagOf(node) === '!!int' && node.style === 0 ? node : goText(node.value)
  if (node.kind === SEQUENCE) return new Sequence(node.items.map((item) => rewritten(item, order)))
  if (node.kind !== MAPPING) return node
  const made = new Mapping()
  for (const [name, inner] of fieldsOf(node, order)) {
    const value = node.values[indexOfField(node, name)] as Node
    if (order !== '*' && order !== undefined && isEmpty(value)) continue
    const isText = order === '*' || (order !== undefined && inner === undefined && name !== 'status')
    const printed = isText && value.kind === SCALAR ? goText(isNull(value) ? '' : value.value) : rewritten(value, inner)
    made.keys.push(goText(name))
    made.values.push(printed)
  }
  return made
}

/** Texts that older readers take for booleans are quoted. */
function goText(text: string): Scalar {
  return stringScalar(text, resolvePlain(text) !== resolvePlain11(text) ? DOUBLE : PLAIN)
}

function fieldsOf(node: Mapping, order: Order | undefined): [string, Order | undefined][] {
  const names = node.keys.flatMap((key) => (key.kind === SCALAR ? [key.value] : []))
  if (order === undefined) return names.map((name) => [name, undefined])
  if (order === '*') return names.sort().map((name) => [name, undefined])
  const fields = order.map((entry): [string, Order | undefined] =>
    typeof entry === 'string' ? [entry, undefined] : [entry[0], entry[1]],
  )
  return fields.filter(([name]) => names.includes(name))
}

function isEmpty(node: Node): boolean {
  if (node.kind === SEQUENCE) return node.items.length === 0
  return node.kind === MAPPING ? node.keys.length === 0 : node.kind === SCALAR && (isNull(node) || node.value === '')
}
