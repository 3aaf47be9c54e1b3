/** `edit fix` in our own form: entries of old fields move with their comments. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { Source } from '../../src/core/source.ts'
import { decodeUtf8 } from '../../src/core/text.ts'
import { currentForm } from '../../src/kustomize/edit/current.ts'
import { encodeKustomization } from '../../src/kustomize/edit/encode.ts'
import { fix } from '../../src/kustomize/edit/fix.ts'
import { printFields } from '../../src/kustomize/edit/reference-form.ts'

const flags = { bool: () => false, string: () => '', list: () => [] }
const HEAD = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'

async function fixed(text: string, isReferenceForm = false): Promise<string> {
  const fs = memoryFileSystem({ '/app/kustomization.yaml': text, '/app/p.yaml': '', '/app/q.yaml': '' })
  const { changes } = await fix(flags, { fs, folder: '/app', log: { emit() {} }, isReferenceForm })
  return changes.length === 0 ? text : (decodeUtf8((changes[0] as { bytes: Uint8Array }).bytes) as string)
}

const meaning = (text: string) => printFields(encodeKustomization(currentForm(new Source('', text))))

describe('an old field whose current one is not there takes that name and stays in its place', () => {
  test.each([
    [
      '# ours\nbases: # several\n  # first\n  - ../a   # a\n\n  - "../b"\n# below\n\nnamePrefix: x-\n',
      '# ours\nresources: # several\n  # first\n  - ../a   # a\n\n  - "../b"\n# below\n\nnamePrefix: x-\n',
    ],
    ['bases: [../a] # one\n', 'resources: [../a] # one\n'],
    ['imageTags:\n- name: a # n\n  newTag: v1 # t\n', 'images:\n- name: a # n\n  newTag: v1 # t\n'],
    [
      '# all\ncommonLabels: # everywhere\n  # who\n  app: web # w\n  tier: "1"\n# after\n',
      '# all\nlabels: # everywhere\n- includeSelectors: true\n  pairs:\n    # who\n    app: web # w\n    tier: "1"\n# after\n',
    ],
    ['commonLabels: {app: web} # one\n', 'labels:\n- includeSelectors: true\n  pairs: {app: web} # one\n'],
    [
      'patchesStrategicMerge:\n# p\n- p.yaml # more memory\n- q.yaml\n- |-\n  # inside\n  kind: X\n# after\n',
      'patches:\n# p\n- path: p.yaml # more memory\n- path: q.yaml\n- patch: |-\n    # inside\n    kind: X\n# after\n',
    ],
    [
      'patchesJson6902:\n- target: {kind: X} # which\n  path: p.yaml # how\n',
      'patches:\n- target: {kind: X} # which\n  path: p.yaml # how\n',
    ],
    [
      'configMapGenerator:\n- name: a\n  # from\n  env: a.env # old\n  literals: [x=y]\n',
      'configMapGenerator:\n- name: a\n  # from\n  envs:\n  - a.env # old\n  literals: [x=y]\n',
    ],
  ])('%j', async (before, after) => {
    expect(await fixed(before + HEAD)).toBe(after + HEAD)
  })
})

describe('entries go behind those of the current field', () => {
  test.each([
    [
      'resources:\n- a.yaml # a\n# bases of ours\nbases: # two\n# one\n- ../b # b\n',
      'resources:\n- a.yaml # a\n# bases of ours\n# two\n# one\n- ../b # b\n',
    ],
    [
      'patches:\n- path: p.yaml\npatchesJson6902:\n- path: q.yaml # j\n  target: {kind: X}\npatchesStrategicMerge: [p.yaml] # s\n',
      'patches:\n- path: p.yaml\n- path: q.yaml # j\n  target: {kind: X}\n# s\n- path: p.yaml\n',
    ],
    [
      'labels:\n- pairs: {a: b} # a\n# common\ncommonLabels:\n  app: web # w\n',
      'labels:\n- pairs: {a: b} # a\n# common\n- includeSelectors: true\n  pairs:\n    app: web # w\n',
    ],
    [
      'secretGenerator:\n- name: a\n  envs:\n  - a.env # a\n  # b\n  env: b.env # old\n',
      'secretGenerator:\n- name: a\n  envs:\n  - a.env # a\n  # b\n  - b.env # old\n',
    ],
  ])('%j', async (before, after) => {
    expect(await fixed(before + HEAD)).toBe(after + HEAD)
  })
})

/** Ways to write fields; `#` stands for a comment, each with a number of its own. */
const FIELDS: Record<string, readonly string[]> = {
  resources: [
    'resources:\n- a.yaml #\n#\n- b.yaml\n',
    'resources: [a.yaml, b.yaml] #\n',
    'resources: #\n    - a.yaml\n',
  ],
  bases: ['bases:\n#\n- ../a #\n- ../b #\n', 'bases: [../a, "../b"] #\n', 'bases: #\n  - ../a\n  #\n  - ../b\n  #\n'],
  images: ['images:\n- name: a #\n  newTag: v1\n'],
  imageTags: ['imageTags:\n#\n- name: b #\n  #\n  newTag: v2 #\n', 'imageTags: [{name: b, newTag: v2}] #\n'],
  labels: ['labels:\n- pairs: #\n    a: b #\n  includeSelectors: true\n', 'labels: [{pairs: {a: b}}] #\n'],
  commonLabels: ['commonLabels: #\n  #\n  app: web #\n  tier: x\n', 'commonLabels: {app: web} #\n'],
  patches: ['patches:\n- path: p.yaml #\n', 'patches: [{path: p.yaml}] #\n'],
  patchesJson6902: ['patchesJson6902:\n#\n- path: q.yaml #\n  target: #\n    kind: X #\n'],
  patchesStrategicMerge: [
    'patchesStrategicMerge: #\n#\n- p.yaml #\n#\n- "q.yaml"\n',
    'patchesStrategicMerge: [p.yaml, q.yaml] #\n',
    'patchesStrategicMerge:\n  - |-\n    kind: X\n  #\n  - p.yaml #\n',
  ],
  configMapGenerator: [
    'configMapGenerator:\n- name: a #\n  #\n  env: a.env #\n  literals: [x=y]\n- name: b\n  env: b.env #\n  envs:\n  - c.env #\n',
  ],
  namespace: ['namespace: x #\n'],
}

const fileText = fc
  .tuple(
    fc.shuffledSubarray(Object.keys(FIELDS), { minLength: 1 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '', '\n', '#\n', '\n#\n', '#\n\n')), {
      minLength: 20,
      maxLength: 20,
    }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([names, choices, lineEnd]) => {
    let text = ''
    for (const [i, name] of names.entries()) {
      const [choice, gap] = choices[i] as [number, string]
      const ways = FIELDS[name] as readonly string[]
      text += gap + ways[choice % ways.length]
    }
    let n = 0
    return text.replace(/#/g, () => `# ${++n}.`).replaceAll('\n', lineEnd)
  })

const comments = (text: string) => (text.match(/# \d+\./g) ?? []).sort()

test('every comment is there afterwards, once, and the file says what it would in the reference form', async () => {
  await fc.assert(
    fc.asyncProperty(fileText, async (text) => {
      const result = await fixed(text)
      expect(meaning(result)).toBe(meaning(await fixed(text, true)))
      expect(result).not.toMatch(/^(?:bases|imageTags|commonLabels|patchesStrategicMerge|patchesJson6902):/m)
      expect(comments(result)).toEqual(comments(text))
    }),
    { numRuns: 200, seed: 7 },
  )
})
