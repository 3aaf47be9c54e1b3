/** The program under the name of kustomize: compared with kustomize itself where that is present. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { table } from '../../src/cli/drop-in/table.ts'
import { VERSION } from '../../src/core/version.ts'
import { referenceProgram } from '../subject.ts'
import { DROP_IN, dropIn, PROGRAM, runProgram, writeFiles } from './program.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-drop-in-')))
afterAll(() => rmSync(top, { recursive: true }))
let count = 0

function folderOf(files: Record<string, string>): string {
  const folder = join(top, String(count++))
  writeFiles(folder, { 'keep/.keep': '', ...files })
  return folder
}

const reference = referenceProgram()
const isProse = (path: string) => /^(docs|tutorials)-/.test(path)

/** Words of a command line, as typed; `''` is an empty one. */
const split = (line: string) => (line === '' ? [] : line.split(' ').map((word) => (word === "''" ? '' : word)))

const LINES = [
  ...table.filter(({ path }) => !isProse(path)).map(({ path }) => `${path} --help`.trim()),
  ...table.filter(({ path }) => !isProse(path)).map(({ path }) => `${path} --nonsense`.trim()),
  ...['', 'help', 'help help', 'help foo', 'help foo bar', 'help edit foo', 'help edit set image', 'help init'],
  ...['foo', 'buidl', 'buil --help', 'foo --bar', '--foo', '-x build', '-h build', '--stack-trace', '--stack-trace=x'],
  ...[
    'edit foo',
    'edit foo --bar',
    'edit add foo',
    'edit --help foo',
    'cfg foo',
    'openapi foo',
    'fn source',
    'fn sink',
  ],
  ...['build -h --foo', 'build --foo -h', 'build a b', "build ''", "'' build", 'build none', 'build -- a b', 'build -'],
  ...['--stack-trace build none', 'build -o', 'build -e', 'build --load-restrictor=x', 'build --enable-helm=maybe'],
  ...['build --reorder x', 'build --reorder x --foo', 'build --offline', 'build --quiet', 'build --log-format=json'],
  ...['init --foo', 'create x --resources none', 'localize none', 'localize a b c', 'docs-fn --foo', 'openapi info'],
  ...[
    'version',
    'version a b',
    'version --',
    'version --short',
    'version --short -o json',
    'version -o x',
    'version --lock',
  ],
  ...['completion', 'completion x', 'completion a b', 'edit fix', 'edit set nameprefix', 'edit set image x'],
  ...[
    'edit add label',
    'edit add resource none',
    'edit remove label x',
    'lock',
    'edit add label a:b --reference-format',
  ],
]

describe.skipIf(reference === undefined)('kustomize says the same', () => {
  test.each(LINES)('kustomize %s', (line) => {
    const words = split(line)
    const folder = folderOf({})
    const real = runProgram(reference as string, words, { cwd: folder })
    expect(dropIn(folder, words)).toEqual(real)
  })

  const EDITS = [
    'edit add label a:b',
    'edit set namesuffix -- -z',
    'edit add annotation note:x',
    'edit set image web:2',
    'edit add configmap settings --from-literal a=b',
    'edit remove resource r.yaml',
  ]
  test.each(EDITS)('kustomize %s writes the same file', (line) => {
    const files = {
      'kustomization.yaml': '# top\nnamePrefix: a- # gone\nresources:\n# inner\n- r.yaml\n',
      'r.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    }
    const [ours, theirs] = [folderOf(files), folderOf(files)]
    const real = runProgram(reference as string, split(line), { cwd: theirs })
    expect(dropIn(ours, split(line))).toEqual(real)
    const written = (folder: string) => readFileSync(join(folder, 'kustomization.yaml'), 'utf8')
    expect(written(ours)).toBe(written(theirs))
  })

  const COMPLETED = [
    ...["''", 'bu', "build ''", 'build --', 'build -', "build -o ''", "build --load-restrictor ''", 'docs', '--'],
    ...['build --load-restrictor=L', "completion ''", "completion bash ''", "edit ''", 'edit add res', 'edit -'],
    ...["edit add resource ''", "version -o ''", "edit foo ''", "foo ''", "help ''", "help edit ''", 'in', 'openapi'],
    ...["openapi ''", "cfg cat ''", 'build --enable-helm --en', 'build --env a --e', "build --foo ''"],
    ...["create --resources ''", 'edit add resource --no-verify='],
  ]
  test.each(COMPLETED)('scripts made by kustomize get the same answer for %s', (line) => {
    for (const request of ['__complete', '__completeNoDesc']) {
      const words = [request, ...split(line)]
      const { stdout, code } = runProgram(reference as string, words, { cwd: top })
      const ours = dropIn(top, words)
      expect([ours.stdout, ours.code]).toEqual([stdout, code])
    }
  })
})

describe('without kustomize', () => {
  const files = {
    'kustomization.yaml': '# top\nresources: [r.yaml]\nnamePrefix: a-\n',
    'r.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n',
  }

  test('it builds, also when called kustomize through a link', () => {
    const folder = folderOf(files)
    const stdout = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a-b\n'
    expect(dropIn(folder, ['build'])).toEqual({ code: 0, stdout, stderr: '' })
    for (const program of [PROGRAM, DROP_IN]) {
      const link = join(folderOf({}), 'kustomize')
      symlinkSync(program, link)
      expect(runProgram(link, ['build', '.'], { cwd: folder })).toEqual({ code: 0, stdout, stderr: '' })
      expect(runProgram(link, ['version'], { cwd: folder }).stdout).toBe('v5.8.2\n')
    }
  })

  test('version tells callers the release they get, and people who answers', () => {
    expect(dropIn(top, ['version'])).toEqual({ code: 0, stdout: 'v5.8.2\n', stderr: '' })
    const stderr = 'Flag --short has been deprecated, and will be removed in the future.\n'
    expect(dropIn(top, ['version', '--short'])).toEqual({ code: 0, stdout: '{v5.8.2  unknown   }\n', stderr })
    const facts = JSON.parse(dropIn(top, ['version', '-o', 'json']).stdout)
    expect(Object.keys(facts)).toEqual(['version', 'gitCommit', 'buildDate', 'goOs', 'goArch', 'goVersion'])
    expect([facts.version, facts.gitCommit]).toEqual(['v5.8.2', `strake-v${VERSION}`])
    const yaml = dropIn(top, ['version', '-o', 'yaml']).stdout
    expect(yaml).toMatch(/^version: v5\.8\.2\ngitCommit: strake-v[\d.]+\nbuildDate: unknown\n(go\w+: \S+\n){3}\n$/)
  })

  test('long documents are named, not copied', () => {
    for (const { path } of table.filter((row) => isProse(row.path))) {
      const { code, stdout, stderr } = dropIn(top, [path])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(
        /^(Documentation|Tutorials) for .*\n\n {2}https:\/\/github\.com\/kubernetes-sigs\/kustomize\/tree\/\S+\n\n$/,
      )
    }
  })

  test('a mistake is told in one line, and followed by the usage', () => {
    const folder = folderOf({ 'kustomization.yaml': 'namePrefx: a-\n' })
    const stderr = 'Error: invalid Kustomization: json: unknown field "namePrefx"\n'
    expect(dropIn(folder, ['build'])).toEqual({ code: 1, stdout: '', stderr })
    expect(dropIn(folder, ['edit', 'set', 'nameprefix', 'b-']).stderr).toBe(`${stderr}Usage:
  kustomize edit set nameprefix [flags]

Examples:

The command
  set nameprefix acme-
will add the field "namePrefix: acme-" to the kustomization file if it doesn't exist,
and overwrite the value with "acme-" if the field does exist.


Flags:
  -h, --help   help for nameprefix

Global Flags:
      --stack-trace   print a stack-trace on error

`)
  })

  test('files are edited in the form of kustomize', () => {
    const folder = folderOf(files)
    expect(dropIn(folder, ['edit', 'set', 'namesuffix', '--', '-z'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')).toBe(
      '# top\nresources:\n- r.yaml\nnamePrefix: a-\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnameSuffix: -z\n',
    )
  })
})
