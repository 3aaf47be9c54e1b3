/** Rules of `flux build kustomization` that only odd objects show; what is expected is what flux 2.9.5 says. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runFlux } from './command.ts'

let cwd = ''
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-flux-')))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

async function build(spec: string, files: Record<string, string>): Promise<string> {
  const all: Record<string, string> = {
    'app.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: app, namespace: flux-system}\nspec: ${spec}\n`,
  }
  for (const [path, text] of Object.entries(files)) all[`app/${path}`] = text
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const words = ['build', 'kustomization', 'app', '--path', 'app', '--kustomization-file', 'app.yaml', '--dry-run']
  const { stdout, stderr } = await runFlux(words, cwd)
  return stdout === '' ? (stderr.trimEnd().split('\n').at(-1) as string).replaceAll(cwd, '{cwd}') : stdout
}

test('refuses an object whose kind became a number', async () => {
  const built = await build(`{postBuild: {substitute: {a: "1"}}}`, {
    'a.yaml': 'apiVersion: v1\nkind: "${a}"\nmetadata: {name: l}\n',
  })
  expect(built).toBe(
    `✗ kustomize build failed: error unmarshaling JSON: while decoding JSON: Object 'Kind' is missing in '{"apiVersion":"v1","kind":1,"metadata":{"labels":{"kustomize.toolkit.fluxcd.io/name":"app","kustomize.toolkit.fluxcd.io/namespace":"flux-system"},"name":"l"}}'`,
  )
})

test('writes texts of stringData without quotes, so that some become something else', async () => {
  const built = await build(`{}`, {
    'a.yaml': `apiVersion: v1
kind: Secret
metadata: {name: a}
stringData:
  port: "8080"
  on: "true"
  day: "2024-01-02"
  mode: "0x1f"
  none: ""
  word: "null"
  text: "yes"
---
apiVersion: v1
kind: Secret
metadata: {name: b}
stringData: {port: "8080", none: "", gone: null, list: [a]}
`,
  })
  expect(built).toBe(`apiVersion: v1
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
stringData:
  day: "2024-01-02T00:00:00Z"
  mode: 31
  none: null
  "on": true
  port: 8080
  text: "yes"
  word: null
---
apiVersion: v1
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: b
stringData:
  gone: ""
  list: ""
  none: ""
  port: 8080
---
`)
})

test('leaves an empty text of stringData empty in flow style only, which substitution loses', async () => {
  const built = await build(`{postBuild: {substitute: {x: "1"}}}`, {
    'a.yaml': `apiVersion: v1
kind: Secret
metadata: {name: b}
stringData: {port: "8080", none: ""}
`,
  })
  expect(built).toBe(`apiVersion: v1
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: b
stringData:
  none: null
  port: 8080
---
`)
})

test('makes texts of all data of a Secret, and drops data that are empty', async () => {
  const built = await build(`{}`, {
    'a.yaml': `apiVersion: v1
kind: Secret
metadata: {name: a}
data: {number: 1234, hex: 0x12, none: null, list: [a]}
---
apiVersion: v1
kind: Secret
metadata: {name: b}
data: {}
---
apiVersion: v1
kind: Secret
metadata: {name: c}
data:
stringData: {}
---
apiVersion: v1
kind: Secret
metadata: {name: d}
data: {}
sops: {mac: "ENC[x"}
`,
  })
  expect(built).toBe(`apiVersion: v1
data:
  hex: "0x12"
  list: ""
  none: ""
  number: "1234"
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
---
apiVersion: v1
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: b
---
apiVersion: v1
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: c
stringData: {}
---
apiVersion: v1
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: d
---
`)
})

test('masks every value of an encrypted Secret, whatever it is', async () => {
  const built = await build(`{}`, {
    'a.yaml': `apiVersion: v1
kind: Secret
metadata: {name: a}
data: {none: null, list: [a]}
stringData: {none: null, map: {a: b}, number: 1}
sops: {mac: "ENC[x"}
`,
  })
  expect(built).toBe(`apiVersion: v1
data:
  list: KipTT1BTKio=
  none: KipTT1BTKio=
kind: Secret
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
stringData:
  map: '**SOPS**'
  none: '**SOPS**'
  number: '**SOPS**'
---
`)
})

test('keeps the types of labels, and gives no owner to an object whose labels are null', async () => {
  const built = await build(`{}`, {
    'a.yaml': `apiVersion: example.com/v1
kind: Thing
metadata:
  name: a
  labels: {number: 1, none: null, day: 2024-01-02}
---
apiVersion: example.com/v1
kind: Thing
metadata:
  name: b
  labels:
---
apiVersion: example.com/v1
kind: Thing
metadata:
  name: c
  labels: {}
`,
  })
  expect(built).toBe(`apiVersion: example.com/v1
kind: Thing
metadata:
  labels:
    day: "2024-01-02T00:00:00Z"
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
    none: null
    number: 1
  name: a
---
apiVersion: example.com/v1
kind: Thing
metadata:
  labels: null
  name: b
---
apiVersion: example.com/v1
kind: Thing
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: c
---
`)
})

test('puts commonMetadata in the place of labels and annotations that are not all texts', async () => {
  const built = await build(
    `{postBuild: {substitute: {x: "1"}}, commonMetadata: {labels: {team: web}, annotations: {"true": "yes"}}}`,
    {
      'a.yaml': `apiVersion: example.com/v1
kind: Thing
metadata:
  name: a
  labels: {number: 1}
  annotations: {a: b}
---
apiVersion: example.com/v1
kind: Thing
metadata:
  name: b
  labels: {none: null, day: 2024-01-02}
  annotations: {number: 1}
---
apiVersion: example.com/v1
kind: Thing
metadata:
  name: c
  labels: {app: web}
  annotations: {number: "\${x}", a: b}
`,
    },
  )
  expect(built).toBe(`apiVersion: example.com/v1
kind: Thing
metadata:
  annotations:
    a: b
    "true": "yes"
  labels:
    team: web
  name: a
---
apiVersion: example.com/v1
kind: Thing
metadata:
  annotations:
    number: "1"
    "true": "yes"
  labels:
    day: "2024-01-02T00:00:00Z"
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
    none: ""
    team: web
  name: b
---
apiVersion: example.com/v1
kind: Thing
metadata:
  annotations:
    "true": "yes"
  labels:
    app: web
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
    team: web
  name: c
---
`)
})

test('keeps the types of annotations, and prints numbers as in any other object, after substitution', async () => {
  const built = await build(`{postBuild: {substitute: {x: "1"}}}`, {
    'a.yaml': `apiVersion: example.com/v1
kind: Thing
metadata:
  name: a
  annotations: {number: "\${x}", text: "\${x}."}
spec: [0.00001, 12345678.5, 1e20, 18446744073709551615, 1e15, "\${x}"]
`,
  })
  expect(built).toBe(`apiVersion: example.com/v1
kind: Thing
metadata:
  annotations:
    number: 1
    text: 1
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
spec:
- 1e-05
- 1.23456785e+07
- 1e+20
- 1.8446744073709552e+19
- 1000000000000000
- 1
---
`)
})

test('drops a field that its kustomize does not know from the file of the path', async () => {
  const built = await build(`{}`, {
    'kustomization.yaml': `resources: [a.yaml]
labels: [{pairs: {a: b}, includeVolumeClaimTemplates: true}]
`,
    'a.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: a}
spec: {volumeClaimTemplates: [{metadata: {name: c}}]}
`,
  })
  expect(built).toBe(`apiVersion: apps/v1
kind: StatefulSet
metadata:
  labels:
    a: b
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
spec:
  volumeClaimTemplates:
  - metadata:
      name: c
---
`)
})

test('refuses a field that its kustomize does not know in any other file', async () => {
  const built = await build(`{}`, {
    'kustomization.yaml': `resources: [base]
`,
    'base/kustomization.yaml': `resources: [a.yaml]
labels: [{pairs: {a: b}, includeVolumeClaimTemplates: true}]
`,
    'base/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
`,
  })
  expect(built).toBe(
    `✗ kustomize build failed: accumulating resources: accumulation err='accumulating resources from 'base': read {cwd}/app/base: is a directory': couldn't make target for path '{cwd}/app/base': invalid Kustomization: json: unknown field "includeVolumeClaimTemplates"`,
  )
})

test('cannot rename an object whose name has a comma', async () => {
  const built = await build(`{namePrefix: p-, postBuild: {substitute: {env: Prod}}}`, {
    'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: "\${env,,}-a"}
`,
  })
  expect(built).toBe(
    `✗ kustomize build failed: recovered from kustomize build panic: number of previous names, number of previous namespaces, number of previous kinds not equal`,
  )
})

test('names a folder that is no kustomization', async () => {
  const built = await build(`{}`, {
    'kustomization.yaml': `resources: [base]
`,
    'base/a.txt': ``,
  })
  expect(built).toBe(
    `✗ kustomize build failed: accumulating resources: accumulation err='accumulating resources from 'base': read {cwd}/app/base: is a directory': couldn't make target for path '{cwd}/app/base': unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '{cwd}/app/base'`,
  )
})

test('does not show an object that cannot be printed for substitution', async () => {
  const built = await build(`{postBuild: {substitute: {x: "1"}}}`, {
    'a.yaml': `apiVersion: example.com/v1
kind: Thing
metadata:
  name: a
spec: {text: "\\u007f"}
`,
  })
  expect(built).toBe(`✗ var substitution failed for 'a': yaml: control characters are not allowed`)
})

test('changes images in volumes of workloads, and not in those of CronJobs', async () => {
  const pod = '{volumes: [{name: x, image: {reference: "nginx:1"}}], containers: [{name: a, image: nginx}]}'
  const built = await build(`{images: [{name: nginx, newTag: "2"}]}`, {
    'a.yaml': `apiVersion: batch/v1
kind: CronJob
metadata: {name: a}
spec: {jobTemplate: {spec: {template: {spec: ${pod}}}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: b}
spec: {template: {spec: ${pod}}}
`,
  })
  expect(built).toBe(`apiVersion: batch/v1
kind: CronJob
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: a
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
          - image: nginx:2
            name: a
          volumes:
          - image:
              reference: nginx:1
            name: x
---
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    kustomize.toolkit.fluxcd.io/name: app
    kustomize.toolkit.fluxcd.io/namespace: flux-system
  name: b
spec:
  template:
    spec:
      containers:
      - image: nginx:2
        name: a
      volumes:
      - image:
          reference: nginx:2
        name: x
---
`)
})
