/** What runs a script, in a thread that can be ended. It is made into a text by `scripts/generate-workers.mjs`. */
import { parentPort, workerData } from 'node:worker_threads'

export interface ScriptWorkerInput {
  /** URL of a file, or the name of a package. */
  module: string
  items: readonly unknown[]
  config: unknown
}

export type ScriptWorkerMessage =
  | { said: string }
  | { items: unknown; results: unknown }
  /** It cannot be loaded, or is no function. */
  | { problem: string }
  /** With the place in the script, as the stack has it. */
  | { thrown: string; place: string | undefined }

async function run({ module, items, config }: ScriptWorkerInput): Promise<ScriptWorkerMessage> {
  let definition: { run?: (input: { items: unknown; config: unknown }) => unknown } | undefined
  try {
    definition = (await import(module)).default
    // A module of the other kind, made by a compiler.
    if (typeof definition?.run !== 'function') definition = (definition as { default?: typeof definition })?.default
  } catch (error) {
    return { problem: messageOf(error) }
  }
  if (typeof definition?.run !== 'function') return { problem: 'its default export is no function of strake/fn' }
  const input = { items, config }
  try {
    const results = await definition.run(input)
    return { items: input.items, results }
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const frame = /^ +at (?:.* \()?(file:\/\/\S+?:\d+:\d+|\/[^\n()]+:\d+:\d+)\)?$/m.exec(stack)
    return { thrown: messageOf(error), place: frame?.[1] }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}

// Its standard output is no answer, so that `console.log` does no harm.
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (part: string | Uint8Array) => {
    parentPort?.postMessage({ said: typeof part === 'string' ? part : Buffer.from(part).toString('utf8') })
    return true
  }
}
void run(workerData as ScriptWorkerInput).then((message) => {
  try {
    parentPort?.postMessage(message)
  } catch (error) {
    parentPort?.postMessage({ problem: `what it leaves is no data: ${messageOf(error)}` })
  }
})
