/** `strake/node`: what a program on Node (or bun) hands to the engine. */
export type { FetcherOptions } from './fetch.ts'
export { nodeFetcher } from './fetcher.ts'
export type { DiskOptions } from './fs.ts'
export { nodeFileSystem } from './fs.ts'
export type { RunnerOptions } from './runner.ts'
export { nodeRunner } from './runner.ts'
