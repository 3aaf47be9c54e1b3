/** Time grows with the number of items, not with its square. */
import { expect, test } from 'vitest'
import { configMap, runFunction } from './run.ts'

const workloads = (count: number): string => {
  const items: string[] = []
  for (let i = 0; i < count; i++) {
    const metadata = `metadata: {name: n${i}, namespace: s${i % 7}, annotations: {config.kubernetes.io/depends-on: /namespaces/s${i % 7}/ConfigMap/same-${i}}}`
    items.push(
      `apiVersion: apps/v1\nkind: Deployment\n${metadata}\nspec:\n  template:\n    spec:\n      containers:\n      - name: c\n        image: nginx:1 # kpt-set: \${image}:\${tag}\n        envFrom: [{configMapRef: {name: same-${i}}}]\n`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: same-${i}, namespace: s${i % 7}}\n`,
    )
  }
  return items.join('---\n')
}

const list = (count: number) => {
  const items = Array.from({ length: count }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `same-${i}`, namespace: `s${i % 7}` },
    data: { k: 'v' },
  }))
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}

const context = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kptfile.kpt.dev}\ndata: {name: p}\n---\n'

test.each([
  ['set-namespace', () => configMap({ namespace: 'x' })],
  ['ensure-name-substring', () => configMap({ prepend: 'p-' })],
  ['set-name-prefix', () => configMap({ oldPrefix: 'same', prefix: 'p' })],
  ['upsert-resource', list],
])('%s', { retry: 3, timeout: 60_000 }, async (name, config) => {
  const time = async (count: number) => {
    const input = context + workloads(count)
    const given = config(count)
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3; i++) {
      const started = performance.now()
      await runFunction(name, given, input)
      best = Math.min(best, performance.now() - started)
    }
    return best
  }
  await time(100)
  const [few, many] = [await time(200), await time(1600)]
  // Eight times as many; their square would be 64 times as much.
  expect(many / few).toBeLessThan(24)
})
