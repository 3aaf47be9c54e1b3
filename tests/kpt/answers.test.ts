import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const environment = { PATH: process.env.PATH ?? '' }
const kpt = environment.PATH.split(delimiter)
  .map((folder) => join(folder, 'kpt'))
  .find((place) => existsSync(place))
if (kpt === undefined) process.stderr.write('kpt is absent: its answers are not compared with ours\n')

/** Answers with one of several changes of what it is given. */
const FUNCTION = `
import { readFileSync } from 'node:fs'
const text = readFileSync(0, 'utf8')
const start = text.indexOf('- ')
const end = text.indexOf('functionConfig:')
const [head, list, rest] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
const items = list.split(/^(?=- )/m)
const answers = {
  same: () => text,
  order: () => head + items.toReversed().join('') + rest,
  changed: () => text.replace('name: b', 'name: x'),
  lost: () => head + items.slice(1).join('') + rest,
  more: () => head + list + '- apiVersion: v1\\n  kind: Made\\n  metadata:\\n    name: made\\n' + rest,
  twice: () => head + items[0] + list + rest,
  copied: () => head + items[0].replaceAll("'a.yaml'", "'copy.yaml'") + list + rest,
  windows: () => text.replaceAll('\\n', '\\r\\n'),
  comment: () => head + items.join('# between\\n') + rest,
  trailing: () => text + 'that is all\\n',
  none: () => head.replace('items:\\n', '') + rest,
  documents: () => items.map((item) => item.replace(/^../gm, '')).join('---\\n'),
  results: () => text + 'results:\\n- message: seen\\n  severity: warning\\n',
  failing: () => text + 'results:\\n- message: seen\\n  severity: error\\n',
}
process.stdout.write(answers[process.argv[2]]())
process.exitCode = process.argv[2] === 'failing' ? 1 : 0
`

const A = '# a\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a # one\ndata:\n    k:   v\n'
const B = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\nlist:\n  - x\n'
/** This one is no item that could stay text. */
const C = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n'
const FILES = { 'a.yaml': A, 'b.yaml': B, 'c.yaml': C }

const KINDS = [
  ...[
    'same',
    'order',
    'changed',
    'lost',
    'more',
    'twice',
    'copied',
    'windows',
    'comment',
    'trailing',
    'none',
    'documents',
  ],
  ...['results', 'failing'],
]

interface Evaluated {
  code: number | null
  stdout: string
  told: string
  files: Record<string, string>
}

async function evaluated(kind: string, more: string[] = [], given: Record<string, string> = FILES): Promise<Evaluated> {
  const root = folderWith(given)
  const { code, stdout, stderr } = await runFn({ words: wordsOf(kind, more), cwd: root, environment })
  return { code, stdout, told: told(stderr), files: filesIn(root) }
}

function wordsOf(kind: string, more: string[]): string[] {
  const program = join(folderWith({ 'answer.mjs': FUNCTION }), 'answer.mjs')
  return ['eval', '.', '--exec', `${process.execPath} ${program} ${kind}`, ...more]
}

/** What stands between the lines about the function and the end. */
function told(stderr: string): string {
  return stderr.replaceAll(/^\[[RPF].*\n/gm, '').trim()
}

const TAKEN = 'error: resource at path "a.yaml" and index "0" already exists'
const NO_YAML = "error: MalformedYAMLError: yaml: line 44: could not find expected ':'"
const MADE = 'apiVersion: v1\nkind: Made\nmetadata:\n  name: made\n'
const { 'a.yaml': _, ...WITHOUT_A } = FILES

describe('an answer of a program', () => {
  it.each<[string, Evaluated]>([
    ['same', { code: 0, stdout: '', told: '', files: FILES }],
    ['order', { code: 0, stdout: '', told: '', files: FILES }],
    ['changed', { code: 0, stdout: '', told: '', files: { ...FILES, 'b.yaml': B.replace('name: b', 'name: x') } }],
    ['lost', { code: 0, stdout: '', told: '', files: WITHOUT_A }],
    ['more', { code: 0, stdout: '', told: '', files: { ...FILES, 'made_made.yaml': MADE } }],
    ['twice', { code: 1, stdout: '', told: TAKEN, files: FILES }],
    ['windows', { code: 0, stdout: '', told: '', files: FILES }],
    [
      'comment',
      {
        code: 0,
        stdout: '',
        told: '',
        files: { 'a.yaml': A, 'b.yaml': `# between\n${B}`, 'c.yaml': `# between\n${C}` },
      },
    ],
    ['trailing', { code: 1, stdout: '', told: NO_YAML, files: FILES }],
    ['none', { code: 0, stdout: '', told: '', files: {} }],
    ['documents', { code: 0, stdout: '', told: '', files: FILES }],
    ['results', { code: 0, stdout: '', told: '[Results]:\n    [warning]: seen', files: FILES }],
    ['failing', { code: 1, stdout: '', told: '[Results]:\n    [error]: seen\n  Exit code: 1', files: FILES }],
  ])('that is of the kind %j changes what it says and no byte more', async (kind, wanted) => {
    expect(await evaluated(kind)).toEqual(wanted)
  })

  it('is one to the same text, whether resources need trees or not', async () => {
    const files = {
      ...FILES,
      'd.yaml': `${B}  # end\n`,
      'sub/e.yaml': A.replace('  name: a', '  annotations: # some\n    x: y # z\n  name: e'),
    }
    const texts: string[] = []
    const given = async (action: (words: string[], root: string) => unknown, output: string) => {
      const root = folderWith(files)
      const copy = join(folderWith({}), 'given.yaml')
      await action(['eval', '.', '--exec', `tee ${copy}`, '-o', output, '--', 'a=b'], root)
      texts.push(readFileSync(copy, 'utf8'))
    }
    const ours = (words: string[], cwd: string) => runFn({ words, cwd, environment })
    await given(ours, 'stdout')
    await given(ours, 'unwrap')
    if (kpt !== undefined)
      await given((words, cwd) => spawnSync(kpt, ['fn', ...words], { cwd, env: environment }), 'unwrap')
    expect(texts[0]).toContain("config.k8s.io/id: '5'\n")
    expect(texts.map((text) => text === texts[0])).toEqual(texts.map(() => true))
  })

  it('is checked against the folder as if it had changed', async () => {
    expect(await evaluated('same', [], { 'a..b.yaml': A })).toMatchObject({
      code: 1,
      told: expect.stringMatching(/^error: resource must be written under package \/.*: a\.\.b\.yaml$/),
    })
  })

  it('finds what is no resource among those that are', async () => {
    const files = { ...FILES, 'b.yaml': 'apiVersion:\nkind: A\nmetadata:\n  name: b\napiVersion: v1\n' }
    const message =
      'error: input resource list must contain only KRM resources: b.yaml: resource must have `apiVersion`'
    expect(await evaluated('same', ['-o', 'stdout'], files)).toEqual({ code: 1, stdout: '', told: message, files })
  })

  it.skipIf(kpt === undefined).each(KINDS)('that is of the kind %j is printed as kpt prints it', async (kind) => {
    const root = folderWith(FILES)
    const words = ['fn', ...wordsOf(kind, ['-o', 'stdout'])]
    const { status, stdout } = spawnSync(kpt as string, words, { cwd: root, encoding: 'utf8', env: environment })
    const ours = await evaluated(kind, ['-o', 'stdout'])
    expect({ code: ours.code, stdout: ours.stdout }).toEqual({ code: status, stdout })
    expect(ours.files).toEqual(FILES)
  })
})
