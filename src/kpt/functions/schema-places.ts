/** Where schemas of kinds are: with the program, and in folders that are mounted (functions 14). */
import { fail } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { decodeUtf8 } from '../../core/text.ts'
import type { Surroundings } from './function.ts'
import type { Schema } from './json-schema.ts'

/** Finds the schema of a kind; undefined when there is none. */
export type SchemaFinder = (apiVersion: string, kind: string) => Promise<Schema | undefined>

const MOST_BYTES = 32 * 1024 * 1024

/**
 * Looks in a folder of schema files: `master-standalone-strict/deployment-apps-v1.json` below it, or as a template says.
 *
 * @example schemasIn('file:///schemas', true, surroundings)
 */
export function schemasIn(location: string, isStrict: boolean, surroundings: Surroundings): SchemaFinder {
  const known = new Map<string, Promise<Schema | undefined>>()
  return (apiVersion, kind) => {
    const path = pathOf(location, apiVersion, kind, isStrict)
    const found = known.get(path) ?? readSchema(path, surroundings)
    known.set(path, found)
    return found
  }
}

const BELOW =
  '/{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json'

function pathOf(location: string, apiVersion: string, kind: string, isStrict: boolean): string {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const values: Record<string, string> = {
    NormalizedKubernetesVersion: 'master',
    KubernetesVersion: 'master',
    StrictSuffix: isStrict ? '-strict' : '',
    ResourceKind: kind.toLowerCase(),
    ResourceAPIVersion: version,
    Group: group,
    KindSuffix: `${group === '' ? '' : `-${group.split('.')[0]?.toLowerCase()}`}-${version.toLowerCase()}`,
  }
  const base = location.replace(/^file:\/\//, '').replace(/\/$/, '')
  return (base.includes('{{') ? base : base + BELOW).replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw fail('FUNCTION_CONFIG', `${whole} in a schema location is not supported`)
    return value
  })
}

async function readSchema(path: string, { fs, place }: Surroundings): Promise<Schema | undefined> {
  const found = await place(path)
  if (found === undefined || fs === undefined) return undefined
  let bytes: Uint8Array
  try {
    bytes = await fs.read(found.path)
  } catch (error) {
    if (error instanceof FileError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
  if (bytes.length > MOST_BYTES) throw fail('SCHEMA', `${path}: more than ${MOST_BYTES} bytes`)
  try {
    return JSON.parse(decodeUtf8(bytes) ?? '')
  } catch {
    throw fail('SCHEMA', `${path}: no JSON`)
  }
}
