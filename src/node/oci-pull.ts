/** Artifacts of registries, each of their parts held against its digest. */
import { createHash } from 'node:crypto'
import { maskCredentials } from '../core/credentials.ts'
import { fail } from '../core/error.ts'
import type { OciRequest } from '../core/host.ts'
import { goQuote } from '../core/text.ts'
import { REGISTRY_DIGEST } from './lock.ts'
import { NAME, objectOf, type RegistryReader, registryTags, SERVER, TAG } from './registry.ts'

const MANIFEST_LIMITS = { bytes: 4 * 1024 * 1024 }
const LAYER_LIMITS = { bytes: 128 * 1024 * 1024 }
const IMAGE = ['application/vnd.oci.image.manifest.v1+json', 'application/vnd.docker.distribution.manifest.v2+json']
const INDEX = ['application/vnd.oci.image.index.v1+json', 'application/vnd.docker.distribution.manifest.list.v2+json']

/** Bytes by their digests, `sha256:…`. */
export interface Blobs {
  read(digest: string): Uint8Array | undefined
  keep(bytes: Uint8Array): void
}

/** What is looked at of a layer or a manifest that another one names. */
interface Descriptor {
  mediaType: string
  digest: string
  platform?: { os?: unknown; architecture?: unknown }
}

/** The server and name of a URL. @throws ToolError for one that Flux refuses */
export function imageOf(url: string): string {
  const [, server = '', name = ''] = /^oci:\/\/([^/]*)\/(.*)$/.exec(url) ?? []
  if (!SERVER.test(server) || !NAME.test(name))
    throw fail('ARTIFACT_URL', `invalid URL ${goQuote(maskCredentials(url))}`)
  return `${server}/${name}`
}

/** The digest that a tag stands for now. */
export async function artifactDigest(
  { ref, choose }: OciRequest,
  registry: RegistryReader,
  blobs: Blobs,
): Promise<{ tag: string; digest: string }> {
  const tag = choose === undefined ? ref : choose(await registryTags(registry))
  if (!TAG.test(tag)) throw fail('REGISTRY', `${goQuote(tag)} is no tag`)
  const bytes = await get(registry, `manifests/${tag}`)
  blobs.keep(bytes)
  return { tag, digest: digestOf(bytes) }
}

/** The layer that is meant, of the artifact with a digest; without a registry, of what is at hand, else undefined. */
export async function artifactLayer(
  { url, mediaType }: OciRequest,
  digest: string,
  registry: RegistryReader | undefined,
  blobs: Blobs,
): Promise<Uint8Array | undefined> {
  const part = async (kind: 'manifests' | 'blobs', wanted: string): Promise<Uint8Array | undefined> => {
    const known = blobs.read(wanted)
    if (known !== undefined || registry === undefined) return known
    const bytes = await get(registry, `${kind}/${wanted}`, kind === 'blobs' ? LAYER_LIMITS : MANIFEST_LIMITS)
    if (digestOf(bytes) !== wanted)
      throw fail('REGISTRY', `Get "${registry.base}/${kind}/${wanted}": the content has another digest`)
    blobs.keep(bytes)
    return bytes
  }
  let bytes = await part('manifests', digest)
  if (bytes === undefined) return undefined
  let manifest = read(url, bytes)
  if (Array.isArray(manifest.manifests)) {
    const found = descriptors(url, manifest.manifests).find(
      ({ platform }) => platform?.os === 'linux' && platform.architecture === 'amd64',
    )
    if (found === undefined) throw fail('REGISTRY', `no child with platform linux/amd64 in index ${url}`)
    bytes = await part('manifests', found.digest)
    if (bytes === undefined) return undefined
    manifest = read(url, bytes)
  }
  const layers = descriptors(url, manifest.layers)
  if (layers.length === 0) throw fail('REGISTRY', `no layers found in artifact ${url}`)
  const layer = mediaType === '' ? layers[0] : layers.find((one) => one.mediaType === mediaType)
  if (layer === undefined) throw fail('REGISTRY', `failed to find layer with media type '${mediaType}' in artifact`)
  return await part('blobs', layer.digest)
}

async function get(registry: RegistryReader, path: string, limits = MANIFEST_LIMITS): Promise<Uint8Array> {
  const url = `${registry.base}/${path}`
  const headers = path.startsWith('manifests/') ? { accept: [...IMAGE, ...INDEX].join(', ') } : {}
  const { status, reason, bytes } = await registry.get(url, { ...limits, headers })
  if (status === 200) return bytes
  const isRefused = status === 401 || status === 403
  const hint = isRefused ? 'docker login SERVER names a user who may read; DOCKER_CONFIG names its file' : undefined
  throw fail('REGISTRY', `Get "${url}": ${status} ${reason}`, { hint })
}

function read(url: string, bytes: Uint8Array): Record<string, unknown> {
  return objectOf(url, { status: 200, reason: '', bytes, headers: new Headers() })
}

function descriptors(url: string, list: unknown): Descriptor[] {
  const isSound = Array.isArray(list) && list.every((one) => REGISTRY_DIGEST.test(one?.digest))
  if (isSound) return list
  throw fail('REGISTRY', `the manifest of ${url} has no list of layers with SHA-256 digests`)
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
