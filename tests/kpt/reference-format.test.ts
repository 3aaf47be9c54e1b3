/** The form of kpt in places where random packages once showed another one; where kpt is, it is asked too. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { inReferenceForm } from '../../src/kpt/status.ts'
import type { Mapping } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const PATH = process.env.PATH ?? ''
const kpt = PATH.split(delimiter)
  .map((folder) => join(folder, 'kpt'))
  .find((place) => existsSync(place))
if (kpt === undefined) console.log('skipped: the same cases through kpt, which is not on PATH')

interface Case {
  what: string
  words: readonly string[]
  file?: string
  input?: string
  program?: string
  code?: number
  /** By path, without the file when it stays as it is; or what is printed. */
  files?: Record<string, string>
  prints?: string
  error?: string
}

const HEAD = 'kind: A\napiVersion: v1\nmetadata:\n  name: a\n'
const EVAL = ['fn', 'eval', '--exec', './function']

const sourced = (path: string) => `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- kind: A
  apiVersion: v1
  metadata:
    name: a
    annotations:
${path}      internal.config.kubernetes.io/path: 'a.yaml'
      config.kubernetes.io/index: '0'
      internal.config.kubernetes.io/index: '0'
      internal.config.kubernetes.io/seqindent: 'compact'
`

const CASES: readonly Case[] = [
  {
    what: 'a list that is apart from its key tells nothing about how lists are indented',
    ...{ words: EVAL, file: `${HEAD}data:\n\n  - 1\n`, files: { 'a.yaml': `${HEAD}data:\n- 1\n` } },
  },
  {
    what: 'a list below a comment tells how lists are indented',
    ...{ words: EVAL, file: `${HEAD}data:\n    # one\n    - 1\nmore:\n  # two\n  - 2\n` },
    files: { 'a.yaml': `${HEAD}data:\n  # one\n  - 1\nmore:\n  # two\n  - 2\n` },
  },
  {
    what: 'comments between lines of Windows have no empty line behind them',
    words: EVAL,
    file: `# top\n\n${HEAD}# one\ndata: # behind\n  # two\n  - 1\n`.replaceAll('\n', '\r\n'),
    files: { 'a.yaml': `# top\n${HEAD}# one\ndata: # behind\n  # two\n  - 1\n` },
  },
  {
    what: 'a comment above the first field of a list element comes above its dash too',
    words: EVAL,
    file: `${HEAD}list:\n- # one\n  a: 1\n# two\n- # three\n  a: 2\n- # four\n  - 4\n- b:\n  - # five\n    c: 1\n`,
    files: {
      'a.yaml': `${HEAD}list:\n# one\n- # one\n  a: 1\n# two\n# three\n- a: 2\n# four\n- # four\n  - 4\n- b:\n  - # five\n    c: 1\n`,
    },
  },
  {
    what: 'comments of a list element go to the first one of its key',
    words: EVAL,
    file: `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: a # pinned\n      - name: "web"\n        image: b\n`,
    files: {},
  },
  {
    what: 'a function that makes a list of a text is refused',
    words: EVAL,
    program: "sed 's/^  data: x/  data:\\n  - x/'",
    file: `${HEAD}data: x\n`,
    ...{ code: 1, files: {} },
    error: 'error: wrong node kind: expected ScalarNode but got SequenceNode: node contents:\n- x\n',
  },
  {
    what: 'a function may write out what was an alias',
    words: EVAL,
    program: "sed 's/[*]base/{x: 1}/'",
    file: `${HEAD}data: &base {x: 1}\nmore: *base\n`,
    files: { 'a.yaml': `${HEAD}data: &base {x: 1}\nmore: {x: 1}\n` },
  },
  {
    what: 'comments between objects are lost when these go elsewhere',
    words: [...EVAL, '-o', 'unwrap'],
    file: `${HEAD}# below\n---\n${HEAD}`,
    ...{ files: {}, prints: `${HEAD}---\n${HEAD}` },
  },
  {
    what: 'comments apart from documents that come through a pipe stay',
    words: ['fn', 'sink', 'out'],
    input: `# apart\n\n${HEAD}# below\n---\n- list\n`,
    files: { 'out/a_a.yaml': `# apart\n\n${HEAD}# below\n`, 'out/_.yaml': '- list\n' },
  },
  {
    what: 'a note of a place in a file is written over with its comment',
    words: ['fn', 'source'],
    file: `${HEAD}  annotations:\n    # one\n    config.kubernetes.io/path: "x" # two\n`,
    ...{ files: {}, prints: sourced('      # one\n      config.kubernetes.io/path: "a.yaml"\n') },
  },
  {
    what: 'a line of dashes right below another one begins the next document',
    words: EVAL,
    file: `${HEAD}---\n--- {kind: B, apiVersion: v1, metadata: {name: b}}\n`,
    files: { 'a.yaml': `${HEAD}---\n{kind: B, apiVersion: v1, metadata: {name: b}}\n` },
  },
]

function folderOf({ file, program = 'cat' }: Case): string {
  const files = file === undefined ? {} : { 'p/a.yaml': file }
  return folderWith({ ...files, function: `#!/bin/sh\nexec ${program}\n` })
}

const wordsOf = ({ words, file }: Case) => (file === undefined ? [...words] : [...words, 'p'])

function expected({ code = 0, prints = '', error = '', file, files = {} }: Case) {
  const own = file === undefined ? {} : { 'p/a.yaml': files['a.yaml'] ?? file }
  const others = Object.entries(files).filter(([path]) => path !== 'a.yaml')
  return { code, stdout: prints, error, files: { ...own, ...Object.fromEntries(others) } }
}

function outcome(root: string, { code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) {
  const { function: _, ...files } = filesIn(root)
  return { code, stdout, error: stderr.replace(/^\[(RUNNING|PASS|FAIL)\].*\n/gm, ''), files }
}

describe('in the form of kpt', () => {
  it.each(CASES)('$what', async (one) => {
    const root = folderOf(one)
    const form = one.words.includes('eval') ? ['--reference-format'] : []
    const [, ...words] = [...wordsOf(one), ...form]
    const input = one.input === undefined ? {} : { input: one.input }
    expect(outcome(root, await runFn({ words, cwd: root, environment: { PATH }, ...input }))).toEqual(expected(one))
  })

  it.skipIf(kpt === undefined).each(CASES)('$what, as kpt says', (one) => {
    const root = folderOf(one)
    const { status, stdout, stderr } = spawnSync(kpt as string, wordsOf(one), {
      ...{ cwd: root, encoding: 'utf8', input: one.input ?? '' },
    })
    expect(outcome(root, { code: status, stdout, stderr })).toEqual(expected(one))
  })
})

describe('a Kptfile in the form of kpt', () => {
  it('has quotes around what older readers take for booleans, keys too', () => {
    const text =
      'kind: Kptfile\npipeline:\n  mutators:\n  - configMap: {n: y, a: "on", b: true}\n    image: set-labels\n'
    const root = parse(new Source('', text))?.root as Mapping
    expect(inReferenceForm(root)).toBe(
      'kind: Kptfile\npipeline:\n  mutators:\n    - image: set-labels\n      configMap:\n        a: "on"\n        b: "true"\n        "n": "y"\n',
    )
  })
})
