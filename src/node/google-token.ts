/** Tokens of Google for service accounts: a statement signed by the account's key is exchanged for one. */
import { fail } from '../core/error.ts'
import type { ServiceAccount } from '../core/host.ts'
import { getFile } from './http.ts'
import { isLocal, objectOf } from './registry.ts'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIMITS = { bytes: 64 * 1024, seconds: 15, totalSeconds: 60 }
const VALID_SECONDS = 3600

/** @throws ToolError for a key that is none, and with what the server says */
export async function googleToken({ email, keyId, privateKey, tokenUri }: ServiceAccount): Promise<string> {
  const place = URL.canParse(tokenUri) ? new URL(tokenUri) : undefined
  if (place?.protocol !== 'https:' && !(place?.protocol === 'http:' && isLocal(place.host)))
    throw fail('BUCKET', 'the token_uri of the service account is no URL with encryption')
  const now = Math.floor(Date.now() / 1000)
  const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== '' && { kid: keyId }) }
  const claims = { iss: email, scope: SCOPE, aud: tokenUri, iat: now, exp: now + VALID_SECONDS }
  const text = `${encodedJson(head)}.${encodedJson(claims)}`
  const signature = Buffer.from(await signed(text, privateKey)).toString('base64url')
  const form = new URLSearchParams({ grant_type: GRANT, assertion: `${text}.${signature}` }).toString()
  const shown = `${place.origin}${place.pathname}`
  const answer = await getFile(tokenUri, { ...LIMITS, form })
  if (answer.status !== 200)
    throw fail('BUCKET_REFUSED', `Post "${shown}": ${answer.status} ${answer.reason}${reasonOf(answer.bytes)}`)
  const { access_token: token } = objectOf(shown, answer)
  if (typeof token === 'string' && /^[\x21-\x7e]{1,8192}$/.test(token)) return token
  throw fail('BUCKET', `Post "${shown}": no token`)
}

async function signed(text: string, pem: string): Promise<ArrayBuffer> {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const [, body = ''] = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(pem) ?? []
  try {
    const key = await subtle.importKey('pkcs8', Buffer.from(body, 'base64'), algorithm, false, ['sign'])
    return await subtle.sign(algorithm, key, Buffer.from(text))
  } catch {
    throw fail('BUCKET', 'the private_key of the service account is no RSA key in PKCS #8')
  }
}

function encodedJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** One word of what it says: the rest may repeat what it was sent. */
function reasonOf(bytes: Uint8Array): string {
  const [, word] = /"error"\s*:\s*"(\w{1,64})"/.exec(Buffer.from(bytes).toString('utf8')) ?? []
  return word === undefined ? '' : ` (${word})`
}
