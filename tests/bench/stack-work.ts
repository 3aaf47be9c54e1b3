/**
 * One measurement of the stack, in a process of its own: renders a generated cluster, then reads the files back and prints them
 * with the YAML layer, and checks the tree. Prints the CPU seconds of each, the peak of the memory and the counts as JSON.
 *
 *   node tests/run.mjs tests/bench/stack-work.ts NODES
 */
import { Source } from '../../src/core/source.ts'
import { fluxEngine } from '../../src/flux/engine/index.ts'
import { selfCheck } from '../../src/flux/self-check.ts'
import type { Application, Bundle, Cluster, ClusterNode } from '../../src/stack/model.ts'
import { layoutFiles } from '../../src/stack/write/files.ts'
import { readResources } from '../../src/yaml/documents.ts'
import { emitSorted } from '../../src/yaml/emit.ts'
import type { Mapping } from '../../src/yaml/node.ts'

/** Each node has an umbrella with four bundles under it, each bundle two applications of five objects. */
function cluster(nodes: number): Cluster {
  const sourceRef = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } as const
  const application = (name: string): Application => ({
    name,
    config: {
      generate: () =>
        Array.from({ length: 5 }, (_, i) => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: `${name}-${i}`, namespace: 'default', labels: { 'app.kubernetes.io/name': name } },
          data: { level: 'info', port: '8080', 'config.yaml': `one: 1\ntwo: ${i}\n` },
        })),
    },
  })
  const bundle = (name: string): Bundle => ({
    name,
    interval: '10m',
    prune: true,
    sourceRef,
    applications: [application(`${name}-web`), application(`${name}-db`)],
  })
  const all: ClusterNode[] = []
  for (let i = 0; i < nodes; i++) {
    const umbrella = bundle(`bundle-${i}`)
    umbrella.children = Array.from({ length: 4 }, (_, k) => bundle(`bundle-${i}-${k}`))
    const before = all[i - 1]?.bundle
    if (i % 10 !== 0 && before !== undefined) umbrella.dependsOn = [before]
    const node: ClusterNode = { name: `node-${i}`, bundle: umbrella }
    all.push(node)
    if (i === 0) continue
    const above = all[Math.floor((i - 1) / 10)] as ClusterNode
    above.children ??= []
    above.children.push(node)
  }
  return { name: 'bench', node: all[0] as ClusterNode }
}

/** CPU seconds of a piece of work. */
async function timed<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1e6]
}

const model = cluster(Number(process.argv[2]))
const [{ layout, files }, render] = await timed(() => {
  const layout = fluxEngine().createLayoutWithResources(model, {
    bundleGrouping: 'name',
    fluxPlacement: 'integrated-per-bundle',
  })
  if (layout === undefined) throw new Error('no layout')
  return { layout, files: layoutFiles(layout) }
})
const peak = process.resourceUsage().maxRSS * 1024
const [objects, reread] = await timed(() => {
  let count = 0
  for (const { path, content } of files) {
    for (const root of readResources(new Source(path, content))) {
      emitSorted(root as Mapping, {})
      count++
    }
  }
  return count
})
const [problems, check] = await timed(() => selfCheck({ layout, files, bootstrap: [], external: new Set() }))
if (problems.some(({ severity }) => severity === 'error')) throw new Error(problems[0]?.message)
process.stdout.write(`${JSON.stringify({ render, reread, check, peak, files: files.length, objects })}\n`)
