/** What holds for any package: twice is once, what is not meant keeps its bytes, and what is excluded is never touched. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goPattern } from '../../../src/kpt/functions/patterns.ts'
import { currentValues } from '../../../src/kpt/functions/setters.ts'
import { configMap, runFunction } from './run.ts'

const name = fc.constantFrom('web', 'api', 'packagename', 'packagename-db', 'x1')
const namespace = fc.constantFrom('', 'shop', 'stage')
const comment = fc.constantFrom('', ' # by hand', ` # kpt-set: \${tag}`, ' # {"$kpt-set":"tag"}')
const quoted = (text: string, quote: string) => `${quote}${text}${quote}`
const quote = fc.constantFrom('', "'", '"')

const metadata = fc
  .record({ name, namespace, comment, quote, local: fc.boolean() })
  .map(({ name, namespace, comment, quote, local }) => {
    const annotations = local ? '  annotations:\n    config.kubernetes.io/local-config: "true"\n' : ''
    const space = namespace === '' ? '' : `  namespace: ${namespace}\n`
    return `metadata:\n  name: ${quoted(name, quote)}${comment}\n${space}${annotations}`
  })

const workload = fc
  .record({ kind: fc.constantFrom('Deployment', 'StatefulSet'), metadata, tag: fc.nat(9), comment, quote })
  .map(
    ({ kind, metadata, tag, comment, quote }) =>
      `# ${kind}\napiVersion: apps/v1\nkind: ${kind}\n${metadata}spec:\n  replicas: 0x${tag}\n  template:\n    spec:\n      containers:\n      - name: c\n        image: ${quoted(`nginx:${tag}`, quote)}${comment}\n      volumes:\n      - {name: v,   configMap: {name: web}}\n`,
  )
const map = fc
  .record({ metadata, comment, value: fc.constantFrom('yes', '"on"', '1.10', '~', '|\n    a\n    b') })
  .map(({ metadata, comment, value }) => {
    const end = value.startsWith('|') ? '' : comment
    return `apiVersion: v1\nkind: ConfigMap\n${metadata}data:\n  b: x${comment}\n  a: ${value}${end}\n`
  })
const policy = metadata.map(
  (given) => `apiVersion: constraints.gatekeeper.sh/v1beta1\nkind: Limit\n${given}spec: {enforcementAction: deny}\n`,
)

/** No two items are one object. */
const items = fc.uniqueArray(fc.oneof(workload, map, policy), {
  minLength: 1,
  maxLength: 6,
  selector: (text) =>
    /^kind: .*$/m.exec(text)?.[0] + (/name: \W?([\w-]+)/.exec(text)?.[1] ?? '') + /namespace: .*/.exec(text),
})
const documents = (all: readonly string[]) => all.join('---\n')

const IDEMPOTENT: [name: string, config: string][] = [
  ['set-namespace', configMap({ namespace: 'prod' })],
  ['set-labels', configMap({ team: 'web', on: 'yes' })],
  ['set-annotations', configMap({ owner: 'web' })],
  ['set-image', configMap({ name: 'nginx', newTag: '1.27' })],
  ['ensure-name-substring', configMap({ prepend: 'prod-' })],
  ['set-enforcement-action', configMap({ enforcementAction: 'warn' })],
  ['remove-local-config-resources', ''],
  ['delete-annotations', configMap({ annotationKeys: 'config.kubernetes.io/local-config' })],
  ['apply-setters', configMap({ tag: '7' })],
  ['create-setters', configMap({ tag: '7' })],
  ['search-replace', configMap({ 'by-value': 'x', 'put-value': 'y' })],
  ['annotate-apply-time-mutations', ''],
  ['format', ''],
]

describe('applied twice is applied once', () => {
  test.each(IDEMPOTENT)('%s', async (name, config) => {
    await fc.assert(
      fc.asyncProperty(items, async (all) => {
        const once = await runFunction(name, config, documents(all))
        fc.pre(once.failure === undefined && once.output !== '')
        const twice = await runFunction(name, config, once.output)
        expect([twice.output, twice.failure]).toEqual([once.output, undefined])
      }),
      { numRuns: 60 },
    )
  })
})

/** Some functions return items in an order of their own; files keep theirs. */
const sorted = (output: string) =>
  output
    .split('---\n')
    .map((one) => one.trimEnd())
    .sort()

const IDLE: [name: string, config: string][] = [
  ['set-namespace', configMap({ namespace: 'prod', namespaceMatcher: 'nowhere' })],
  ['set-image', configMap({ name: 'other', newTag: '1' })],
  ['set-enforcement-action', configMap({ enforcementAction: 'deny' })],
  ['delete-annotations', configMap({ annotationKeys: 'none' })],
  ['apply-setters', configMap({ other: '7' })],
  ['create-setters', configMap({ other: 'nowhere' })],
  ['search-replace', configMap({ 'by-value-regex': '^never$', 'put-value': 'y' })],
  ['annotate-apply-time-mutations', ''],
  ['list-setters', ''],
]

describe('what is not meant keeps every byte', () => {
  test.each(IDLE)('%s', async (name, config) => {
    await fc.assert(
      fc.asyncProperty(items, async (all) => {
        const untouched = await runFunction('list-setters', '', documents(all))
        const said = await runFunction(name, config, documents(all))
        expect(sorted(said.output)).toEqual(sorted(untouched.output))
      }),
      { numRuns: 60 },
    )
  })
})

test.each([
  [
    'set-namespace',
    configMap({ namespace: 'prod', namespaceMatcher: 'shop' }),
    (text: string) => !/^ {2}namespace: shop$/m.test(text),
  ],
  ['set-labels', configMap({ team: 'web' }), (text: string) => text.includes('local-config')],
  ['set-image', configMap({ name: 'nginx', newTag: '7' }), (text: string) => text.includes('kind: ConfigMap')],
] as const)('%s never touches what it excludes', async (name, config, isExcluded) => {
  await fc.assert(
    fc.asyncProperty(items, async (all) => {
      const printed = async (one: string) => (await runFunction('list-setters', '', one)).output
      const { output } = await runFunction(name, config, documents(all))
      const after = sorted(output)
      for (const one of all) if (isExcluded(one)) expect(after).toContain((await printed(one)).trimEnd())
    }),
    { numRuns: 60 },
  )
})

test('setters stand for what Go’s greedy patterns find', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '\n'), maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(
        text.map((one) => one.replaceAll('\n', '')),
        { minLength: 2, maxLength: 4 },
      ),
      text,
      (literals, value) => {
        const pattern = literals.map((literal, i) => (i === 0 ? literal : `\${s${i}}${literal}`)).join('')
        const expression = literals.map((literal) => literal.replaceAll('.', '\\.')).join('(.*)')
        const groups = goPattern(expression).find(value)?.slice(1) ?? []
        const expected = groups.includes('') ? [] : groups
        expect([...currentValues(pattern, value).values()]).toEqual(expected)
      },
    ),
    { numRuns: 2000 },
  )
})
