/** The graph for a terminal: what applies what, the levels, the longest way, what is wrong. */
import { harmless } from '../core/harmless.ts'
import { type Branch, drawTree } from '../krm/drawing.ts'
import { extentOf, type FluxGraph, type GraphKustomization } from './graph.ts'

export function graphText(graph: FluxGraph): string {
  const { kustomizations, sources, criticalPath, problems } = graph
  const children = new Map<string | undefined, GraphKustomization[]>()
  const known = new Set(kustomizations.map(({ id }) => id))
  for (const one of kustomizations) {
    const parent = one.parent !== undefined && known.has(one.parent) ? one.parent : undefined
    const others = children.get(parent)
    if (others === undefined) children.set(parent, [one])
    else others.push(one)
  }
  const branch = (one: GraphKustomization): Branch => ({
    label: harmless(labelOf(one)),
    branches: (children.get(one.id) ?? []).map(branch),
  })
  const parts = [(children.get(undefined) ?? []).map((one) => drawTree(branch(one))).join('')]
  if (sources.length > 0) parts.push(`Sources:\n${sources.map((one) => `  ${harmless(sourceText(one))}\n`).join('')}`)
  parts.push(`Levels:\n${levels(kustomizations)}`)
  if (criticalPath.length > 1) parts.push(`Critical path: ${harmless(criticalPath.join(' -> '))}\n`)
  if (problems.length > 0) parts.push(problems.map(({ message }) => `✗ ${harmless(message)}\n`).join(''))
  return parts.join('\n')
}

function labelOf(one: GraphKustomization): string {
  const { id, path, dependsOn, source } = one
  const count = extentOf(one)
  const from = source === undefined ? '' : ` of ${source}`
  const after = dependsOn.length === 0 ? '' : `, depends on ${dependsOn.join(', ')}`
  return id === path ? `${id} (${count})` : `${id} (${path}${from}, ${count}${after})`
}

function sourceText({ id, url, found, appliedBy }: FluxGraph['sources'][number]): string {
  const by = appliedBy.length === 0 ? '' : `, applied by ${appliedBy.join(', ')}`
  return `${id} (${url === '' ? '' : `${url}, `}${found}${by})`
}

function levels(all: readonly GraphKustomization[]): string {
  const byLevel = new Map<number, string[]>()
  for (const { id, level } of all) byLevel.set(level, [...(byLevel.get(level) ?? []), id])
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, ids]) => `  ${level}: ${harmless(ids.join(', '))}\n`)
    .join('')
}
