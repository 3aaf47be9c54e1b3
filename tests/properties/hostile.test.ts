/** What some of the inputs made to hurt end with; that all of them end in time is what `npm run mutation` sees to. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { Source } from '../../src/core/source.ts'
import { build } from '../../src/kustomize/build.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { parse } from '../../src/yaml/parse.ts'
import { hostileTrees } from './hostile.ts'

const trees = new Map(hostileTrees().map((tree) => [tree.name, tree]))

async function endOf(name: string): Promise<string> {
  const tree = trees.get(name)
  if (tree === undefined) throw new Error(`no such tree: ${name}`)
  try {
    const { text } = await build({ root: tree.root, fs: memoryFileSystem(tree.files) })
    return `${text.length} characters`
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
}

describe('what cannot be built ends with a message', () => {
  test.each([
    ['resource: alias bomb', 'yaml: document contains excessive aliasing in File: a.yaml'],
    ['kustomization: merge bomb', 'invalid Kustomization: yaml: document contains excessive aliasing'],
    ['field path: deep', 'in replacement target: exceeded max depth of 1000'],
    ['a deep field spec', 'values are nested too deeply: the result has too many levels'],
    ['pattern: deep groups', 'error parsing regexp: expression nests too deeply'],
    ['vars: a long value many times', 'a text with vars in it would be too large'],
    ['replacements: a text that doubles', 'values are copied too often: the result would be too large'],
    ['replacements: a tree that doubles', 'values are copied too often: the result would be too large'],
    ['json patch: copies that double', 'values are copied too often: the result would be too large'],
    ['json patch: a long text copied', 'values are copied too often: the result would be too large'],
    ['json patch: values in ever deeper places', 'values are nested too deeply: the result has too many levels'],
    [
      'bases of bases twice over',
      "kustomizations name each other too often: '/t/l22/z' would be built again and again",
    ],
  ])('%s', async (name, message) => {
    const end = await endOf(name)
    expect(end.slice(-message.length)).toBe(message)
  })

  test('of ten thousand equal keys the first pairs are named', async () => {
    const end = await endOf('resource: many equal keys')
    const lines = end.split('\n')
    expect(lines[1]).toBe('  line 5: mapping key "k" already defined at line 4')
    expect(lines).toHaveLength(10_002)
    expect(lines[10_001]).toBe('  and 199980000 more')
  })
})

describe('what only looks dangerous is built', () => {
  test.each([
    ['vars: many open brackets', 400_060],
    ['an env file of many lines', 1_839_009],
    ['json patch: many removals', 56],
    ['many small files', 32_009],
  ])('%s', async (name, length) => {
    expect(await endOf(name)).toBe(`${length} characters`)
  })

  test('a list of any length is read with its comments', () => {
    for (let length = 100; length < 700; length++) {
      const text = `x: [${Array.from({ length }, () => 'a').join(', ')}]\ny: 1 # c\n`
      expect(parse(new Source('a.yaml', text))?.root.kind).toBeDefined()
    }
  })
})

describe.skipIf(process.platform === 'win32')('what would be waited for', () => {
  test.each([
    ['resources: [pipe]', 'RootOnly' as const],
    ['patches: [{path: pipe}]', 'None' as const],
    ['configMapGenerator: [{name: c, files: [pipe]}]', 'RootOnly' as const],
    ['configMapGenerator: [{name: c, files: [/dev/zero]}]', 'None' as const],
  ])('%s', async (kustomization, restrictor) => {
    const root = mkdtempSync(join(tmpdir(), 'strake-pipe-'))
    try {
      execFileSync('mkfifo', [join(root, 'pipe')])
      writeFileSync(join(root, 'kustomization.yaml'), `${kustomization}\n`)
      const built = build({ root, fs: nodeFileSystem(), loadRestrictor: `LoadRestrictions${restrictor}` })
      await expect(built).rejects.toThrow(/must resolve to a file/)
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
