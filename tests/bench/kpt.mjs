// kpt's commands over generated packages: `npm run bench -- --only kpt`.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { interleaved } from './meter.mjs'
import { writeShape } from './write-shape.mjs'

const KPTFILE = 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: bench\npipeline:\n  mutators:\n'
const BUILT_IN = `${KPTFILE}  - image: set-namespace:v0.4
    configMap:
      namespace: prod
  - image: set-labels:v0.2
    configMap:
      team: web
  - image: apply-setters:v0.2
    configMap:
      replicas: "5"
      tag: "2.0"
  - image: ensure-name-substring:v0.2
    configMap:
      prepend: dev-
`
/** What kpt can run without containers: as many functions, which do nothing. */
const EXECUTED = `${KPTFILE}${'  - exec: cat\n'.repeat(4)}`

/** A Deployment with setters, a Service and a ConfigMap in turns, each in a file of its own. */
export function kptPackage(count, kptfile = BUILT_IN) {
  const files = { 'package/Kptfile': kptfile }
  for (let i = 0; i < count; i++) files[`package/resources/object-${i}.yaml`] = object(Math.floor(i / 3), i % 3)
  return { root: 'package', files }
}

function object(app, kind) {
  if (kind === 1) {
    return `apiVersion: v1\nkind: Service\nmetadata:\n  name: app-${app}\nspec:\n  selector:\n    app: app-${app}\n  ports:\n  - port: 80\n    targetPort: 8080\n`
  }
  if (kind === 2) {
    return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app-${app}-config\ndata:\n  level: info\n  file: |\n    one\n    two\n`
  }
  return `# The deployment of app ${app}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-${app}
  labels:
    app: app-${app}
spec:
  replicas: 3 # kpt-set: \${replicas}
  selector:
    matchLabels:
      app: app-${app}
  template:
    metadata:
      labels:
        app: app-${app}
    spec:
      containers:
      - name: main
        image: registry.example.org/app-${app}:1.0 # kpt-set: registry.example.org/app-${app}:\${tag}
        args: ["--name=app-${app}"]
        env:
        - name: MODE
          value: "fast"
        - name: LEVEL
          valueFrom:
            configMapKeyRef:
              name: app-${app}-config
              key: level
        resources:
          limits:
            cpu: 500m
            memory: 512Mi
`
}

const SOURCE = { ours: ['fn', 'source'], theirs: ['fn', 'source'] }
const PIPE = ['--exec', 'cat', '-o', 'stdout']
const EXEC = { ours: ['fn', 'eval'], theirs: ['fn', 'eval'], more: PIPE, theirMore: PIPE }
const ONE = { ...EXEC, more: ['-i', 'set-namespace:v0.4', '-o', 'stdout', '--', 'namespace=prod'] }
const PRINT = ['-o', 'stdout']
const RENDER = {
  ...{ ours: ['fn', 'render'], theirs: ['fn', 'render'], more: PRINT, theirMore: ['--allow-exec', ...PRINT] },
  theirKptfile: EXECUTED,
}

/** `known` are figures of kpt 1.0 with the functions' own programs, in seconds of CPU, where they were measured elsewhere. */
const GROUP = [
  { name: 'fn source, 1000 resources', count: 1000, most: 0.4, ...SOURCE },
  { name: 'fn source, 5000 resources', count: 5000, most: 0.4, ...SOURCE },
  { name: 'fn eval --exec cat, 1000 resources', count: 1000, most: 0.3, ...EXEC },
  { name: 'fn eval --exec cat, 5000 resources', count: 5000, most: 0.3, ...EXEC },
  { name: 'fn eval of set-namespace, 5000 resources', count: 5000, most: 0.1, ...ONE },
  { name: 'fn render of four functions, 100 resources', count: 100, most: 0.1, known: 3.7, ...RENDER },
  { name: 'fn render of four functions, 1000 resources', count: 1000, most: 0.03, known: 45, ...RENDER },
]

const kpt = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'kpt'))
  .find((place) => existsSync(place))

/** Rows of the group: medians by program. */
export async function kptRows({ meter, programs, rounds, folder }) {
  const rows = []
  for (const [i, one] of GROUP.entries()) {
    const { count, ours, theirs, more = [], theirMore = [], theirKptfile } = one
    const target = writeShape(kptPackage(count), join(folder, `ours-${i}`))
    const commands = Object.fromEntries(
      Object.entries(programs).map(([name, words]) => [name, [...words, ...ours, target, ...more]]),
    )
    if (kpt !== undefined) {
      const other = writeShape(kptPackage(count, theirKptfile), join(folder, `theirs-${i}`))
      commands.reference = [kpt, ...theirs, other, ...theirMore]
    }
    rows.push({ ...one, ...(await interleaved(meter, commands, rounds)) })
  }
  return rows
}
