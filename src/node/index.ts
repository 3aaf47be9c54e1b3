/** `strake/node`: what a program on Node (or bun) hands to the engine. */
export { nodeFileSystem } from './fs.ts'
