/** `localize` as users run it; what it copies and refuses is in tests/kustomize/localize.test.ts. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { strake, writeFiles } from './program.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'strake-localize-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const one = {
  't/kustomization.yaml': 'resources: [cm.yaml]\n',
  't/cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
}
const withoutTime = (stderr: string) => stderr.replaceAll(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /gm, '')
const localize = (...words: string[]) => strake(folder, ['localize', ...words])

describe('the folder', () => {
  test('is written and verified', () => {
    writeFiles(folder, one)
    const { code, stdout, stderr } = localize('t')
    expect([code, stdout]).toEqual([0, ''])
    const made = join(folder, 'localized-t')
    expect(withoutTime(stderr)).toBe(
      `VERIFICATION SUCCESS: \`kustomize build\` for t and ${made} are the same after localization.\n` +
        `SUCCESS: localized "t" to directory ${made}\n`,
    )
    expect(stderr).not.toBe(withoutTime(stderr))
    expect(readdirSync(made)).toEqual(['cm.yaml', 'kustomization.yaml'])
    expect(readFileSync(join(made, 'cm.yaml'), 'utf8')).toBe(one['t/cm.yaml'])
  })

  test('has folders of charts that are empty', () => {
    writeFiles(folder, { 't/kustomization.yaml': 'helmCharts: [{name: a}]\n', 't/charts/a/Chart.yaml': '' })
    mkdirSync(join(folder, 't/charts/none'))
    expect(localize('t', 'out', '--no-verify').code).toBe(0)
    expect(readdirSync(join(folder, 'out/charts'))).toEqual(['a', 'none'])
  })

  test('is verified where the copy of the target stands, however deep in the scope', () => {
    writeFiles(folder, { 'a/b/t/kustomization.yaml': 'namePrefix: x-\nresources: [../../../t]\n', ...one })
    expect(withoutTime(localize('a/b/t', 'out', '--scope', '.').stderr)).toContain('VERIFICATION SUCCESS')
    expect(existsSync(join(folder, 'out/a/b/t/kustomization.yaml'))).toBe(true)
    expect(existsSync(join(folder, 'out/t/cm.yaml'))).toBe(true)
  })

  test('stays when it does not build without flags', () => {
    writeFiles(folder, { ...one, 't/kustomization.yaml': 'resources: [cm.yaml]\ngenerators: [cm.yaml]\n' })
    const { code, stderr } = localize('t', 'out', '--quiet')
    expect(code).toBe(1)
    expect(withoutTime(stderr)).toBe(
      "If your target directory requires flags to build: \n1. Add executable permissions for the downloaded exec binaries in 't'. \n2. Run kustomize build with the necessary flags and self-verify the outputs.\n" +
        "Error: loading generator plugins: failed to load generator: external plugins disabled; unable to load external plugin 'ConfigMap'\n",
    )
    expect(readdirSync(join(folder, 'out'))).toEqual(['cm.yaml', 'kustomization.yaml'])
  })
})

describe('nothing is left behind', () => {
  const everything = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

  test.each<[string, Record<string, string>, string[]]>([
    ['a missing file', { 't/kustomization.yaml': 'resources: [cm.yaml, no.yaml]\n' }, ['t', 'out']],
    ['a missing base', { 't/kustomization.yaml': 'resources: [cm.yaml]\ncomponents: [no]\n' }, ['t', 'out']],
    ['no folder for the destination', {}, ['t', 'no/out']],
    ['a name that the disk does not take', {}, ['t', 'x'.repeat(300)]],
    [
      'a remote base',
      { 't/kustomization.yaml': 'components: ["git@example.com:a/b//c?ref=v1"]\n' },
      ['t', 'out', '--offline'],
    ],
  ])('after %s', (_, files, words) => {
    writeFiles(folder, { ...one, ...files })
    const before = everything()
    const { code, stdout, stderr } = localize(...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.split('\n').at(-2)).toMatch(/^Error: /)
    expect(everything()).toEqual(before)
  })

  test('where a link to nowhere stands in the place of the destination', () => {
    writeFiles(folder, one)
    symlinkSync('nowhere', join(folder, 'out'))
    expect(localize('t', 'out', '--quiet').stderr).toBe(
      'Error: invalid localize destination "out": unable to create localize destination directory: mkdir out: file exists\n',
    )
    expect(everything()).toEqual(['out', 't', 't/cm.yaml', 't/kustomization.yaml'])
  })

  test.skipIf(process.getuid?.() === 0)('where nothing may be written', () => {
    writeFiles(folder, one)
    chmodSync(folder, 0o500)
    const { stderr } = localize('t', 'out')
    chmodSync(folder, 0o700)
    expect(stderr).toContain('mkdir out: permission denied\n')
  })
})

describe('words', () => {
  test('mistakes are told without the usage', () => {
    expect(localize('a', 'b', 'c')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error: accepts at most 2 arg(s), received 3\n',
    })
    expect(localize('--foo').stderr).toBe('Error: unknown flag: --foo\n')
  })

  test('help shows examples', () => {
    expect(localize('--help').stdout).toContain('  strake localize overlays/production /tmp/copy --scope .\n')
    expect(localize('--help').stdout).toMatch(/^ {6}--scope string +the folder/m)
  })

  test('log lines are objects where that is asked for', () => {
    writeFiles(folder, one)
    const { stderr } = localize('t', 'out', '--no-verify', '--log-format', 'json')
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'LOG',
      message: `SUCCESS: localized "t" to directory ${folder}/out`,
    })
  })
})
