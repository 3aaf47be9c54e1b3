/** What holds for every package, whatever its files look like and whatever a function answers. */
import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { readPackageFile } from '../../src/krm/package-files.ts'
import { annotationsOf } from '../../src/krm/path-annotations.ts'
import { field, fieldText, type Mapping } from '../../src/yaml/node.ts'
import { kptfileText, packageFiles } from '../differential/kpt/packages.ts'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const environment = { PATH: process.env.PATH ?? '' }
const run = (cwd: string, ...words: string[]) => runFn({ words, cwd, environment })
const RUNS = { numRuns: Number(process.env.STRAKE_RUNS ?? 40) }

/** Of so many packages at least half have to pass, or a property would say nothing. */
function tally() {
  const count = { all: 0, passed: 0 }
  return {
    note(code: number) {
      count.all++
      if (code === 0) count.passed++
    },
    check: () => expect(count.passed).toBeGreaterThan(count.all / 2),
  }
}

const withPipeline = (pipeline: string) =>
  packageFiles({ marks: false }).map(({ files, packages }) => {
    const kptfiles = packages.map((folder) => [
      folder === '' ? 'Kptfile' : `${folder}/Kptfile`,
      kptfileText(basename(folder) || 'root', pipeline),
    ])
    return { ...files, ...Object.fromEntries(kptfiles) } as Record<string, string>
  })

describe('any package', () => {
  const cat = 'pipeline:\n  mutators:\n  - exec: cat\n  - exec: cat\n    selectors:\n    - kind: ConfigMap\n'
  it.each([
    ['fn eval', ['eval', '--exec', 'cat']],
    ['fn eval on some resources', ['eval', '--exec', 'cat', '--exclude-kind', 'ConfigMap']],
    ['fn render', ['render', '--allow-exec', '--no-status']],
  ])('keeps every byte through %s when nothing changes anything', async (_, words) => {
    const seen = tally()
    const property = fc.asyncProperty(withPipeline(cat), async (files) => {
      const root = folderWith(files)
      seen.note((await run(root, ...words)).code)
      expect(filesIn(root)).toEqual(files)
    })
    await fc.assert(property, RUNS)
    seen.check()
  })

  it.each([
    ['name: object-', 'name: renamed-'],
    ['app: web', 'app: shop'],
  ])('keeps all lines but those in which a function makes %j %j', async (from, to) => {
    const seen = tally()
    const property = fc.asyncProperty(withPipeline(''), async (files) => {
      const root = folderWith({ ...files, '.krmignore': '*.json\n' })
      const { code } = await run(root, 'eval', '--exec', `sed 's/${from}/${to}/'`)
      seen.note(code)
      if (code !== 0) return
      const after = filesIn(root)
      for (const [path, text] of Object.entries(files)) {
        const wanted = /\.ya?ml$/.test(path) ? text.replaceAll(from, to) : text
        // Some are part of no resource that the function was given.
        if (path !== '.krmignore' && after[path] !== text) expect(after[path]).toBe(wanted)
      }
    })
    await fc.assert(property, RUNS)
    seen.check()
  })

  it('keeps texts and times that read otherwise in the form that functions are sent', async () => {
    const text =
      'apiVersion: v1\nkind: A\nmetadata:\n    name: a\nfolded: >-\n  some\n    deeper\n  words\nkept: >+\n  some\n\ntimes: [2020-01-01T12:00:00Z]\n'
    const root = folderWith({ 'a.yaml': text })
    expect((await run(root, 'eval', '--exec', "sed 's/name: a$/name: b/'")).code).toBe(0)
    expect(filesIn(root)['a.yaml']).toBe(text.replace('name: a', 'name: b'))
    expect((await run(root, 'eval', '--exec', "sed 's/2020-01-01T12/2021-01-01T12/'")).code).toBe(0)
    expect(filesIn(root)['a.yaml']).toContain("times: ['2021-01-01T12:00:00Z']\n")
  })

  it('is after two renderings what it is after one', async () => {
    const steps = ['set-labels:v0.2', 'set-annotations:v0.1'].map(
      (image) => `  - image: ${image}\n    configMap: {team: web}\n`,
    )
    const namespace = '  - image: set-namespace:v0.4\n    configMap: {namespace: shop}\n'
    const seen = tally()
    const pipeline = `pipeline:\n  mutators:\n${steps.join('')}${namespace}`
    const property = fc.asyncProperty(withPipeline(pipeline), async (files) => {
      const root = folderWith(files)
      const { code } = await run(root, 'render', '--no-status')
      seen.note(code)
      const once = filesIn(root)
      expect((await run(root, 'render', '--no-status')).code).toBe(code)
      expect(filesIn(root)).toEqual(once)
    })
    await fc.assert(property, RUNS)
    seen.check()
  })

  it('keeps what selectors exclude, byte for byte', async () => {
    interface Selection {
      words: string[]
      selects(item: Mapping): boolean
    }
    const namespaceOf = (item: Mapping) => fieldText(field(item, 'metadata'), 'namespace') ?? ''
    const labelOf = (item: Mapping) => fieldText(field(field(item, 'metadata'), 'labels'), 'app')
    const selections: Selection[] = [
      { words: ['--match-kind', 'ConfigMap'], selects: (item) => fieldText(item, 'kind') === 'ConfigMap' },
      { words: ['--exclude-kind', 'Own'], selects: (item) => fieldText(item, 'kind') !== 'Own' },
      { words: ['--match-labels', 'app=web'], selects: (item) => labelOf(item) === 'web' },
      { words: ['--exclude-namespace', 'prod'], selects: (item) => namespaceOf(item) !== 'prod' },
      {
        words: ['--match-namespace', 'prod', '--exclude-annotations', 'note=yes'],
        selects: (item) => namespaceOf(item) === 'prod' && fieldText(annotationsOf(item), 'note') !== 'yes',
      },
    ]
    const functions = [
      ['--exec', 'sed s/object-/renamed-/'],
      ['-i', 'set-labels'],
    ]
    const seen = tally()
    const property = fc.asyncProperty(
      withPipeline(''),
      fc.constantFrom(...selections),
      fc.constantFrom(...functions),
      async (files, { words, selects }, named) => {
        const root = folderWith(files)
        const data = named[0] === '-i' ? ['--', 'team=changed'] : []
        const { code } = await run(root, 'eval', ...named, ...words, ...data)
        seen.note(code)
        const after = filesIn(root)
        if (code !== 0) {
          expect(after).toEqual(files)
          return
        }
        for (const [path, text] of Object.entries(files)) {
          if (!/\.ya?ml$/.test(path) || after[path] === text) continue
          const { documents } = readPackageFile(path, new Source(path, text))
          for (const { document, source } of documents) {
            if (!selects(document.root as Mapping)) expect(after[path]).toContain(source.text.trimEnd())
          }
        }
      },
    )
    await fc.assert(property, RUNS)
    seen.check()
  })
})

describe('whatever path a function gives', () => {
  const segments = [
    '..',
    '.',
    '',
    'a',
    'sub',
    'a.yaml',
    'b.yaml',
    'link',
    'out.yaml',
    'inner',
    '..\\..\\x',
    'C:\\x',
    '...',
    '~',
    '$HOME',
    'ä',
    ' ',
  ]
  const path = fc
    .record({
      parts: fc.array(fc.constantFrom(...segments), { minLength: 1, maxLength: 5 }),
      isAbsolute: fc.boolean(),
      tail: fc.constantFrom('', '/', '/new.yaml'),
      separator: fc.constantFrom('/', '/', '/', '\\', '//'),
    })
    .map(({ parts, isAbsolute, tail, separator }) => (isAbsolute ? '/' : '') + parts.join(separator) + tail)
  const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings   # ours\n'

  /** Everything below a folder, links as what they lead to. */
  function everything(folder: string, at = ''): string[] {
    return readdirSync(join(folder, at))
      .sort()
      .flatMap((name) => {
        const place = join(at, name)
        const stat = lstatSync(join(folder, place))
        if (stat.isSymbolicLink()) return [`${place} -> ${readlinkSync(join(folder, place))}`]
        return stat.isDirectory()
          ? [`${place}/`, ...everything(folder, place)]
          : [`${place}: ${readFileSync(join(folder, place), 'utf8')}`]
      })
  }

  it.each([
    ['fn eval', (root: string) => run(root, 'eval', '--exec', './function')],
    ['fn eval with an output folder', (root: string) => run(root, 'eval', '--exec', './function', '-o', 'made')],
    ['fn render', (root: string) => run(root, 'render', '--allow-exec')],
    ['fn render with an output folder', (root: string) => run(root, 'render', '--allow-exec', '-o', 'made')],
    [
      'fn sink',
      async (root: string) => {
        const { stdout } = await run(root, 'eval', '--exec', './function', '-o', 'stdout')
        return runFn({ words: ['sink', 'made'], cwd: root, environment, input: stdout })
      },
    ],
  ])('%s writes nothing outside of the package, and nothing when it fails', async (_, command) => {
    const pipeline = 'pipeline:\n  mutators:\n  - exec: ./function\n'
    const property = fc.asyncProperty(
      path,
      fc.constantFrom('internal.config.kubernetes.io/path', 'config.kubernetes.io/path'),
      async (path, key) => {
        const quoted = path.replaceAll('\\', '\\\\').replaceAll('$', '\\$')
        const program = `#!/bin/sh\nsed "s#^\\( *${key}: \\)'a.yaml'#\\1'${quoted.replaceAll('\\', '\\\\')}'#"\n`
        const outside = folderWith({
          'p/Kptfile': kptfileText('p', pipeline),
          'p/a.yaml': SETTINGS,
          'p/b.yaml': SETTINGS,
          'p/sub/c.yaml': SETTINGS,
          'p/function': program,
          'elsewhere/out.yaml': SETTINGS,
        })
        const root = join(outside, 'p')
        symlinkSync('../elsewhere', join(root, 'link'))
        symlinkSync('sub', join(root, 'inner'))
        const parent = () => [
          everything(join(outside, 'elsewhere')),
          readdirSync(outside),
          readdirSync(dirname(outside)).includes('new.yaml'),
        ]
        const before = { parent: parent(), package: everything(root) }
        const { code } = await command(root)
        expect(parent()).toEqual(before.parent)
        if (code !== 0) {
          const now = everything(root).filter((line) => !line.startsWith('Kptfile'))
          expect(now).toEqual(before.package.filter((line) => !line.startsWith('Kptfile')))
        }
        const links = everything(root).filter((line) => line.includes(' -> '))
        expect(links).toEqual(['inner -> sub', 'link -> ../elsewhere'])
      },
    )
    await fc.assert(property, RUNS)
  })
})
