/** `flux diff` on repositories, with the git of this machine. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runFlux } from './command.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-diff-')))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const GIT = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main']

function git(...words: string[]): string {
  return execFileSync('git', [...GIT, ...words], { cwd: top, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function write(files: Record<string, string | undefined>): void {
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(top, name))
    else {
      mkdirSync(dirname(join(top, name)), { recursive: true })
      writeFileSync(join(top, name), text)
    }
  }
}

function commit(files: Record<string, string | undefined>): void {
  write(files)
  if (!existsSync(join(top, '.git'))) git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'x')
}

const ks = (name: string, path: string, spec = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  interval: 10m
  prune: true
  path: ${path}
  sourceRef: {kind: GitRepository, name: fleet}
${spec}---
`

const map = (name: string, value = 'x') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: web}\ndata: {key: ${value}}\n`

const REPOSITORY = {
  'prod/all.yaml': `${ks('infra', './infra')}${ks('apps', './apps/prod')}`,
  'infra/a.yaml': map('infra'),
  'apps/base/a.yaml': map('base'),
  'apps/base/kustomization.yaml': 'resources: [a.yaml]\n',
  'apps/prod/kustomization.yaml': 'resources: [../base]\nconfigMapGenerator: [{name: gen, literals: [a=1]}]\n',
}

const diff = (...words: string[]) => runFlux(['diff', ...words], top)

/** The report of a comparison with differences and nothing else to say. */
async function stdoutOf(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await diff(...words)
  expect([code, stderr.replaceAll(/^GitRepository.*\n/gm, '')]).toEqual([1, ''])
  return stdout
}

describe('a revision and the work tree', () => {
  test('are compared where they differ, uncommitted and unknown files included', async () => {
    commit(REPOSITORY)
    write({ 'apps/base/a.yaml': map('base', 'changed'), 'infra/new.yaml': map('new') })
    const status = git('status', '--porcelain')
    expect(await stdoutOf('--base', 'main', 'prod')).toBe(`Kustomization flux-system/apps
► ConfigMap/web/base changed
  data.key
    -x
    +changed

Kustomization flux-system/infra
► ConfigMap/web/new created

3 Kustomizations compared: 1 created, 1 changed
`)
    expect(git('status', '--porcelain')).toBe(status)
  })

  test('of an ancestor leave out what has been done on the other branch since', async () => {
    commit(REPOSITORY)
    git('checkout', '--quiet', '-b', 'feature')
    commit({ 'apps/prod/kustomization.yaml': REPOSITORY['apps/prod/kustomization.yaml'].replace('a=1', 'a=2') })
    git('checkout', '--quiet', 'main')
    commit({ 'infra/b.yaml': map('since') })
    const report = await stdoutOf('--base', 'main', '--head', 'feature', '--merge-base', 'prod')
    expect(report).toMatch(/^Kustomization flux-system\/apps\n► ConfigMap\/gen-\w{10} -> gen-\w{10} changed\n/)
    expect(report).toMatch(/\n {2}data.a\n {4}-"1"\n {4}\+"2"\n\n3 Kustomizations compared: 1 changed\n$/)
    expect(await stdoutOf('--base', 'main', '--head', 'feature', 'prod')).toContain('► ConfigMap/web/since deleted\n')
  })

  test('take a file in the place of a link for objects that are new, since the cluster had none', async () => {
    write({ ...REPOSITORY, 'real/x.yaml': map('linked') })
    symlinkSync('../real/x.yaml', join(top, 'infra/x.yaml'))
    commit({})
    rmSync(join(top, 'infra/x.yaml'))
    commit({ 'infra/x.yaml': map('linked') })
    expect(await stdoutOf('--base', 'main~1', '--head', 'main', 'prod')).toContain('► ConfigMap/web/linked created\n')
  })
})

/** The words of every git that a command starts, which run as they would. */
async function gitsOf(folder: string, action: () => Promise<unknown>, script = ''): Promise<string[]> {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const log = join(folder, 'log')
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$*" >> ${log}\n${script}\nexec ${real} "$@"\n`, { mode: 0o755 })
  const path = process.env.PATH
  process.env.PATH = `${folder}:${path}`
  try {
    await action()
  } finally {
    process.env.PATH = path
  }
  return readFileSync(log, 'utf8').trim().split('\n')
}

describe('git', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'strake-git-'))
    commit(REPOSITORY)
    commit({ 'infra/a.yaml': map('infra', 'changed') })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('is started twice for two revisions, however many files they have', async () => {
    const started = await gitsOf(folder, () => stdoutOf('--base', 'main~1', '--head', 'main', 'prod'))
    expect(started).toEqual(['rev-parse --show-toplevel', 'cat-file --batch-command --buffer'])
  })

  test('may be one that knows fewer commands', async () => {
    const old = 'case "$*" in *--batch-command*) exit 129;; esac'
    const report = '► ConfigMap/web/infra changed\n'
    const started = await gitsOf(
      folder,
      async () => expect(await stdoutOf('--base', 'main~1', '--head', 'main', 'prod')).toContain(report),
      old,
    )
    expect(started.at(-1)).toBe('cat-file --batch')
  })
})

describe('what is left out', () => {
  test('makes no difference: every single change is found as without it', async () => {
    const files: Record<string, string> = {
      ...REPOSITORY,
      'prod/more.yaml': `${ks('vars', './vars', '  postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}\n')}${ks('settings', './settings')}${ks('parent', './parent')}${ks('parts', './parts', '  components: [../component]\n')}`,
      'vars/a.yaml': map('vars', '"${value}"'),
      'settings/a.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {value: one}\n',
      'parent/child.yaml': ks('child', './child'),
      'child/kustomization.yaml': 'resources: ["../a folder/x.yaml"]\n',
      'a folder/x.yaml': map('spaced'),
      'parts/a.yaml': map('parts'),
      'component/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamePrefix: p-\n',
    }
    commit(files)
    const changes: [Record<string, string | undefined>, string[]][] = [
      [{ 'vars/a.yaml': map('vars', '"${value}!"') }, ['ConfigMap/web/vars changed']],
      [
        { 'settings/a.yaml': (files['settings/a.yaml'] as string).replace('one', 'two') },
        ['ConfigMap/flux-system/settings changed', 'ConfigMap/web/vars changed'],
      ],
      [{ 'a folder/x.yaml': map('spaced', 'other') }, ['ConfigMap/web/spaced changed']],
      [
        { 'component/kustomization.yaml': `${files['component/kustomization.yaml']}nameSuffix: -s\n` },
        ['ConfigMap/web/p-parts-s created', 'ConfigMap/web/p-parts deleted'],
      ],
      [
        { 'parent/child.yaml': undefined, 'parent/x.yaml': map('left') },
        ['ConfigMap/web/left created', 'Kustomization/flux-system/child deleted', 'ConfigMap/web/spaced deleted'],
      ],
      [
        { 'prod/more.yaml': (files['prod/more.yaml'] as string).replace('./settings', './infra') },
        // The variables are gone, and what another one applies too is applied twice.
        [],
      ],
      [{ 'README.md': 'x' }, []],
      [
        { 'apps/base/kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: q-\n' },
        ['ConfigMap/web/q-base created', 'ConfigMap/web/base deleted'],
      ],
    ]
    for (const [change, expected] of changes) {
      write(change)
      const { stdout, stderr } = await diff('--base', 'main', 'prod')
      const lines = [...stdout.matchAll(/^► (.*)$/gm)].map(([, line]) => line)
      // Two folders are compared without leaving anything out.
      const before = join(dirname(top), `${top.slice(dirname(top).length + 1)}-before`)
      git('worktree', 'add', '--quiet', '--force', before, 'main')
      const whole = await diff(join(before, 'prod'), 'prod')
      git('worktree', 'remove', '--force', before)
      expect([change, stdout]).toEqual([change, whole.stdout])
      if (expected.length > 0 || 'README.md' in change) expect([change, lines]).toEqual([change, expected])
      else expect(stderr).toContain('"settings" not found')
      git('checkout', '--quiet', '--', '.')
      git('clean', '--quiet', '-fd')
    }
  }, 60_000)
})

describe('exit codes', () => {
  test.each([
    [[], 1],
    [['--fail-on', 'delete'], 0],
    [['--fail-on', 'delete,create'], 1],
    [['--fail-on', 'none'], 0],
  ])('with %j for a creation: %d', async (words, code) => {
    commit(REPOSITORY)
    write({ 'infra/new.yaml': map('new') })
    expect((await diff('--base', 'main', 'prod', ...words)).code).toBe(code)
  })

  test.each([
    [['prod'], 'give --base REVISION, or two folders to compare'],
    [['--base', 'none', 'prod'], "unknown revision 'none' in {top}"],
    [['--base', '--help=x', 'prod'], "not a revision: '--help=x'"],
    [['--base', 'main', 'none'], 'invalid path "none": no such directory on either side'],
    [
      ['--base', 'main', '--fail-on', 'x', 'prod'],
      'illegal flag value --fail-on x; legal values: [create change move delete orphan none]',
    ],
    [['--base', 'main', '-o', 'x.pdf', 'prod'], 'no form of the report ends in that: "x.pdf": .txt, .json, .md, .html'],
    [['none', 'prod'], 'invalid path "none": no such directory'],
  ])('of %j is 2', async (words, message) => {
    commit(REPOSITORY)
    const { code, stdout, stderr } = await diff(...words)
    expect([code, stdout, stderr.trimEnd().split('\n').at(-1)]).toEqual([2, '', `✗ ${message.replace('{top}', top)}`])
  })

  test('of a change that cannot be rendered is 2, and what it would apply is not called deleted', async () => {
    commit(REPOSITORY)
    write({ 'infra/a.yaml': 'kind: [' })
    const { code, stdout, stderr } = await diff('--base', 'main', 'prod')
    expect([code, stdout.split('\n')[0], stdout.includes('deleted')]).toEqual([
      2,
      'Kustomization flux-system/infra',
      false,
    ])
    expect(stderr).toMatch(/^✗ Kustomization\/flux-system\/infra: failed to decode Kubernetes YAML from /m)
  })

  test('of an error that was there before is not changed by it', async () => {
    commit({ ...REPOSITORY, 'infra/a.yaml': 'kind: [' })
    write({ 'apps/base/a.yaml': map('base', 'changed') })
    const { code, stdout } = await diff('--base', 'main', 'prod')
    expect([code, stdout.split('\n').filter((line) => line.startsWith('►'))]).toEqual([
      1,
      ['► ConfigMap/web/base changed'],
    ])
  })
})

describe('folders', () => {
  test('that exist on one side are created or deleted as a whole', async () => {
    commit({ 'a.yaml': map('a') })
    commit(REPOSITORY)
    expect(await stdoutOf('--base', 'main~1', 'prod')).toMatch(/3 Kustomizations compared: 5 created\n$/)
    git('rm', '-r', '--quiet', 'prod')
    expect(await stdoutOf('--base', 'main', 'prod')).toMatch(/3 Kustomizations compared: 5 deleted\n$/)
  })

  test('that flux render has written stand for the repository', async () => {
    commit(REPOSITORY)
    const rendered = `${top}-rendered`
    try {
      expect((await runFlux(['render', 'prod', '-o', rendered], top)).code).toBe(0)
      expect((await diff(rendered, 'prod')).stdout).toBe('3 Kustomizations compared: no changes\n')
      write({ 'apps/base/a.yaml': map('base', 'changed') })
      expect(await stdoutOf(rendered, 'prod')).toContain('► ConfigMap/web/base changed\n')
      writeFileSync(
        join(rendered, 'flux-tree.json'),
        '{"kustomizations":[{"id":"a","status":"rendered","folder":"../..","stages":[]}]}',
      )
      const { code, stderr } = await diff(rendered, 'prod')
      expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
        2,
        '✗ flux-tree.json names a folder outside of its own: ../..',
      ])
    } finally {
      rmSync(rendered, { recursive: true, force: true })
    }
  })

  test('are reported in all forms at once', async () => {
    commit(REPOSITORY)
    write({ 'infra/new.yaml': map('new') })
    const { stdout } = await diff(
      '--base',
      'main',
      'prod',
      '--format',
      'json',
      '-o',
      'r.md',
      '-o',
      'r.html',
      '-o',
      'r.txt',
    )
    expect(JSON.parse(stdout).counts).toEqual({ create: 1, change: 0, move: 0, delete: 0, orphan: 0 })
    expect(readFileSync(join(top, 'r.md'), 'utf8')).toContain('### main..: prod\n')
    expect(readFileSync(join(top, 'r.html'), 'utf8')).toContain('<title>main..: prod</title>')
    expect(readFileSync(join(top, 'r.txt'), 'utf8')).toContain('► ConfigMap/web/new created\n')
  })

  test('with encrypted Secrets show that these differ, and nothing of them', async () => {
    const sealed = (text: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: web}\ndata: {a: "ENC[AES256_GCM,data:${text},type:str]"}\nsops: {mac: "ENC[${text}]", version: 3.9.0}\n`
    const decrypted = REPOSITORY['prod/all.yaml'].replace('./infra\n', './infra\n  decryption: {provider: sops}\n')
    commit({ ...REPOSITORY, 'prod/all.yaml': decrypted, 'infra/s.yaml': sealed('cipherone') })
    write({ 'infra/s.yaml': sealed('ciphertwo') })
    const { code, stdout, stderr } = await diff('--base', 'main', 'prod', '-o', 'r.html', '-o', 'r.md', '-o', 'r.json')
    expect([code, stdout]).toEqual([
      1,
      `Kustomization flux-system/infra
► Secret/web/s changed
  data.a
    -'***** (before)'
    +'***** (after)'
  sops
    -***** (before)
    +***** (after)

3 Kustomizations compared: 1 changed
`,
    ])
    for (const text of [
      stdout,
      stderr,
      ...['r.html', 'r.md', 'r.json'].map((name) => readFileSync(join(top, name), 'utf8')),
    ])
      expect(text).not.toMatch(/cipher/)
  })
})
