/** Repositories for the cases that clone some: those of the suite's own script, and one in place of the reference's on GitHub. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** Files of the reference's on GitHub, by path, and what of the suite has the same content. */
const SERVED: Record<string, string> = {
  '/kubernetes-sigs/kustomize/raw/master/api/krusty/testdata/customschema.json':
    'openapicustomschema/TestCustomOpenApiFieldBasicUsage/in/mycrd_schema.json',
  '/kubernetes-sigs/kustomize/v3.1.0/examples/multibases/base/pod.yaml':
    'remoteloader/_setup/testdata/remoteload/multibase/base/pod.yaml',
}

/** The servers that stand in for one another here. */
export const FILE_SERVERS = ['https://github.com', 'https://raw.githubusercontent.com']

/** Cases that read files of these servers, where another one will do. */
export function isServed(name: string): boolean {
  return (
    /^remoteloader\/TestRemoteLoad_RemoteProtocols-[49]$/.test(name) ||
    /^openapicustomschema\/TestCustomOpenApiField\w+WithRemoteSchema$/.test(name)
  )
}

/** A server on loopback with these files, which does not keep the process running. */
export async function serveFiles(suite: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const file = SERVED[new URL(url, 'http://host').pathname]
    if (file === undefined) response.writeHead(404).end()
    else response.end(readFileSync(join(suite, file)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
