// The measuring process, and medians of what it says.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts the measuring process: `run(words)` gives {cpu, wall} in seconds and {peak} in bytes of one run. */
export async function startMeter() {
  const child = spawn('python3', [fileURLToPath(new URL('measure.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child, 'spawn')
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async run(words) {
      child.stdin.write(`${JSON.stringify(words)}\n`)
      const { value } = await answers.next()
      const result = JSON.parse(value)
      if (result.code !== 0) throw new Error(`exit code ${result.code}: ${words.join(' ')}`)
      return result
    },
    stop: () => child.stdin.end(),
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Medians of runs, each field by itself. */
export const medians = (runs) => ({
  cpu: median(runs.map(({ cpu }) => cpu)),
  wall: median(runs.map(({ wall }) => wall)),
  peak: median(runs.map(({ peak }) => peak)),
  runs: runs.length,
})

/** Runs the programs in turns, so that what else the machine does falls on all of them; medians by name. */
export async function interleaved(meter, programs, count) {
  const runs = new Map(Object.keys(programs).map((name) => [name, []]))
  for (let round = 0; round < count; round++) {
    for (const [name, words] of Object.entries(programs)) runs.get(name).push(await meter.run(words))
  }
  return Object.fromEntries([...runs].map(([name, list]) => [name, medians(list)]))
}
