/** A Bucket: the objects of a store with the interface of S3, as files. */
import { fail, ToolError } from '../core/error.ts'
import type { BucketRequest } from '../core/host.ts'
import { field, type Node } from '../yaml/node.ts'
import { isSealedSecret, openSource } from './controller.ts'
import { type FluxObject, isTrue, stringField } from './object.ts'
import { withoutIgnored } from './source-ignore.ts'
import { localHint, named, type SourceId, type SourceSearch, type TreeSource } from './source-search.ts'
import { valuesOf } from './tree-objects.ts'

/** Finds the files of one that is defined and not given. */
export async function resolveBucket(
  base: Omit<TreeSource, 'found' | 'files'>,
  spec: Node | undefined,
  { artifacts, find }: SourceSearch,
): Promise<TreeSource> {
  const { id } = base
  const hint = localHint(id)
  const provider = stringField(spec, 'provider') || 'generic'
  if (provider !== 'generic' && provider !== 'aws')
    throw fail('SOURCE', `${id} is not fetched: the interface of the provider '${provider}' is not spoken here`, {
      hint,
    })
  if (artifacts === undefined) throw fail('SOURCE', `${id} is not fetched`, { hint })
  const ignore = stringField(spec, 'ignore')
  const secret = secretOf(base, spec)
  const keys = keysOf(secret, secret === undefined ? undefined : find(secret))
  try {
    const { fs, root, revision } = await artifacts.bucket({
      endpoint: stringField(spec, 'endpoint'),
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
  credentials: BucketRequest['credentials']
  /** Why there are none although some are named. */
  lack?: string
}

function keysOf(key: string | undefined, secret: FluxObject | undefined): Keys {
  if (key === undefined) return { credentials: undefined }
  if (secret === undefined) return { credentials: undefined, lack: `nothing here defines ${key}` }
  if (isSealedSecret(secret)) return { credentials: undefined, lack: `${key} is encrypted, and no key is given` }
  const { accesskey: accessKey = '', secretkey: secretKey = '' } = valuesOf(secret, 'Secret')
  if (accessKey === '' || secretKey === '')
    return { credentials: undefined, lack: `${key} has not both accesskey and secretkey` }
  // They are put into a header.
  if (!/^[\x21-\x7e]{1,256}$/.test(accessKey))
    throw fail('SOURCE', `the accesskey of ${key} is none`, { hint: 'look for a line break at its end' })
  return { credentials: { accessKey, secretKey } }
}
