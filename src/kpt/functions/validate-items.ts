/** What `kubeval` and `kubeconform` have in common: each item against the schema of its kind (functions 14). */
import { fail } from '../../core/error.ts'
import { field, type Mapping } from '../../yaml/node.ts'
import { toData } from '../script/data.ts'
import type { FunctionInput, FunctionResult, Surroundings } from './function.ts'
import { entriesOf, fileIndexOf, filePathOf, textOf } from './items.ts'
import { problemsOf, type SchemaProblem } from './json-schema.ts'
import { kubernetesSchemas } from './kubernetes-schemas.ts'
import { type SchemaFinder, schemasIn } from './schema-places.ts'

/** A problem in the words of a program. */
export interface Finding {
  message: string
  /** Of the field; '' for the whole item. */
  path: string
}

export interface Wording {
  order: Parameters<typeof problemsOf>[2]
  findings(problem: SchemaProblem): Finding[]
}

interface Request {
  finders: SchemaFinder[]
  ignoresMissing: boolean
  skipped: ReadonlySet<string>
}

/** A result for all that is wrong with the items. */
export async function validateItems(
  { items, config }: FunctionInput,
  surroundings: Surroundings,
  { order, findings }: Wording,
): Promise<FunctionResult[]> {
  const { finders, ignoresMissing, skipped } = readRequest(config, surroundings)
  const results: FunctionResult[] = []
  const missing: FunctionResult[] = []
  for (const item of items) {
    const [apiVersion, kind] = [textOf(item, 'apiVersion'), textOf(item, 'kind')]
    if (kind === 'Kptfile' || skipped.has(kind) || skipped.has(`${apiVersion}/${kind}`)) continue
    const schema = await firstOf(finders, apiVersion, kind)
    if (schema !== undefined) {
      const found = problemsOf(toData(item), schema, order).flatMap(findings)
      results.push(...found.map((finding) => resultOf(item, finding)))
    } else if (!ignoresMissing) missing.push(resultOf(item, { message: `could not find schema for ${kind}`, path: '' }))
  }
  // Beside what is wrong with others, the reference does not mention kinds without a schema.
  return results.length > 0 ? results : missing
}

async function firstOf(finders: readonly SchemaFinder[], apiVersion: string, kind: string) {
  for (const find of finders) {
    const schema = await find(apiVersion, kind)
    if (schema !== undefined) return schema
  }
  return undefined
}

const SETTINGS = ['schema_location', 'additional_schema_locations', 'ignore_missing_schemas', 'skip_kinds', 'strict']

function readRequest(config: Mapping | undefined, surroundings: Surroundings): Request {
  const data = field(config, 'data')
  for (const [name] of entriesOf(data)) {
    if (!SETTINGS.includes(name)) {
      throw fail('FUNCTION_CONFIG', `"${name}" is no setting of this function: there are ${SETTINGS.join(', ')}`)
    }
  }
  const words = (name: string) =>
    textOf(data, name)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  const isStrict = textOf(data, 'strict') === 'true'
  const first = words('schema_location')
  const locations = [...(first.length > 0 ? first : ['default']), ...words('additional_schema_locations')]
  return {
    finders: locations.map((location) => finderOf(location, isStrict, surroundings)),
    ignoresMissing: textOf(data, 'ignore_missing_schemas') === 'true',
    skipped: new Set(words('skip_kinds')),
  }
}

function finderOf(location: string, isStrict: boolean, surroundings: Surroundings): SchemaFinder {
  if (location === 'default') {
    const find = kubernetesSchemas(isStrict)
    return async (apiVersion, kind) => find(apiVersion, kind)
  }
  if (/^[a-z]+:\/\//i.test(location) && !location.startsWith('file://')) {
    throw fail(
      'FUNCTION_CONFIG',
      `schemas at "${location}" are not fetched: mount a folder of schemas, or use those of Kubernetes by leaving the location out`,
    )
  }
  return schemasIn(location, isStrict, surroundings)
}

function resultOf(item: Mapping, { message, path }: Finding): FunctionResult {
  const namespace = textOf(item, 'metadata', 'namespace')
  const index = fileIndexOf(item) ?? 0
  const file = filePathOf(item)
  return {
    message,
    severity: 'error',
    resourceRef: {
      ...{ apiVersion: textOf(item, 'apiVersion'), kind: textOf(item, 'kind') },
      ...(namespace === '' ? {} : { namespace }),
      name: textOf(item, 'metadata', 'name'),
    },
    ...(path === '' ? {} : { field: { path } }),
    ...(file === '' ? {} : { file: { path: file, ...(index === 0 ? {} : { index }) } }),
  }
}
