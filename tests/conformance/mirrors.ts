/** Repositories for the cases that clone some: those of the suite's own script, and one in place of the reference's on GitHub. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Mirrors {
  /** What `@REPO_ROOT@` stands for. */
  root: string
  /** For the program under test: a git that finds the mirrors, a home and a cache of their own. */
  env: Record<string, string>
}

/** Cases that name github.com/kubernetes-sigs/kustomize, where a mirror will do. */
export function isMirrored(name: string): boolean {
  return (
    /^remoteloader\/TestRemoteLoad_RemoteProtocols-[1235678]$/.test(name) ||
    name === 'transformerannotation/TestAnnoOriginRemoteBuiltinTransformer'
  )
}

const GITHUB = ['https://github.com/kubernetes-sigs/kustomize', 'git@github.com:kubernetes-sigs/kustomize']
const TAGS = ['kustomize/v4.5.7', 'v1.0.6']

export function makeMirrors(suite: string, scratch: string): Mirrors {
  const root = join(scratch, 'repositories')
  const home = join(scratch, 'home')
  const mirror = join(scratch, 'kustomize')
  for (const folder of [root, home, mirror]) mkdirSync(folder, { recursive: true })
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    STRAKE_CACHE: join(scratch, 'cache'),
  }
  const run = (program: string, words: string[], cwd: string, more = {}) =>
    execFileSync(program, words, { cwd, env: { PATH: process.env.PATH, LC_ALL: 'C', ...env, ...more }, stdio: 'pipe' })
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], mirror)

  const setup = join(suite, 'remoteloader/_setup')
  run('bash', [join(setup, 'setup.sh')], setup, { REPO_ROOT: root })

  const examples = join(mirror, 'examples/multibases')
  cpSync(join(setup, 'testdata/remoteload/multibase'), examples, { recursive: true })
  mkdirSync(join(examples, 'production'))
  writeFileSync(join(examples, 'production/kustomization.yaml'), 'resources: [../base]\nnamePrefix: prod-\n')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message=examples')
  for (const tag of TAGS) git('tag', tag)
  symlinkSync(mirror, `${mirror}.git`)
  for (const url of GITHUB) git('config', '--global', '--add', `url.file://${mirror}.insteadOf`, url)
  return { root, env }
}
