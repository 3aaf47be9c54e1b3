/** Functions and plugins that are programs, here and in kustomize: the same input for them, the same output, the same messages. */
import { describe, expect, test } from 'vitest'
import { buildBoth, functionFile, objects, reference, script, type Tree } from './both.ts'

const here = describe.skipIf(reference === undefined)

async function expectSame(files: Tree, folder?: string, env?: Record<string, string>): Promise<string> {
  const { ours, theirs } = await buildBoth(files, folder, env)
  expect(ours).toEqual(theirs)
  return theirs.code === 0 ? theirs.stdout : theirs.error
}

const FUNCTION = functionFile('exec:\n  path: ./fn.sh')
const LEGACY = 'apiVersion: my.io/v1\nkind: Tool\nmetadata: {name: tool}\n'
const RECORDING = script('tee -a "$RECORD"')
/** Overlaid, generated, cluster-scoped, with annotations of all sorts. */
const RICH: Tree = {
  'rich.yaml': [
    '# head',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: a',
    `  annotations: {z: "1", n: 1, config.kubernetes.io/path: foo/bar.yaml, internal.config.kubernetes.io/own: x}`,
    'data:',
    '  y: "y" # line',
    '  n: "123"',
    '  long: "aaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccccccccccccccccccccccccccccccc"',
    '  m: |',
    '    l1',
    '    l2',
    '---',
    'apiVersion: v1',
    'kind: Service',
    'metadata: {name: s, namespace: ns1}',
    'spec:',
    '  ports:',
    '  - port: 0x10',
    '---',
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata: {name: cr}',
    '---',
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata: {name: d}',
    'spec: {template: {spec: {containers: [{name: one, envFrom: [{configMapRef: {name: a}}, {configMapRef: {name: gen}}]}]}}}',
    '',
  ].join('\n'),
  'base/kustomization.yaml':
    'namePrefix: p-\nnameSuffix: -s\nresources: [rich.yaml]\nconfigMapGenerator: [{name: gen, literals: [a=b]}]\n',
}
const OVERLAY: Tree = { ...RICH, 'base/rich.yaml': RICH['rich.yaml'] as string }

here('a function as a transformer', () => {
  const transformer = (body: string, resources = objects('a', 'b', 'c')): Tree => ({
    'kustomization.yaml': 'namePrefix: p-\nsortOptions: {order: fifo}\nresources: [r.yaml]\ntransformers: [fn.yaml]\n',
    'r.yaml': resources,
    'fn.yaml': FUNCTION,
    'fn.sh': script(body),
  })

  test('is given all objects with their bookkeeping, and none of it is in the output', async () => {
    const files = {
      ...OVERLAY,
      'kustomization.yaml': 'resources: [base]\nnamespace: q\ntransformers: [fn.yaml, fn2.yaml]\n',
      'fn.yaml': FUNCTION,
      'fn.sh': RECORDING,
      'fn2.yaml': functionFile('exec:\n  path: ./fn.sh', 'second'),
    }
    const output = await expectSame(files)
    expect(output).not.toContain('internal.config.kubernetes.io/previous')
  })

  test('is given origins when the build notes them', async () => {
    await expectSame({
      ...OVERLAY,
      'kustomization.yaml':
        'buildMetadata: [originAnnotations, transformerAnnotations]\nresources: [base]\ntransformers: [fn.yaml, tool.yaml, fn.yaml2/]\ngenerators: [g.yaml]\n',
      'fn.yaml': FUNCTION,
      'fn.sh': RECORDING,
      'tool.yaml': LEGACY,
      'plugins/my.io/v1/tool/Tool': RECORDING,
      'fn.yaml2/kustomization.yaml': 'resources: [fn.yaml]\n',
      'fn.yaml2/fn.yaml': functionFile('exec:\n  path: ./fn.sh', 'third'),
      'g.yaml': functionFile('exec:\n  path: ./g.sh', 'g'),
      'g.sh': script(`printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: g1}\\n'`),
    })
  })

  const bodies: [string, string][] = [
    ['that gives everything back', 'cat'],
    ['that changes a value', 'sed "s/of: b/of: changed/"'],
    ['that renames an object', 'sed "s/^    name: p-b/    name: other/"'],
    ['that moves an object to another namespace', 'sed "s/^    name: p-b/    name: p-b\\n    namespace: far/"'],
    ['that drops the bookkeeping', 'sed "/internal.config/d"'],
    [
      'that drops an object',
      `printf 'kind: ResourceList\\nitems:\\n- apiVersion: v1\\n  kind: ConfigMap\\n  metadata: {name: p-c}\\n'`,
    ],
    [
      'that gives bare documents, in another order',
      `printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: new}\\n---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: p-c}\\n---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: p-a}\\n'`,
    ],
    ['that gives nothing', 'exit 0'],
    ['that gives an empty list', `cat >/dev/null; printf 'kind: ResourceList\\nitems: []\\n'`],
    [
      'that gives lists within the list',
      `printf 'kind: List\\nitems:\\n- apiVersion: v1\\n  kind: ConfigMapList\\n  items: [{kind: ConfigMap, apiVersion: v1, metadata: {name: in}}]\\n'`,
    ],
    [
      'that gives one object twice',
      `printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: n}\\n---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: n, namespace: default}\\n'`,
    ],
    ['that makes two objects one', 'sed "s/^    name: p-a/    name: p-b/"'],
    ['that gives an object without a name', `printf 'apiVersion: v1\\nkind: X\\n'`],
    ['that gives an object without a kind', `printf 'apiVersion: v1\\nmetadata: {name: x, namespace: y}\\n'`],
    ['that gives an empty object', `printf 'kind: ResourceList\\nitems:\\n- {}\\n'`],
    ['that gives a null', `printf 'kind: ResourceList\\nitems: [null]\\n'`],
    ['that gives a text as an item', `printf 'kind: ResourceList\\nitems: [text]\\n'`],
    ['that gives items that are a mapping', `printf 'kind: ResourceList\\nitems: {a: b}\\n'`],
    [
      'that gives annotations that are a text',
      `printf 'kind: List\\nitems: [{apiVersion: v1, kind: A, metadata: {name: a, annotations: x}}]\\n'`,
    ],
    [
      'that gives a kind that is null',
      `printf 'kind: List\\nitems: [{apiVersion: v1, kind: ~, metadata: {name: a}}]\\n'`,
    ],
    ['that gives a scalar', 'echo scalar'],
    ['that gives a list without a name for it', 'echo "- a"'],
    ['that gives no YAML', 'echo "a: ["'],
    ['that gives a bad separator', 'echo "a: b"; echo "--- c"; echo "d: e"'],
    ['that gives results of the wrong shape', `cat | sed '1s/^/results: 5\\n/'`],
    [
      'that gives aliases, tags and folded text',
      `printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: a}\\ndata:\\n  x: &a "1"\\n  y: *a\\n  f: >\\n    folded\\n    text\\n  t: 2020-01-01\\n  n: !!str 5\\n  o: 010\\n  yes: no\\n'`,
    ],
    ['that fails', 'cat; exit 3'],
    ['that fails without a word', 'exit 1'],
    ['that fails after no YAML', 'echo scalar; exit 3'],
    ['that is killed', 'kill -9 $$'],
    [
      'that adds a document to its list',
      `cat; printf -- '---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: extra}\\n'`,
    ],
  ]
  test.each(bodies)('%s', async (_name, body) => {
    await expectSame(transformer(body))
  })

  test('is given its own configuration when there are no objects', async () => {
    await expectSame({ ...transformer('tee -a "$RECORD"'), 'kustomization.yaml': 'transformers: [fn.yaml]\n' })
  })

  test('in a base sees and changes what is there; names that refer to what it renames follow', async () => {
    await expectSame({
      ...OVERLAY,
      'base/kustomization.yaml': `${OVERLAY['base/kustomization.yaml']}transformers: [fn.yaml]\n`,
      'base/fn.yaml': FUNCTION,
      'base/fn.sh': script('sed "s/^    name: p-a-s/    name: renamed/"'),
      'kustomization.yaml': 'resources: [base]\nnamePrefix: top-\n',
    })
  })

  test('is run in the folder of its kustomization, with its arguments and variables', async () => {
    await expectSame(
      {
        ...transformer(
          'pwd >> "$RECORD"; for a in "$@"; do echo "[$a]" >> "$RECORD"; done; echo "$FOO $BAR" >> "$RECORD"; cat',
        ),
        'fn.yaml': functionFile(
          "exec:\n  path: ./fn.sh\n  args: [one, 'two three', '']\n  envs: [FOO=bar=baz, BAR, 'FOO=last']",
        ),
      },
      '.',
      { BAR: 'from the user' },
    )
  })

  const specs: [string, string][] = [
    ['that is missing', 'exec: {path: ./none.sh}'],
    ['that is missing from PATH', 'exec: {path: none-such}'],
    ['whose name would be found in the folder', 'exec: {path: fn.sh}'],
    ['that is no program', 'exec: {path: ./r.yaml}'],
    ['that is a folder', 'exec: {path: .}'],
    ['without a path', 'exec: {path: ""}'],
    ['that is nothing', '{}'],
    ['by an absolute path', 'exec: {path: /bin/cat}'],
    ['by a path from outside', 'exec: {path: ../tree/fn.sh}'],
    ['of starlark', 'starlark: {path: a.star}'],
    ['that wants the network', 'container: {network: true}'],
  ]
  test.each(specs)('%s', async (_name, spec) => {
    await expectSame({ ...transformer('cat'), 'fn.yaml': functionFile(spec) })
  })
})

here('a function as a generator', () => {
  const generator = (body: string): Tree => ({
    'kustomization.yaml': 'namePrefix: p-\nresources: [r.yaml]\ngenerators: [fn.yaml]\n',
    'r.yaml': objects('a'),
    'fn.yaml': FUNCTION,
    'fn.sh': script(body),
  })
  const made = (annotations: string, name = 'n') =>
    `cat >/dev/null; printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: ${name}, annotations: {${annotations}}}\\n'`
  const option = (name: string, value: string) => `kustomize.config.k8s.io/${name}: "${value}"`

  const bodies: [string, string][] = [
    ['is given its own configuration', 'tee -a "$RECORD"'],
    ['makes objects', made('a: b')],
    ['asks for a hash', made(option('needs-hash', 'true'))],
    ['asks for no hash', made(option('needs-hash', 'F'))],
    ['asks for a hash with a word that is none', made(option('needs-hash', 'x'))],
    ['merges into an object there is', made(option('behavior', 'merge'), 'a')],
    ['replaces an object there is', made(option('behavior', 'replace'), 'a')],
    ['replaces an object there is not', made(option('behavior', 'replace'))],
    ['makes an object there is', made('a: b', 'a')],
    ['has a behaviour that is none', made(option('behavior', 'x'))],
    [
      'makes one object twice',
      `printf 'apiVersion: v1\\nkind: X\\nmetadata: {name: n}\\n---\\napiVersion: v1\\nkind: X\\nmetadata: {name: n}\\n'`,
    ],
    ['makes an object without a name', `printf 'apiVersion: v1\\nkind: X\\n'`],
    ['makes nothing', 'exit 0'],
    ['fails', 'exit 3'],
    ['gives no YAML', 'echo "a: ["'],
  ]
  test.each(bodies)('%s', async (_name, body) => {
    await expectSame(generator(body))
  })

  test('among the transformers adds to what is there', async () => {
    await expectSame({
      ...generator(`cat; printf -- '---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: made}\\n'`),
      'kustomization.yaml': 'buildMetadata: [originAnnotations]\nresources: [r.yaml]\ntransformers: [fn.yaml]\n',
    })
  })
})

here('an executable plugin', () => {
  const plugin = (body: string, list = 'transformers', config = ''): Tree => ({
    'kustomization.yaml': `namePrefix: p-\nsortOptions: {order: fifo}\nresources: [r.yaml]\n${list}: [tool.yaml]\n`,
    'r.yaml': objects('a', 'b'),
    'tool.yaml': `${LEGACY}${config}`,
    'plugins/my.io/v1/tool/Tool': script(body),
    'args.txt': '  first \n\nsecond line\n   \n\tthird\r\n last',
  })
  const RECORD_ALL = [
    '{ pwd; cat "$1"; shift; for a in "$@"; do printf "%s\\n" "[$a]"; done',
    'printf "%s\\n" "$KUSTOMIZE_PLUGIN_CONFIG_STRING" "$KUSTOMIZE_PLUGIN_CONFIG_ROOT"; } >> "$RECORD"',
    'tee -a "$RECORD"',
  ].join('\n')

  test('is given its configuration, arguments and all objects', async () => {
    const config = `argsOneLiner: one 'two three' "x\\"y" a\\ b # c\nargsFromFile: args.txt\nb: "1"\na: yes\n`
    await expectSame({ ...plugin(RECORD_ALL, 'transformers', config), 'r.yaml': RICH['rich.yaml'] as string })
    await expectSame(plugin(RECORD_ALL, 'generators', config))
  })

  const lines = [
    `a#b c # d`,
    `a "b`,
    `a 'b`,
    `a \\`,
    `a"b"c "" '' z`,
    `'d\\e' f\\\\g "h\\"i" "\\n"`,
    `$HOME \`ls\` $(ls) "\\$x"`,
  ]
  test.each(lines)('has the arguments of %s', async (line) => {
    await expectSame(plugin(RECORD_ALL, 'transformers', `argsOneLiner: ${JSON.stringify(line)}\n`))
  })

  const configs = [
    'argsOneLiner: 5\n',
    'argsOneLiner: [a]\n',
    'argsFromFile: none.txt\n',
    'argsFromFile: ../args.txt\n',
    `x: ${'a'.repeat(131_100)}\n`,
  ]
  test.each(configs.map((config) => [config.slice(0, 40), config]))('is configured by %s', async (_shown, config) => {
    await expectSame(plugin(RECORD_ALL, 'transformers', config))
    await expectSame(plugin('exit 0', 'generators', config))
  })

  const bodies: [string, string][] = [
    ['gives everything back', 'cat; echo not shown >&2'],
    ['gives nothing', 'exit 0'],
    ['fails with words', 'echo E1 >&2; echo E2 >&2; exit 3'],
    ['fails without words', 'echo out; exit 3'],
    ['is killed', 'kill -9 $$'],
    ['gives no YAML', 'echo "a: ["'],
    ['gives a scalar', 'echo scalar'],
    ['gives an object without a name', `printf 'apiVersion: v1\\nkind: X\\n'`],
    [
      'gives one object twice',
      `printf 'apiVersion: v1\\nkind: X\\nmetadata: {name: n}\\n---\\napiVersion: v1\\nkind: X\\nmetadata: {name: n, namespace: default}\\n'`,
    ],
    ['renames an object', 'sed "s/^  name: p-a/  name: zz/"'],
    ['drops an object', `sed '/^---/,$d'`],
  ]
  for (const list of ['transformers', 'generators']) {
    test.each(bodies)(`among the ${list} %s`, async (_name, body) => {
      await expectSame(plugin(body, list))
    })
  }

  const missing: [string, Tree, Record<string, string>][] = [
    ['without a plugin folder', {}, { KUSTOMIZE_PLUGIN_HOME: '', XDG_CONFIG_HOME: '', HOME: '/none' }],
    [
      'with plugin folders that are not there',
      {},
      { KUSTOMIZE_PLUGIN_HOME: '/y', XDG_CONFIG_HOME: '/x', HOME: '/none' },
    ],
    ['that is not there', { 'tool.yaml': 'apiVersion: my.io/v1\nkind: Other\nmetadata: {name: o}\n' }, {}],
    ['that cannot be executed', { 'plugins/my.io/v1/tool/Tool': 'no program' }, {}],
    ['that is a folder', { 'plugins/my.io/v1/tool/Tool/a': '' }, {}],
    [
      'of no group',
      { 'tool.yaml': 'apiVersion: v1\nkind: Tool\nmetadata: {name: o}\n', 'plugins/v1/tool/Tool': RECORDING },
      {},
    ],
  ]
  test.each(missing)('%s', async (_name, more, env) => {
    const files: Record<string, string> = { ...plugin('cat'), ...more }
    if ('plugins/my.io/v1/tool/Tool/a' in files) delete files['plugins/my.io/v1/tool/Tool']
    await expectSame(files, '.', env)
  })
})

here('a program as a validator', () => {
  const validator = (body: string, config = FUNCTION): Tree => ({
    'kustomization.yaml': 'namePrefix: p-\nresources: [r.yaml]\nvalidators: [v.yaml]\n',
    'r.yaml': objects('a', 'b'),
    'v.yaml': config,
    'fn.sh': script(body),
    'plugins/my.io/v1/tool/Tool': script(body),
  })
  const bodies: [string, string][] = [
    ['passes when it gives nothing', 'cat >/dev/null'],
    ['fails', 'echo why >&2; exit 3'],
    ['that gives everything back has changed something', 'tee -a "$RECORD"'],
    ['that changes a value', 'sed "s/of: a/of: z/"'],
    ['that puts on its label', 'sed "s/^\\( *\\)name: p-a/\\1labels: {validated-by: me}\\n\\1name: p-a/"'],
    [
      'that gives an object there was not',
      `cat >/dev/null; printf 'apiVersion: v1\\nkind: X\\nmetadata: {name: n}\\n'`,
    ],
  ]
  test.each(bodies)('%s: function', async (_name, body) => {
    await expectSame(validator(body))
  })
  test.each(bodies)('%s: executable plugin', async (_name, body) => {
    await expectSame(validator(body, LEGACY))
  })
})
