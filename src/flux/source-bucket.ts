/** A Bucket: the objects of a store, as files. */
import { fail, ToolError } from '../core/error.ts'
import type { BucketCredentials, BucketRequest, ServiceAccount } from '../core/host.ts'
import { field, type Node } from '../yaml/node.ts'
import { isSealedSecret, openSource } from './controller.ts'
import { type FluxObject, isTrue, stringField } from './object.ts'
import { withoutIgnored } from './source-ignore.ts'
import { localHint, named, type SourceId, type SourceSearch, type TreeSource } from './source-search.ts'
import { valuesOf } from './tree-objects.ts'

const PROVIDERS = ['generic', 'aws', 'azure', 'gcp'] as const

/** Finds the files of one that is defined and not given. */
export async function resolveBucket(
  base: Omit<TreeSource, 'found' | 'files'>,
  spec: Node | undefined,
  { artifacts, find }: SourceSearch,
): Promise<TreeSource> {
  const { id } = base
  const hint = localHint(id)
  const provider = PROVIDERS.find((one) => one === (stringField(spec, 'provider') || 'generic'))
  if (provider === undefined)
    throw fail('SOURCE', `${id} has the provider '${stringField(spec, 'provider')}', which is none`, { hint })
  if (artifacts === undefined) throw fail('SOURCE', `${id} is not fetched`, { hint })
  const ignore = stringField(spec, 'ignore')
  const secret = secretOf(base, spec)
  const keys = keysOf(provider, secret, secret === undefined ? undefined : find(secret))
  const endpoint = stringField(spec, 'endpoint')
  try {
    const { fs, root, revision } = await artifacts.bucket({
      provider,
      // Some write a URL; Google's is one server.
      endpoint: provider === 'gcp' ? endpoint.replace(/^https?:\/\//, '').replace(/\/+$/, '') : endpoint,
      bucket: stringField(spec, 'bucketName'),
      prefix: stringField(spec, 'prefix'),
      region: stringField(spec, 'region'),
      isInsecure: isTrue(field(spec, 'insecure')),
      credentials: keys.credentials,
      shown: (objects, at) => withoutIgnored(objects, at, ignore),
    })
    return { ...base, found: 'fetched', revision, files: openSource(fs, root, ignore) }
  } catch (error) {
    const isRefused = error instanceof ToolError && error.code === 'BUCKET_REFUSED'
    if (!isRefused || keys.lack === undefined) throw named(id, error)
    throw fail('BUCKET_REFUSED', `${id}: ${error.message}, asked as anyone: ${keys.lack}`, { hint })
  }
}

/** The key of the Secret that a Bucket is read with; undefined when there is none. */
export function secretOf({ kind, namespace }: SourceId, spec: Node | undefined): string | undefined {
  const name = stringField(field(spec, 'secretRef'), 'name')
  return kind === 'Bucket' && name !== '' ? `Secret/${namespace}/${name}` : undefined
}

interface Keys {
  credentials: BucketCredentials | undefined
  /** Why there are none although the cluster may have some. */
  lack?: string
}

const CLOUDS: ReadonlySet<string> = new Set(['azure', 'gcp'])

function keysOf(provider: BucketRequest['provider'], key: string | undefined, secret: FluxObject | undefined): Keys {
  const without = (lack: string): Keys => ({ credentials: undefined, lack })
  if (key === undefined)
    return CLOUDS.has(provider) ? without('the cluster asks as itself, which only it can') : { credentials: undefined }
  if (secret === undefined) return without(`nothing here defines ${key}`)
  if (isSealedSecret(secret)) return without(`${key} is encrypted, and no key is given`)
  const values = valuesOf(secret, 'Secret')
  if (provider === 'azure') return azureKeys(key, values)
  if (provider === 'gcp') return { credentials: { serviceAccount: serviceAccountOf(key, values.serviceaccount ?? '') } }
  const { accesskey: accessKey = '', secretkey: secretKey = '' } = values
  if (accessKey === '' || secretKey === '') return without(`${key} has not both accesskey and secretkey`)
  // They are put into a header.
  if (!/^[\x21-\x7e]{1,256}$/.test(accessKey))
    throw fail('SOURCE', `the accesskey of ${key} is none`, { hint: 'look for a line break at its end' })
  return { credentials: { accessKey, secretKey } }
}

function azureKeys(key: string, values: Record<string, string>): Keys {
  if ((values.clientId ?? '') !== '')
    return { credentials: undefined, lack: `${key} has an identity of Microsoft Entra, which is not asked here` }
  const { sasKey = '' } = values
  const accountKey = (values.accountKey ?? '').replace(/[\r\n]/g, '')
  if (accountKey !== '') {
    if (/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(accountKey))
      return { credentials: { accountKey } }
    throw fail('SOURCE', `the accountKey of ${key} is none`, { hint: 'it is the key in base64, as Azure shows it' })
  }
  if (sasKey === '') return { credentials: undefined, lack: `${key} has neither accountKey nor sasKey` }
  if (!/(?:^\??|&)sig=/.test(sasKey) || !/^[\x21-\x7e]{1,4096}\s*$/.test(sasKey))
    throw fail('SOURCE', `the sasKey of ${key} is no shared access signature`, { hint: 'it has a part sig=…' })
  return { credentials: { sasKey: sasKey.trim() } }
}

/** Where Google's own accounts get their tokens. */
const TOKEN_URI = 'https://oauth2.googleapis.com/token'

function serviceAccountOf(key: string, json: string): ServiceAccount {
  let account: Record<string, unknown> | null
  try {
    account = JSON.parse(json)
  } catch {
    throw fail('SOURCE', `the serviceaccount of ${key} is no JSON`)
  }
  const text = (name: string): string => {
    const value = account?.[name]
    return typeof value === 'string' ? value : ''
  }
  if (text('type') !== 'service_account')
    throw fail('SOURCE', `the serviceaccount of ${key} is none: Flux takes nothing but the type service_account`)
  if (text('client_email') === '' || text('private_key') === '')
    throw fail('SOURCE', `the serviceaccount of ${key} has not both client_email and private_key`)
  const tokenUri = text('token_uri') || TOKEN_URI
  return { email: text('client_email'), keyId: text('private_key_id'), privateKey: text('private_key'), tokenUri }
}
