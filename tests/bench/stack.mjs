// A generated cluster rendered: `npm run bench -- stack`. Each measurement is a process of its own.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

function once(nodes) {
  const words = [here('../run.mjs'), here('stack-work.ts'), String(nodes)]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 1 << 20 }))
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Medians of the rounds for a tenth of the size and the whole, in turns. */
export function stackRows(rounds) {
  const sizes = [100, 1000]
  const runs = new Map(sizes.map((nodes) => [nodes, []]))
  for (let round = 0; round < rounds; round++) for (const nodes of sizes) runs.get(nodes).push(once(nodes))
  return sizes.map((nodes) => {
    const list = runs.get(nodes)
    const of = (name) => median(list.map((run) => run[name]))
    const [{ files, objects }] = list
    return { nodes, files, objects, render: of('render'), reread: of('reread'), check: of('check'), peak: of('peak') }
  })
}
