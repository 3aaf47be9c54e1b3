/**
 * The inputs of the benchmark, made from nothing but numbers: each shape is a list of files and the folder to build.
 * The same number always gives the same bytes.
 */
const HEAD = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'

/** A third each: Deployment with Service beside it, and a ConfigMap the Deployment reads. */
function object(i) {
  const app = `app-${Math.floor(i / 3)}`
  const kind = i % 3
  if (kind === 0) return deployment(app)
  if (kind === 1) return service(app)
  return configMap(`${app}-config`)
}

const deployment = (name, image = 'registry.example.com/app:1.0.0') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
    app: ${name}
spec:
  replicas: 2
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: main
        image: ${image}
        args: ["--listen=:8080", "--name=${name}"]
        env:
        - name: MODE
          value: standard
        - name: LEVEL
          valueFrom:
            configMapKeyRef:
              name: ${name}-config
              key: level
        ports:
        - containerPort: 8080
          name: http
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
`

const service = (name) => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: ${name}
  ports:
  - name: http
    port: 80
    targetPort: http
`

const configMap = (name) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  level: info
  settings.yaml: |
    name: ${name}
    retries: 3
`

const numbers = (count) => Array.from({ length: count }, (_, i) => i)
const lines = (key, values) => (values.length === 0 ? '' : `${key}:\n${values.map((value) => `- ${value}\n`).join('')}`)
const objectFiles = (count, folder = 'base') =>
  Object.fromEntries(numbers(count).map((i) => [`${folder}/object-${i}.yaml`, object(i)]))
const listed = (files, folder) =>
  lines(
    'resources',
    Object.keys(files).map((path) => path.slice(folder.length + 1)),
  )

/** `count` objects, each in its file, listed by one kustomization. */
function plain(count) {
  const files = objectFiles(count)
  return { root: 'base', files: { ...files, 'base/kustomization.yaml': HEAD + listed(files, 'base') } }
}

/** The everyday overlay: prefix, namespace, labels, an image, replicas, one patch, a generated map; over `plain`. */
function overlay(count) {
  const base = plain(count)
  const text = `${HEAD}namespace: production
namePrefix: prod-
resources:
- ../base
labels:
- pairs:
    environment: production
  includeSelectors: true
commonAnnotations:
  owner: platform
images:
- name: registry.example.com/app
  newTag: 1.2.3
replicas:
- name: app-0
  count: 3
configMapGenerator:
- name: extra
  literals:
  - a=1
patches:
- path: patch.yaml
`
  const patch = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-0
spec:
  template:
    spec:
      containers:
      - name: main
        resources:
          limits:
            memory: 256Mi
`
  return {
    root: 'overlay',
    files: { ...base.files, 'overlay/kustomization.yaml': text, 'overlay/patch.yaml': patch },
  }
}

/** An overlay over `plain` that holds only what `text` says. */
const over = (count, text, more = {}) => ({
  root: 'overlay',
  files: { ...plain(count).files, 'overlay/kustomization.yaml': `${HEAD}resources:\n- ../base\n${text}`, ...more },
})

/** `count` levels of overlays, each adding a letter and a label, over a hundred objects. */
function deep(count) {
  const files = plain(100).files
  for (const i of numbers(count)) {
    const below = i === 0 ? '../base' : `../level-${i - 1}`
    files[`level-${i}/kustomization.yaml`] =
      `${HEAD}namePrefix: a\nresources:\n- ${below}\nlabels:\n- pairs:\n    level-${i}: "true"\n`
  }
  return { root: `level-${count - 1}`, files }
}

/** `count` bases of three objects under one overlay. */
function bases(count) {
  const files = {}
  for (const i of numbers(count)) {
    const folder = `base-${i}`
    for (const k of [0, 1, 2]) files[`${folder}/object-${k}.yaml`] = object(i * 3 + k)
    files[`${folder}/kustomization.yaml`] =
      `${HEAD}namePrefix: p${i}-\nresources:\n- object-0.yaml\n- object-1.yaml\n- object-2.yaml\n`
  }
  const names = numbers(count).map((i) => `../base-${i}`)
  files['overlay/kustomization.yaml'] = `${HEAD}namespace: all\n${lines('resources', names)}`
  return { root: 'overlay', files }
}

/** `count` components, each adding one object and patching one, over 100 objects. */
function components(count) {
  const files = {}
  for (const i of numbers(count)) {
    const app = `app-${i % 33}`
    files[`component-${i}/kustomization.yaml`] =
      `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources:\n- extra.yaml\npatches:\n- path: patch.yaml\n`
    files[`component-${i}/extra.yaml`] = configMap(`extra-${i}`)
    files[`component-${i}/patch.yaml`] =
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${app}\n  labels:\n    component-${i}: "on"\n`
  }
  return over(
    100,
    lines(
      'components',
      numbers(count).map((i) => `../component-${i}`),
    ),
    files,
  )
}

/** `rules` replacements from one object's field into Deployments: each into one by name, or each into all. */
function replacements(rules, count, select) {
  const rule = (i) => `source:
    kind: ConfigMap
    name: app-${i % Math.floor(count / 3)}-config
    fieldPath: data.level
  targets:
  - select:
      kind: Deployment${select(i % Math.floor(count / 3))}
    fieldPaths:
    - spec.template.spec.containers.[name=main].env.[name=MODE].value`
  return over(count, lines('replacements', numbers(rules).map(rule)))
}

/** One JSON patch for each object, which is looked for by a pattern. */
function patternPatches(patches, count) {
  const rule = (i) => {
    const name = i % 3 === 2 ? `app-${Math.floor(i / 3)}-config` : `app-${Math.floor(i / 3)}`
    return `target:
    kind: ${['Deployment', 'Service', 'ConfigMap'][i % 3]}
    name: ${name}(-v[0-9]+)?
  patch: |-
    - op: add
      path: /metadata/annotations
      value: {patched: "${i}"}`
  }
  return over(count, lines('patches', numbers(patches).map(rule)))
}

/** One strategic merge patch file for each Deployment. */
function mergePatches(patches, count) {
  const files = {}
  for (const i of numbers(patches)) {
    files[`overlay/patch-${i}.yaml`] =
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app-${i}\nspec:\n  template:\n    spec:\n      containers:\n      - name: main\n        env:\n        - name: PATCHED\n          value: "${i}"\n`
  }
  return over(
    count,
    lines(
      'patches',
      numbers(patches).map((i) => `path: patch-${i}.yaml`),
    ),
    files,
  )
}

/** A custom resource definition of about `size` bytes: nested properties with descriptions. */
function crd(i, size) {
  const group = 'bench.example.com'
  let text = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: things${i}.${group}\nspec:\n  group: ${group}\n  names:\n    kind: Thing${i}\n    plural: things${i}\n  scope: Namespaced\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n`
  for (let k = 0; text.length < size; k++) {
    const pad = ' '.repeat(10)
    text += `${pad}field${k}:\n${pad}  description: |-\n${pad}    What field ${k} of this object is for, in words that take two lines, as\n${pad}    generated definitions have them for every field there is.\n${pad}  type: object\n${pad}  properties:\n${pad}    name:\n${pad}      description: Name of the object that is referred to, which must be in the same namespace.\n${pad}      type: string\n${pad}    limits:\n${pad}      type: array\n${pad}      items:\n${pad}        type: string\n${pad}        pattern: ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\n`
  }
  return text
}

function crds(count, size) {
  const files = Object.fromEntries(numbers(count).map((i) => [`base/crd-${i}.yaml`, crd(i, size)]))
  files['base/kustomization.yaml'] = HEAD + listed(files, 'base')
  files['overlay/kustomization.yaml'] =
    `${HEAD}resources:\n- ../base\ncommonAnnotations:\n  owner: platform\nlabels:\n- pairs:\n    bench: "yes"\n`
  return { root: 'overlay', files }
}

/** `count` variables, each used by one Deployment's argument. */
function vars(count, objects) {
  const base = plain(objects)
  for (const i of numbers(count)) {
    const path = `base/object-${i * 3}.yaml`
    base.files[path] = base.files[path].replace('--name=', `--service=$(SERVICE_${i})", "--name=`)
  }
  const entry = (i) => `name: SERVICE_${i}\n  objref:\n    kind: Service\n    name: app-${i}\n    apiVersion: v1`
  const text = `${HEAD}namePrefix: v-\nresources:\n- ../base\n${lines('vars', numbers(count).map(entry))}`
  return { root: 'overlay', files: { ...base.files, 'overlay/kustomization.yaml': text } }
}

function generators(count) {
  const entries = numbers(count).map(
    (i) => `name: generated-${i}\n  literals:\n  - first=${i}\n  - second=text of ${i}`,
  )
  return { root: 'base', files: { 'base/kustomization.yaml': HEAD + lines('configMapGenerator', entries) } }
}

function largeGenerators(count, size) {
  const files = {}
  for (const i of numbers(count)) {
    const row = `${i}: the quick brown fox jumps over the lazy dog, again and again and again\n`
    files[`base/data-${i}.txt`] = row.repeat(Math.ceil(size / row.length))
  }
  const entries = numbers(count).map((i) => `name: large-${i}\n  files:\n  - data-${i}.txt`)
  return { root: 'base', files: { ...files, 'base/kustomization.yaml': HEAD + lines('configMapGenerator', entries) } }
}

const MEGABYTE = 1024 * 1024

/**
 * Name, input, and the most that ours may cost of the reference's CPU: as an executable and on Node. The trivial shape
 * is held against `node -e 0` on Node, and has a limit for memory alone.
 */
export const shapes = [
  { name: 'trivial', make: () => plain(1), executable: 2.0, node: 1.15, againstNode: true },
  { name: 'overlay:10', make: () => overlay(10), executable: 0.6, node: 1.8 },
  { name: 'overlay:100', make: () => overlay(100), executable: 0.35, node: 0.7 },
  { name: 'overlay:500', make: () => overlay(500), executable: 0.15, node: 0.25 },
  { name: 'overlay:1000', make: () => overlay(1000), executable: 0.1, node: 0.15 },
  { name: 'overlay:2000', make: () => overlay(2000), executable: 0.05, node: 0.05 },
  { name: 'overlay:5000', make: () => overlay(5000), executable: 0.02, node: 0.02, slow: true },
  { name: 'plain:2000', make: () => plain(2000), executable: 0.05, node: 0.05 },
  {
    name: '200 replacements by name x 500 objects',
    make: () => replacements(200, 500, (app) => `\n      name: app-${app}`),
    executable: 0.25,
    node: 0.3,
  },
  {
    name: '200 replacements to all x 500 objects',
    make: () => replacements(200, 500, () => ''),
    executable: 0.15,
    node: 0.15,
  },
  { name: '1000 regex patches x 1000 objects', make: () => patternPatches(1000, 1000), executable: 0.12, node: 0.12 },
  { name: '333 merge-patch files x 1000 objects', make: () => mergePatches(333, 1000), executable: 0.2, node: 0.2 },
  { name: '50 CRDs of 200 KB, overlay', make: () => crds(50, 200 * 1024), executable: 0.3, node: 0.3 },
  { name: '1000 config-map generators', make: () => generators(1000), executable: 0.2, node: 0.25 },
  { name: '10 generated files of 1 MB', make: () => largeGenerators(10, MEGABYTE), executable: 0.4, node: 0.4 },
  { name: '200 vars x 1000 objects', make: () => vars(200, 1000), executable: 0.15, node: 0.15 },
  { name: '50 levels', make: () => deep(50), executable: 0.2, node: 0.25 },
  { name: '200 bases', make: () => bases(200), executable: 0.2, node: 0.25 },
  { name: '50 components over 100 objects', make: () => components(50), executable: 0.35, node: 0.7 },
]

/** Shapes by name; the guards need a few. */
export const shape = (name) => shapes.find((one) => one.name === name)
