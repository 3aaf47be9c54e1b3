/** Trees as Flux artifacts, which an OCIRepository reads. */
import type { ArtifactPusher } from '../../core/host.ts'
import type { ManifestLayout } from '../layout/manifest.ts'
import { writeToTar } from './tar.ts'

export interface ArtifactOptions {
  /** Where the configuration comes from, and which state of it: `main@sha1:…`. Flux shows both. */
  source?: string
  revision?: string
  /** When it was made, in RFC 3339; without it the same tree is the same artifact. */
  created?: string
  annotations?: Readonly<Record<string, string>>
}

/**
 * Pushes a tree to a registry; returns the digest of the artifact.
 *
 * @example
 * await pushArtifact(layout, 'oci://ghcr.io/org/platform:main', nodeArtifactPusher({ environment: process.env }))
 *
 * @throws ToolError when the tree cannot be written, or the registry refuses
 */
export async function pushArtifact(
  layout: ManifestLayout,
  url: string,
  pusher: ArtifactPusher,
  { source, revision, created, annotations = {} }: ArtifactOptions = {},
): Promise<string> {
  const named = {
    ...(created !== undefined && { 'org.opencontainers.image.created': created }),
    ...(revision !== undefined && { 'org.opencontainers.image.revision': revision }),
    ...(source !== undefined && { 'org.opencontainers.image.source': source }),
  }
  return pusher.push({ url, tar: await writeToTar(layout), annotations: { ...named, ...annotations } })
}
