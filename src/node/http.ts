/** Files over HTTP and HTTPS, with limits of size, time and redirects, and with the reference's words when it fails. */
import { fail, ToolError } from '../core/error.ts'
import type { Answer } from '../core/host.ts'

const MOST_REDIRECTS = 10
const MOST_BYTES = 256 * 1024 * 1024
/** How long a server may say nothing. */
const PATIENCE_SECONDS = 27
/** How long a file may take in all, for servers that say a little now and then. */
const MOST_SECONDS = 600

export interface HttpLimits {
  bytes?: number
  /** Of silence. */
  seconds?: number
  totalSeconds?: number
  /** For the server of the URL. */
  authorization?: string
  /** Added to the query of the URL, and shown nowhere. For its server only. */
  query?: string
  /** Is posted; whoever leads elsewhere is not followed then. */
  form?: string
  /** For every server that is asked. */
  headers?: Readonly<Record<string, string>>
}

export type HttpAnswer = Answer & { headers: Headers }

/** Asks a server for a file. */
export async function getFile(url: string, limits: HttpLimits = {}): Promise<HttpAnswer> {
  const { bytes: most = MOST_BYTES, seconds = PATIENCE_SECONDS, totalSeconds = MOST_SECONDS } = limits
  const abort = new AbortController()
  let isOver = false
  const end = setTimeout(() => {
    isOver = true
    abort.abort()
  }, totalSeconds * 1000)
  let timer = setTimeout(() => abort.abort(), seconds * 1000)
  const goOn = () => {
    clearTimeout(timer)
    timer = setTimeout(() => abort.abort(), seconds * 1000)
  }
  try {
    const response = await follow(url, abort.signal, limits)
    // A module that takes long to load, and that is there for whoever only might fetch something.
    const { STATUS_CODES } = await import('node:http')
    const reason = STATUS_CODES[response.status] ?? ''
    const chunks: Uint8Array[] = []
    const tooLarge = () => fail('TOO_LARGE', `Get "${url}": more than ${most} bytes`)
    if (Number(response.headers.get('content-length')) > most) throw tooLarge()
    let size = 0
    for await (const chunk of response.body ?? []) {
      goOn()
      size += chunk.length
      if (size > most) throw tooLarge()
      chunks.push(chunk)
    }
    return { status: response.status, reason, bytes: Buffer.concat(chunks), headers: response.headers }
  } catch (error) {
    if (isOver) throw fail('TIMEOUT', `Get "${url}": not done after ${totalSeconds} seconds`)
    if (abort.signal.aborted) throw fail('TIMEOUT', `Get "${url}": the server said nothing for ${seconds} seconds`)
    throw failed(url, error)
  } finally {
    clearTimeout(timer)
    clearTimeout(end)
    abort.abort()
  }
}

async function follow(url: string, signal: AbortSignal, limits: HttpLimits): Promise<Response> {
  let { href, authorization = limits.authorization } = withoutUser(url)
  for (let redirects = 0; ; redirects++) {
    const own = authorization === undefined ? {} : { authorization }
    const headers = { 'user-agent': 'strake', ...limits.headers, ...own }
    const { query = '', form } = redirects === 0 ? limits : {}
    const asked = query === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${query}`
    const posted = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(asked, { redirect: 'manual', signal, headers, ...posted })
    const location = response.headers.get('location')
    if (form !== undefined) return response
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
    await response.body?.cancel()
    if (redirects === MOST_REDIRECTS) throw fail('REDIRECTS', `Get "${url}": stopped after ${MOST_REDIRECTS} redirects`)
    const next = new URL(location, href)
    if (next.protocol !== 'http:' && next.protocol !== 'https:') {
      throw fail('REDIRECTS', `Get "${url}": unsupported protocol scheme "${next.protocol.slice(0, -1)}"`)
    }
    const { href: nextHref, authorization: named } = withoutUser(next.href)
    href = nextHref
    // Credentials are for the server that they were written for: whoever names one anew gets none.
    authorization = named ?? (NAMES_SERVER.test(location) ? undefined : authorization)
  }
}

const NAMES_SERVER = /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i

/** `fetch` takes no credentials in a URL: they go into a header. */
function withoutUser(url: string): { href: string; authorization: string | undefined } {
  const parsed = new URL(url)
  if (parsed.username === '' && parsed.password === '') return { href: parsed.href, authorization: undefined }
  const user = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`
  parsed.username = ''
  parsed.password = ''
  return { href: parsed.href, authorization: `Basic ${Buffer.from(user).toString('base64')}` }
}

/** What Go says of a connection that could not be made. */
function failed(url: string, error: unknown): ToolError {
  if (error instanceof ToolError) return error
  const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException & {
    address?: string
    port?: number
    hostname?: string
    errors?: NodeJS.ErrnoException[]
  }
  const { code = '' } = cause
  const first = (cause.errors?.[0] ?? cause) as typeof cause
  const where = first.address === undefined ? placeOf(url) : ` ${hostText(first.address)}:${first.port}`
  const words: Record<string, string> = {
    ECONNREFUSED: `dial tcp${where}: connect: connection refused`,
    EHOSTUNREACH: `dial tcp${where}: connect: no route to host`,
    ENETUNREACH: `dial tcp${where}: connect: network is unreachable`,
    ENOTFOUND: `dial tcp: lookup ${cause.hostname}: no such host`,
    EAI_AGAIN: `dial tcp: lookup ${cause.hostname}: Temporary failure in name resolution`,
    ECONNRESET: 'read: connection reset by peer',
    UND_ERR_SOCKET: 'EOF',
    DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE + UNKNOWN_AUTHORITY,
    SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE + UNKNOWN_AUTHORITY,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE + UNKNOWN_AUTHORITY,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE + UNKNOWN_AUTHORITY,
    EPROTO: NO_TLS,
    ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
    CERT_HAS_EXPIRED: `${CERTIFICATE}certificate has expired or is not yet valid`,
    ERR_TLS_CERT_ALTNAME_INVALID: `${CERTIFICATE}${cause.message}`,
  }
  const isTrust = (words[code] ?? '').endsWith(UNKNOWN_AUTHORITY)
  const hint = isTrust ? 'NODE_EXTRA_CA_CERTS=FILE names certificates to trust' : undefined
  return fail('UNREACHABLE', `Get "${url}": ${words[code] ?? cause.message.trim().replace(/\n.*/s, '')}`, { hint })
}

const CERTIFICATE = 'tls: failed to verify certificate: x509: '
const UNKNOWN_AUTHORITY = 'certificate signed by unknown authority'

const NO_TLS = 'tls: first record does not look like a TLS handshake'

/** Some runtimes do not say where they wanted to connect to. An address is its own place. */
function placeOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  if (!/^(?:[\d.]+|\[.*\])$/.test(hostname)) return ''
  return ` ${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

function hostText(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
