/** Tags of an image, as its registry lists them. */

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fail } from '../core/error.ts'
import { getFile, type HttpAnswer } from './http.ts'

const LIMITS = { bytes: 4 * 1024 * 1024, seconds: 15, totalSeconds: 60 }
const MOST_PAGES = 100

/**
 * Lists the tags of an image. Servers that want it get a token for anyone, or for the user that docker's configuration names.
 *
 * @example await registryTags('ghcr.io/kptdev/krm-functions-catalog/set-labels', process.env)
 *
 * @throws ToolError when the registry cannot be reached or does not answer with a list
 */
export async function registryTags(image: string, environment: Record<string, string | undefined>): Promise<string[]> {
  const { server, name } = placeOf(image)
  const origin = `${isLocal(server) ? 'http' : 'https'}://${server}`
  const user = userOf(server, environment)
  let authorization: string | undefined
  const tags: string[] = []
  let next: string | undefined = `${origin}/v2/${name}/tags/list`
  for (let pages = 0; next !== undefined; pages++) {
    if (pages === MOST_PAGES) throw fail('REGISTRY', `Get "${next}": more than ${MOST_PAGES} pages of tags`)
    let answer = await get(next, authorization)
    if (answer.status === 401 && authorization === undefined) {
      authorization = await authorized(answer.headers.get('www-authenticate') ?? '', name, user)
      answer = await get(next, authorization)
    }
    if (answer.status !== 200) throw fail('REGISTRY', `Get "${next}": ${answer.status} ${answer.reason}`)
    tags.push(...textsOf(next, answer, 'tags'))
    next = nextPage(next, answer.headers.get('link'))
  }
  return tags
}

function get(url: string, authorization: string | undefined): Promise<HttpAnswer> {
  return getFile(url, authorization === undefined ? LIMITS : { ...LIMITS, authorization })
}

/** Docker's own images are named without a server. */
function placeOf(image: string): { server: string; name: string } {
  const [first = '', ...rest] = image.split('/')
  const isServer = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const name = isServer ? rest.join('/') : image
  if (isServer && first !== 'docker.io') return { server: first, name }
  return { server: 'registry-1.docker.io', name: name.includes('/') ? name : `library/${name}` }
}

/** As container tools do, registries of this machine are asked without encryption. */
export function isLocal(server: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(server)
}

/** `name:password` in base64, of the file that `docker login` writes. */
export function userOf(server: string, environment: Record<string, string | undefined>): string | undefined {
  const folder = environment.DOCKER_CONFIG ?? join(environment.HOME ?? homedir(), '.docker')
  let text: string
  try {
    text = readFileSync(join(folder, 'config.json'), 'utf8')
  } catch {
    return undefined
  }
  const keys =
    server === 'registry-1.docker.io' ? ['https://index.docker.io/v1/', 'docker.io'] : [server, `https://${server}`]
  const auths = (parsed(join(folder, 'config.json'), text) as { auths?: Record<string, { auth?: unknown }> } | null)
    ?.auths
  const found = keys.map((key) => auths?.[key]?.auth).find((auth) => typeof auth === 'string' && auth !== '')
  return found as string | undefined
}

/** The header that answers a server's challenge; undefined when there is nobody to name. */
export async function authorized(
  challenge: string,
  name: string,
  user: string | undefined,
  actions = 'pull',
): Promise<string | undefined> {
  const basic = user === undefined ? undefined : `Basic ${user}`
  const [, scheme = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(challenge) ?? []
  if (scheme.toLowerCase() !== 'bearer') return basic
  const words = new Map([...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
  const realm = URL.canParse(words.get('realm') ?? '') ? new URL(words.get('realm') as string) : undefined
  // The user's password goes nowhere in clear, whatever the registry says.
  const isSafe = realm?.protocol === 'https:' || (realm?.protocol === 'http:' && isLocal(realm.host))
  if (realm === undefined || !isSafe) return basic
  const service = words.get('service')
  if (service !== undefined) realm.searchParams.set('service', service)
  realm.searchParams.set('scope', words.get('scope') ?? `repository:${name}:${actions}`)
  const answer = await get(realm.href, basic)
  if (answer.status !== 200) throw fail('REGISTRY', `Get "${realm.href}": ${answer.status} ${answer.reason}`)
  const { token, access_token: other } = objectOf(realm.href, answer)
  return `Bearer ${typeof token === 'string' ? token : String(other)}`
}

/** Pages are those of one list, hence of one server. */
function nextPage(url: string, link: string | null): string | undefined {
  const [, target] = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '') ?? []
  if (target === undefined || !URL.canParse(target, url)) return undefined
  const next = new URL(target, url)
  return next.origin === new URL(url).origin ? next.href : undefined
}

function textsOf(url: string, answer: HttpAnswer, field: string): string[] {
  const list = objectOf(url, answer)[field] ?? []
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list
  throw fail('REGISTRY', `Get "${url}": no list of tags`)
}

function objectOf(url: string, { bytes }: HttpAnswer): Record<string, unknown> {
  const value = parsed(`Get "${url}"`, Buffer.from(bytes).toString('utf8'))
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw fail('REGISTRY', `Get "${url}": no object`)
}

function parsed(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail('REGISTRY', `${place}: no JSON`)
  }
}
