/** `cfg cat|count|grep|tree`, compared with kustomize where that is present. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { referenceProgram } from '../subject.ts'
import { dropIn, runProgram, strake, writeFiles } from './program.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-cfg-')))
afterAll(() => rmSync(top, { recursive: true }))

const PACKAGE_FILE = 'apiVersion: config.k8s.io/v1alpha1\nkind: Krmfile\n'
const DEPLOYMENT = `kind: Deployment
spec:
  template:
    spec:
      containers:
      - image: nginx:1.2 # line
        name: zed
        args: ["a", b]
        ports:
        - containerPort: 80
          name: web
        - containerPort: 81
          protocol: UDP
        env:
        - name: FOO
          value: bar
        resources:
          limits: {cpu: 1, memory: 2Gi}
          requests:
            cpu: 100m
      # about alpha
      - name: alpha
        image: alpine
        command: [sh, -c]
      initContainers:
      - name: i2
        image: busy
      - name: i1
        image: busy
  replicas: 3
  selector: {matchLabels: {app: x}}
metadata:
  namespace: ns
  name: d
apiVersion: apps/v1
status: {}
`

writeFiles(top, {
  'pkg/a.yaml': `# head of file
kind: ConfigMap
apiVersion: v1
# kept
metadata:
  name: a
  zeta: 1
  labels: {b: c, a: "d"}
data: {b: c}
extra:
- x
- 'y'
---
apiVersion: v1
kind: Service
metadata:
  annotations:
    config.kubernetes.io/local-config: "true"
  name: local
spec:
  ports:
    - port: 80
      name: http
`,
  'pkg/d.yml': DEPLOYMENT,
  'pkg/sub/s.yaml':
    'apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: ns}\nstringData:\n  x: |\n    line\n    two\n',
  'pkg/sub/deep/Krmfile': PACKAGE_FILE,
  'pkg/sub/deep/x.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec: {containers: [{image: foo:1, name: foo}]}\n',
  'pkg/sub/deep/other.json': '{"kind": "NotRead"}\n',
  'broken/a.yaml': 'kind: A\nmetadata: {name: a}\n',
  'broken/one/Krmfile': PACKAGE_FILE,
  'broken/one/x.yaml': 'a: [\n',
  'broken/two/Krmfile': PACKAGE_FILE,
  'broken/two/x.yaml': 'kind: B\nmetadata: {name: b}\n',
  'broken/two/three/Krmfile': PACKAGE_FILE,
  'empty/.keep': '',
  'scalar/x.yaml': 'hello\n',
  'list/x.yaml': '- a\n- b\n',
  'odd/x.yaml': `a: b
B: c
metadata:
  name: x
---
# only a comment
---
kind: Z
---
metadata: {}
---
kind: List
apiVersion: v1
items:
- kind: B
  apiVersion: v1
  spec: {b: 1, a: 2}
---
metadata: {name: 5, annotations: {}}
kind: 7
`,
  'anchors/x.yaml': 'kind: A\napiVersion: v1\nx: &a\n  b: 1\n  a: 2\ny: *a\nz:\n  <<: *a\n',
  'crlf/x.yaml': 'kind: A\r\napiVersion: v1\r\nx: 1\r\n',
  'hidden/.h.yaml': 'kind: A\napiVersion: v1\nmetadata: {name: h}\n',
  'hidden/.d/x.yaml': 'kind: A\nmetadata: {name: h}\n',
  'ignored/.krmignore': 'sub\nno/\nx*.yaml\n!x1.yaml\n',
  'ignored/sub/Krmfile': PACKAGE_FILE,
  'ignored/sub/y.yaml': 'kind: B\nmetadata: {name: b}\n',
  'ignored/no/y.yaml': 'kind: B\nmetadata: {name: b}\n',
  'ignored/y.yaml': 'kind: A\nmetadata: {name: a}\n',
  'ignored/x0.yaml': 'kind: A\nmetadata: {name: x0}\n',
  'ignored/x1.yaml': 'kind: A\nmetadata: {name: x1}\n',
  'folders/b/c/1.yaml': 'kind: X\nmetadata: {name: x}\n',
  'folders/a/z/y/2.yaml': 'kind: X\nmetadata: {name: x}\n',
  'folders/a/1.yaml': 'kind: X\nmetadata: {name: x}\n',
  'folders/a-b/1.yaml': 'kind: X\nmetadata: {name: x}\n',
  'folders/m.yaml': ['b', 'a', 'x, namespace: n', 'x', 'q, namespace: a']
    .map((name) => `kind: Z\nmetadata: {name: ${name}}\n`)
    .join('---\n'),
  'order.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  annotations: {b: 1, a: true, z: "5", y: on, n: ~, d: 2020-01-01}
  labels:
    v: 1.0
    w: yes
  name: 5
spec:
  replicas: "3"
  serviceName: 12
  template:
    spec:
      containers:
      - name: b
        args: [1, true, "x"]
        image: on
      - image: noname
      - name: a
  volumeClaimTemplates: []
  foo: yes
---
kind: CronJob
apiVersion: batch/v1
metadata: {name: c, annotations: {config.kubernetes.io/formatting: none}}
---
kind: CronJob
apiVersion: batch/v1
metadata: {name: c, annotations: {config.kubernetes.io/formatting: standard}}
spec:
  template:
    spec: {containers: [{name: b},{name: a}]}
  jobTemplate:
    spec: {template: {spec: {containers: [{name: b},{name: a}]}}}
---
kind: ValidatingWebhookConfiguration
apiVersion: admissionregistration.k8s.io/v1
metadata: {name: w}
webhooks:
- name: z
  rules:
  - operations: [UPDATE, CREATE, '*']
    apiVersions: [z, a]
- name: a
---
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: b
  - name: a
---
kind: Deployment
spec: {b: 1, a: 2}
---
kind: Foo
apiVersion: example.com/v1
spec: {b: 1, a: 2, name: 5, 3: x, true: y, "c": z}
`,
  'illegal.yaml': 'kind: A\napiVersion: v1\nmetadata: {annotations: {config.kubernetes.io/formatting: bogus}}\n',
  'comments.yaml': `# document head

# head
apiVersion: v1 # line
# inner
kind: A
spec: # spec line
  # s1
  b: 1 # b line
  # foot b

  a: 2
  list:
  # l1
  - x # x line
  # l2
  - y
# foot
`,
  'resource-list.yaml': `apiVersion: config.kubernetes.io/v1
kind: ResourceList
functionConfig: {kind: F}
items:
- kind: B
  spec: {b: 1, a: 2}
  apiVersion: v1
  metadata: {name: b, annotations: {config.kubernetes.io/path: x/y.yaml, config.kubernetes.io/index: "3"}}
`,
  'values.yaml': `apiVersion: v1
kind: X
metadata: {name: x}
s: "5"
c: nginx # line
t: |
  a
  b
h: # hh
- x
l: [p, q]
cs: [{name: zed, v: 1}, {name: y, v: 2}, {v: 3}]
nested:
- [u, v]
e: ""
neg: -5
frac: .5
suf: 1Q
big: 12345678901234567890123
mem: 512Mi
cpu: 250m
n: 10
nul: null
m: {}
fl: {a: "5", b: [1]}
fol: >
  a
  b
dq: "x: y" # cc
qon: "on"
cust: !foo 5
app.kubernetes.io/name: web
`,
  'owners.yaml': `kind: Pod
metadata: {name: web-1, namespace: n, ownerReferences: [{kind: ReplicaSet, name: web}]}
spec: {containers: [{name: c, image: i}]}
---
kind: ReplicaSet
metadata: {name: web, namespace: n, ownerReferences: [{kind: Deployment, name: webd}, {kind: Other, name: x}]}
---
kind: Deployment
metadata: {name: webd, namespace: n}
spec: {replicas: 2}
---
kind: Node
metadata: {name: node}
`,
  'orphan.yaml': 'kind: Pod\nmetadata: {name: a, namespace: n, ownerReferences: [{kind: ReplicaSet, name: gone}]}\n',
  'fields.yaml': `kind: E
metadata: {name: e, annotations: {foo: bar, "a/b.c": d}}
spec:
  replicas: {a: "1" # c
    }
  containers:
  - {name: n, command: [c], args: [a], env: [e], ports: [p], resources: {r: 1}, image: "5"}
  - {image: ~}
  template: {spec: {containers: [{name: t}]}}
  jobTemplate: {spec: {template: {spec: {containers: [{name: x}]}}}}
data:
  t: |
    line1
    line2
  n: null
  m: {}
  em: ""
  q: "5"
  list:
  - name: a
    v: 1 # c
  - name: b
    v:
      x: y
`,
})
symlinkSync('../order.yaml', join(top, 'hidden/link.yaml'))
symlinkSync('../pkg', join(top, 'hidden/folder'))

/** What follows `<` comes on standard input. */
const RUNS = [
  ...['cat pkg', 'cat pkg --include-local --format=false', 'cat pkg --annotate', 'cat pkg -R=false', 'cat pkg/d.yml'],
  ...['cat pkg --include-local --exclude-non-local', 'cat pkg --exclude-non-local', 'cat empty', 'cat none', 'cat a b'],
  ...['cat broken', 'cat scalar', 'cat list', 'cat odd', 'cat anchors', 'cat crlf', 'cat hidden', 'cat ignored'],
  ...['cat pkg --wrap-kind ResourceList --wrap-version v1', 'cat pkg --wrap-kind X', 'cat pkg --wrap-version X'],
  ...['cat pkg --style FlowStyle', 'cat pkg --style TaggedStyle', 'cat pkg --style Foo', 'cat --strip-comments pkg'],
  ...['cat < order.yaml', 'cat < illegal.yaml', 'cat < comments.yaml', 'cat --strip-comments < comments.yaml'],
  ...['cat --format=false < comments.yaml', 'cat < resource-list.yaml', 'cat --annotate < resource-list.yaml'],
  ...['cat < odd/x.yaml', 'cat < broken/one/x.yaml', 'cat < empty/.keep', 'cat < crlf/x.yaml', 'cat < values.yaml'],
  ...['cat pkg --dest none/x.yaml', 'cat --function-config none --wrap-kind X pkg'],
  ...[
    'cat --function-config comments.yaml --wrap-kind X < values.yaml',
    'cat --function-config comments.yaml < values.yaml',
  ],
  ...[
    'count pkg',
    'count pkg -R=false',
    'count pkg --kind=false',
    'count empty',
    'count empty --kind=false',
    'count none',
  ],
  ...[
    'count broken',
    'count scalar',
    'count list',
    'count odd',
    'count hidden',
    'count ignored',
    'count ./pkg/',
    'count .',
  ],
  ...['count < order.yaml', 'count --kind=false < order.yaml', 'count < odd/x.yaml', 'count < empty/.keep'],
  ...[
    'tree pkg',
    'tree pkg --all',
    'tree pkg/',
    'tree ./pkg',
    'tree pkg/a.yaml',
    'tree empty',
    'tree none',
    'tree broken',
  ],
  ...['tree list', 'tree odd', 'tree hidden', 'tree ignored', 'tree folders', 'tree folders/a/..', 'tree a b'],
  ...[
    'tree folders --include-local',
    'tree pkg --include-local --exclude-non-local',
    'tree pkg --image --name --replicas',
  ],
  ...['tree - < order.yaml', 'tree - < resource-list.yaml', 'tree - < owners.yaml', 'tree - --all < owners.yaml'],
  ...['tree - --graph-structure directory < owners.yaml', 'tree - --graph-structure bogus < owners.yaml'],
  ...['tree - --graph-structure owners < odd/x.yaml', 'tree - < orphan.yaml', 'tree - --all < fields.yaml'],
  ...['tree - --field data.t --field data.n,data.m --field data.em --field data.q < fields.yaml'],
  ...['tree - --field data.list[name=a].v --field data.list[name=b].v --field data.list.0.v < fields.yaml'],
  ...['tree - --field metadata.annotations.a/b\\.c --field data.none --field data.list.*.v < fields.yaml'],
  ...['tree - --field data.list[0] < fields.yaml', 'tree - --field data.list.x < fields.yaml'],
  ...['tree - --field data.q.x < fields.yaml', 'tree - --field spec < fields.yaml'],
  ...['grep', 'grep a b c', 'grep kind=Dep pkg', 'grep kind=Dep pkg --annotate=false', 'grep kind=Secret pkg'],
  ...[
    'grep metadata.name=^p$ pkg',
    'grep kind=none pkg',
    'grep kind=Dep pkg --invert-match',
    'grep kind=Dep pkg -R=false',
  ],
  ...[
    'grep kind=A broken',
    'grep kind=B broken',
    'grep kind none',
    'grep kind scalar',
    'grep kind empty',
    'grep kind odd',
  ],
  ...[
    'grep kind=B < resource-list.yaml',
    'grep kind=B --annotate=false < resource-list.yaml',
    'grep kind=A < comments.yaml',
  ],
  ...[
    ...[
      'kind',
      'kind=',
      'kind=x',
      'kind=(?i)x',
      "''",
      '=',
      '.',
      'a..b',
      '.kind=X',
      'kind.',
      'kind.=x',
      'n>9<11',
      'n=>9',
    ],
    ...['n>x', 'b>1', 'kind=(', 'kind=[', 'spec[x', 'l[=p]', 'l[=p].', 'l[=p]>0', 'l[=z]', 'cs[name=zed]', 'cs[0].v'],
    ...[
      'cs[name=zed].v=1',
      'cs[name=zed].v>0',
      'cs[name=none].v>0',
      'cs.0.v=1',
      'cs.-.v=3',
      'cs.*.v=3',
      'cs[name=ze].v=1',
    ],
    ...[
      'cs.[name=y].v=2',
      'cs.v=1',
      'l=p',
      'l=^p$',
      'l.0=p',
      'l.5',
      'l.-',
      'm',
      'm=x',
      'm={}',
      'nul',
      'nul=x',
      'nul>1',
    ],
    ...[
      'frac>0',
      'frac>=500m',
      'frac>499m',
      'frac<1',
      'e',
      'e=',
      'e=x',
      'e>1',
      'e.',
      's.',
      'n>',
      'n=',
      'a=b=c',
      'n==10',
    ],
    ...['n>=9>=9', 'n<=9>=3', 'kind=X\\.*', 'kind=X\\', 'n>1e1', 'n>9e0', 'n>0x1', 'n>-1', 'n<1k', 'n<1Ki', 'n>9999m'],
    ...[
      'mem>500Mi',
      'mem>1Gi',
      'mem>=512Mi',
      'cpu<1',
      'cpu<=250m',
      'neg<0',
      'suf>1',
      'big>1P',
      'big>1E',
      's>=5',
      's>+4',
    ],
    ...[
      's=^5$',
      's="',
      'c=line',
      'c=^nginx$',
      't=b$',
      't=^a',
      'h=x',
      'h=hh',
      'fl=^{',
      'fl=5',
      'fl="',
      'fol=a',
      'dq=cc',
    ],
    ...[
      'dq.x',
      't.x',
      'n.x',
      'cust=foo',
      'cust=^5$',
      'qon=^on$',
      'app\\.kubernetes\\.io/name=web',
      'cs[name=z][v=1].v',
    ],
    ...[
      'kind=*',
      'kind={',
      's<1e',
      's>1i',
      's>1KiB',
      'metadata.*',
      'metadata.3',
      'metadata[name=x].name',
      'nope>x',
      'nope=(',
    ],
  ].map((query) => `grep ${query} < values.yaml`),
]

const reference = referenceProgram()

function split(run: string): { words: string[]; input: string } {
  const [line = '', file] = run.split(' < ')
  const words = line.split(' ').map((word) => (word === "''" ? '' : word))
  return { words: ['cfg', ...words], input: file === undefined ? '' : readFileSync(join(top, file), 'utf8') }
}

describe.skipIf(reference === undefined)('kustomize prints the same', () => {
  test.each(RUNS)('kustomize cfg %s', (run) => {
    const { words, input } = split(run)
    const real = runProgram(reference as string, words, { cwd: top, input })
    expect(dropIn(top, words, input)).toEqual(real)
  })
})

test('strake has the same commands', () => {
  expect(strake(top, ['cfg', 'count', 'pkg']).stdout).toBe(
    'pkg/\nConfigMap: 1\nDeployment: 1\nSecret: 1\nService: 1\n\npkg/sub/deep/\nPod: 1\n',
  )
})
