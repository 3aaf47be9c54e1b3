/** The scripts of examples/ci, run as a pipeline would: real git, the built program, the services' interfaces on loopback. */
import { type ExecFileException, execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { toJson } from '../../src/yaml/json.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import { checkoutRoot } from '../subject.ts'

const CI = join(checkoutRoot(), 'examples/ci')
const PROGRAM = join(checkoutRoot(), 'dist/cli/start.cjs')
const GIT = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main']

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-ci-')))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const git = (...words: string[]) => execFileSync('git', [...GIT, ...words], { cwd: top, stdio: 'pipe' })

function commit(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true })
    writeFileSync(join(top, name), text)
  }
  if (!existsSync(join(top, '.git'))) git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'x')
}

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function run(program: string, words: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((done) => {
    const options = { cwd: top, env: { PATH: process.env.PATH as string, ...env } }
    execFile(program, words, options, (error: ExecFileException | null, stdout, stderr) => {
      done({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

const map = (name: string, value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {key: ${value}}\n`

describe.skipIf(!existsSync(PROGRAM))('the script of a pipeline (npm run build)', () => {
  const diff = (env: Record<string, string> = {}, words = ['main', 'clusters/prod']) =>
    run('sh', [join(CI, 'flux-diff.sh'), ...words], { STRAKE: `node ${PROGRAM}`, ...env })

  beforeEach(() => {
    commit({ 'clusters/prod/a.yaml': map('a', 'one'), 'clusters/prod/b.yaml': map('b', 'x') })
    git('checkout', '--quiet', '-b', 'feature')
    rmSync(join(top, 'clusters/prod/b.yaml'))
    commit({ 'clusters/prod/a.yaml': map('a', 'two') })
    git('checkout', '--quiet', 'main')
    commit({ 'clusters/prod/since.yaml': map('since', 'x') })
    git('checkout', '--quiet', 'feature')
  })

  test('prints what the branch changes, writes the reports, and the summary of the run', async () => {
    const summary = join(top, 'summary.md')
    const { code, stdout, stderr } = await diff({ GITHUB_STEP_SUMMARY: summary })
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `Kustomization ./clusters/prod
► ConfigMap/a changed
  data.key
    -one
    +two
► ConfigMap/b deleted

1 Kustomization compared: 1 changed, 1 deleted
`,
      stderr: '',
    })
    const markdown = readFileSync(join(top, 'flux-diff.md'), 'utf8')
    expect(markdown).toContain('> **Will be deleted from the cluster:** `ConfigMap/b`\n')
    expect(readFileSync(summary, 'utf8')).toBe(markdown)
    expect(readFileSync(join(top, 'flux-diff.html'), 'utf8')).toMatch(/^<!doctype html>/)
  })

  test('fails for deletions when it is told to, and for what it is not given', async () => {
    expect((await diff({ FAIL_ON: 'delete' })).code).toBe(1)
    expect((await diff({ FAIL_ON: 'create' })).code).toBe(0)
    expect((await diff({}, ['none', 'clusters/prod'])).code).toBe(2)
    expect((await diff({}, ['--output=x', 'clusters/prod'])).code).toBe(2)
    expect(await diff({}, [])).toEqual({ code: 2, stdout: '', stderr: 'usage: flux-diff.sh BASE PATH\n' })
  })
})

describe('the comment', () => {
  interface Asked {
    method: string
    url: string
    token: string
    body: string
  }

  /** A service that has some comments; `refused` is one that belongs to somebody else. */
  async function service(bodies: string[], refused = false) {
    const asked: Asked[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (bytes: Buffer) => (text += bytes.toString()))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        const token = `${headers['private-token'] ?? headers.authorization}`
        asked.push({ method, url, token, body: text === '' ? '' : JSON.parse(text).body })
        const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
        const isChange = method === 'PUT' || method === 'PATCH'
        response.writeHead(isChange && refused ? 403 : 200, { 'content-type': 'application/json' })
        const comments = bodies.map((body, id) => ({ id, body })).slice((page - 1) * 100, page * 100)
        response.end(JSON.stringify(method === 'GET' ? comments : {}))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return { asked, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  const REPORT = '<!-- strake flux diff -->\n### main\n'

  async function post(bodies: string[], env: (url: string) => Record<string, string>, refused = false) {
    const { asked, server, url } = await service(bodies, refused)
    try {
      writeFileSync(join(top, 'flux-diff.md'), REPORT)
      const { code, stderr } = await run('node', [join(CI, 'comment.mjs'), 'flux-diff.md'], env(url))
      return { code, stderr, asked: asked.map(({ method, url, token, body }) => [method, url, token, body]) }
    } finally {
      server.close()
    }
  }

  const github = (url: string) => ({
    ...{ GITHUB_API_URL: url, GITHUB_REPOSITORY: 'acme/fleet', PULL_REQUEST: '7', GITHUB_TOKEN: 't' },
  })
  const gitlab = (url: string) => ({
    ...{ CI_API_V4_URL: url, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '7', GITLAB_TOKEN: 't' },
  })

  test('is written the first time, and replaced from then on', async () => {
    expect(await post(['hello'], github)).toEqual({
      code: 0,
      stderr: '',
      asked: [
        ['GET', '/repos/acme/fleet/issues/7/comments?per_page=100&page=1', 'Bearer t', ''],
        ['POST', '/repos/acme/fleet/issues/7/comments', 'Bearer t', REPORT],
      ],
    })
    const many = [...Array.from({ length: 120 }, () => 'x'), `${REPORT}old`]
    expect((await post(many, github)).asked.at(-1)).toEqual([
      'PATCH',
      '/repos/acme/fleet/issues/comments/120',
      'Bearer t',
      REPORT,
    ])
    expect((await post(['a', `${REPORT}old`], gitlab)).asked).toEqual([
      ['GET', '/projects/3/merge_requests/7/notes?per_page=100&page=1', 't', ''],
      ['PUT', '/projects/3/merge_requests/7/notes/1', 't', REPORT],
    ])
  })

  test('is written anew when the one that looks like it is not ours', async () => {
    const { code, asked } = await post([REPORT], gitlab, true)
    expect([code, asked.map(([method]) => method)]).toEqual([0, ['GET', 'PUT', 'POST']])
  })

  test('fails without a request to comment on', async () => {
    const { code, stderr } = await post([], () => ({}))
    expect([code, stderr.includes('this is neither a pull request nor a merge request')]).toEqual([1, true])
  })
})

test.each(['github.yml', 'gitlab.yml'])('%s names scripts and reports that are there', (name) => {
  const text = readFileSync(join(CI, name), 'utf8')
  const workflow = toJson(readYaml11(new Source(name, text)) as never)
  for (const part of ['flux-diff.sh', 'comment.mjs', 'flux-diff.html', 'flux-diff.md']) expect(workflow).toContain(part)
})
