/** A web server on loopback: files, and repositories through git's own program for it. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface TestServer {
  url: string
  /** `GET /path` of each request so far. */
  requests: string[]
  close(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function serve(handle: Handler): Promise<TestServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    handle(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

/** The program that answers for repositories; undefined where git came without it. */
export function gitBackend(): string | undefined {
  const { stdout } = spawnSync('git', ['--exec-path'], { encoding: 'utf8' })
  const path = join((stdout ?? '').trim(), 'git-http-backend')
  return existsSync(path) ? path : undefined
}

/** Serves the repositories of a folder, as a CGI server would. */
export function repositories(backend: string, folder: string, environment: Record<string, string>): Handler {
  return (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host')
    const child = spawn(backend, [], {
      env: {
        ...environment,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    })
    request.pipe(child.stdin)
    const parts: Buffer[] = []
    child.stdout.on('data', (part) => parts.push(part))
    child.on('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      let status = 200
      for (const line of all.subarray(0, end).toString('latin1').split('\r\n')) {
        const [name = '', value = ''] = line.split(/: ?(.*)/s)
        if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.writeHead(status)
      response.end(all.subarray(end + 4))
    })
  }
}
