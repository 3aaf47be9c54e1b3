/** The program from the outside: what it prints where, and its exit codes. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../src/core/version.ts'
import { checkoutRoot } from '../subject.ts'
import { PROGRAM, runProgram, strake, writeFiles } from './program.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-cli-')))
afterAll(() => rmSync(top, { recursive: true }))
let count = 0

function folderOf(files: Record<string, string>): string {
  const folder = join(top, String(count++))
  writeFiles(folder, { 'keep/.keep': '', ...files })
  return folder
}

const configMap = (name: string, namespace = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${namespace && `  namespace: ${namespace}\n`}`
const good = { 'kustomization.yaml': 'resources: [r.yaml]\n', 'r.yaml': configMap('a') }

describe('build', () => {
  test('prints to stdout, nothing to stderr', () => {
    const folder = folderOf(good)
    expect(strake(folder, ['build'])).toEqual({ code: 0, stdout: configMap('a'), stderr: '' })
    expect(strake(top, ['build', folder])).toEqual({ code: 0, stdout: configMap('a'), stderr: '' })
    expect(strake(folder, ['--stack-trace', 'build', '.', '--quiet']).stdout).toBe(configMap('a'))
  })

  test.each<[string[], string]>([
    [['--foo'], 'unknown flag: --foo'],
    [['-x'], "unknown shorthand flag: 'x' in -x"],
    [['-o'], "flag needs an argument: 'o' in -o"],
    [['a', 'b'], 'specify one path to kustomization.yaml'],
    [[''], 'must build at directory: directory path cannot be empty'],
    [
      ['--load-restrictor', 'foo'],
      'illegal flag value --load-restrictor foo; legal values: [LoadRestrictionsRootOnly LoadRestrictionsNone]',
    ],
    [
      ['--helm-debug=foo'],
      'invalid argument "foo" for "--helm-debug" flag: strconv.ParseBool: parsing "foo": invalid syntax',
    ],
    [['--log-format', 'xml'], 'illegal flag value --log-format xml; legal values: [text json]'],
  ])('%j is a mistake', (words, message) => {
    const { code, stdout, stderr } = strake(folderOf(good), ['build', ...words])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.split('\n').at(-2)).toBe(`Error: ${message}`)
  })

  test('a working directory that was removed is a mistake, for absolute paths too', () => {
    const folder = folderOf(good)
    const script = 'mkdir gone && cd gone && rmdir "$PWD" && exec "$@"'
    const words = ['-c', script, 'sh', process.execPath, PROGRAM, 'build']
    for (const path of [[], [folder]]) {
      expect(runProgram('/bin/sh', [...words, ...path], { cwd: top })).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'error[WORKING_DIRECTORY]\n  hint: the working directory was removed: go to another one\nError: getwd: no such file or directory\n',
      })
    }
  })

  test('says which deprecated flags were used', () => {
    const folder = folderOf(good)
    const order = "Flag --reorder has been deprecated, use the new 'sortOptions' field in kustomization.yaml instead.\n"
    expect(strake(folder, ['build', '--reorder', 'none'])).toEqual({ code: 0, stdout: configMap('a'), stderr: order })
    expect(strake(folder, ['build', '--reorder', 'x']).stderr).toBe(
      `${order}Error: illegal flag value --reorder x; legal values: [legacy none]\n`,
    )
    const label =
      'Flag --enable-managedby-label has been deprecated, The flag `enable-managedby-label` has been deprecated. ' +
      'Use the `managedByLabel` option in the `buildMetadata` field instead.\n'
    const labelled = strake(folder, ['build', '--enable-managedby-label'])
    expect(labelled.stderr).toBe(label)
    expect(labelled.stdout).toContain('app.kubernetes.io/managed-by: kustomize-v5.8.2\n')
    const byEnvironment = strake(folder, ['build'], { KUSTOMIZE_ENABLE_MANAGEDBY_LABEL: 'on' })
    expect(byEnvironment).toEqual({ code: 0, stdout: labelled.stdout, stderr: '' })
  })

  test('shows where a mistake is, the reference’s line last', () => {
    const folder = folderOf({ 'kustomization.yaml': 'resources: []\nnamePrefx: a-\n' })
    const message = 'invalid Kustomization: json: unknown field "namePrefx"'
    const drawn = `error[UNKNOWN_FIELD]
  --> kustomization.yaml:2:1
   |
 2 | namePrefx: a-
   | ^
  hint: did you mean "namePrefix"?
Error: ${message}
`
    expect(strake(folder, ['build'])).toEqual({ code: 1, stdout: '', stderr: drawn })
    expect(strake(folder, ['build', '--quiet'])).toEqual({ code: 1, stdout: '', stderr: `Error: ${message}\n` })
    const { stderr } = strake(folder, ['build', '--log-format=json'])
    expect(JSON.parse(stderr)).toEqual({
      severity: 'error',
      code: 'UNKNOWN_FIELD',
      message,
      at: [{ file: 'kustomization.yaml', line: 2, column: 1 }],
      hint: 'did you mean "namePrefix"?',
    })
  })

  test('shows all problems of a file', () => {
    const folder = folderOf({ 'kustomization.yaml': 'resources: []\nnamePrefx: a-\nlabls: []\n' })
    const { stderr } = strake(folder, ['build'])
    const places = [...stderr.matchAll(/^ {2}--> (.*)$/gm)].map(([, place]) => place)
    expect(places.sort()).toEqual(['kustomization.yaml:2:1', 'kustomization.yaml:3:1'])
    const objects = strake(folder, ['build', '--log-format=json']).stderr.trim().split('\n')
    expect(objects.map((line) => JSON.parse(line).severity)).toEqual(['error', 'error'])
  })

  test('does not let a file steer the terminal, nor a long line flood it', () => {
    const long = `${'x'.repeat(300)}: \u001b[31m`
    const folder = folderOf({ 'kustomization.yaml': `resources: []\n"${long.replace('\u001b', '\\e')}": 1\n` })
    const { stderr } = strake(folder, ['build'])
    const excerpt = stderr.split('\n').filter((line) => line.startsWith(' 2 |'))
    expect(excerpt.length).toBe(1)
    expect((excerpt[0] as string).length).toBeLessThan(130)
  })

  test('warns about a deprecated field in the reference’s words', () => {
    const folder = folderOf({ ...good, 'kustomization.yaml': 'resources: [r.yaml]\ncommonLabels: {a: b}\n' })
    const { code, stderr } = strake(folder, ['build', '--quiet'])
    expect(code).toBe(0)
    expect(stderr).toBe(
      "# Warning: 'commonLabels' is deprecated. Please use 'labels' instead. Run 'kustomize edit fix' to update your Kustomization automatically.\n",
    )
  })

  test('a reader that goes away ends it quietly', () => {
    const folder = folderOf({
      'kustomization.yaml': 'resources: [r.yaml]\n',
      'r.yaml': Array.from({ length: 3000 }, (_, i) => configMap(`name-${i}`)).join('---\n'),
    })
    const script = `"${process.execPath}" "${PROGRAM}" build | head -1; echo "\${PIPESTATUS[0]}"`
    const out = execFileSync('bash', ['-c', script], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(out).toBe('apiVersion: v1\n141\n')
  })
})

describe('build --output', () => {
  test('writes a file, as a whole', () => {
    const folder = folderOf({ ...good, 'out.yaml': 'old' })
    expect(strake(folder, ['build', '-o', 'out.yaml'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(folder, 'out.yaml'), 'utf8')).toBe(configMap('a'))
    expect(readdirSync(folder).sort()).toEqual(['keep', 'kustomization.yaml', 'out.yaml', 'r.yaml'])
  })

  test('follows a link and leaves devices in place', () => {
    const folder = folderOf({ ...good, 'real.yaml': 'old' })
    symlinkSync('real.yaml', join(folder, 'link.yaml'))
    strake(folder, ['build', '-o', 'link.yaml'])
    expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe(configMap('a'))
    expect(strake(folder, ['build', '-o', '/dev/null']).code).toBe(0)
    expect(execFileSync('stat', ['-c', '%F', '/dev/null'], { encoding: 'utf8' })).toBe('character special file\n')
  })

  test('names the path that cannot be written', () => {
    const { code, stderr } = strake(folderOf(good), ['build', '--quiet', '-o', 'none/out.yaml'])
    expect([code, stderr]).toEqual([1, 'Error: open none/out.yaml: no such file or directory\n'])
  })

  const several = {
    'kustomization.yaml': 'resources: [r.yaml]\n',
    'r.yaml': [
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: system:Ab\n',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\n',
      configMap('a.b', 'Ns'),
    ].join('---\n'),
  }

  test('writes one file per object into a folder, namespaces in front when there are several', () => {
    const folder = folderOf(several)
    strake(folder, ['build', '-o', 'keep/'])
    expect(readdirSync(join(folder, 'keep')).sort()).toEqual([
      '.keep',
      'default_apps_v1_deployment_d.yaml',
      'ns_v1_configmap_a.b.yaml',
      'rbac.authorization.k8s.io_v1_clusterrole_system:ab.yaml',
    ])
    expect(readFileSync(join(folder, 'keep/ns_v1_configmap_a.b.yaml'), 'utf8')).toBe(configMap('a.b', 'Ns'))
    const one = folderOf({ ...several, 'r.yaml': several['r.yaml'].replace('Ns', 'default') })
    strake(one, ['build', '-o', 'keep'])
    expect(readdirSync(join(one, 'keep'))).toContain('v1_configmap_a.b.yaml')
  })

  test('writes nothing when one of the files cannot be written', () => {
    const folder = folderOf({ ...several, 'r.yaml': `${several['r.yaml']}---\n${configMap('b/c', 'x')}` })
    const { code, stderr } = strake(folder, ['build', '-o', 'keep'])
    expect(code).toBe(1)
    expect(stderr).toContain('Error: open keep/x_v1_configmap_b/c.yaml: no such file or directory\n')
    expect(readdirSync(join(folder, 'keep'))).toEqual(['.keep'])
  })

  test('writes nothing when the build fails', () => {
    const folder = folderOf({ 'kustomization.yaml': 'resources: [none.yaml]\n', 'out.yaml': 'old' })
    expect(strake(folder, ['build', '-o', 'out.yaml']).code).toBe(1)
    expect(readFileSync(join(folder, 'out.yaml'), 'utf8')).toBe('old')
  })
})

describe('other commands', () => {
  test('version', () => {
    const { version } = JSON.parse(readFileSync(join(checkoutRoot(), 'package.json'), 'utf8'))
    expect(VERSION).toBe(version)
    expect(strake(top, ['version'])).toEqual({ code: 0, stdout: `v${version}\n`, stderr: '' })
    expect(JSON.parse(strake(top, ['version', '-o', 'json']).stdout)).toMatchObject({ version: `v${version}` })
    expect(strake(top, ['version', '-o', 'yaml']).stdout).toMatch(/^version: v.*\nkustomize: v5\.8\.2\n/)
    expect(strake(top, ['version', '-o', 'x'])).toEqual({ code: 0, stdout: '', stderr: '' })
    const both = strake(top, ['version', '--short', '-o', 'json'])
    expect(both.code).toBe(1)
    expect(both.stderr).toContain('Error: --short and --output are mutually exclusive\nUsage:\n')
  })

  test('help lists every command, and every flag of build that is not deprecated', () => {
    const { code, stdout, stderr } = strake(top, [])
    expect([code, stderr]).toEqual([0, ''])
    for (const name of ['build', 'completion', 'help', 'version'])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    const help = strake(top, ['build', '--help']).stdout
    expect(strake(top, ['help', 'build']).stdout).toBe(help)
    const flags = [...help.matchAll(/^ {2}(?:-\w,| {3}) --([\w-]+)/gm)].map(([, name]) => name)
    expect(flags).toEqual([
      ...['as-current-user', 'container-engine', 'each', 'enable-alpha-plugins', 'enable-exec', 'enable-helm'],
      ...['enable-wasi', 'env'],
      ...[
        'function-timeout',
        'helm-api-versions',
        'helm-command',
        'helm-debug',
        'helm-kube-version',
        'help',
        'load-restrictor',
        'mount',
        'network',
      ],
      ...['network-name', 'offline', 'output', 'log-format', 'quiet', 'stack-trace'],
    ])
    // Every flag says what it is for.
    expect(help).not.toMatch(/^ {2}(?:-\w,| {3}) --[\w-]+( string| stringArray)? *$/m)
  })

  test('an unknown command, with a suggestion', () => {
    const stderr =
      'Error: unknown command "buidl" for "strake"\n\nDid you mean this?\n\tbuild\n\nRun \'strake --help\' for usage.\n'
    expect(strake(top, ['buidl', '--foo'])).toEqual({ code: 1, stdout: '', stderr })
    expect(strake(top, ['xyzzy']).stderr).toBe(
      'Error: unknown command "xyzzy" for "strake"\nRun \'strake --help\' for usage.\n',
    )
  })

  test('mistakes of other commands are followed by their usage', () => {
    const { code, stderr } = strake(top, ['version', '--foo'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Error: unknown flag: --foo\nUsage:\n {2}strake version \[flags\]\n/)
    expect(strake(top, ['completion']).stderr).toMatch(/^Error: accepts 1 arg\(s\), received 0\nUsage:\n/)
    expect(strake(top, ['completion', 'x']).stderr).toMatch(/^Error: invalid argument "x" for "strake completion"\n/)
  })
})

describe('completion', () => {
  const complete = (line: string) => {
    const words = line.split(' ')
    const script = `${strake(top, ['completion', 'bash']).stdout}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_strake; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: folderOf(good) })
      .trim()
      .split('\n')
  }

  test('of commands, flags, values and folders in bash', () => {
    expect(complete('strake b')).toEqual(['build'])
    expect(complete('strake build --load-r')).toEqual(['--load-restrictor'])
    expect(complete('strake build --load-restrictor LoadRestrictionsN')).toEqual(['LoadRestrictionsNone'])
    expect(complete('strake build k')).toEqual(['keep'])
    expect(complete('strake build -o ku')).toEqual(['kustomization.yaml'])
    expect(complete('strake completion z')).toEqual(['zsh'])
    expect(complete('strake edit ')).toEqual(['add', 'set', 'remove', 'fix', 'alpha-list-builtin-plugin'])
    expect(complete('strake edit set im')).toEqual(['image'])
    expect(complete('strake edit add resource ku')).toEqual(['kustomization.yaml'])
    expect(complete('strake edit add resource --no')).toEqual(['--no-verify'])
    expect(complete('strake edit add configmap x --behavior m')).toEqual(['merge'])
  })

  test.each(['bash', 'zsh', 'fish', 'powershell'])('%s knows every flag of build', (shell) => {
    const { stdout } = strake(top, ['completion', shell])
    for (const flag of ['load-restrictor', 'output', 'enable-helm', 'log-format', 'quiet'])
      expect(stdout).toContain(flag)
    expect(stdout).not.toContain('enable-managedby-label')
  })
})

describe('build --each', () => {
  const overlays = {
    'base/kustomization.yaml': 'resources: [r.yaml]\n',
    'base/r.yaml': configMap('a'),
    'overlays/dev/kustomization.yaml': 'resources: [../../base]\nnamePrefix: dev-\n',
    'overlays/live/kustomization.yaml': 'resources: [../../base]\nnamePrefix: live-\n',
    'empty/kustomization.yaml': 'kind: Kustomization\nresources: []\nbuildMetadata: [managedByLabel]\n',
    'broken/kustomization.yaml': 'resources: [none.yaml]\n',
  }

  test('prints one build after another', () => {
    const folder = folderOf(overlays)
    const words = ['build', '--each', 'overlays/dev', 'empty', 'overlays/live', 'base']
    const expected = ['dev-a', 'live-a', 'a'].map((name) => configMap(name)).join('---\n')
    expect(strake(folder, words)).toEqual({ code: 0, stdout: expected, stderr: '' })
  })

  test('names the folder of a mistake, and prints nothing then', () => {
    const folder = folderOf(overlays)
    const alone = strake(folder, ['build', '--quiet', 'broken']).stderr.replace('Error: ', '')
    expect(strake(folder, ['build', '--quiet', '--each', 'overlays/dev', 'broken'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error: broken: ${alone}`,
    })
    const none = strake(folder, ['build', '--each'])
    expect([none.code, none.stderr]).toEqual([1, 'Error: --each needs the folders to build\n'])
  })

  test('with --output, every build has a folder of its own', () => {
    const folder = folderOf(overlays)
    const words = ['build', '--each', 'overlays/dev', './overlays/live/', '-o', 'out']
    expect(strake(folder, words)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readdirSync(join(folder, 'out/overlays'))).toEqual(['dev', 'live'])
    expect(readFileSync(join(folder, 'out/overlays/live/v1_configmap_live-a.yaml'), 'utf8')).toBe(configMap('live-a'))
    for (const outside of ['.', '..', top]) {
      const { code, stderr } = strake(folder, ['build', '--each', outside, '-o', 'out'])
      const message = `${outside}: with --each and --output, folders have to lie below the working directory`
      expect([code, stderr]).toEqual([1, `Error: ${message}\n`])
    }
  })
})
