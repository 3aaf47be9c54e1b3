/** When the Kustomizations of a tree are applied (flux 12.1). */
import { ToolError } from '../core/error.ts'
import { orderByDependencies } from './depends-on.ts'
import type { TreeKustomization, TreeProblem } from './tree.ts'

/**
 * Gives each its level and returns them by level, otherwise as they stand. Dependencies on each other are a problem, and
 * so is one on something that nothing applies.
 */
export function inApplyOrder(found: readonly TreeKustomization[], problems: TreeProblem[]): TreeKustomization[] {
  const byId = new Map(found.map((one) => [one.id, one]))
  const needs = (one: TreeKustomization): string[] => {
    const { dependsOn } = one.kustomization.spec
    const namespace = one.kustomization.metadata.namespace
    const ids = dependsOn.map((dependency) => `${dependency.namespace || namespace}/${dependency.name}`)
    return one.parent === undefined ? ids : [one.parent, ...ids]
  }
  for (const one of found) {
    for (const id of needs(one)) {
      if (byId.has(id)) continue
      const message = `${one.id} depends on ${id}, which nothing here applies: it would never be reconciled`
      problems.push({ severity: 'warning', code: 'DEPENDENCY', message, at: [], about: `Kustomization/${one.id}` })
    }
  }
  for (const id of ordered(found, needs, problems)) {
    const one = byId.get(id)
    if (one !== undefined) one.level = 1 + Math.max(-1, ...needs(one).map((before) => byId.get(before)?.level ?? -1))
  }
  return [...found].sort((a, b) => a.level - b.level)
}

function ordered(
  found: readonly TreeKustomization[],
  needs: (one: TreeKustomization) => string[],
  problems: TreeProblem[],
): string[] {
  // An id may hold more than one slash: it is taken as a name of no namespace would be.
  const dependents = found.map((one) => ({ ...splitId(one.id), dependsOn: needs(one).map(splitId) }))
  try {
    return orderByDependencies(dependents)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    problems.push({ ...error.toDiagnostic(), about: '' })
    return found.map(({ id }) => id)
  }
}

function splitId(id: string): { namespace: string; name: string } {
  const slash = id.lastIndexOf('/')
  return { namespace: id.slice(0, slash), name: id.slice(slash + 1) }
}
