import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { printResourceList, readResourceList, readResults } from '../../src/krm/functions.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { corpusRoot } from '../corpus.ts'

const corpus = corpusRoot()
const recordings = corpus === undefined ? undefined : join(corpus, 'kpt-oracle')

function read(text: string) {
  return readResourceList(new Source('', text))
}

function items(text: string): string[] {
  return read(text).items.map((item) => emitKept(item))
}

describe('a ResourceList', () => {
  it.skipIf(recordings === undefined)('that kpt sent to a function is the same text when read and printed', () => {
    const changed: string[] = []
    let count = 0
    for (const name of readdirSync(recordings as string)) {
      const folder = join(recordings as string, name, 'fn')
      if (!existsSync(folder)) continue
      for (const file of readdirSync(folder)) {
        if (!file.endsWith('.stdin.yaml')) continue
        count++
        const text = readFileSync(join(folder, file), 'utf8').replaceAll('{pkg}', '/pkg')
        const { items, functionConfig } = read(text)
        if (printResourceList(items, functionConfig) !== text) changed.push(name)
      }
    }
    expect(count).toBeGreaterThan(100)
    // go-yaml, too, reads what it printed below the last entry of an item as standing deeper.
    expect(changed).toEqual(['noop-head-foot-comments'])
  })

  it('without items and configuration has an empty list', () => {
    expect(printResourceList([], undefined)).toBe(
      'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n',
    )
  })

  it('is taken apart whatever its version, and a List as well', () => {
    const list = (kind: string) =>
      `apiVersion: v1alpha1\nkind: ${kind}\nitems:\n# why\n- a: 1 # this\n- null\n- b: 'x'\n`
    expect(items(list('ResourceList'))).toEqual(['# why\na: 1 # this\n', 'null\n', "b: 'x'\n"])
    expect(items(list('List'))).toEqual(['# why\na: 1 # this\n', 'null\n', "b: 'x'\n"])
  })

  it('is an object like any other beside another document, or with neither items nor configuration', () => {
    expect(items('kind: List\nitems: []\n---\na: 1\n')).toEqual(['kind: List\nitems: []\n', 'a: 1\n'])
    expect(items('kind: ResourceList\nresults: []\n')).toEqual(['kind: ResourceList\nresults: []\n'])
  })

  it('with a configuration only has no items', () => {
    const { items, functionConfig, isWrapped } = read('kind: ResourceList\nfunctionConfig: {kind: F}\n')
    expect(items).toEqual([])
    expect(functionConfig && emitKept(functionConfig)).toBe('{kind: F}\n')
    expect(isWrapped).toBe(true)
  })
})

describe('bare documents', () => {
  it('are items, with the comments around them; empty ones are none', () => {
    const text = '# file\n\n# first\na: 1\n\n# end\n---\n# nothing\n---\r\nb: 2\r\n---\n'
    expect(items(text)).toEqual(['# file\n# first\na: 1\n\n# end\n', 'b: 2\n'])
    expect(read(text).isWrapped).toBe(false)
  })

  it('may be none at all', () => {
    expect(read('')).toEqual({ items: [], functionConfig: undefined, results: undefined, isWrapped: false })
  })

  it('that are no YAML are refused', () => {
    expect(() => read('a: [1\n')).toThrow('yaml: line 1: did not find expected')
    expect(() => read('a: 1\n--- b\nc: 2\n')).toThrow('invalid document separator: --- b')
  })
})

describe('results', () => {
  const results = (text: string) => readResults(read(`kind: ResourceList\nitems: []\nresults:\n${text}`).results)

  it('are data', () => {
    const text = [
      '- message: plain',
      '- message: full',
      '  severity: error',
      '  resourceRef: {apiVersion: v1, kind: ConfigMap, name: a, namespace: ns}',
      '  field:',
      '    path: data.k',
      '    currentValue: {a: b}',
      "    proposedValue: ['1', 2]",
      '  file: {path: a.yaml, index: 1}',
      '  tags: {t: u, __proto__: v}',
      '',
    ]
    const [plain, full, ...more] = results(text.join('\n'))
    expect(plain).toEqual({ message: 'plain', severity: '' })
    expect(full).toEqual({
      message: 'full',
      severity: 'error',
      resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'ns' },
      field: { path: 'data.k', currentValue: '{a: b}', proposedValue: "['1', 2]" },
      file: { path: 'a.yaml', index: 1 },
      tags: Object.fromEntries([
        ['t', 'u'],
        ['__proto__', 'v'],
      ]),
    })
    expect(more).toEqual([])
  })

  it('are none when there is no list', () => {
    expect(readResults(undefined)).toEqual([])
    expect(results('  null\n')).toEqual([])
    expect(results('  []\n')).toEqual([])
  })

  it('of the older form are read as well', () => {
    const text = [
      '  name: x',
      '  items:',
      '  - message: m',
      '    severity: error',
      '    resourceRef: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns}}',
      '    field: {path: p, suggestedValue: s}',
      '',
    ]
    expect(results(text.join('\n'))).toEqual([
      {
        message: 'm',
        severity: 'error',
        resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'ns' },
        field: { path: 'p', proposedValue: 's' },
      },
    ])
  })

  it.skipIf(recordings === undefined)('of the wrong type are refused with the words and lines of kpt', () => {
    const folder = join(recordings as string, 'results-fail')
    const said = readFileSync(join(folder, 'stderr.txt'), 'utf8').split('Error: ')[1]?.trim()
    const text = readFileSync(join(folder, 'fn/1.stdout.yaml'), 'utf8')
    expect(said).toContain('line 17')
    expect(() => readResults(read(text).results)).toThrow(said)
  })
})
