/** Generated packages: objects in every form that files have, with comments, marks and files that are none of resources. */
import * as fc from 'fast-check'
import { commented, randomNumbers } from '../../yaml/mutations.ts'
import { anyNode, list, map, printYaml, type Yaml } from '../yaml-text.ts'

export interface PackageForm {
  /** No list stands deeper than its key. */
  compact?: boolean
  /** Objects may say themselves where they stand. On by default. */
  marks?: boolean
}

/** By path. */
export type Files = Record<string, string>

const KINDS = ['ConfigMap', 'ConfigMap', 'Deployment', 'Service', 'Own'] as const

const flow = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 4): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const labels = fc.constantFrom('{app: web}', 'app: web', 'app: "web" # label', 'app: web\nteam: x')
const ANNOTATIONS = [
  'note: "yes"',
  'note: yes',
  'config.kubernetes.io/local-config: "true"',
  '{}',
  '',
  'internal.config.kubernetes.io/own: x',
]
/** Left in a file by somebody; neither kpt nor we keep them. */
const MARKS = [
  "config.kubernetes.io/path: 'elsewhere.yaml'\nnote: x",
  'internal.config.kubernetes.io/index: "7"',
  "config.kubernetes.io/index: '3'\nconfig.kubernetes.io/path: 'x/y.yaml'",
  'internal.config.kubernetes.io/seqindent: wide',
]

const container = fc
  .record({
    name: fc.constantFrom('web', '"web"', 'side', 'init'),
    image: fc.constantFrom('nginx:1', "'nginx:2' # pinned", 'nginx'),
    args: seldom(fc.constantFrom('[a, "b"]', '["x",   y]', '[]')),
    flow,
  })
  .map(({ name, image, args, flow }) => {
    const isSafe = !image.includes('#')
    return map({ name, image, ...(args && { args }) }, flow && isSafe)
  })

const containers = fc.array(container, { minLength: 1, maxLength: 3 }).map((items) => list(items))

const extra: fc.Arbitrary<[string, Yaml][]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('data', 'spec', 'extra', 'items', '"quoted key"', 'status'), anyNode), {
    maxLength: 3,
    selector: ([key]) => key,
  })
  .filter((fields) => fields.every(([, node]) => !hasEmptyKey(node)))

/** The reference takes the value of an empty key for all of the mapping, and fails. */
function hasEmptyKey(node: Yaml): boolean {
  if (node.type === 'list') return node.items.some(hasEmptyKey)
  return node.type === 'map' && node.entries.some(([key, value]) => key === '""' || hasEmptyKey(value))
}

/** Texts that the tree of this folder's generator cannot say. */
const RAW = [
  'base: &base {x: 1}\nother: *base\n',
  'basis: &base\n  x: 1\nmerged:\n  <<: *base\n  y: 2\n',
  'folded: >\n  some words\n  more words\n\n  a paragraph\n',
  'folded: >-\n  some words\n    deeper\n  more\n',
  'literal: |+\n  kept\n\n',
  'literal: |2\n    deeper\n  less\n',
  'plain: a value\n  of two lines\n',
  'quoted: "a value\n  of two lines"\n',
  '? explicit\n: value\n',
  'nothing:\nempty: ""\ntilde: ~\n',
  'wide: {a: 1,\n  b: 2}\n',
  'list:\n- - a\n  - b\n-\n  c: 1\n',
  'unicode: "\\u00e4 ä 😀"\n',
  'tagged: !!str 1\nowned: !own {a: b}\n',
  'text: a # not: a key\nlong: aaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccccccccccccccccccccccc ddddddddddddddd\n',
] as const

interface ObjectForm {
  kind: string
  name: number
  namespace: string | undefined
  labels: string | undefined
  annotations: string | undefined
  containers: Yaml
  extra: [string, Yaml][]
  raw: string[]
  listIndent: number
  step: number
  order: boolean
}

const objectForm = ({ compact = false, marks = true }: PackageForm): fc.Arbitrary<ObjectForm> =>
  fc.record({
    kind: fc.constantFrom(...KINDS),
    name: fc.integer({ min: 0, max: 999 }),
    namespace: seldom(fc.constantFrom('prod', '"dev"')),
    labels: seldom(labels, 2),
    annotations: seldom(fc.constantFrom(...ANNOTATIONS, ...(marks ? MARKS : [])), 2),
    containers,
    extra,
    raw: fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      {
        weight: 1,
        arbitrary: fc.uniqueArray(fc.constantFrom<string[]>(...RAW), {
          maxLength: 2,
          selector: (text) => text.slice(0, 4),
        }),
      },
    ),
    listIndent: compact ? fc.constant(0) : fc.constantFrom(0, 0, 2, 2, 4),
    step: fc.constantFrom(2, 2, 2, 4),
    order: fc.boolean(),
  })

function objectText(form: ObjectForm): string {
  const { kind, listIndent, step } = form
  const metadata = [
    `name: object-${form.name}`,
    form.namespace === undefined ? '' : `namespace: ${form.namespace}`,
    block('labels', form.labels),
    block('annotations', form.annotations),
  ]
  const type = [
    `apiVersion: ${kind === 'Deployment' ? 'apps/v1' : kind === 'Own' ? 'example.com/v1' : 'v1'}`,
    `kind: ${kind}`,
  ]
  if (form.order) type.reverse()
  const head = `${type.join('\n')}\nmetadata:\n${indented(metadata.filter((line) => line !== '').join('\n'), step)}`
  const fields = form.extra.filter(([key]) => kind !== 'Deployment' || key !== 'spec')
  const spec =
    kind === 'Deployment'
      ? printYaml(map({ spec: map({ template: map({ spec: map({ containers: form.containers }) }) }) }), {
          listIndent,
          step,
        })
      : ''
  const rest = fields.length === 0 ? '' : printYaml({ type: 'map', flow: false, entries: fields }, { listIndent, step })
  return head + spec + rest + form.raw.join('')
}

function block(key: string, text: string | undefined): string {
  if (text === undefined) return ''
  if (text === '' || text.startsWith('{')) return `${key}: ${text}`.trimEnd()
  return `${key}:\n${indented(text, 2)}`.trimEnd()
}

function indented(text: string, by: number): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '\n' : `${' '.repeat(by)}${line}\n`))
    .join('')
}

const SEPARATORS = [
  '---\n',
  '---\n',
  '---\n',
  '--- # apart\n',
  '---\n# only a comment\n---\n',
  '---\n---\n',
  '\n---\n\n',
  '# foot\n---\n# head\n',
  '---   \n',
]
const STARTS = ['', '', '', '', '---\n', '# licence\n\n', '# above\n', '\n', '---\n# above\n', '# licence\n---\n']
const ENDS = ['', '', '', '', '# the end\n', '\n\n', '---\n', '\n# the end', '---\n# last\n']

const yamlFile = (form: PackageForm): fc.Arbitrary<string> =>
  fc
    .record({
      objects: fc.array(objectForm(form), { minLength: 1, maxLength: 3 }),
      separator: fc.constantFrom(...SEPARATORS),
      start: fc.constantFrom(...STARTS),
      end: fc.constantFrom(...ENDS),
      seed: fc.integer({ min: 0, max: 1_000_000 }),
      comments: fc.boolean(),
      emptyLines: flow,
      carriageReturns: flow,
      cutsEnd: flow,
    })
    .map(({ objects, separator, start, end, seed, comments, emptyLines, carriageReturns, cutsEnd }) => {
      const random = randomNumbers(seed)
      const texts = objects.map((form) => {
        const text = objectText(form)
        const spaced = emptyLines ? text.replace(/\n(?=\w)/g, () => (random(3) === 0 ? '\n\n' : '\n')) : text
        return comments ? commented(spaced, random) : spaced
      })
      const text = start + texts.join(separator) + end
      const cut = cutsEnd ? text.trimEnd() : text
      return carriageReturns ? cut.replaceAll('\n', '\r\n') : cut
    })

const jsonFile = fc
  .record({
    name: fc.integer({ min: 0, max: 99 }),
    value: fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('"":')),
    indent: fc.constantFrom(0, 2, 4),
  })
  .map(({ name, value, indent }) =>
    JSON.stringify(
      { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `j-${name}` }, data: value, t: '<&>' },
      null,
      indent,
    ),
  )

const OTHERS: Files[] = [
  {},
  {},
  {},
  { 'README.md': '# text\n' },
  { 'sub/README.md': 'x', 'notes.txt': '' },
  { '.krmignore': 'other\n' },
  { '.krmignore': '*.json\n# x\n\nfile-1.yaml\n' },
  { '.krmignore': 'sub/\n!sub\n' },
  { '.krmignore': '/file-0.yaml\nsub/*.yaml\n' },
  { 'sub/.krmignore': 'file-1.yaml\n' },
  { 'list.yaml': '- a\n- b: 1\n' },
  { 'empty.yaml': '', 'comment.yaml': '# nothing\n' },
  { '.hidden/h.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: h}\n' },
  { 'kustomization.yaml': 'resources:\n- file-0.yaml\n' },
  { 'sub/kustomization.yaml': 'kind: Kustomization\nnamePrefix:  a-\n' },
  {
    'list.yaml':
      'apiVersion: v1\nkind: List\nmetadata: {name: l}\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: i}}\n',
  },
]

const KPTFILE_TAILS = [
  '',
  '',
  'info:\n  keywords:\n    - a\n    - "b"\n',
  '# end\n',
  'info: {description: x}   # why\n',
]

export function kptfileText(name: string, pipeline = '', tail = ''): string {
  return `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: ${name} # a name\n${tail}${pipeline}`
}

export interface GeneratedPackage {
  files: Files
  /** Where packages are: '' for the root. */
  packages: string[]
}

export const packageFiles = (form: PackageForm = {}): fc.Arbitrary<GeneratedPackage> =>
  fc
    .record({
      files: fc.array(
        fc.tuple(
          fc.constantFrom('', '', 'sub/', 'other/deep/', 'other/'),
          fc.oneof({ weight: 9, arbitrary: yamlFile(form) }, { weight: 1, arbitrary: jsonFile }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      others: fc.constantFrom(...OTHERS),
      packages: fc.constantFrom([], ['sub'], ['sub', 'other/deep'], ['other']),
      tail: fc.constantFrom(...(form.compact === true ? ['', '# end\n'] : KPTFILE_TAILS)),
    })
    .map(({ files, others, packages, tail }) => {
      const all: Files = { ...others }
      files.forEach(([folder, text], i) => {
        all[`${folder}file-${i}.${text.startsWith('{') ? 'json' : i === 3 ? 'yml' : 'yaml'}`] = text
      })
      for (const folder of ['', ...packages]) {
        all[folder === '' ? 'Kptfile' : `${folder}/Kptfile`] = kptfileText(
          folder === '' ? 'root' : folder.replace('/', '-'),
          '',
          tail,
        )
      }
      return { files: all, packages: ['', ...packages] }
    })
