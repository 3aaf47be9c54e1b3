/** Cluster files: read, checked with positions, and turned into the model. */
import type { z } from 'zod'
import { type Diagnostic, type ErrorDetails, fail, ToolError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import type { Location, Source } from '../core/source.ts'
import { splitDocuments } from '../yaml/documents.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { type ClusterFile, clusterSchema } from './cluster-schema.ts'
import { placesIn, toPlain } from './plain.ts'

type Place = (path: readonly PropertyKey[]) => Location | undefined

/** A checked definition, and where each of its parts stands. */
export interface ReadCluster {
  definition: ClusterFile
  place: Place
}

/**
 * Reads a cluster file. Every mistake is reported, with its place: unknown and missing fields, wrong types.
 *
 * @throws ToolError with code CLUSTER_FILE, or YAML_SYNTAX
 * @example
 * ```ts
 * import { Source } from 'strake'
 * import { readClusterFile } from 'strake/stack'
 *
 * const { definition } = readClusterFile(new Source('cluster.yaml', 'name: demo\nnode: {name: apps}\n'))
 * console.log(definition.node?.name) // apps
 * ```
 */
export function readClusterFile(source: Source): ReadCluster {
  const root = readYaml11(source, { uniqueKeys: true, plainKeys: true })
  if (root === undefined) throw fail('CLUSTER_FILE', `${source.path || 'cluster file'} is empty`)
  const [, second] = splitDocuments(source)
  if (second !== undefined && source.text.slice(second.start, second.end).trim() !== '')
    throw fail('CLUSTER_FILE', 'a cluster file holds one document', { at: { source, offset: second.start } })
  const place: Place = placesIn(source, root)
  return { definition: checkDefinition(toPlain(root), place), place }
}

/**
 * Checks data against the schema of cluster files.
 *
 * @throws ToolError with code CLUSTER_FILE: the first mistake, the others with it
 */
export function checkDefinition(data: unknown, place: Place = () => undefined): ClusterFile {
  const result = clusterSchema.safeParse(data, { reportInput: true })
  // The data themselves: in the copy that the checks make, maps have lost a key named __proto__.
  if (result.success) return data as ClusterFile
  const mistakes = result.error.issues.flatMap((issue) => mistakesOf(issue as Issue, data, place, clusterSchema))
  const inOrder = mistakes.sort((a, b) => (a.at[0]?.offset ?? 0) - (b.at[0]?.offset ?? 0))
  const [first, ...rest] = inOrder as [Diagnostic, ...Diagnostic[]]
  throw fail(first.code, first.message, { at: first.at, hint: first.hint, also: rest })
}

/** What is wrong with a part of a model, whose path is given. */
export function shapeMistakes(schema: z.ZodType, data: unknown, path: readonly PropertyKey[]): Diagnostic[] {
  const result = schema.safeParse(data, { reportInput: true })
  if (result.success) return []
  const issues = result.error.issues as Issue[]
  return issues
    .flatMap((issue) => mistakesOf(issue, data, () => undefined, schema, path))
    .map((one) => ({ ...one, code: 'MODEL' }))
}

interface Issue {
  code: string
  path: PropertyKey[]
  message: string
  expected?: string
  values?: unknown[]
  keys?: string[]
  input?: unknown
}

function mistakesOf(
  issue: Issue,
  data: unknown,
  place: Place,
  schema: z.ZodType,
  above: readonly PropertyKey[] = [],
): Diagnostic[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((key) => {
      const meant = nearest(key, fieldsAt(schema, issue.path))
      return mistake([...path, key], `unknown field ${JSON.stringify(key)}`, meant && `did you mean ${meant}?`, place)
    })
  return [mistake(path, said(issue), undefined, place, isMissing(issue.path, data))]
}

function said(issue: Issue): string {
  if (issue.code === 'invalid_value') {
    const values = (issue.values ?? []).map((value) => JSON.stringify(value)).join(', ')
    return issue.input === undefined
      ? `is missing; it is one of ${values}`
      : `${shown(issue.input)} is not one of ${values}`
  }
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing'
    return `expected ${NAMES[issue.expected ?? ''] ?? issue.expected}, found ${shown(issue.input)}`
  }
  return issue.message
}

const NAMES: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null) return 'nothing'
  if (typeof value === 'object') return 'a map'
  if (typeof value === 'string') return value.length > 60 ? 'a text' : JSON.stringify(value)
  return String(value)
}

function isMissing(path: readonly PropertyKey[], data: unknown): boolean {
  let at = data
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !(step in at)) return true
    at = (at as Record<PropertyKey, unknown>)[step]
  }
  return false
}

function mistake(
  path: readonly PropertyKey[],
  message: string,
  hint: string | undefined | '',
  place: Place,
  missing = false,
): Diagnostic {
  const at = place(missing ? path.slice(0, -1) : path)
  const where = pathText(path)
  return {
    severity: 'error',
    code: 'CLUSTER_FILE',
    message: where === '' ? message : `${where}: ${message}`,
    at: at === undefined ? [] : [at],
    ...(hint ? { hint } : {}),
  }
}

/** `node.children[0].bundle`, as the parts of a definition are named. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `${text === '' ? '' : '.'}${String(step)}`
  return text
}

/** The fields that the schema knows at a place. */
function fieldsAt(top: z.ZodType, path: readonly PropertyKey[]): string[] {
  let schema: unknown = top
  for (const step of path) {
    schema = unwrapped(schema)
    schema = typeof step === 'number' ? (schema as { element?: unknown }).element : shapeOf(schema)?.[String(step)]
    if (schema === undefined) return []
  }
  return Object.keys(shapeOf(unwrapped(schema)) ?? {})
}

function unwrapped(schema: unknown): unknown {
  let inner = schema
  while (typeof (inner as { unwrap?: unknown }).unwrap === 'function' && !('element' in (inner as object)))
    inner = (inner as { unwrap(): unknown }).unwrap()
  return inner
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  return (schema as { shape?: Record<string, unknown> }).shape
}

/** An error about a part of a definition, with its path and place. */
export function definitionProblem(
  path: readonly PropertyKey[],
  message: string,
  place: Place,
  details: ErrorDetails = {},
): ToolError {
  return new ToolError('CLUSTER_FILE', `${pathText(path)}: ${message}`, { at: place(path), ...details })
}
