/** Generated repositories: folders of manifests, kustomizations over them, and a Flux Kustomization. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import * as fc from 'fast-check'
import { commented, randomNumbers } from '../../yaml/mutations.ts'
import type { GeneratedObject } from '../objects.ts'
import { level, seldom, tree } from '../trees.ts'
import { list, map, printYaml, scalar, type Yaml } from '../yaml-text.ts'
import { manifests } from './manifests.ts'
import { patches } from './patches.ts'
import { variables } from './variables.ts'

export interface Repository {
  files: Record<string, string>
  /** The path that is built. */
  path: string
  /** Flags of the command line. */
  args: string[]
}

/** Where the Kustomization and the variables that it refers to are. */
export const CLUSTER = 'cluster/all.yaml'

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const usually = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, times: number): fc.Arbitrary<T> =>
  fc.oneof({ weight: times - 1, arbitrary: common }, { weight: 1, arbitrary: rare })

const SEPARATORS = [
  '---\n',
  '---\n',
  '--- # apart\n',
  '---\n# only a comment\n---\n',
  '---\n---\n',
  '\n---\n\n',
  '---   \n',
]
const STARTS = ['', '', '', '---\n', '# licence\n\n', '\n', '# licence\n---\n', '\ufeff']
/** Which nothing reads. */
const RARE_START = '%YAML 1.1\n---\n'
const ENDS = ['', '', '', '# the end\n', '\n\n', '---\n', '...\n', '---\n# last\n']

/** The objects as text, with comments. */
function fileText(objects: GeneratedObject[], seed: number): string {
  const random = randomNumbers(seed)
  const pick = (texts: string[]) => (random(4) > 0 ? (texts[0] as string) : (texts[random(texts.length)] as string))
  const isPlain = random(3) > 0
  const texts = objects.map(({ node }) => {
    const text = printYaml(node)
    return isPlain || /[|>][-+]?\n/.test(text) ? text : commented(text, random)
  })
  const start = random(200) === 0 ? RARE_START : pick(STARTS)
  const all = start + texts.join(pick(SEPARATORS)) + pick(ENDS)
  return random(15) === 0 && !all.includes('\r') ? all.replaceAll('\n', '\r\n') : all
}

const FOLDERS = ['', '', 'sub/', 'sub/deep/', 'a-b/', '.hidden/']
const FILES = ['a.yaml', 'b.yml', 'B.yaml', 'a-b.yaml', 'c.YAML', '.d.yaml', 'e.json', 'a10.yaml', 'a9.yaml']

/** Objects parted over files. */
const placed = (objects: GeneratedObject[]): fc.Arbitrary<Record<string, string>> =>
  fc
    .record({
      places: fc.array(fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...FILES)), {
        minLength: objects.length,
        maxLength: objects.length,
      }),
      seed: fc.nat(1_000_000),
    })
    .map(({ places, seed }) => {
      const byFile = new Map<string, GeneratedObject[]>()
      objects.forEach((object, i) => {
        const path = (places[i] as [string, string]).join('')
        byFile.set(path, [...(byFile.get(path) ?? []), object])
      })
      const files: Record<string, string> = {}
      for (const [path, list] of byFile) files[path] = fileText(list, seed + path.length)
      return files
    })

const OTHERS: Record<string, string>[] = [
  { 'README.md': '# text\n' },
  { 'empty.yaml': '', 'comment.yaml': '# nothing\n' },
  { 'picture.jpg': 'x', '.git.yaml/x': '' },
  { '.sourceignore': 'a.yaml\n' },
  { '.sourceignore': '# why\n\n*.yml\n!b.yml\n' },
  { '.sourceignore': '/sub/\n' },
  { '.sourceignore': 'sub/*\n!sub/a.yaml\n' },
  { 'sub/.sourceignore': '*.yaml\n' },
  { '.sourceignore': '**/deep/**\n.*\n' },
  { '.sourceignore': '[^a]*.yaml\n' },
  { '.sops.yaml': 'creation_rules: []\n', '.sourceignore': 'nothing\n' },
  { 'sub/.flux.yaml': 'kind: x\n', '.sourceignore': '!sub\n' },
  { 'sub/kustomization.yml': 'namePrefix: s-\nresources: [own.yaml]\n', 'sub/own.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\ndata: {k: "${a}"}\n' },
  { 'a-b/Kustomization': 'configMapGenerator: [{name: made, literals: ["a=${a}"]}]\n' },
] // biome-ignore format: a table
/** Which stop nearly everything. */
const RARE_OTHERS: Record<string, string>[] = [
  { 'values.yaml': 'replicas: 1\n' },
  { '.sops.yaml': 'creation_rules: []\n' },
  { 'x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b}}\n' },
  { 'x.yaml': 'apiVersion: v1\nmetadata: {name: b}\n' },
  { 'x.yaml': 'kind: Thing\nmetadata: {name: b}\n' },
  { 'x.yaml': 'a: [b\n' },
  { 'x.yaml': '- a\n' },
  { 'x.yaml': 'text\n' },
  { 'x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, name: y}\n' },
  { 'sub/kustomization.yaml': 'resources: [gone.yaml]\n' },
  { 'kustomization.yaml/x': '' },
] // biome-ignore format: a table

const others = fc.oneof(
  { weight: 40, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 40, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 3, arbitrary: fc.constantFrom(...RARE_OTHERS) },
)

/** Lines of a kustomization file that only Flux lets pass, or reads in its own way. */
const ODD_LINES = [
  'namePrefx: x-\n',
  'unknown: {a: [1, 2]}\n',
  '# a comment\n',
  'nameSuffix: -${a}\n',
  'commonAnnotations: {note: "${host}", on: "yes"}\n',
  'metadata: {name: k, labels: {a: b}}\n',
  'buildMetadata: [managedByLabel]\n',
  'buildMetadata: [originAnnotations, transformerAnnotations]\n',
  'sortOptions: {order: fifo}\n',
  'sortOptions: {order: legacy}\n',
  'sortOptions: {order: legacy, legacySortOptions: {orderFirst: [Secret], orderLast: [Service]}}\n',
  'labels: [{pairs: {x: "1"}, includeTemplates: true}]\n',
  'namespace: from-file\n',
  'images: [{name: nginx, newTag: "9", digest: sha256:aa}]\n',
  'generatorOptions: {disableNameSuffixHash: true}\n',
  'configMapGenerator: [{name: made-${a}, literals: ["k=${host}", "n=1"]}]\n',
  'secretGenerator: [{name: hidden, literals: ["k=${a}"], type: Opaque}]\n',
  'replicas: [{name: web, count: 3}]\n',
  'openapi: {}\n',
  'crds: []\n',
  'components: []\n',
  'helmGlobals: {}\n',
  'resources: null\n',
  'patches: [{patch: "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}", target: {kind: Nothing}}]\n',
  'vars: []\n',
]
const RARE_LINES = [
  'namePrefix: [a]\n',
  'resources: text\n',
  'resources: [1, true]\n',
  'helmCharts: [{name: x}]\n',
  'bases: [sub]\n',
  'namespace: {a: b}\n',
  'images: {a: b}\n',
  'namePrefix: 12\n',
  'commonLabels: {a: 1}\n',
  'commonLabels: {a: true}\n',
  'a: &x [*x]\n',
  'key: value: x\n',
  'transformers: [gone.yaml]\n',
  'buildMetadata: [nothing]\n',
]
const HEADS = [
  '',
  '',
  'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
  'kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n',
  '---\n# head\n',
]
/** Which is refused. */
const RARE_HEAD = 'apiVersion: x\nkind: Kustomization\n'
const NAMES = ['kustomization.yaml', 'kustomization.yaml', 'kustomization.yml', 'Kustomization']

const oddLines = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.uniqueArray(fc.constantFrom(...ODD_LINES), { maxLength: 3 }).map((lines) => lines.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('', '', '', '', ...RARE_LINES) },
) // biome-ignore format: weights

interface Folder {
  files: Record<string, string>
  /** What patches may speak of. */
  objects: GeneratedObject[]
  path: string
}

const isRead = (path: string) => /\.ya?ml$|\.json$/.test(path)

/** Files without a kustomization. */
const bare: fc.Arbitrary<Folder> = manifests.chain((objects) =>
  fc.record({ files: placed(objects), others }).map(({ files, others }) => ({
    files: below('app', { ...files, ...others }),
    objects,
    path: 'app',
  })),
)

/** A kustomization over files, with any of its fields. */
const listed: fc.Arbitrary<Folder> = manifests.chain((objects) =>
  fc
    .record({
      files: placed(objects),
      others,
      level: usually(
        fc.constant({ fields: map({}), files: {} as Record<string, string> }),
        level(objects, { index: 0, configMaps: [], secrets: [] }),
        2,
      ),
      name: fc.constantFrom(...NAMES),
      head: usually(fc.constantFrom(...HEADS), fc.constant(RARE_HEAD), 60),
      odd: oddLines,
      isEmpty: usually(fc.constant(false), fc.constant(true), 12),
      flow: fc.boolean(),
      missing: usually(fc.constant(false), fc.constant(true), 100),
    })
    .map(({ files, others, level, name, head, odd, isEmpty, flow, missing }) => {
      const fields = level.fields.type === 'map' ? level.fields.entries : []
      const given = new Set(fields.map(([key]) => key))
      const kept = odd.split(/^(?=\S)/m).filter((line) => !given.has(line.split(':')[0] as string))
      const seen = new Set<string>()
      const lines = kept.filter((line) => !seen.has(line.split(':')[0] as string) && seen.add(line.split(':')[0] as string))
      const all = { ...files, ...level.files, ...others }
      const resources = Object.keys(files).filter(isRead).map(scalar)
      if (missing) resources.push(scalar('gone.yaml'))
      for (const folder of ['sub', 'a-b']) {
        const isKustomization = Object.keys(others).some((path) => /^(?:sub|a-b)\/[kK]ustomization/.test(path) && path.startsWith(folder))
        if (isKustomization) resources.push(scalar(`./${folder}`))
      }
      const isOver = isEmpty || seen.has('resources')
      const text = isOver || resources.length === 0 ? '' : printYaml(map({ resources: list(resources, flow) }))
      const body = fields.length === 0 ? '' : printYaml(level.fields)
      all[name] = `${head}${text}${body}${lines.join('')}`
      return { files: below('app', all), objects, path: 'app' }
    }),
) // biome-ignore format: long lines

/** Overlays, as the other comparison has them. */
const layered: fc.Arbitrary<Folder> = fc
  .record({ tree, objects: manifests })
  .map(({ tree: { files, args }, objects }) => ({ files, objects, path: args[0] as string }))

function below(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
}

const COMPONENTS: Record<string, string> = {
  'parts/prefix/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamePrefix: part-\n',
  'parts/more/kustomization.yaml':
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nconfigMapGenerator: [{name: part, literals: ["a=${a}", "b=x"]}]\ncommonAnnotations: {part: "1"}\n',
  'parts/images/kustomization.yaml':
    'kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\nimages: [{name: nginx, newName: part/nginx}]\nresources: [part.yaml]\n',
  'parts/images/part.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: part-of}\nimagePullSecrets: [{name: keys}]\n',
} // biome-ignore format: a table

const text = fc.constantFrom('x-', 'p', '"1"', '"y"', '"${a}-"')
const pairs = fc.dictionary(
  fc.constantFrom('app', 'team', 'kustomize.toolkit.fluxcd.io/name', 'kustomize.toolkit.fluxcd.io/substitute'),
  fc.constantFrom('web', '"1"', '"true"', '"${a}"', 'disabled', '""', '"two\\nlines"'),
  { minKeys: 1, maxKeys: 2 },
)
const metadataOf = fc
  .record({ labels: maybe(pairs.map((fields) => map(fields))), annotations: maybe(pairs.map((fields) => map(fields))) })
  .map((fields) => map(fields))

const image = fc
  .record({
    name: fc.constantFrom('nginx', 'app/web', 'reg.example.com:5000/app/web', 'redis', 'busybox'),
    newName: maybe(fc.constantFrom('mirror/nginx', '"${host}/x"')),
    newTag: maybe(fc.constantFrom('"2"', 'v3', '"${a}"')),
    digest: seldom(fc.constantFrom('sha256:ff'), 4),
  })
  .map((fields) => map(fields, true))

const SUBSTITUTES = [
  map({ kind: 'ConfigMap', name: 'vars' }, true),
  map({ kind: 'Secret', name: 'keys' }, true),
  map({ kind: 'ConfigMap', name: 'gone', optional: 'true' }, true),
  map({ kind: 'ConfigMap', name: 'empty' }, true),
  map({ kind: 'Other', name: 'vars' }, true),
]
const reference = usually(
  fc.constantFrom(...SUBSTITUTES),
  fc.constant(map({ kind: 'Secret', name: 'gone' }, true)),
  120,
)

const postBuild = fc
  .record({
    substitute: usually(
      variables.map((fields) => map(fields)),
      fc.constant(undefined as Yaml | undefined),
      8,
    ),
    substituteFrom: maybe(fc.array(reference, { maxLength: 3 }).map((items) => list(items))),
    substituteStrategy: seldom(fc.constantFrom('Always', 'WithVariables'), 4),
  })
  .map((fields) => map(fields))

function spec(objects: GeneratedObject[], path: string): fc.Arbitrary<Yaml> {
  return fc
    .record({
      targetNamespace: seldom(fc.constantFrom('target', 'one', 'default'), 3),
      namePrefix: seldom(text, 5),
      nameSuffix: seldom(fc.constantFrom('-x', '"1"', '-${b}'), 5),
      patches: seldom(patches(objects), 3),
      images: seldom(
        fc.array(image, { minLength: 1, maxLength: 3 }).map((items) => list(items)),
        4,
      ),
      components: seldom(
        fc
          .uniqueArray(
            usually(
              fc.constantFrom('prefix', 'more', 'images').map((name) => `../parts/${name}`),
              fc.constantFrom('gone', './gone', 'https://example.com/x', '/x', 'sub', 'GitHub.com/x'),
              12,
            ),
            { minLength: 1, maxLength: 2 },
          )
          .map((items) => list(items.map(scalar))),
        5,
      ),
      ignoreMissingComponents: seldom(fc.constant('true'), 4),
      buildMetadata: seldom(fc.constantFrom('[originAnnotations]', '[transformerAnnotations]', '[managedByLabel]', '[]'), 8),
      commonMetadata: seldom(metadataOf, 3),
      postBuild: usually(postBuild, fc.constantFrom(map({}), scalar('null')), 10),
      unknown: seldom(fc.constant('{a: 1}'), 20),
    })
    .map((fields) =>
      map({
        interval: '1h',
        prune: 'true',
        path: `./${path}`,
        sourceRef: map({ kind: 'GitRepository', name: 'repo' }, true),
        ...fields,
      }),
    ) // biome-ignore format: a table
}

const VARIABLES = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: vars, namespace: flux-system}
data: {a: from-map, port: "9090", b: "two\\nlines", host: example.org}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: empty, namespace: flux-system}
---
apiVersion: v1
kind: Secret
metadata: {name: keys, namespace: flux-system}
data: {_x1: cy1lJWNyZXQ=, a: ZnJvbS1zZWNyZXQ=}
`

const ARGUMENTS: string[][] = [[], [], [], ['--strict-substitute'], ['--in-memory-build']]
const IGNORES = ['a.yaml', 'sub/', '*.yml,!b.yml', '/sub/deep', '[', '.*', '**/a*', 'parts', '!a.yaml']

const CHILD = (spec: string) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: child, namespace: flux-system}\nspec:\n  path: ./child\n  sourceRef: {kind: GitRepository, name: repo}\n${spec}`
const CHILDREN = [
  CHILD(''),
  CHILD('  postBuild: {substitute: {a: "$${b}", host: "${host}"}}\n  targetNamespace: inner\n'),
  CHILD('  commonMetadata: {labels: {x: "${a}"}}\n  namePrefix: "${a}-"\n'),
  CHILD('  patches: [{target: {kind: ConfigMap}, patch: "[{op: add, path: /data/p, value: 1}]"}]\n'),
  CHILD('').replace(', namespace: flux-system', ''),
]
const CHILD_FILE = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: inner}\ndata: {k: "${a:=1}", "n": "x"}\n'

/** Whether the source and the variables are still named: else a repository fails for that. */
export function hasCluster(files: Repository['files']): boolean {
  const text = files[CLUSTER] ?? ''
  return text.includes('sourceRef: {kind: GitRepository, name: repo}') && text.endsWith(VARIABLES)
}

export interface RepositoryForm {
  /** As a source's artifact: without what ignore files are about, and with one Kustomization only. */
  isArtifact?: boolean
}

const IGNORED = /\.sourceignore$|\.jpg$|\.sops\.yaml$|\.flux\.yaml$|\.git\.yaml/

export const repository = ({ isArtifact = false }: RepositoryForm): fc.Arbitrary<Repository> =>
  fc
    .oneof({ weight: 2, arbitrary: bare }, { weight: 3, arbitrary: listed }, { weight: 1, arbitrary: layered })
    .chain((folder) =>
      fc
        .record({
          folder: fc.constant(folder),
          spec: spec(folder.objects, folder.path),
          namespace: usually(fc.constant<string | undefined>('flux-system'), fc.constant(undefined), 20),
          args: fc.constantFrom(...ARGUMENTS),
          ignores: seldom(fc.constantFrom(...IGNORES), 5),
          child: seldom(fc.constantFrom(...CHILDREN), 8),
          before: seldom(fc.constantFrom(`${CHILD('')}---\n`, '# text\n---\n', '---\n'), 6),
        })
        .map(({ folder, spec, namespace, args, ignores, child, before }) => {
          const metadata = map({ name: 'app', namespace: isArtifact ? 'flux-system' : namespace })
          const body = printYaml(
            map({ apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata, spec }),
          )
          const files: Record<string, string> = { ...folder.files }
          if (body.includes('parts/')) Object.assign(files, COMPONENTS)
          if (isArtifact) {
            for (const path of Object.keys(files)) if (IGNORED.test(path)) delete files[path]
            files[CLUSTER] = body + VARIABLES
            return { files, path: folder.path, args: [] }
          }
          files[CLUSTER] = `${before ?? ''}${body}${VARIABLES}`
          const words = ignores === undefined ? args : [...args, '--ignore-paths', ignores]
          const hasFile = Object.keys(files).some((path) => /^app\/[kK]ustomization/.test(path))
          if (child === undefined || hasFile) return { files, path: folder.path, args: words }
          files['app/child.yaml'] = child
          files['child/a.yaml'] = CHILD_FILE
          const recursive = ['--recursive', '--local-sources', 'GitRepository/flux-system/repo=.']
          return { files, path: folder.path, args: [...words, ...recursive] }
        }),
    )
