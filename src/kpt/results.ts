/** Results as the reference tells and stores them (kpt 9, 13.1). */
import { stringScalar } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import { field, fieldText, MAPPING, Mapping, type Node, Scalar, SEQUENCE, Sequence } from '../yaml/node.ts'
import type { FunctionResult } from './functions/function.ts'
import type { StepReport } from './step.ts'

/** The block of results below the line of a function; '' without any. */
export function resultLines(results: readonly FunctionResult[]): string {
  if (results.length === 0) return ''
  return `  [Results]:\n${results.map((result) => `    ${resultLine(result)}\n`).join('')}`
}

function resultLine({ message, severity, resourceRef, field: place }: FunctionResult): string {
  const parts = [`[${severity || 'info'}]`]
  if (resourceRef !== undefined) {
    const { apiVersion, kind, namespace, name } = resourceRef
    const shown = [apiVersion, kind, namespace, name].filter((part) => part !== undefined && part !== '').join('/')
    if (shown !== '') parts.push(shown)
  }
  if (place?.path) parts.push(place.path)
  return `${parts.join(' ')}: ${message.replaceAll('\n', ' ')}`
}

/** What can be shown of results that do not have the shape they should. */
export function shownResults(results: Node | undefined): FunctionResult[] {
  const listed = results?.kind === SEQUENCE ? results : field(results, 'items')
  if (listed?.kind !== SEQUENCE) return []
  return listed.items
    .filter(({ kind }) => kind === MAPPING)
    .map((item) => {
      const reference = field(item, 'resourceRef')
      const text = (node: Node | undefined, name: string) => fieldText(node, name) ?? ''
      return {
        message: text(item, 'message'),
        severity: text(item, 'severity'),
        resourceRef: {
          apiVersion: text(reference, 'apiVersion'),
          kind: text(reference, 'kind'),
          namespace: text(reference, 'namespace'),
          name: text(reference, 'name'),
        },
        field: { path: text(field(item, 'field'), 'path') },
      }
    })
}

/** Plain data as a tree, without what is empty. Numbers are printed as they are. */
export type Plain = string | number | readonly Plain[] | { readonly [name: string]: Plain | undefined }

export function plainNode(value: Plain): Node {
  if (typeof value === 'string') return stringScalar(value)
  if (typeof value === 'number') return new Scalar(String(value))
  if (isList(value)) return new Sequence(value.map(plainNode))
  const made = new Mapping()
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined || inner === '' || (isList(inner) && inner.length === 0)) continue
    made.keys.push(stringScalar(name))
    made.values.push(plainNode(inner))
  }
  return made
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value)
}

/** Parts that are there without content are printed as such. */
export function plainResult(result: FunctionResult): Plain {
  const { message, severity, resourceRef, field: place, file, tags } = result
  const names = Object.keys(tags ?? {}).sort()
  return {
    message,
    severity,
    resourceRef: resourceRef && {
      apiVersion: resourceRef.apiVersion,
      kind: resourceRef.kind,
      name: resourceRef.name,
      namespace: resourceRef.namespace,
    },
    field: place && { path: place.path, currentValue: place.currentValue, proposedValue: place.proposedValue },
    file: file && { path: file.path, index: file.index === 0 ? undefined : file.index },
    tags: names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, tags?.[name]])),
  }
}

/** The text of `results.yaml`. */
export function printResults(reports: readonly StepReport[]): string {
  const items = reports
    .filter(({ ran }) => ran)
    .map(({ image, exec, stderr, exitCode, results }): Plain => {
      return { image, exec, stderr, exitCode, results: results.map(plainResult) }
    })
  const list: Plain = {
    apiVersion: 'kpt.dev/v1',
    kind: 'FunctionResultList',
    metadata: { name: 'fnresults' },
    exitCode: reports.some(({ ran, exitCode }) => ran && exitCode !== 0) ? 1 : 0,
    items,
  }
  return emitKept(plainNode(list), { wideLists: true })
}
