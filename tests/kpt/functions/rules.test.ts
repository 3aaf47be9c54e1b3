/** What the functions do beyond the recorded runs: where they keep what the catalog's programs lose, and the edges of rules. */
import { describe, expect, test } from 'vitest'
import { catalogFunction } from '../../../src/kpt/functions/index.ts'
import { configMap, messages, runFunction } from './run.ts'

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: prod} # by hand
spec:
  initContainers: [{name: i, image: "nginx:1"}]
  containers:
    # the one
    - name: c
      image: nginx@sha256:abc # pinned
`

describe('set-image', () => {
  test('keeps tag and digest when only the name changes, init containers included', async () => {
    const said = await runFunction('set-image', configMap({ name: 'nginx', newName: 'mirror/nginx' }), POD)
    expect(said.output).toBe(
      POD.replace('"nginx:1"', '"mirror/nginx:1"')
        .replace('image: nginx@', 'image: mirror/nginx@')
        .replaceAll(/^ {4}(# the one|- name: c)/gm, '  $1')
        .replace('      image: mirror/nginx@', '    image: mirror/nginx@'),
    )
    expect(messages(said)).toEqual(['summary: updated a total of 2 image(s)'])
  })

  test('writes what the catalog writes when asked to', async () => {
    const said = await runFunction('set-image', configMap({ name: 'nginx', newName: 'mirror/nginx' }), POD, true)
    expect(said.output).toContain('image: mirror/nginxsha256:abc # pinned')
    expect(said.output).toContain('image: "nginx:1"')
  })

  test('takes the name for a pattern and says what is wrong with it', async () => {
    const said = await runFunction('set-image', configMap({ name: 'ngin(', newTag: '2' }), POD)
    expect(said.failure).toBe(
      'error parsing regexp: missing closing ): `^ngin((:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`',
    )
  })

  test('refuses a config of another kind with its place', async () => {
    const said = await runFunction('set-image', 'apiVersion: v2\nkind: Odd\nmetadata: {name: x}\n', POD)
    const end =
      'function is terminated by Resource(apiVersion=v2, kind=Odd, namespace=, name=x): unknown FunctionConfig `Odd`, expect SetImage'
    expect(said.failure).toBe(`failed to evaluate function: ${end}`)
    expect(messages(said)).toEqual(['unknown FunctionConfig `Odd`, expect SetImage', end])
  })
})

describe('set-labels', () => {
  test('gives an item without a kind no selector, unless the catalog is followed', async () => {
    const input = 'resources:\n- a.yaml\n'
    expect((await runFunction('set-labels', configMap({ a: 'b' }), input)).output).toBe(
      'resources:\n- a.yaml\nmetadata:\n  labels:\n    a: b\n',
    )
    expect((await runFunction('set-labels', configMap({ a: 'b' }), input, true)).output).toContain('matchLabels')
  })

  test.each([
    ['5', 'json: cannot unmarshal number into Go struct field SetLabels.labels of type map[string]string'],
    ['{a: {b: c}}', 'json: cannot unmarshal object into Go struct field SetLabels.labels of type string'],
    ['{a: 5}', 'json: cannot unmarshal number into Go struct field SetLabels.labels of type string'],
    ['{a: true}', 'json: cannot unmarshal bool into Go struct field SetLabels.labels of type string'],
  ])('refuses labels that are %s', async (labels, problem) => {
    const config = `apiVersion: fn.kpt.dev/v1alpha1\nkind: SetLabels\nlabels: ${labels}\n`
    const said = await runFunction('set-labels', config, POD)
    expect(messages(said)).toEqual([`unable to convert object to *setlabels.SetLabels with error: ${problem}`])
    expect(said.failure).toBe('failed to evaluate function: error: function failure')
  })
})

describe('ensure-name-substring', () => {
  const NAMES = `apiVersion: v1
kind: ConfigMap
metadata:
  name: a # one
  annotations:
    config.kubernetes.io/path: 'x.yaml'
    config.kubernetes.io/depends-on: '/namespaces/prod/ConfigMap/pre-b,/Namespace/prod,/namespaces/prod/ConfigMap/c'
---
apiVersion: v1
kind: ConfigMap
metadata: {name: pre-b, namespace: prod}
---
apiVersion: v1
kind: Namespace
metadata: {name: prod}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c, namespace: prod}
`

  test('keeps places and comments, and lets depends-on follow only what was renamed', async () => {
    const said = await runFunction('ensure-name-substring', configMap({ prepend: 'pre-' }), NAMES)
    expect(said.output).toBe(
      NAMES.replace('name: a #', 'name: pre-a #').replace("/c'", "/pre-c'").replace('name: c,', 'name: pre-c,'),
    )
  })

  test('changes nothing the second time', async () => {
    const once = (await runFunction('ensure-name-substring', configMap({ append: '-x' }), NAMES)).output
    expect((await runFunction('ensure-name-substring', configMap({ append: '-x' }), once)).output).toBe(once)
  })

  test('lets a policy binding follow its policy', async () => {
    const kinds = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding']
    const [policy, binding] = kinds.map((kind) => `apiVersion: admissionregistration.k8s.io/v1\nkind: ${kind}\n`)
    const input = `${policy}metadata:\n  name: p\n---\n${binding}metadata:\n  name: b\nspec:\n  policyName: p # here\n`
    const said = await runFunction('ensure-name-substring', configMap({ prepend: 'x-' }), input)
    expect(said.output).toBe(input.replaceAll(/: ([pb])\b/g, ': x-$1'))
  })

  test('keeps a name a text that looks like a number', async () => {
    const input = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a1}\n'
    const said = await runFunction('ensure-name-substring', configMap({ prepend: '0x' }), input)
    expect(said.output).toBe(input.replace('a1', '"0xa1"'))
  })

  test('refuses two items of one identity', async () => {
    const said = await runFunction('ensure-name-substring', configMap({ prepend: 'x-' }), `${POD}---\n${POD}`)
    expect(said.failure).toBe(
      'failed to convert items to resource map: may not add resource with an already registered id: ~G_v1_Pod|prod|web',
    )
  })
})

describe('search-replace', () => {
  test.each([
    ['sub/*.yaml', ['sub/a.yaml']],
    ['**/*.yaml', ['a.yaml', 'sub/a.yaml', 'sub/deep/a.yaml']],
    ['sub/**', ['sub/a.yaml', 'sub/deep/a.yaml', 'sub/a.json']],
    ['*.{yaml,json}', ['a.yaml']],
    ['[a-c].yaml', ['a.yaml']],
    ['[!b].yaml', ['a.yaml']],
    ['?.yaml', ['a.yaml']],
  ])('by-file-path %s', async (glob, expected) => {
    const paths = ['a.yaml', 'sub/a.yaml', 'sub/deep/a.yaml', 'sub/a.json']
    const input = paths.map((path) => `metadata: {annotations: {config.kubernetes.io/path: ${path}}}\nk: v\n`)
    const said = await runFunction(
      'search-replace',
      configMap({ 'by-file-path': glob, 'by-value': 'v' }),
      input.join('---\n'),
    )
    expect(said.results.map(({ file }) => file?.path)).toEqual(expected)
  })

  test.each(['{a', '[a', 'a\\'])('refuses the file pattern %s', async (glob) => {
    const said = await runFunction('search-replace', configMap({ 'by-file-path': glob, 'by-value': 'v' }), 'k: v\n')
    expect(said.failure).toBe('syntax error in patternsyntax error in pattern\n')
  })

  test.each([
    ['a.b.c', 'a.b.c', true],
    ['a.*.c.*', 'a.b.c.d', true],
    ['a.*.c.*', 'a.b.c', false],
    ['a.**.c', 'a.c', true],
    ['**.c[*].d.*[*].**.f', 'a.b.c[0].d.e[1].f', true],
    ['**.c[*].d.d.*[*].**.f', 'a.c[2].c[0].d.e[1].f', false],
    ['a.c', 'a.c[0]', false],
  ])('by-path %s meets %s: %s', async (pattern, path, meets) => {
    const nested = path.split('.').reduceRight((inner, part) => {
      const [, name = '', index] = /^(\w+)(?:\[(\d)\])?$/.exec(part) ?? []
      return `{${name}: ${index === undefined ? inner : `[${'0, '.repeat(Number(index))}${inner}]`}}`
    }, 'here')
    const said = await runFunction(
      'search-replace',
      configMap({ 'by-path': pattern, 'by-value': 'here' }),
      `${nested}\n`,
    )
    expect(messages(said)).toEqual([meets ? 'Matched field value "here"' : 'no matches'])
  })

  test('takes no longer for a path made to hurt', async () => {
    const pattern = `${'**.a.'.repeat(40)}b`
    const path = `${'{a: '.repeat(200)}x${'}'.repeat(200)}\n`
    const started = performance.now()
    expect(messages(await runFunction('search-replace', configMap({ 'by-path': pattern }), path))).toEqual([
      'no matches',
    ])
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('keeps the comment of a field that is set by its path', async () => {
    const config = configMap({ 'by-path': 'spec.replicas', 'put-value': '5' })
    expect((await runFunction('search-replace', config, 'spec:\n  replicas: 3 # many\n')).output).toBe(
      'spec:\n  replicas: 5 # many\n',
    )
  })
})

describe('setters', () => {
  test('a list becomes a block with one comment', async () => {
    const said = await runFunction(
      'apply-setters',
      configMap({ e: '[a, b]' }),
      `e: [] # kpt-set: \${e}\nnext: {a: 1}\n`,
    )
    expect(said.output).toBe(`e: # kpt-set: \${e}\n- a\n- b\nnext: {a: 1}\n`)
  })

  test('what is applied twice is what is applied once', async () => {
    const input = `image: nginx:1 # kpt-set: \${image}:\${tag}\nl: [] # kpt-set: \${l}\n`
    const config = configMap({ tag: '2', l: '[x]' })
    const once = (await runFunction('apply-setters', config, input)).output
    expect((await runFunction('apply-setters', config, once)).output).toBe(once)
  })

  test('created setters are the ones that applying finds', async () => {
    const config = configMap({ image: 'nginx', tag: '1.25' })
    const made = (await runFunction('create-setters', config, 'image: nginx:1.25\n')).output
    expect(made).toBe(`image: nginx:1.25 # kpt-set: \${image}:\${tag}\n`)
    expect((await runFunction('apply-setters', configMap({ tag: '2' }), made)).output).toBe(
      `image: nginx:2 # kpt-set: \${image}:\${tag}\n`,
    )
  })
})

describe('upsert-resource', () => {
  const input = ['a', 'b'].map(
    (name, i) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  annotations:
    config.kubernetes.io/index: '${i}'
    config.kubernetes.io/path: 'f.yaml'
    internal.config.kubernetes.io/index: '${i}'
    internal.config.kubernetes.io/path: 'f.yaml'
`,
  )

  test('replaces what is not the first of its file, in its place', async () => {
    const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b # new\ndata:\n  k: v # kept\n'
    const said = await runFunction('upsert-resource', config, input.join('---\n'))
    expect(said.failure).toBeUndefined()
    expect(said.output).toBe(`${input[0]}---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b # new
  annotations:
    internal.config.kubernetes.io/index: "1"
    internal.config.kubernetes.io/path: f.yaml
    config.kubernetes.io/path: 'f.yaml'
    config.kubernetes.io/index: '1'
data:
  k: v # kept
`)
  })

  test('says so when there is nothing to put', async () => {
    const said = await runFunction('upsert-resource', '', input.join('---\n'))
    expect(messages(said)).toEqual(['failed to upsert resource: the resource has to be given as the functionConfig'])
  })
})

test.each([
  ['ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2.1', 'v0.2.1'],
  ['gcr.io/kpt-fn/set-labels:unstable', 'unstable'],
  ['set-labels', ''],
])('%s is a function of the catalog', (image, version) => {
  const found = catalogFunction(image)
  expect([found?.entry.name, found?.version]).toEqual(['set-labels', version])
})

test.each(['example.com/set-labels', 'gcr.io/kpt-fn/other/set-labels:v1', 'set-labels-more'])('%s is none', (image) => {
  expect(catalogFunction(image)).toBeUndefined()
})
