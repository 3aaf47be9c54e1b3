/** What a change does to a cluster: matching, fields, fates. */
import { describe, expect, test } from 'vitest'
import type { ComparedKustomization } from '../../src/flux/diff/objects.ts'
import { textReport } from '../../src/flux/diff/text.ts'
import { applied, compared } from './diff.ts'

const map = (name: string, data = 'a: b', annotations = '') => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: web${annotations === '' ? '' : `, annotations: {${annotations}}`}}
data: {${data}}
`

const deployment = (containers: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: web}
spec:
  template:
    spec:
      containers:
${containers}
`

async function text(
  base: readonly ComparedKustomization[] | ComparedKustomization,
  head: readonly ComparedKustomization[] | ComparedKustomization,
): Promise<string> {
  return textReport(await compared([base].flat(), [head].flat()))
}

describe('objects', () => {
  test('that say the same in another form do not differ', async () => {
    const base = applied('apps', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {b: "1", a: x}\n')
    const head = applied('apps', "kind: ConfigMap\napiVersion: v1\ndata:\n  a: 'x'\n  b: '1'\nmetadata:\n  name: a\n")
    expect(await text(base, head)).toBe('1 Kustomization compared: no changes\n')
  })

  test('are created, changed and deleted in the order of applying, deletions last and backwards', async () => {
    const base = applied('apps', [map('old-1'), map('kept'), map('old-2')].join('---\n'))
    const head = applied('apps', [map('new-1'), map('kept', 'a: c'), map('new-2')].join('---\n'))
    expect(await text(base, head)).toBe(`Kustomization flux-system/apps
► ConfigMap/web/new-1 created
► ConfigMap/web/kept changed
  data.a
    -b
    +c
► ConfigMap/web/new-2 created
► ConfigMap/web/old-2 deleted
► ConfigMap/web/old-1 deleted

1 Kustomization compared: 2 created, 1 changed, 2 deleted
`)
  })

  test('with another version of their kind are the same objects', async () => {
    const budget = (version: string) => `apiVersion: policy/${version}
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1}
`
    expect(
      await text(applied('apps', budget('v1beta1')), applied('apps', budget('v1'))),
    ).toBe(`Kustomization flux-system/apps
► PodDisruptionBudget/web changed
  apiVersion
    -policy/v1beta1
    +policy/v1

1 Kustomization compared: 1 changed
`)
  })

  test('with another hash in their names are one change, and the former one is deleted', async () => {
    const base = applied('apps', `${map('settings-k2b9f64cg5', 'a: b')}---\n${map('other-5c8f6c9mg2')}`)
    const head = applied('apps', `${map('settings-7h4gd2k5tm', 'a: c')}---\n${map('other-5c8f6c9mg2')}`)
    expect(await text(base, head)).toBe(`Kustomization flux-system/apps
► ConfigMap/web/settings-k2b9f64cg5 -> settings-7h4gd2k5tm changed
  (ConfigMap settings-k2b9f64cg5 is deleted)
  data.a
    -b
    +c

1 Kustomization compared: 1 changed
`)
  })

  test('whose names end in words are no objects with hashes', async () => {
    const report = await compared([applied('apps', map('web-production'))], [applied('apps', map('web-monitoring'))])
    expect(report.counts).toEqual({ create: 1, change: 0, move: 0, delete: 1, orphan: 0 })
  })

  test('that another Kustomization applies are moved', async () => {
    const labelled = (owner: string, value: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  labels: {kustomize.toolkit.fluxcd.io/name: ${owner}, kustomize.toolkit.fluxcd.io/namespace: flux-system}
data: {a: ${value}}
`
    const base = [applied('old', labelled('old', 'one')), applied('new', map('b'))]
    const head = [applied('old', ''), applied('new', `${map('b')}---\n${labelled('new', 'two')}`)]
    expect(await text(base, head)).toBe(`Kustomization flux-system/new
► ConfigMap/a moved from flux-system/old
  (deleted and created anew if flux-system/old is reconciled first)
  data.a
    -one
    +two

2 Kustomizations compared: 1 moved
`)
  })

  test('of a Kustomization that is not known on one side are not called deleted', async () => {
    const base = [applied('apps', map('a')), applied('infra', map('b'))]
    const head = [applied('apps', '', { problem: 'kustomize build failed: no such file' }), applied('infra', '')]
    expect(await text(base, head)).toBe(`Kustomization flux-system/apps
✗ not compared: kustomize build failed: no such file

Kustomization flux-system/infra
► ConfigMap/web/b deleted

1 Kustomization compared: 1 deleted
`)
  })
})

describe('fields', () => {
  test('of containers are told apart by name, of ports by the keys of the API', async () => {
    const base = deployment(`      - name: web
        image: nginx:1
        args: [a, b, c]
        ports: [{containerPort: 80, protocol: TCP}, {containerPort: 53, protocol: UDP}]
      - name: gone
        image: x`)
    const head = deployment(`      - name: sidecar
        image: proxy
      - name: web
        image: nginx:2
        args: [a, x, c, d]
        ports: [{containerPort: 80, protocol: TCP}, {containerPort: 53, protocol: UDP, name: dns}]`)
    expect(await text(applied('apps', base), applied('apps', head))).toBe(`Kustomization flux-system/apps
► Deployment/web/web changed
  spec.template.spec.containers[name=web].args[1]
    -b
    +x
  spec.template.spec.containers[name=web].args[3]
    +d
  spec.template.spec.containers[name=web].image
    -nginx:1
    +nginx:2
  spec.template.spec.containers[name=web].ports[containerPort=53,protocol=UDP].name
    +dns
  spec.template.spec.containers[name=gone]
    -image: x
    -name: gone
  spec.template.spec.containers[name=sidecar]
    +image: proxy
    +name: sidecar

1 Kustomization compared: 1 changed
`)
  })

  test('show that items of a keyed list come in another order', async () => {
    const base = deployment('      - name: a\n      - name: b')
    const head = deployment('      - name: b\n      - name: a')
    expect(await text(applied('apps', base), applied('apps', head))).toContain(`  spec.template.spec.containers (order)
    @@ -1,2 +1,2 @@
    -name=a
     name=b
    +name=a
`)
  })

  test('of several lines are shown where they differ', async () => {
    const file = (line: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  app.conf: |\n${[
        '1',
        '2',
        '3',
        '4',
        line,
        '6',
        '7',
        '8',
        '9',
      ]
        .map((one) => `    ${one}\n`)
        .join('')}`
    expect(await text(applied('apps', file('five')), applied('apps', file('FIVE')))).toContain(`  data[app.conf]
    @@ -2,7 +2,7 @@
     2
     3
     4
    -five
    +FIVE
     6
     7
     8
`)
  })

  test('tell a number from a text that looks like one', async () => {
    const object = (value: string) =>
      `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {port: ${value}}\n`
    expect(await text(applied('apps', object('"80"')), applied('apps', object('80')))).toContain(
      '  spec.port\n    -"80"\n    +80\n',
    )
  })

  test('of custom resources are compared by name where all items have one, else by what is taken out and put in', async () => {
    const object = (rules: string) =>
      `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {rules: ${rules}}\n`
    const base = object('[{to: a, count: 1}, {to: b, count: 2}, {to: c, count: 3}]')
    const head = object('[{to: b, count: 2}, {to: c, count: 4}]')
    expect(await text(applied('apps', base), applied('apps', head))).toContain(`► Thing/a changed
  spec.rules[0]
    -count: 1
    -to: a
  spec.rules[1].count
    -3
    +4
`)
  })
})

describe('Secrets', () => {
  const secret = (body: string) => `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n${body}`

  test('show which values differ, and no value', async () => {
    const base = secret('data: {same: c2FtZQ==, password: b2xkb2xk, gone: Z29uZWdvbmU=}\n')
    const head = secret('data: {same: c2FtZQ==, password: bmV3bmV3, come: Y29tZWNvbWU=}\ntype: Opaque\n')
    const report = await compared([applied('apps', base)], [applied('apps', head)])
    expect(textReport(report)).toBe(`Kustomization flux-system/apps
► Secret/s changed
  data.come
    +'*****'
  data.gone
    -'*****'
  data.password
    -'***** (before)'
    +'***** (after)'
  type
    +Opaque

1 Kustomization compared: 1 changed
`)
    expect(JSON.stringify(report)).not.toMatch(/b2xkb2xk|bmV3bmV3|Z29uZWdvbmU|Y29tZWNvbWU|c2FtZQ/)
  })

  test('that are created show their keys', async () => {
    const head = secret('data: {password: bmV3bmV3}\nstringData: {token: opensesame}\n')
    const report = await compared([applied('apps', '')], [applied('apps', head)])
    expect(report.kustomizations[0]?.changes[0]?.text).toBe(`apiVersion: v1
data:
  password: '*****'
kind: Secret
metadata:
  name: s
stringData:
  token: '*****'
`)
  })

  test('keep back what kubectl has noted of them, and everything of SOPS in any kind', async () => {
    const base = secret(`data: {a: "eA=="}\n`).replace(
      '{name: s}',
      `{name: s, annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"data":"topsecret1"}'}}`,
    )
    const head = base.replace('topsecret1', 'topsecret2')
    const sealed = (text: string) =>
      `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {key: 'ENC[AES256_GCM,data:${text},type:str]', list: ['ENC[${text}]', 'user:ENC[AES256_GCM,data:${text}]@db']}\nsops: {mac: 'ENC[${text}]', lastmodified: '${text}'}\n`
    const report = await compared(
      [applied('apps', `${base}---\n${sealed('cipher1')}`)],
      [applied('apps', `${head}---\n${sealed('cipher2')}`)],
    )
    expect(textReport(report)).toBe(`Kustomization flux-system/apps
► Secret/s changed
  metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]
    -'***** (before)'
    +'***** (after)'
► Thing/t changed
  sops
    -***** (before)
    +***** (after)
  spec.key
    -'***** (before)'
    +'***** (after)'
  spec.list[0]
    -'***** (before)'
    +'***** (after)'
  spec.list[1]
    -'***** (before)'
    +'***** (after)'

1 Kustomization compared: 2 changed
`)
    expect(JSON.stringify(report)).not.toMatch(/topsecret|cipher/)
  })
})

describe('what is no longer applied', () => {
  const flux = (name: string, annotations = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system${annotations === '' ? '' : `, annotations: {${annotations}}`}}
spec: {prune: true}
`
  const fate = async (base: ComparedKustomization[], head: ComparedKustomization[]) => {
    const { kustomizations } = await compared(base, head)
    return kustomizations.flatMap(({ changes }) =>
      changes.map(({ action, object, notes }) => [object.name, action, ...notes].join(' | ')),
    )
  }

  test('stays where Flux does not prune', async () => {
    const prefix = 'kustomize.toolkit.fluxcd.io'
    const base = applied(
      'apps',
      [
        map('a'),
        map('b', 'a: b', `${prefix}/prune: disabled`),
        map('c', 'a: b', `${prefix}/reconcile: Disabled`),
        map('d', 'a: b', `${prefix}/ssa: Ignore`),
      ].join('---\n'),
    )
    expect(await fate([base], [applied('apps', '')])).toEqual([
      'd | orphan | stays in the cluster: kustomize.toolkit.fluxcd.io/ssa: Ignore',
      'c | orphan | stays in the cluster: kustomize.toolkit.fluxcd.io/reconcile: disabled',
      'b | orphan | stays in the cluster: kustomize.toolkit.fluxcd.io/prune: disabled',
      'a | delete',
    ])
    expect(await fate([base], [applied('apps', '', { prune: false })])).toContain(
      'a | orphan | stays in the cluster: Kustomization flux-system/apps has prune: false',
    )
    expect(await fate([base], [applied('apps', '', { isSuspended: true })])).toContain(
      'a | orphan | stays in the cluster: Kustomization flux-system/apps is suspended',
    )
  })

  test('goes with its Kustomization as far as that one is deleted and prunes', async () => {
    const base = (settings = {}, annotations = '') => [
      applied('root', flux('apps', annotations)),
      applied('apps', map('a'), settings),
    ]
    const head = [applied('root', '')]
    expect(await fate(base(), head)).toEqual(['apps | delete', 'a | delete'])
    expect(await fate(base({ prune: false }), head)).toEqual([
      'apps | delete',
      'a | orphan | stays in the cluster: Kustomization flux-system/apps has prune: false',
    ])
    expect(await fate(base({ prune: false, deletionPolicy: 'Delete' }), head)).toEqual(['apps | delete', 'a | delete'])
    expect(await fate(base({ deletionPolicy: 'Orphan' }), head)).toEqual([
      'apps | delete',
      'a | orphan | stays in the cluster: Kustomization flux-system/apps has deletionPolicy: Orphan',
    ])
    expect(await fate(base({}, 'kustomize.toolkit.fluxcd.io/prune: disabled'), head)).toEqual([
      'apps | orphan | stays in the cluster: kustomize.toolkit.fluxcd.io/prune: disabled',
      'a | orphan | stays in the cluster: Kustomization flux-system/apps stays itself: kustomize.toolkit.fluxcd.io/prune: disabled',
    ])
  })

  test('ends when Kustomizations apply each other', async () => {
    const base = [applied('a', flux('b')), applied('b', `${flux('a')}---\n${map('x')}`)]
    expect(await fate(base, [])).toEqual(['x | delete', 'a | delete', 'b | delete'])
  })

  test('takes with it what depends on it', async () => {
    const base = applied(
      'apps',
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: web}\n---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n',
    )
    expect(await fate([base], [applied('apps', '')])).toEqual([
      'things.example.com | delete | all objects of the kind that it defines are deleted with it',
      'web | delete | everything in the namespace is deleted with it',
    ])
  })
})
