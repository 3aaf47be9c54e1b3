/** The {@link Runner} of this machine. Its parts are loaded when a program is to be run. */
import type { Runner } from '../core/host.ts'
import type { OpenRunner } from './run.ts'

export interface RunnerOptions {
  /** The variables of the programs, and where they are looked up. Default: this process's. */
  environment?: Record<string, string | undefined>
  /** Told of a program that has run for half a second. */
  onSlow?(text: string): void
  /** Where the standard error of functions goes. Default: this process's. */
  onErrorOutput?(bytes: Uint8Array): void
}

/**
 * Runs the programs that a kustomization asks for, when its build allows that: helm, functions, plugins.
 *
 * ```ts
 * import { build } from 'strake'
 * import { nodeFileSystem, nodeRunner } from 'strake/node'
 *
 * const runner = nodeRunner()
 * try {
 *   const options = { fs: nodeFileSystem(), runner, enableHelm: true }
 *   process.stdout.write((await build({ root: '/srv/config/production', ...options })).text)
 * } finally {
 *   await runner.close()
 * }
 * ```
 */
export function nodeRunner({ environment = process.env, ...listeners }: RunnerOptions = {}): Runner {
  let opened: Promise<OpenRunner> | undefined
  const open = () => (opened ??= import('./run.ts').then(({ openRunner }) => openRunner(environment, listeners)))
  return {
    run: async (request) => (await open()).run(request),
    runModule: async (request) => (await open()).runModule(request),
    runScript: async (request) => (await open()).runScript(request),
    scratch: async (prefix) => (await open()).scratch(prefix),
    charts: async () => (await import('./chart-cache.ts')).openChartCache(environment),
    close: async () => (await opened)?.close(),
  }
}
