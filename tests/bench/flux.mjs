// `flux render` of a generated repository against building its kustomizations in one process: `npm run bench -- --only flux`.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { interleaved } from './meter.mjs'
import { writeShape } from './write-shape.mjs'

const KUSTOMIZATIONS = 300
const OBJECTS = 5000

/**
 * Kustomizations, all applied by one path, each of its own folder with a kustomization file and one object in each other file. Every
 * third has variables, which half of its objects use.
 */
export function fluxRepository(kustomizations = KUSTOMIZATIONS, objects = OBJECTS) {
  const files = {}
  for (let k = 0; k < kustomizations; k++) {
    const hasVariables = k % 3 === 0
    files[`cluster/app-${k}.yaml`] = kustomization(k, hasVariables)
    const first = Math.floor((objects * k) / kustomizations)
    const end = Math.floor((objects * (k + 1)) / kustomizations)
    const names = []
    for (let i = first; i < end; i++) {
      names.push(`object-${i}.yaml`)
      files[`apps/app-${k}/object-${i}.yaml`] = object(i, hasVariables)
    }
    files[`apps/app-${k}/kustomization.yaml`] =
      `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: app-${k}\nresources:\n${names.map((name) => `- ${name}\n`).join('')}`
  }
  return { root: 'cluster', files }
}

const kustomization = (k, hasVariables) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: app-${k}
  namespace: flux-system
spec:
  interval: 1h
  path: ./apps/app-${k}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
${hasVariables ? '  postBuild:\n    substitute:\n      REGISTRY: registry.example.org\n      LEVEL: info\n' : ''}`

const variable = (name) => `$\{${name}}`

function object(i, hasVariables) {
  if (i % 3 === 1) {
    return `apiVersion: v1\nkind: Service\nmetadata:\n  name: app-${i}\nspec:\n  selector:\n    app: app-${i}\n  ports:\n  - name: http\n    port: 80\n    targetPort: http\n`
  }
  if (i % 3 === 2) {
    const level = hasVariables ? variable('LEVEL') : 'info'
    return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app-${i}-config\ndata:\n  level: ${level}\n  settings.yaml: |\n    name: app-${i}\n    retries: 3\n`
  }
  const registry = hasVariables && i % 2 === 0 ? variable('REGISTRY') : 'registry.example.org'
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-${i}
  labels:
    app: app-${i}
spec:
  replicas: 2
  selector:
    matchLabels:
      app: app-${i}
  template:
    metadata:
      labels:
        app: app-${i}
    spec:
      containers:
      - name: main
        image: ${registry}/app:1.0.0
        args: ["--listen=:8080", "--name=app-${i}"]
        env:
        - name: MODE
          value: standard
        ports:
        - containerPort: 8080
          name: http
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
`
}

const flux = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'flux'))
  .find((place) => existsSync(place))

/** The same with all Kustomizations but the first suspended: they are read, and not rendered. */
function suspended({ root, files }) {
  const changed = Object.entries(files).map(([path, text]) => {
    const isOther = path.startsWith(`${root}/`) && path !== `${root}/app-0.yaml`
    return [path, isOther ? text.replace('spec:\n', 'spec:\n  suspend: true\n') : text]
  })
  return { root, files: Object.fromEntries(changed) }
}

/** The repository as a first commit, and a second one that changes one file. */
function commitTwo(folder) {
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...words], { cwd: folder })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  const file = join(folder, 'apps/app-0/object-0.yaml')
  writeFileSync(file, object(0, true).replace('replicas: 2', 'replicas: 3'))
  git('commit', '-q', '-a', '-m', 'second')
  git('gc', '-q')
}

/**
 * Medians of rendering, of building each kustomization in one process, of one `flux build`, where the program is, of a diff of two
 * revisions that differ in one file, of what git alone takes to read them, and of rendering only the one Kustomization that it is about.
 */
export async function fluxRows({ meter, programs, rounds, folder }) {
  rmSync(folder, { recursive: true, force: true })
  const cluster = writeShape(fluxRepository(), folder)
  const other = writeShape(suspended(fluxRepository()), `${folder}-suspended`)
  commitTwo(folder)
  const folders = Array.from({ length: KUSTOMIZATIONS }, (_, k) => join(folder, `apps/app-${k}`))
  const rows = []
  const source = (place) => ['--local-sources', `GitRepository/flux-system/flux-system=${place}`]
  for (const [name, words] of Object.entries(programs)) {
    const commands = {
      render: [...words, 'flux', 'render', cluster, ...source(folder)],
      rendersOne: [...words, 'flux', 'render', other, ...source(`${folder}-suspended`)],
      diff: [...words, 'flux', 'diff', '--base', 'HEAD~1', '--head', 'HEAD', '--fail-on', 'none', cluster],
      builds: [...words, 'build', '--each', ...folders],
      // All that there is in the repository, which is what a diff asks for.
      git: ['git', '-C', folder, 'cat-file', '--batch-all-objects', '--batch', '--buffer'],
    }
    if (flux !== undefined) {
      const file = join(cluster, 'app-0.yaml')
      const more = ['--path', folders[0], '--kustomization-file', file, '--dry-run']
      commands.one = [flux, 'build', 'kustomization', 'app-0', ...more]
    }
    rows.push({ name, ...(await interleaved(meter, commands, rounds)) })
  }
  return rows
}
