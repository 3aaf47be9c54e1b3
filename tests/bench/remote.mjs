// Builds with remote bases, from repositories that git itself serves on loopback: `npm run bench -- --only remote`.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { medians, startMeter } from './meter.mjs'

const OBJECTS = 20

/** Each: what the kustomization names, and what is done before each run. */
const BUILDS = [
  { name: 'one base at a tag, first build', bases: 1, ref: 'v1', cold: true },
  { name: 'one base at a tag, second build', bases: 1, ref: 'v1' },
  { name: 'one base at a branch, second build', bases: 1, ref: 'main' },
  { name: 'four bases at tags, first build', bases: 4, ref: 'v1', cold: true },
  { name: 'four bases at tags, second build', bases: 4, ref: 'v1' },
  { name: 'four bases at tags, vendored', bases: 4, ref: 'v1', vendored: true },
]

/** Rows of the remote group: medians by program, and how often each asked the server in one run. */
export async function remoteRows({ programs, rounds, folder }) {
  mkdirSync(folder)
  const env = {
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    STRAKE_CACHE: join(folder, 'cache'),
  }
  Object.assign(process.env, env)
  const server = await serveRepositories(folder)
  // Started here, so that it hands on these variables.
  const meter = await startMeter()
  const rows = []
  try {
    for (const [i, build] of BUILDS.entries()) {
      const target = join(folder, `target-${i}`)
      mkdirSync(target)
      const entries = Array.from({ length: build.bases }, (_, n) => `${server.url}/base${n}.git?ref=${build.ref}`)
      writeFileSync(join(target, 'kustomization.yaml'), `resources: ${JSON.stringify(entries)}\n`)
      const words = Object.entries(programs).map(([name, program]) => [name, [...program, 'build', target]])
      if (build.vendored) await outputOf([...programs.node, 'vendor', target])
      const runs = new Map(words.map(([name]) => [name, []]))
      const requests = {}
      let text
      for (const [, command] of words) {
        const output = await outputOf(command)
        if (text !== undefined && output !== text)
          throw new Error(`${build.name}: the outputs differ, nothing to compare`)
        text = output
      }
      for (let round = 0; round < rounds; round++) {
        for (const [name, command] of words) {
          if (build.cold) rmSync(env.STRAKE_CACHE, { recursive: true, force: true })
          const before = server.count()
          runs.get(name).push(await meter.run(command))
          requests[name] = server.count() - before
        }
      }
      rows.push({
        name: build.name,
        requests,
        ...Object.fromEntries([...runs].map(([name, list]) => [name, medians(list)])),
      })
    }
  } finally {
    meter.stop()
    server.close()
  }
  return rows
}

/** Beside the server of this process. */
async function outputOf([program, ...words]) {
  return (await promisify(execFile)(program, words)).stdout
}

/** Four repositories with some objects each, behind git's own program for HTTP. */
async function serveRepositories(folder) {
  const run = (cwd, ...words) => execFileSync('git', words, { cwd, stdio: 'pipe' })
  const names = Array.from({ length: OBJECTS }, (_, i) => `object-${i}`)
  for (let n = 0; n < 4; n++) {
    const path = join(folder, `repositories/base${n}.git`)
    mkdirSync(path, { recursive: true })
    writeFileSync(
      join(path, 'kustomization.yaml'),
      `resources: ${JSON.stringify(names.map((name) => `${name}.yaml`))}\n`,
    )
    for (const name of names) {
      const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: base${n}-${name}\ndata:\n  key: value\n`
      writeFileSync(join(path, `${name}.yaml`), text)
    }
    run(path, 'init', '--quiet', '--initial-branch=main')
    run(path, 'add', '.')
    run(path, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=objects')
    run(path, 'tag', 'v1')
  }
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    const { pathname, search } = new URL(request.url, 'http://host')
    const child = spawn(backend, [], {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: join(folder, 'repositories'),
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
      },
    })
    request.pipe(child.stdin)
    const parts = []
    child.stdout.on('data', (part) => parts.push(part))
    child.on('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      let status = 200
      for (const line of all.subarray(0, end).toString('latin1').split('\r\n')) {
        const [name, value] = line.split(/: ?(.*)/s)
        if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.writeHead(status).end(all.subarray(end + 4))
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, count: () => requests, close }
}
