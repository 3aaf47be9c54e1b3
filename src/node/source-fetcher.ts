/** The {@link SourceFetcher} of this machine. Its parts are loaded when something is not in the repository. */
import type { SourceFetcher } from '../core/host.ts'
import type { SourceFetcherOptions } from './source-fetch.ts'

/**
 * Fetches artifacts of registries and objects of buckets, and keeps them in the user's cache folder.
 *
 * @example
 * const fetcher = nodeSourceFetcher({ environment: process.env })
 * await fetcher.artifact({ url: 'oci://ghcr.io/acme/apps', ref: 'v1.4.0', isInsecure: false, mediaType: '' })
 */
export function nodeSourceFetcher(options: SourceFetcherOptions): SourceFetcher {
  let opened: Promise<SourceFetcher> | undefined
  const open = () =>
    (opened ??= import('./source-fetch.ts').then(({ openSourceFetcher }) => openSourceFetcher(options)))
  return {
    artifact: async (request) => (await open()).artifact(request),
    bucket: async (request) => (await open()).bucket(request),
    chart: async (request) => (await open()).chart(request),
    close: async () => (await opened)?.close(),
  }
}
