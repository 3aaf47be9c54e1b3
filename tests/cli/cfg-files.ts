/** Files that the commands of `cfg` are tried on. */
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

export const FILES: Record<string, string> = {
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
}
