/** `kubeconform` and `kubeval`: what they find, and in whose words. */
import { execFileSync, spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../src/kpt/functions/json-schema.ts'
import { mountedPath, readMount } from '../../../src/kpt/mounts.ts'
import { nodeFileSystem } from '../../../src/node/fs.ts'
import { folderWith } from '../folder.ts'
import { configMap, runFunction } from './run.ts'

const shownIn = ({ results }: Awaited<ReturnType<typeof runFunction>>) =>
  results.map(({ field, message }) => `${field?.path ?? ''}: ${message}`)

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {n: 1}}
spec:
  replicas: many
  selector: {matchLabels: {app: web}}
  template:
    spec:
      containers:
      - {name: web, image: web, ports: [{containerPort: "80"}], resources: {limits: {cpu: 1, memory: 1Gi}}, livenessProbe: {httpGet: {port: http}}}
      - {image: [web], port: 1}
`

describe('the schemas of Kubernetes', () => {
  it('know what fields hold, which there have to be, and with strict which there are', async () => {
    expect(shownIn(await runFunction('kubeconform', configMap({ strict: 'true' }), DEPLOYMENT))).toEqual([
      'metadata.labels.n: got number, want null or string',
      'spec.replicas: got string, want null or integer',
      'spec.template.spec.containers.0.ports.0.containerPort: got string, want integer',
      "spec.template.spec.containers.1: missing property 'name'",
      'spec.template.spec.containers.1.image: got array, want null or string',
      "spec.template.spec.containers.1: additional properties 'port' not allowed",
    ])
    expect(shownIn(await runFunction('kubeval', '', DEPLOYMENT))).toEqual([
      'metadata.labels.n: Invalid type. Expected: [string,null], given: integer',
      'spec.replicas: Invalid type. Expected: [integer,null], given: string',
      'spec.template.spec.containers.0.ports.0.containerPort: Invalid type. Expected: integer, given: string',
      'name: name is required',
      'spec.template.spec.containers.1.image: Invalid type. Expected: [string,null], given: array',
    ])
  })

  it.each([
    [
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      'spec: {group: a, names: {kind: A, plural: as}, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {a: {type: object, properties: {b: {type: string}}}}}}}]}',
    ],
    [
      'apiregistration.k8s.io/v1',
      'APIService',
      'spec: {groupPriorityMinimum: 1, versionPriority: 1, service: {name: a, namespace: b}}',
    ],
    [
      'networking.k8s.io/v1',
      'NetworkPolicy',
      'spec: {podSelector: {}, ingress: [{ports: [{port: 80}, {port: http}]}]}',
    ],
    ['v1', 'ConfigMap', 'data: null'],
    [
      'v1',
      'Pod',
      'spec: {containers: [{name: a, restartPolicy: Always, resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]}], overhead: {cpu: 1.5}}',
    ],
  ])('have nothing against a right %s %s', async (apiVersion, kind, body) => {
    const input = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a, creationTimestamp: null}\n${body}\n`
    expect(await runFunction('kubeconform', configMap({ strict: 'true' }), input)).toMatchObject({
      results: [],
      failure: undefined,
    })
  })
})

describe('kinds without a schema', () => {
  const OWN = 'apiVersion: example.com/v1\nkind: Own\nmetadata: {name: a}\n'

  it('are an error, unless they are to be left out', async () => {
    const found = await runFunction('kubeconform', '', OWN)
    expect({ shown: shownIn(found), failure: found.failure }).toEqual({
      shown: [': could not find schema for Own'],
      failure: 'failed to evaluate function: error: function failure',
    })
    for (const data of [
      { ignore_missing_schemas: 'true' },
      { skip_kinds: 'A, Own' },
      { skip_kinds: 'example.com/v1/Own' },
    ]) {
      expect(await runFunction('kubeconform', configMap(data), OWN)).toMatchObject({ results: [], failure: undefined })
    }
  })

  const schema = (spec: unknown) => JSON.stringify({ type: 'object', properties: { spec } })

  async function withFiles(
    files: Record<string, string>,
    data: Record<string, string>,
    input = `${OWN}spec: {n: x}\n`,
  ) {
    const folder = folderWith({ 'schemas/none': '', ...files })
    const fs = nodeFileSystem()
    const mounts = [readMount(`type=bind,src=${folder}/schemas,dst=/schemas`)]
    const place = (path: string) => mountedPath(path, mounts, fs, '/')
    return runFunction('kubeconform', configMap(data), input, false, { fs, place })
  }

  const OF_N = schema({ properties: { n: { type: 'integer' } } })

  it.each([
    ['schema_location', 'file:///schemas', 'master-standalone/own-example-v1.json'],
    ['additional_schema_locations', '/schemas', 'master-standalone/own-example-v1.json'],
    [
      'schema_location',
      'file:///schemas/{{ .Group }}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json',
      'example.com/own_v1.json',
    ],
  ])('can have one in a mounted folder: %s %s', async (name, location, path) => {
    const found = await withFiles({ [`schemas/${path}`]: OF_N }, { [name]: location })
    expect(shownIn(found)).toEqual(['spec.n: got string, want integer'])
  })

  it.each([
    [
      'a link out of the folder',
      { 'outside.json': OF_N },
      'file:///schemas/../outside.json{{ .StrictSuffix }}',
      ': could not find schema for Own',
    ],
    ['a folder that is not mounted', { 'outside.json': OF_N }, 'file:///etc', ': could not find schema for Own'],
  ])('get none from %s', async (_, files, location, message) => {
    expect(shownIn(await withFiles(files, { schema_location: location }))).toEqual([message])
  })

  const place = 'schemas/master-standalone/own-example-v1.json'
  it.each([
    ['no JSON', '{', '/schemas/master-standalone/own-example-v1.json: no JSON'],
    [
      'another schema',
      schema({ $ref: 'https://example.com/a.json' }),
      'the reference "https://example.com/a.json" to another schema is not supported',
    ],
    ['a circle', schema({ $ref: '#/properties/spec' }), 'the schema nests more than 1000 levels deep'],
    ['what is not known here', schema({ if: true }), `the schema's keyword "if" is not supported`],
    [
      'a pattern that is none',
      schema({ properties: { n: { pattern: '(' } } }),
      'error parsing regexp: missing closing ): `(`',
    ],
  ])('are refused when their schema is or has %s', async (_, text, message) => {
    expect((await withFiles({ [place]: text }, { schema_location: '/schemas' })).failure).toBe(message)
  })

  it('are not looked for in the network', async () => {
    expect((await withFiles({}, { schema_location: 'https://example.com' })).failure).toBe(
      'schemas at "https://example.com" are not fetched: mount a folder of schemas, or use those of Kubernetes by leaving the location out',
    )
  })

  it('are not passed over by a setting that is spelt wrong', async () => {
    expect((await runFunction('kubeval', configMap({ ignore_missing_schema: 'true' }), OWN)).failure).toBe(
      '"ignore_missing_schema" is no setting of this function: there are schema_location, additional_schema_locations, ignore_missing_schemas, skip_kinds, strict',
    )
  })
})

const environment = { ...process.env, PATH: `${process.env.PATH}:${join(homedir(), 'go/bin')}` }
const hasKubeconform = spawnSync('kubeconform', ['-v'], { env: environment }).status === 0
if (!hasKubeconform) console.warn('kubeconform is absent: its words are not compared with ours')

describe('a schema of any kind', () => {
  const FIELDS: [string, unknown, unknown[]][] = [
    ['type', { type: ['integer', 'null'] }, ['x', 1, 1.5, null, true, [], {}, 1e3]],
    ['types', { type: ['object', 'string', 'boolean'] }, [1, [], 'a', false]],
    ['required', { required: ['a', 'b'] }, [{}, { a: 1 }, { a: 1, b: 2 }, 3]],
    ['extra', { properties: { a: {} }, additionalProperties: false }, [{ a: 1, z: 1 }, { a: 1 }, { "it's": 1 }]],
    ['map', { additionalProperties: { type: 'string' } }, [{ a: 1 }, { a: 'x' }]],
    ['list', { items: { type: 'string' } }, [['a', 1], ['a'], 'a']],
    ['enum', { enum: ['A', 3, null] }, ['A', 'B', 3, null]],
    ['one', { enum: ['A'] }, ['B']],
    ['const', { const: 3 }, [3, 4, '3']],
    ['oneOf', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, ['a', 1, true]],
    ['twoOf', { oneOf: [{ type: 'string' }, { minLength: 2 }] }, ['ab', 'a']],
    ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 3 }] }, ['a', 4, 2]],
    ['not', { not: { type: 'string' } }, ['a', 1]],
    ['pattern', { pattern: '^a+$' }, ['aa', 'b', 3]],
    ['minimum', { minimum: 1, maximum: 5 }, [0, 1, 5, 6, 'a']],
    ['exclusive', { exclusiveMinimum: 1, exclusiveMaximum: 5 }, [1, 2, 5]],
    ['length', { minLength: 2, maxLength: 3 }, ['é', 'éé', 'abcd']],
    ['items', { minItems: 1, maxItems: 2 }, [[], [1], [1, 2, 3]]],
    [
      'unique',
      { uniqueItems: true },
      [
        [1, 2],
        [1, 2, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    ['properties', { minProperties: 1, maxProperties: 1 }, [{}, { a: 1 }, { a: 1, b: 2 }]],
    ['multiple', { multipleOf: 2 }, [3, 4]],
    ['time', { format: 'date-time' }, ['2020-01-01T00:00:00Z', '2020-01-01', 'nope', 3]],
  ]

  it.skipIf(!hasKubeconform)('finds what kubeconform finds, in its words', { timeout: 120_000 }, async () => {
    const folder = folderWith({})
    const run = async (spec: unknown, value: unknown) => {
      const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { spec } }
      const root = folderWith({
        'master-standalone/own-example-v1.json': JSON.stringify(schema),
        'a.json': JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Own', metadata: { name: 'a' }, spec: value }),
      })
      const words = ['-schema-location', root, '-output', 'json', '-verbose', join(root, 'a.json')]
      const { stdout } = spawnSync('kubeconform', words, { env: environment, encoding: 'utf8', cwd: folder })
      const theirs = (JSON.parse(stdout).resources[0].validationErrors ?? []) as { path: string; msg: string }[]
      const fs = nodeFileSystem()
      const place = (path: string) => mountedPath(path, [readMount(`type=bind,src=${root},dst=/s`)], fs, '/')
      const input = execFileSync('cat', [join(root, 'a.json')], { encoding: 'utf8' })
      const ours = await runFunction('kubeconform', configMap({ schema_location: '/s' }), input, false, { fs, place })
      return {
        theirs: theirs.map(({ path, msg }) => `${path.slice(1).replaceAll('/', '.')}: ${msg}`),
        ours: shownIn(ours),
      }
    }
    const differences: unknown[] = []
    for (const [name, spec, values] of FIELDS) {
      for (const value of values) {
        const { theirs, ours } = await run(spec, value)
        if (theirs.join('\n') !== ours.join('\n')) differences.push({ name, value, theirs, ours })
      }
    }
    expect(differences).toEqual([])
  })

  it('never says that a value is wrong which the schema was made from', () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(value, (one) => {
        expect(problemsOf(one, schemaOf(one))).toEqual([])
        expect(problemsOf({ one }, { properties: { one: { const: one } }, required: ['one'] })).toEqual([])
        expect(problemsOf(one, { not: schemaOf(one) }).map(({ keyword }) => keyword)).toEqual(['not'])
      }),
      { numRuns: 300 },
    )
  })
})

function schemaOf(value: unknown): Record<string, unknown> {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array', items: { anyOf: value.map(schemaOf) }, maxItems: value.length }
  if (typeof value !== 'object') return { type: typeof value, enum: [value] }
  const entries = Object.entries(value as object).filter(([name]) => name !== '__proto__')
  const properties = Object.fromEntries(entries.map(([name, inner]) => [name, schemaOf(inner)]))
  return { type: 'object', properties, required: Object.keys(properties) }
}
