/** Edits of kustomization files in our own form: what no edit concerns keeps its bytes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WritableFileSystem } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { Source } from '../../src/core/source.ts'
import { decodeUtf8 } from '../../src/core/text.ts'
import * as add from '../../src/kustomize/edit/add.ts'
import type { Flags } from '../../src/kustomize/edit/arguments.ts'
import { currentForm } from '../../src/kustomize/edit/current.ts'
import { encodeKustomization } from '../../src/kustomize/edit/encode.ts'
import * as generators from '../../src/kustomize/edit/generator-entry.ts'
import { printFields } from '../../src/kustomize/edit/reference-form.ts'
import * as remove from '../../src/kustomize/edit/remove.ts'
import * as set from '../../src/kustomize/edit/set.ts'

type Values = Record<string, string | boolean | string[]>

function flagsOf(values: Values = {}): Flags {
  return {
    bool: (name) => values[name] === true,
    string: (name) => (typeof values[name] === 'string' ? (values[name] as string) : ''),
    list: (name) => (Array.isArray(values[name]) ? (values[name] as string[]) : []),
  }
}

interface Edit {
  /** The field it changes. */
  field: string
  command: add.EditCommand
  words: string[]
  flags?: Values
}

async function edited(text: string, { command, words, flags }: Edit, isReferenceForm: boolean): Promise<string> {
  const fs: WritableFileSystem = memoryFileSystem({
    '/app/kustomization.yaml': text,
    '/app/new.yaml': '',
    '/app/a.env': '',
    '/app/b.env': 'k=v\n',
  })
  const log = { emit() {} }
  const changes = await command(words, flagsOf(flags), { fs, folder: '/app', log, isReferenceForm })
  return changes.length === 0 ? text : (decodeUtf8((changes[0] as { bytes: Uint8Array }).bytes) as string)
}

/** What a file says, whatever its form. */
function meaning(text: string): string {
  const k = currentForm(new Source('', text))
  k.images.sort((a, b) => (a.name < b.name ? -1 : 1))
  k.replicas.sort((a, b) => (a.name < b.name ? -1 : 1))
  return printFields(encodeKustomization(k))
}

/** The lines of a field from its key to the last that is neither empty nor a comment, and all others. */
function split(text: string, field: string): { inside: string[]; outside: string[] } {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.toLowerCase().startsWith(`${field.toLowerCase()}:`))
  if (first < 0) return { inside: [], outside: lines }
  let end = first + 1
  for (let i = first + 1; i < lines.length && !/^[A-Za-z]/.test(lines[i] as string); i++)
    if (!/^ *(#|$|\r$)/.test(lines[i] as string)) end = i + 1
  return { inside: lines.slice(first, end), outside: [...lines.slice(0, first), ...lines.slice(end)] }
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const line of whole) if (at < part.length && part[at] === line) at++
  return at === part.length
}

const EDITS: readonly Edit[] = [
  { field: 'resources', command: add.addResource, words: ['new.yaml'] },
  { field: 'components', command: add.addComponent, words: ['new.yaml'] },
  { field: 'transformers', command: add.addTransformer, words: ['new.yaml'] },
  { field: 'resources', command: remove.removeResource, words: ['b.yaml'] },
  { field: 'resources', command: remove.removeResource, words: ['*.yaml'] },
  { field: 'namespace', command: set.setNamespace, words: ['staging'] },
  { field: 'namePrefix', command: set.setNamePrefix, words: ['yes'] },
  { field: 'nameSuffix', command: set.setNameSuffix, words: ['-1'] },
  { field: 'images', command: set.setImage, words: ['web:7', 'new=other:1.0'] },
  { field: 'images', command: set.setImage, words: ['web=*:*'] },
  { field: 'replicas', command: set.setReplicas, words: ['web=3', 'zz=0'] },
  { field: 'commonLabels', command: set.setLabel, words: ['app:y', 'on:1'] },
  { field: 'commonLabels', command: add.addLabel, words: ['app:"# x"'], flags: { force: true } },
  { field: 'labels', command: add.addLabel, words: ['t:null'], flags: { 'without-selector': true } },
  { field: 'commonAnnotations', command: add.addAnnotation, words: ['a:b: c', 'note:two  words'] },
  { field: 'commonAnnotations', command: set.setAnnotation, words: ['note:1e3'] },
  { field: 'commonLabels', command: remove.removeLabel, words: ['app'], flags: { 'ignore-non-existence': true } },
  { field: 'patches', command: add.addPatch, words: [], flags: { patch: 'a: b\nc: "d"\n', kind: 'Deployment' } },
  { field: 'patches', command: remove.removePatch, words: [], flags: { path: 'p.yaml' } },
  { field: 'buildMetadata', command: set.setBuildMetadata, words: ['managedByLabel'] },
  {
    field: 'configMapGenerator',
    command: generators.addConfigMap,
    words: ['conf'],
    flags: { 'from-literal': ['zz=# no comment'] },
  },
  {
    field: 'configMapGenerator',
    command: generators.addConfigMap,
    words: ['env'],
    flags: { 'from-env-file': 'b.env' },
  },
  { field: 'secretGenerator', command: generators.addSecret, words: ['new'], flags: { 'from-literal': ['a=b'] } },
]

/** Ways to write a field; many of them odd. */
const FIELDS: Record<string, readonly string[]> = {
  resources: [
    'resources:\n- a.yaml\n- b.yaml # b\n',
    'resources:\n    # first\n  \n    - a.yaml\n\n    - "b.yaml"\n    # last\n',
    "resources: [a.yaml, 'b.yaml' ,c.yaml]   # flow\n",
    'resources:\n  - >-\n    a.yaml\n  - "b.ya\\\n    ml"\n',
    'resources:\n',
    'resources: []\n',
    'Resources: # any case\n- ../base\n',
  ],
  namespace: ['namespace: prod\n', 'namespace:   "prod"  # here\n', "namespace: 'pr''od'\n", 'namespace: ""\n'],
  namePrefix: ['namePrefix: a-\n', 'nameprefix:    a- # lower\n', 'namePrefix: >-\n  a-\n'],
  nameSuffix: ["nameSuffix: '-x'\n"],
  images: [
    'images:\n- name: web\n  newTag: "1"   # pinned\n- name: other\n  newName: x\n',
    "images:\n  -   newTag: 'v1'\n      name: web\n\n  # another\n  - {name: zz, digest: 'sha256:1'}\n",
    'images: [{name: web, newTag: v1}]\n',
  ],
  replicas: ['replicas:\n- count: 1 # one\n  name: web\n', 'replicas: [{name: web, count: 0x10}]\n'],
  commonLabels: [
    'commonLabels:\n  app: web # app\n  "tier": \'1\'\n',
    'commonLabels: {app: web, tier: "1"}\n',
    'commonLabels: &l\n  app: web\n',
    'commonLabels:\n    # the app\n    app:\n      web\n',
  ],
  labels: [
    'labels:\n- pairs:\n    t: "1"\n    # inside\n    u: x\n',
    'labels:\n  - includeSelectors: true\n    pairs: {a: b}\n  - includeSelectors: false\n    pairs: {c: d} # d\n',
  ],
  commonAnnotations: [
    'commonAnnotations:\n  note: |\n    several\n    lines\n\n  other: x\n',
    'commonAnnotations: *l\n',
    'commonAnnotations:\n  <<: *l\n  other: x\n',
    'commonAnnotations: {note: "a,b", q: \'#\'}\n',
  ],
  patches: [
    'patches:\n- path: p.yaml # p\n- path: q.yaml\n  target: {kind: Deployment}\n',
    'patches:\n  - patch: |-\n      # a comment of the patch\n      - op: remove\n        path: /x\n    target:\n      kind: Deployment\n  - path: "p.yaml"\n',
  ],
  configMapGenerator: [
    "configMapGenerator:\n- name: conf\n  literals:\n  - a=b # a\n  - 'c=d # no comment'\n",
    'configMapGenerator:\n  - literals: [x=y]\n    name: conf\n  - name: env\n    env: a.env # old\n',
    'configMapGenerator:\n- name: env\n  envs: [a.env]\n',
  ],
  generatorOptions: ['generatorOptions:\n  disableNameSuffixHash: true # stable\n'],
  bases: ['bases:\n- ../old # base\n'],
  buildMetadata: ['buildMetadata: [originAnnotations]\n', 'buildMetadata:\n- originAnnotations # origin\n'],
  kind: ['kind: Kustomization\n', 'kind: "Kustomization" # kind\n'],
  apiVersion: ['apiVersion: kustomize.config.k8s.io/v1beta1\n'],
}

const between = fc.constantFrom('', '', '\n', '# about the next\n', '\n# about the next\n', '# about the one above\n\n')

const fileText = fc
  .tuple(
    fc.constantFrom('', '# licence\n\n', '---\n', '# licence\n'),
    fc.shuffledSubarray(Object.keys(FIELDS), { minLength: 1 }),
    fc.array(fc.tuple(fc.nat(), between), { minLength: 20, maxLength: 20 }),
    fc.constantFrom('', '# the end\n', '\n', '\n# the end\n'),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([head, names, choices, tail, lineEnd]) => {
    const parts = names.map((name, i) => {
      const [choice, gap] = choices[i] as [number, string]
      const ways = FIELDS[name] as readonly string[]
      return (i === 0 ? '' : gap) + ways[choice % ways.length]
    })
    return (head + parts.join('') + tail).replaceAll('\n', lineEnd)
  })
  .filter((text) => {
    try {
      currentForm(new Source('', text))
      return true
    } catch {
      return false
    }
  })

describe('edits keep what they do not concern', () => {
  for (const [n, edit] of EDITS.entries()) {
    test(`${n}: ${edit.field}, ${edit.words.join(' ')}`, async () => {
      await fc.assert(
        fc.asyncProperty(fileText, async (text) => {
          let wanted: string
          try {
            wanted = await edited(text, edit, true)
          } catch {
            return
          }
          const result = await edited(text, edit, false)
          expect(meaning(result)).toBe(meaning(wanted))
          // Anchors tie fields together; an old field goes with the one that takes its place.
          if (text.includes('*l') || (edit.field === 'resources' && text.includes('bases:'))) return
          // With no field left, kind and apiVersion are written.
          if (text.match(/^[A-Za-z]/gm)?.length === 1) return
          const before = split(text, edit.field)
          const after = split(result, edit.field)
          if (after.inside.length === 0) expect(isSubsequence(after.outside, before.outside)).toBe(true)
          else expect(after.outside).toEqual(before.outside)
        }),
        { numRuns: 150, seed: 7 },
      )
    })
  }
})
