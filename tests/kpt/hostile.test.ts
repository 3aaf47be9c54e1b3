/** Functions that die, hang, lie about places or print what they should not: told in kpt's words, and no file changes. */
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runStep } from '../../src/kpt/run-function.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { runFn } from './command.ts'
import { filesIn, folderWith } from './folder.ts'

const environment = { PATH: process.env.PATH ?? '' }
const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings   # ours\n'

const prints = (text: string) => `#!/bin/sh\ncat >/dev/null\ncat <<'END'\n${text}END\n`

function answering(...items: string[]): string {
  return prints(
    `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${items.map((item) => `- ${item}\n`).join('')}`,
  )
}

function at(path: string, name = 'settings', index = '0'): string {
  return `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, annotations: {config.kubernetes.io/path: '${path}', config.kubernetes.io/index: '${index}'}}}`
}

/** What is told after `[RUNNING] "./function"`, seen with kpt for the same programs; ROOT is the package. */
const CASES: readonly { what: string; program: string; passes?: boolean; tells: string }[] = [
  {
    what: 'is killed',
    program: '#!/bin/sh\necho last words >&2\nkill -9 $$\n',
    tells: '  Stderr:\n    last words\n    \n  Exit code: -1\n',
  },
  {
    what: 'is killed in the middle of its answer',
    program:
      "#!/bin/sh\ncat >/dev/null\nprintf 'kind: ResourceList\\nitems:\\n- apiVersion: v1\\n  kind: \"Conf'\nkill -9 $$\n",
    tells: 'error: MalformedYAMLError: yaml: line 4: found unexpected end of stream\n',
  },
  {
    what: 'fails after a whole answer',
    program: `${answering(at('other.yaml'))}echo reason >&2\nexit 7\n`,
    tells: '  Stderr:\n    reason\n    \n  Exit code: 7\n',
  },
  {
    what: 'prints no YAML',
    program: prints('a: [\n'),
    tells: 'error: MalformedYAMLError: yaml: line 1: did not find expected node content\n',
  },
  {
    what: 'prints a text',
    program: prints('hello there\n'),
    tells: 'error: wrong node kind: expected MappingNode but got ScalarNode: node contents:\nhello there\n',
  },
  {
    what: 'returns what is no resource',
    program: answering('{apiVersion: v1, metadata: {name: a}}'),
    tells: 'error: output resource list must contain only KRM resources: _a.yaml: resource must have `kind`\n',
  },
  {
    what: 'returns scalars as items',
    program: answering('1'),
    tells: 'error: wrong node kind: expected MappingNode but got ScalarNode: node contents:\n1\n',
  },
  {
    what: 'puts two resources into one place',
    program: answering(at('a.yaml'), at('./x/../a.yaml', 'other')),
    tells: 'error: resource at path "a.yaml" and index "0" already exists\n',
  },
  {
    what: 'leads out of the package',
    program: answering(at('../evil.yaml')),
    tells: 'error: function must not modify resources outside of package: resource has path ../evil.yaml\n',
  },
  {
    what: 'leads out of the package on a detour',
    program: answering(at('sub/../../evil.yaml')),
    tells: 'error: function must not modify resources outside of package: resource has path sub/../../evil.yaml\n',
  },
  {
    what: 'names an absolute path',
    program: answering(at('/evil.yaml')),
    passes: true,
    tells: 'error: package paths may not be absolute paths\n',
  },
  {
    what: 'names an index that is no number',
    program: answering(at('a.yaml', 'settings', 'x'), at('a.yaml', 'other', '1')),
    passes: true,
    tells: 'error: unable to parse config.kubernetes.io/index x :strconv.Atoi: parsing "x": invalid syntax\n',
  },
  {
    what: 'takes a file for a folder',
    program: answering(at('a.yaml/b.yaml')),
    passes: true,
    tells: 'error: mkdir ROOT/a.yaml: not a directory\n',
  },
]

const withoutTimes = (text: string) => text.replace(/ in \d+(?:\.\d+)?m?s$/gm, '')

/** Folders that this program makes for passing things on. */
const scratchFolders = () => readdirSync(tmpdir()).filter((name) => /^strake-(?!kpt-)/.test(name))

describe('a function that', () => {
  it.each(CASES)('$what changes nothing when it is evaluated', async ({ program, passes = false, tells }) => {
    const tools = folderWith({ function: program })
    const root = folderWith({ 'a.yaml': SETTINGS })
    const before = scratchFolders()
    const { code, stderr } = await runFn({ words: ['eval', root, '--exec', './function'], cwd: tools, environment })
    const outcome = passes ? 'PASS' : 'FAIL'
    expect({ code, stderr: withoutTimes(stderr).replaceAll(root, 'ROOT') }).toEqual({
      code: 1,
      stderr: `[RUNNING] "./function"\n[${outcome}] "./function"\n${tells}`,
    })
    expect(filesIn(root)).toEqual({ 'a.yaml': SETTINGS })
    expect(existsSync(join(root, '../evil.yaml'))).toBe(false)
    expect(scratchFolders()).toEqual(before)
  })

  it.each(CASES.filter(({ passes }) => passes !== true))(
    '$what ends a pipeline, of which only what went before is kept on demand',
    async ({ program }) => {
      const steps = '  - image: set-labels:v0.2\n    configMap: {team: web}\n  - exec: ./function\n'
      const kptfile = (annotation: string) =>
        `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n${annotation}pipeline:\n  mutators:\n${steps}`
      const saves = '  annotations:\n    kpt.dev/save-on-render-failure: "true"\n'
      for (const annotation of ['', saves]) {
        const files = { Kptfile: kptfile(annotation), 'a.yaml': SETTINGS }
        const root = folderWith(files)
        const tools = folderWith({ function: program })
        const words = ['render', root, '--allow-exec', '--no-status']
        const { code } = await runFn({ words, cwd: tools, environment })
        expect(code).toBe(1)
        const labelled = `${SETTINGS}  labels:\n    team: web\n`
        expect(filesIn(root)['a.yaml'], basename(root)).toBe(annotation === '' ? SETTINGS : labelled)
        expect(Object.keys(filesIn(root))).toEqual(['Kptfile', 'a.yaml'])
      }
    },
  )

  it('answers without an end is ended', { timeout: 60_000 }, async () => {
    const tools = folderWith({ function: '#!/bin/sh\ncat >/dev/null\nexec head -c 1G /dev/zero\n' })
    const root = folderWith({ 'a.yaml': SETTINGS })
    const { code, stderr } = await runFn({ words: ['eval', root, '--exec', './function'], cwd: tools, environment })
    expect({ code, stderr: withoutTimes(stderr) }).toEqual({
      code: 1,
      stderr:
        '[RUNNING] "./function"\n[FAIL] "./function"\n' +
        "error: unexpected function error: './function' was ended: it wrote more than 268435456 bytes\n",
    })
    expect(filesIn(root)).toEqual({ 'a.yaml': SETTINGS })
  })

  it('hangs is ended with all that it started', async () => {
    const mark = `strake-hangs-${process.pid}`
    const root = folderWith({ function: `#!/bin/sh\n(sleep 3; touch ${mark}) &\nsleep 600\n` })
    const runner = nodeRunner({ environment })
    const said: string[] = []
    const host = {
      ...{ runner, cwd: root, mostSeconds: 1, referenceFormat: false },
      now: () => 0,
      say: (text: string) => void said.push(text),
    }
    const step = {
      ...{ image: '', exec: './function', name: '', config: undefined },
      runnable: { kind: 'program', program: './function', words: [] },
      selection: { selectors: [], exclude: [] },
    } as const
    const running = runStep([], step, { host, origins: new Map(), suffix: '' }, [])
    await expect(running).rejects.toThrow("unexpected function error: './function' was ended: it took longer than 1 s")
    await runner.close()
    await new Promise((done) => setTimeout(done, 2500))
    expect(existsSync(join(root, mark))).toBe(false)
    expect(said.join('')).toBe('[RUNNING] "./function"\n[FAIL] "./function" in 0s\n')
  })
})
