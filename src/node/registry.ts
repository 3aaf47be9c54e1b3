/** Reading from registries: who is told what, and the tags of an image. */

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fail } from '../core/error.ts'
import { getFile, type HttpAnswer, type HttpLimits } from './http.ts'

const LIMITS = { bytes: 4 * 1024 * 1024, seconds: 15, totalSeconds: 60 }
const MOST_PAGES = 100

/** What is allowed in the names of registries and of what they hold. */
export const SERVER = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/
export const NAME = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/
export const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/

/** A repository of a registry, read as anyone or as the user that docker's configuration names. */
export interface RegistryReader {
  /** Where paths of the repository begin. */
  base: string
  get(url: string, limits?: HttpLimits): Promise<HttpAnswer>
}

export function openRegistry(
  image: string,
  environment: Record<string, string | undefined>,
  { isInsecure = false } = {},
): RegistryReader {
  const { server, name } = placeOf(image)
  const isClear = isInsecure || isLocal(server)
  let authorization: string | undefined
  const attempt = (url: string, limits: HttpLimits) =>
    getFile(url, authorization === undefined ? limits : { ...limits, authorization })
  return {
    base: `${isClear ? 'http' : 'https'}://${server}/v2/${name}`,
    async get(url, limits = LIMITS) {
      const answer = await attempt(url, limits)
      if (answer.status !== 401 || authorization !== undefined) return answer
      // The user's password goes nowhere in clear.
      const user = isClear && !isLocal(server) ? undefined : userOf(server, environment)
      authorization = await authorized(answer.headers.get('www-authenticate') ?? '', name, user)
      return authorization === undefined ? answer : await attempt(url, limits)
    },
  }
}

/**
 * Lists the tags of an image. Servers that want it get a token for anyone, or for the user that docker's configuration names.
 *
 * @example await registryTags(openRegistry('ghcr.io/kptdev/krm-functions-catalog/set-labels', process.env))
 *
 * @throws ToolError when the registry cannot be reached or does not answer with a list
 */
export async function registryTags(registry: RegistryReader): Promise<string[]> {
  const tags: string[] = []
  let next: string | undefined = `${registry.base}/tags/list`
  for (let pages = 0; next !== undefined; pages++) {
    if (pages === MOST_PAGES) throw fail('REGISTRY', `Get "${next}": more than ${MOST_PAGES} pages of tags`)
    const answer = await registry.get(next)
    if (answer.status !== 200) throw fail('REGISTRY', `Get "${next}": ${answer.status} ${answer.reason}`)
    tags.push(...textsOf(next, answer, 'tags'))
    next = nextPage(next, answer.headers.get('link'))
  }
  return tags
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
  const answer = await getFile(realm.href, basic === undefined ? LIMITS : { ...LIMITS, authorization: basic })
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

export function objectOf(url: string, { bytes }: HttpAnswer): Record<string, unknown> {
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
