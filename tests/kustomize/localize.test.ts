/** What `localize` copies and refuses, over files in memory. Messages were compared with kustomize 5.8.2. */
import { describe, expect, test } from 'vitest'
import { type MemoryFile, memoryFileSystem } from '../../src/core/memory-fs.ts'
import { localize } from '../../src/kustomize/localize.ts'

const decoder = new TextDecoder()
const silent = { emit: () => undefined }
const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
const plugin = (kind: string, fields: string) => `apiVersion: builtin\nkind: ${kind}\nmetadata:\n  name: p\n${fields}`

interface Words {
  target?: string
  scope?: string
  destination?: string
}

/** Files are in `/w`, the working directory. */
async function run(files: Record<string, MemoryFile>, words: Words = {}) {
  const placed = Object.entries(files).map(([path, content]): [string, MemoryFile] => [`/w/${path}`, content])
  const fs = memoryFileSystem(Object.fromEntries(placed))
  return await localize({ fs, log: silent, cwd: '/w', target: 't', scope: '', destination: 'out', ...words })
}

/** The copy's files by their path in it. */
async function copied(files: Record<string, MemoryFile>, words?: Words): Promise<Record<string, string>> {
  const copy = await run(files, words)
  const texts = [...copy.files].map(([path, bytes]) => [path.slice(copy.destination.length + 1), decoder.decode(bytes)])
  return Object.fromEntries(texts.sort())
}

async function refusal(files: Record<string, MemoryFile>, words?: Words): Promise<string> {
  return await run(files, words).then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  )
}

const target = (kustomization: string) => ({ 't/kustomization.yaml': kustomization, 't/cm.yaml': configMap('a') })
const one = target('resources: [cm.yaml]\n')
const LOCALIZED = { 'kustomization.yaml': 'resources:\n- cm.yaml\n', 'cm.yaml': configMap('a') }

describe('the copy', () => {
  test('has what is referred to, from where it is needed', async () => {
    const files = {
      't/kustomization.yml':
        'resources: [../base, ./x/../cm.yaml]\nconfigMapGenerator: [{name: g, files: [k=f/a.txt]}]\n',
      't/cm.yaml': configMap('a'),
      't/f/a.txt': 'A',
      't/unused.yaml': configMap('b'),
      'base/Kustomization': 'namePrefix: a-\n',
    }
    expect(await copied(files, { scope: '.' })).toEqual({
      't/kustomization.yml':
        'configMapGenerator:\n- files:\n  - k=f/a.txt\n  name: g\nresources:\n- ../base\n- cm.yaml\n',
      't/cm.yaml': configMap('a'),
      't/f/a.txt': 'A',
      'base/Kustomization': 'namePrefix: a-\n',
    })
  })

  test('has no symbolic links: files stand where they lead to', async () => {
    const files = {
      ...target('resources: [link/l.yaml, base-link]\n'),
      't/link': { link: 'd' },
      't/d/l.yaml': { link: '../cm.yaml' },
      't/base-link': { link: '../base' },
      'base/kustomization.yaml': '',
    }
    expect(await copied(files, { scope: '.' })).toEqual({
      't/kustomization.yaml': 'resources:\n- cm.yaml\n- ../base\n',
      't/cm.yaml': configMap('a'),
      'base/kustomization.yaml': '{}\n',
    })
  })

  test('is made of files with any names', async () => {
    const names = ['a b', 'ü:1', 'nl\n', '#h', '- x', '-y', '%41', '"', 'null']
    const files = Object.fromEntries(names.map((name, i) => [`t/${name}.yaml`, configMap(`c${i}`)]))
    const list = names.map((name) => JSON.stringify(`${name}.yaml`)).join(', ')
    const copy = await copied({ ...files, 't/kustomization.yaml': `resources: [${list}]\n` })
    expect(Object.keys(copy).sort()).toEqual([...names.map((name) => `${name}.yaml`), 'kustomization.yaml'].sort())
  })

  test('keeps old fields, loses comments, has configurations of plugins printed anew', async () => {
    const files = {
      ...target('# gone\nbases: [b]\ncommonLabels: {a: "1"}\ntransformers: [tr.yaml]\nResources: []\n'),
      't/b/kustomization.yaml': '',
      't/tr.yaml': plugin('PatchTransformer', '# gone\npath: ./p.yaml\n'),
      't/p.yaml': '[]\n',
    }
    expect(await copied(files)).toEqual({
      'kustomization.yaml': 'bases:\n- b\ncommonLabels:\n  a: "1"\ntransformers:\n- tr.yaml\n',
      'b/kustomization.yaml': '{}\n',
      'tr.yaml': 'apiVersion: builtin\nkind: PatchTransformer\nmetadata:\n  name: p\npath: p.yaml\n',
      'p.yaml': '[]\n',
    })
  })

  test('has the charts that are there', async () => {
    const files = {
      ...target('helmCharts: [{name: a, valuesFile: ./v.yaml}]\nhelmGlobals: {chartHome: ./my/../my}\n'),
      't/v.yaml': 'x: y\n',
      't/my/a/Chart.yaml': 'name: a\n',
      't/my/link': { link: '/etc' },
    }
    expect(await copied(files)).toEqual({
      'kustomization.yaml': 'helmCharts:\n- name: a\n  valuesFile: v.yaml\nhelmGlobals:\n  chartHome: my\n',
      'v.yaml': 'x: y\n',
      'my/a/Chart.yaml': 'name: a\n',
    })
  })
})

describe('the destination', () => {
  test('is named after the target unless it is given, and may lie in the target', async () => {
    expect((await run(one, { destination: '' })).destination).toBe('/w/localized-t')
    expect((await run({ ...one, l: { link: 't' } }, { target: 'l', destination: '' })).destination).toBe(
      '/w/localized-t',
    )
    expect((await run({ ...one, l: { link: 't' } }, { destination: 'l/out' })).destination).toBe('/w/t/out')
    expect(await copied(one, { destination: 't/out' })).toEqual(LOCALIZED)
    expect(await copied(one, { destination: '/w/o "ü"\n/' })).toEqual(LOCALIZED)
  })

  test.each<[string, string]>([
    ['t', 'localize destination "t" already exists'],
    ['t/cm.yaml', 'localize destination "t/cm.yaml" already exists'],
    ['no/out', 'unable to create localize destination directory: mkdir no/out: no such file or directory'],
    ['t/cm.yaml/out', 'unable to create localize destination directory: mkdir t/cm.yaml/out: not a directory'],
  ])('%j is refused', async (destination, message) => {
    expect(await refusal(one, { destination })).toBe(`invalid localize destination "${destination}": ${message}`)
  })
})

describe('the target and the scope', () => {
  test.each<[Words, string]>([
    [{ target: '' }, 'unable to establish localize target "": must build at directory: directory path cannot be empty'],
    [
      { target: 't/cm.yaml' },
      'unable to establish localize target "t/cm.yaml": must build at directory: \'t/cm.yaml\': file is not directory',
    ],
    [
      { scope: 'other' },
      'invalid localize scope "other": localize scope "other" does not contain target "t" at "/w/t"',
    ],
    [
      { scope: 'no' },
      'invalid localize scope "no": unable to establish localize scope: not a valid directory: evalsymlink failure on \'no\' : lstat /w/no: no such file or directory',
    ],
    [
      { scope: 't/cm.yaml' },
      'invalid localize scope "t/cm.yaml": unable to establish localize scope: \'t/cm.yaml\': file is not directory',
    ],
    [{ target: 'git@github.com:a/b' }, 'localize remote root "git@github.com:a/b" missing ref query string parameter'],
  ])('%j', async (words, message) => {
    expect(await refusal({ ...one, 'other/x': '' }, words)).toBe(message)
  })
})

const folderProblem = 'invalid root reference: must build at directory'
const absent = (path: string, named = path) =>
  `evalsymlink failure on '/w/${path}' : lstat /w/${named}: no such file or directory`

describe('references that are refused', () => {
  test.each<[string, Record<string, MemoryFile>, Words, string]>([
    [
      'out of the scope',
      { ...target('components: [../b]\n'), 'b/kustomization.yaml': '' },
      {},
      'components entry: root "/w/b" outside localize scope "/w/t"',
    ],
    [
      'out of the scope over a link',
      { ...target('components: [l]\n'), 't/l': { link: '../b' }, 'b/kustomization.yaml': '' },
      {},
      'components entry: root "/w/b" outside localize scope "/w/t"',
    ],
    [
      'to a file outside, whatever the scope',
      { ...target('crds: [../x.json]\n'), 'x.json': '{}' },
      { scope: '.' },
      "crds entry: invalid file reference: security; file '/w/x.json' is not in or below '/w/t'",
    ],
    [
      'to a file outside over a link',
      { ...target('crds: [l.json]\n'), 't/l.json': { link: '/w/x.json' }, 'x.json': '{}' },
      { scope: '/' },
      "crds entry: invalid file reference: security; file '/w/t/l.json' is not in or below '/w/t'",
    ],
    [
      'to the destination',
      target('components: [out]\n'),
      { destination: 't/out' },
      'components entry: root "/w/t/out" references into localize destination "/w/t/out"',
    ],
    [
      'to what is only in the destination',
      target('resources: [cm.yaml, out/cm.yaml]\n'),
      { destination: 't/out' },
      `resources entry: could not localize path "out/cm.yaml" as file: file "out/cm.yaml" at "/w/t/out/cm.yaml" enters localize destination "/w/t/out"; could not localize path "out/cm.yaml" as directory: ${folderProblem}: '/w/t/out/cm.yaml': file is not directory`,
    ],
    [
      'to what is not in the destination either',
      target('components: [out/sub]\n'),
      { destination: 't/out' },
      `components entry: ${folderProblem}: not a valid directory: ${absent('t/out/sub')}`,
    ],
    [
      'to the destination over a link',
      { ...target('components: [l]\n'), 't/l': { link: 'out' } },
      { destination: 't/out' },
      `components entry: ${folderProblem}: not a valid directory: ${absent('t/l', 't/out')}`,
    ],
    [
      'in a circle',
      { ...target('components: [b]\n'), 't/b/kustomization.yaml': 'components: [..]\n' },
      {},
      `components entry: unable to localize root "b": unable to localize components entry: invalid root reference: cycle detected: candidate root '/w/t' contains visited root '/w/t/b'`,
    ],
    [
      'to a repository without a ref',
      target('components: ["git@github.com:a/b//c"]\n'),
      {},
      'components entry: localize remote root "git@github.com:a/b//c" missing ref query string parameter',
    ],
  ])('%s', async (_, files, words, message) => {
    expect(await refusal(files, words)).toBe(`unable to localize target "t": unable to localize ${message}`)
  })

  test('by plugins, with the field', async () => {
    const generator = plugin('ConfigMapGenerator', 'envs: [no]\n')
    const files = { ...target('generators: [g.yaml]\n'), 't/g.yaml': generator }
    expect(await refusal(files)).toBe(
      `unable to localize target "t": considering field 'envs' of object ConfigMapGenerator.builtin.[noGrp]/p.[noNs]: invalid file reference: ${absent('t/no')}`,
    )
  })

  test('to a chart folder that the destination is in', async () => {
    const files = { ...target('helmCharts: [{name: a}]\n'), 't/charts/a/Chart.yaml': '' }
    expect(await refusal(files, { destination: 't/charts/out' })).toContain(
      'unable to copy directory "/w/t/charts": it contains the localize destination "/w/t/charts/out"',
    )
  })

  test('a kustomization behind a link out of its folder is none', async () => {
    const files = { 't/kustomization.yaml': { link: '../k.yaml' }, 'k.yaml': '' }
    expect(await refusal(files)).toBe(
      "unable to localize target \"t\": unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/w/t'",
    )
  })

  test('a kustomization named over and over ends', async () => {
    const files: Record<string, string> = { 'b40/kustomization.yaml': '' }
    for (let i = 0; i < 40; i++) files[`b${i}/kustomization.yaml`] = `resources: [../b${i + 1}, ../b${i + 1}]\n`
    expect(await refusal(files, { target: 'b0', scope: '.' })).toMatch(/^unable to localize target "b0": /)
  })
})
