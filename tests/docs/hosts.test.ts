/** The configuration of docs/hosts.md, run as the tools would run it. */
import { spawnSync } from 'node:child_process'
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
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { toJson } from '../../src/yaml/json.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import { PROGRAM, writeFiles } from '../cli/program.ts'
import { checkoutRoot } from '../subject.ts'

const page = readFileSync(join(checkoutRoot(), 'docs/hosts.md'), 'utf8')

/** The blocks of a section, in order. */
function blocks(section: string, language: string): string[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)
}

// biome-ignore lint/suspicious/noExplicitAny: configuration of other programs
function read(section: string, i: number): any {
  const node = readYaml11(new Source('hosts.md', blocks(section, 'yaml')[i] as string))
  return JSON.parse(node === undefined ? 'null' : toJson(node))
}

const OBJECT = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'
const REPOSITORY = {
  'base/kustomization.yaml': 'resources: [object.yaml]\n',
  'base/object.yaml': OBJECT,
  'overlays/production/kustomization.yaml': 'namePrefix: production-\nresources: [../../base]\n',
  'overlays/staging/kustomization.yaml': 'namePrefix: staging-\nresources: [../../base]\n',
}
const PRODUCTION = OBJECT.replace('name: a', 'name: production-a')

let top = ''
let environment: Record<string, string>
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-hosts-')))
  const bin = join(top, 'bin')
  mkdirSync(bin)
  mkdirSync(join(top, 'home'))
  symlinkSync(PROGRAM, join(bin, 'strake'))
  symlinkSync(join(dirname(PROGRAM), 'strake-kustomize.cjs'), join(bin, 'strake-kustomize'))
  for (const name of ['start.cjs', 'strake-kustomize.cjs']) chmodSync(join(dirname(PROGRAM), name), 0o755)
  environment = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: join(top, 'home'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
    GITHUB_BASE_REF: 'main',
    GITHUB_STEP_SUMMARY: join(top, 'summary.md'),
  }
  writeFiles(join(top, 'work'), REPOSITORY)
})
afterEach(() => rmSync(top, { recursive: true }))

function run(program: string, words: string[], folder = 'work') {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: join(top, folder),
    env: environment,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

/** As GitHub runs a step. */
const step = (text: string) => run('bash', ['-e', '-c', text])

function commitAll(): void {
  run('git', ['init', '--quiet', '--initial-branch=main'])
  run('git', ['add', '.'])
  expect(run('git', ['commit', '--quiet', '--message=all'])).toEqual({ code: 0, stdout: '', stderr: '' })
}

describe('Argo CD', () => {
  test('the plugin prints the objects of the folder that it runs in, and fails in an empty one', () => {
    const [program, ...words] = read('Argo CD', 1).spec.generate.command as [string, ...string[]]
    expect(run(program, words, 'work/overlays/production')).toEqual({ code: 0, stdout: PRODUCTION, stderr: '' })
    mkdirSync(join(top, 'empty'))
    const { code, stdout, stderr } = run(program, words, 'empty')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `Error: unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${top}/empty'\n`,
    )
  })

  test('the custom version takes the build options, and edits as Argo CD does', () => {
    const { data } = read('Argo CD', 0)
    const [, version] = Object.keys(data).map((key) => key.split('.').slice(2).join('.'))
    expect(data[`kustomize.path.${version}`]).toMatch(/\/kustomize$/)
    const kustomize = join(top, 'kustomize')
    symlinkSync(join(top, 'bin/strake-kustomize'), kustomize)
    const words = (data[`kustomize.buildOptions.${version}`] as string).split(' ')
    expect(run(kustomize, ['build', 'overlays/production', ...words])).toEqual({
      code: 0,
      stdout: PRODUCTION,
      stderr: '',
    })
    expect(run(kustomize, ['version']).stdout).toBe('v5.8.2\n')
    expect(run(kustomize, ['edit', 'set', 'nameprefix', '--', 'x-'], 'work/overlays/production').code).toBe(0)
    expect(run(kustomize, ['build', 'overlays/production']).stdout).toBe(OBJECT.replace('name: a', 'name: x-a'))
  })
})

test('Flux: the folder to push has one file for each object', () => {
  expect(step(blocks('Flux', 'sh')[0] as string)).toEqual({ code: 0, stdout: '', stderr: '' })
  const names = readdirSync(join(top, 'work/rendered'))
  expect(names).toEqual(['v1_configmap_production-a.yaml'])
  expect(readFileSync(join(top, 'work/rendered', names[0] as string), 'utf8')).toBe(PRODUCTION)
})

describe('GitHub Actions', () => {
  const steps = read('GitHub Actions', 0).jobs.build.steps as { name?: string; run?: string }[]
  const named = (name: string) => steps.find((one) => one.name === name)?.run as string

  test('overlays are built, and one that does not build fails the step', () => {
    expect(step(named('Every overlay builds'))).toEqual({ code: 0, stdout: '', stderr: '' })
    writeFiles(join(top, 'work'), { 'overlays/production/kustomization.yaml': 'resources: [nowhere.yaml]\n' })
    expect(step(named('Every overlay builds')).code).toBe(1)
  })

  test('vendored parts are checked', () => {
    expect(step(named('Vendored parts are up to date')).code).toBe(0)
    commitAll()
    writeFiles(join(top, 'work'), {
      'overlays/production/kustomization.yaml': `resources: ['file://${join(top, 'work')}//base?ref=main']\n`,
    })
    expect(step(named('Vendored parts are up to date')).code).toBe(1)
    expect(run('strake', ['vendor', 'overlays/production']).code).toBe(0)
    expect(step(named('Vendored parts are up to date')).code).toBe(0)
  })

  test('what changes is shown', () => {
    commitAll()
    run('git', ['clone', '--quiet', join(top, 'work'), join(top, 'origin')])
    run('git', ['remote', 'add', 'origin', `file://${join(top, 'origin')}`])
    writeFiles(join(top, 'work'), {
      'overlays/staging/kustomization.yaml': 'namePrefix: test-\nresources: [../../base]\n',
    })
    const { code, stdout, stderr } = step(named('What changes'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`--- before/overlays/staging/
+++ after/overlays/staging/
@@ -1,4 +1,4 @@
 apiVersion: v1
 kind: ConfigMap
 metadata:
-  name: staging-a
+  name: test-a
`)
    expect(readFileSync(environment.GITHUB_STEP_SUMMARY as string, 'utf8')).toBe(stdout)
  })
})

test('pre-commit: a commit with an overlay that does not build is refused', () => {
  commitAll()
  const { entry } = read('pre-commit', 0).repos[0].hooks[0]
  writeFiles(join(top, 'work/.git'), { 'hooks/pre-commit': `#!/bin/sh\nexec ${entry}\n` })
  chmodSync(join(top, 'work/.git/hooks/pre-commit'), 0o755)
  const commit = () => run('git', ['commit', '--quiet', '--all', '--message=more'])
  writeFiles(join(top, 'work'), { 'overlays/staging/kustomization.yaml': 'resources: [../nowhere]\n' })
  const refused = commit()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Error: accumulating resources: ')
  writeFiles(join(top, 'work'), { 'overlays/staging/kustomization.yaml': 'namePrefix: x-\nresources: [../../base]\n' })
  expect(commit()).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('Skaffold: the kustomize on PATH is strake, and takes its words', () => {
  const { paths, buildArgs } = read('Skaffold', 0).manifests.kustomize as { paths: string[]; buildArgs: string[] }
  const link = blocks('Skaffold', 'sh')[0] as string
  const { code, stdout, stderr } = step(`${link}\nkustomize build ${[...buildArgs, ...paths].join(' ')}`)
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: PRODUCTION, stderr: '' })
  expect(existsSync(join(top, 'home/bin/kustomize'))).toBe(true)
})
