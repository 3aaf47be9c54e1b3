import { describe, expect, it } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { type ReadFolderOptions, readPackageFolder } from '../../src/krm/package-files.ts'
import { printPackageFiles } from '../../src/krm/package-write.ts'
import { annotation, INDEX, PATH, setPairedAnnotation } from '../../src/krm/path-annotations.ts'
import { setText } from '../../src/yaml/edit.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { field, type Mapping, type Scalar } from '../../src/yaml/node.ts'

const CONFIG_MAP = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

async function read(files: Record<string, string>, options: Partial<ReadFolderOptions> = {}) {
  const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/p/${path}`, text]))
  return readPackageFolder({ fs: memoryFileSystem(placed), root: '/p', ...options })
}

async function pathsRead(files: Record<string, string>, options: Partial<ReadFolderOptions> = {}) {
  return (await read(files, options)).items.map((item) => annotation(item, PATH.key))
}

describe('reading the resources of a folder', () => {
  it('annotates each resource with its file and its place', async () => {
    const text = `${CONFIG_MAP('a')}  annotations:\n    mine: x # kept\nlist:\n  - 1\n---\n${CONFIG_MAP('b')}`
    const { items } = await read({ 'sub/a.yaml': text }, { notesListIndent: true, packagePath: '/p' })
    expect(items.map((item) => emitKept(item))).toEqual([
      `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  annotations:
    mine: x # kept
    config.kubernetes.io/index: '0'
    config.kubernetes.io/path: 'sub/a.yaml'
    internal.config.kubernetes.io/index: '0'
    internal.config.kubernetes.io/package-path: '/p'
    internal.config.kubernetes.io/path: 'sub/a.yaml'
    internal.config.kubernetes.io/seqindent: 'wide'
list:
- 1
`,
      `apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  annotations:
    config.kubernetes.io/index: '1'
    config.kubernetes.io/path: 'sub/a.yaml'
    internal.config.kubernetes.io/index: '1'
    internal.config.kubernetes.io/package-path: '/p'
    internal.config.kubernetes.io/path: 'sub/a.yaml'
    internal.config.kubernetes.io/seqindent: 'compact'
`,
    ])
  })

  it('goes through files and folders by name, and leaves other files and .git alone', async () => {
    const files = {
      'c.yml': CONFIG_MAP('c'),
      'b/x.yaml': CONFIG_MAP('x'),
      'a.yaml': CONFIG_MAP('a'),
      'README.md': '# no: yaml: at all',
      '.git/config.yaml': 'a: [',
      '.dot/d.yaml': CONFIG_MAP('d'),
    }
    expect(await pathsRead(files)).toEqual(['.dot/d.yaml', 'a.yaml', 'b/x.yaml', 'c.yml'])
  })

  it('reads packages below only when they are asked for, each under its own ignore file', async () => {
    const files = {
      '.krmignore': '# comment\nskip.yaml\n*.tmp.yaml\n/rooted.yaml\ndir/\n!keep.tmp.yaml\n',
      'skip.yaml': 'not: [read',
      'a.tmp.yaml': 'not: [read',
      'keep.tmp.yaml': CONFIG_MAP('keep'),
      'rooted.yaml': 'not: [read',
      'dir/d.yaml': 'not: [read',
      'x/.krmignore': 'y.yaml',
      'x/rooted.yaml': CONFIG_MAP('rooted'),
      'x/y.yaml': CONFIG_MAP('y'),
      'sub/Kptfile': CONFIG_MAP('sub'),
      'sub/skip.yaml': CONFIG_MAP('skip'),
    }
    const own = ['keep.tmp.yaml', 'x/rooted.yaml', 'x/y.yaml']
    const packageFile = 'Kptfile'
    expect(await pathsRead(files, { packageFile, includesSubpackages: false })).toEqual(own)
    expect(await pathsRead(files, { packageFile })).toEqual(['keep.tmp.yaml', 'sub/skip.yaml', ...own.slice(1)])
  })

  it('reads a single file, links to files, and enters no links to folders', async () => {
    const fs = memoryFileSystem({
      '/p/real.txt': CONFIG_MAP('r'),
      '/p/link.yaml': { link: 'real.txt' },
      '/q/a.yaml': CONFIG_MAP('q'),
      '/p/folder': { link: '/q' },
    })
    const both = await readPackageFolder({ fs, root: '/p' })
    expect(both.items.map((item) => annotation(item, PATH.key))).toEqual(['link.yaml'])
    const single = await readPackageFolder({ fs, root: '/q/a.yaml' })
    expect(single.items.map((item) => annotation(item, PATH.key))).toEqual(['a.yaml'])
  })

  it.each([
    ['a: [oops\n', "/p/a.yaml: MalformedYAMLError: yaml: line 1: did not find expected ',' or ']'"],
    ['a: 1\n--- oops\nb: 1\n', '/p/a.yaml: invalid document separator: --- oops'],
    ['just text\n', '/p/a.yaml: wrong node kind: expected MappingNode but got ScalarNode: node contents:\njust text\n'],
  ])('refuses %j naming the file', async (text, message) => {
    await expect(read({ 'a.yaml': text })).rejects.toThrow(expect.objectContaining({ message }))
  })
})

describe('writing resources back', () => {
  const texts: Record<string, string> = {
    comments: `# licence\n\n# head\n${CONFIG_MAP('a')}data:\n    k:   v   # line\n\n# foot\n`,
    'several documents': `---\n${CONFIG_MAP('a')}---\n# nothing here\n---\n\n--- # why\n${CONFIG_MAP('b')}---\n`,
    'line ends of Windows': `${CONFIG_MAP('a')}---\n${CONFIG_MAP('b')}`.replaceAll('\n', '\r\n'),
    'no line break at the end': `${CONFIG_MAP('a')}data: {a: 1,  b: [ 2 ]}`,
    'empty annotations': 'apiVersion: v1\nkind: A\nmetadata: {name: a, annotations: {  } }\n',
    'null annotations': 'apiVersion: v1\nkind: A\nmetadata:\n  annotations:\n  name: a\n',
    'empty metadata': 'metadata: { }\nx: 1\n',
    'no metadata': 'x: >\n  folded\n  text\n\n  more\ny: "q"\n',
    'a bare list': '- op: add # why\n- 2\n',
    'anchors and merge keys': 'a: &a {x: 1}\nb: *a\nc:\n  <<: *a\n',
  }
  it.each(Object.entries(texts))('changes no byte without need: %s', async (_, text) => {
    const { items, origins } = await read({ 'a.yaml': text })
    expect(printPackageFiles(items, '/p', { origins })).toEqual(new Map([['a.yaml', text]]))
  })

  it('leaves a JSON file that says the same as it was', async () => {
    const text = '{"kind":"A",  "apiVersion":"v1","metadata":{"name":"<a>"}}'
    const { items, origins } = await read({ 'a.json': text }, { reads: (name) => name.endsWith('.json') })
    expect(printPackageFiles(items, '/p', { origins })).toEqual(new Map([['a.json', text]]))
  })

  it('changes only what was edited, and only in its document', async () => {
    const text = `${CONFIG_MAP('a')}data:\n    k:   v   # line\n---\n# two\n${CONFIG_MAP('b')}---\n${CONFIG_MAP('c')}`
    const { items, origins } = await read({ 'a.yaml': text })
    setText(field(field(items[0], 'data'), 'k') as Scalar, 'w')
    const left = [items[0], items[2]] as Mapping[]
    expect(printPackageFiles(left, '/p', { origins }).get('a.yaml')).toBe(
      `${CONFIG_MAP('a')}data:\n    k:   w   # line\n---\n${CONFIG_MAP('c')}`,
    )
  })

  it('gives new resources a file of their own, or a place behind those of the file they name', async () => {
    const { items, origins } = await read({ 'a.yaml': `${CONFIG_MAP('a')}---\n${CONFIG_MAP('b')}` })
    const [named, other] = (await read({ 'n.yaml': `${CONFIG_MAP('n')}---\n${CONFIG_MAP('o')}  namespace: ns\n` }))
      .items
    for (const item of [named, other] as Mapping[]) {
      const annotations = field(field(item, 'metadata'), 'annotations') as Mapping
      annotations.keys.splice(0)
      annotations.values.splice(0)
    }
    setPairedAnnotation(named as Mapping, PATH, 'a.yaml')
    const files = printPackageFiles([named, ...items, other] as Mapping[], '/p', { origins })
    expect(files).toEqual(
      new Map([
        ['a.yaml', `${CONFIG_MAP('a')}---\n${CONFIG_MAP('n')}---\n${CONFIG_MAP('b')}`],
        ['ns/configmap_o.yaml', `${CONFIG_MAP('o')}  namespace: ns\n`],
      ]),
    )
  })

  it.each([
    ['/etc/a.yaml', '0', 'package paths may not be absolute paths'],
    ['../a.yaml', '0', 'resource must be written under package /p: ../a.yaml'],
    ['x/../../a.yaml', '0', 'resource must be written under package /p: ../a.yaml'],
    ['b.yaml', 'x', 'unable to parse config.kubernetes.io/index x :strconv.Atoi: parsing "x": invalid syntax'],
  ])('refuses the path %s with index %s', async (path, index, message) => {
    const { items } = await read({ 'a.yaml': CONFIG_MAP('a'), 'b.yaml': CONFIG_MAP('b') })
    setPairedAnnotation(items[0] as Mapping, PATH, path)
    setPairedAnnotation(items[0] as Mapping, INDEX, index)
    expect(() => printPackageFiles(items, '/p')).toThrow(expect.objectContaining({ message }))
  })

  it('takes any index of a resource that has its file for itself', async () => {
    const { items } = await read({ 'a.yaml': CONFIG_MAP('a') })
    setPairedAnnotation(items[0] as Mapping, INDEX, 'x')
    expect(printPackageFiles(items, '/p')).toEqual(new Map([['a.yaml', CONFIG_MAP('a')]]))
  })
})
