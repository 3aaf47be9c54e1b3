/** The {@link Fetcher} of this machine: the user's own git, and HTTP. Its parts are loaded when something is remote. */
import type { Fetcher } from '../core/host.ts'
import type { FetcherOptions } from './fetch.ts'

/**
 * Fetches what kustomizations name on other machines, and keeps it in the user's cache folder.
 *
 * ```ts
 * import { build } from 'strake'
 * import { nodeFetcher, nodeFileSystem } from 'strake/node'
 *
 * const { text } = await build({ root: '/srv/config/production', fs: nodeFileSystem(), fetcher: nodeFetcher() })
 * process.stdout.write(text)
 * ```
 *
 * It answers the same question always in the same way: make a new one for a build that is to look again.
 */
export function nodeFetcher(options: FetcherOptions = {}): Fetcher {
  let opened: Promise<Fetcher> | undefined
  const open = () => (opened ??= import('./fetch.ts').then(({ openFetcher }) => openFetcher(options)))
  return {
    repository: async (request) => (await open()).repository(request),
    atHand: async (request) => (await open()).atHand(request),
    file: async (url) => (await open()).file(url),
    close: async () => (await opened)?.close(),
  }
}
