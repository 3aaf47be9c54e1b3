/** Clusters that come from code: whether they have the shape of the model, before anything relies on it. */
import { type Diagnostic, fail, ToolError } from '../core/error.ts'
import { pathText, shapeMistakes } from './cluster-file.ts'
import { layoutRules, modelSchemas } from './cluster-schema.ts'
import type { LayoutRules } from './layout/rules.ts'
import type { Application, Bundle, Cluster, ClusterNode } from './model.ts'

/**
 * A value as a cluster, with all that is wrong with its fields at once: unknown ones, wrong types, each named by its path.
 *
 * @throws ToolError with code MODEL
 * @example checkModel({ name: 'demo', node: { name: 'apps' } }) // the same cluster
 */
export function checkModel(value: unknown): Cluster {
  const check = new ModelCheck()
  try {
    check.cluster(value)
  } catch (error) {
    // A getter of the value.
    throw error instanceof ToolError ? error : fail('MODEL', error instanceof Error ? error.message : String(error))
  }
  throwFirst(check.mistakes)
  return value as Cluster
}

/** The same for the rules of its layout. */
export function checkModelRules(value: unknown): LayoutRules {
  throwFirst(shapeMistakes(layoutRules, defined(value), ['layout']))
  return value as LayoutRules
}

function throwFirst([first, ...also]: Diagnostic[]): void {
  if (first !== undefined) throw fail('MODEL', first.message, { hint: first.hint, also })
}

type Part = keyof typeof modelSchemas
type Path = readonly PropertyKey[]

interface Found {
  part: Part
  value: unknown
  path: Path
}

class ModelCheck {
  readonly mistakes: Diagnostic[] = []
  /** Cycles, and what is met twice, are for the validation of the cluster. */
  private readonly seen = new Set<unknown>()
  private readonly waiting: Found[] = []
  /** Dependencies come last: most of them are parts of the tree, and are named by their place in it. */
  private readonly dependencies: Found[] = []

  cluster(value: unknown): void {
    this.waiting.push({ part: 'cluster', value, path: [] })
    for (const found of this.waiting) this.check(found)
    for (const found of this.dependencies) {
      this.check(found)
      for (const inner of this.waiting.splice(0)) this.dependencies.push(inner)
    }
  }

  private check({ part, value, path }: Found): void {
    if (this.seen.has(value)) return
    this.seen.add(value)
    this.mistakes.push(...shapeMistakes(modelSchemas[part], defined(value), path))
    if (typeof value !== 'object' || value === null) return
    if (part === 'application') this.application(value as Application, path)
    else if (part === 'bundle') this.bundle(value as Bundle, path)
    else this.node(value as Cluster & ClusterNode, path)
  }

  private node({ node, bundle, children, dependsOn }: Cluster & ClusterNode, path: Path): void {
    if (node !== undefined) this.waiting.push({ part: 'node', value: node, path: [...path, 'node'] })
    if (bundle !== undefined) this.waiting.push({ part: 'bundle', value: bundle, path: [...path, 'bundle'] })
    this.each('node', children, [...path, 'children'], this.waiting)
    this.each('node', dependsOn, [...path, 'dependsOn'], this.dependencies)
  }

  private bundle({ applications, children, dependsOn }: Bundle, path: Path): void {
    this.each('application', applications, [...path, 'applications'], this.waiting)
    this.each('bundle', children, [...path, 'children'], this.waiting)
    this.each('bundle', dependsOn, [...path, 'dependsOn'], this.dependencies)
  }

  private application({ config }: Application, path: Path): void {
    if (typeof config?.generate !== 'function')
      this.mistake(
        [...path, 'config'],
        'has no function generate',
        'defineCluster and loadCluster make configs of objects and files',
      )
  }

  private each(part: Part, list: unknown, path: Path, into: Found[]): void {
    if (list === undefined) return
    if (!Array.isArray(list)) this.mistake(path, 'is no list')
    else for (const [i, value] of list.entries()) into.push({ part, value, path: [...path, i] })
  }

  private mistake(path: Path, problem: string, hint?: string): void {
    const message = `${pathText(path)}: ${problem}`
    this.mistakes.push({ severity: 'error', code: 'MODEL', message, at: [], ...(hint && { hint }) })
  }
}

/** In code a field that is undefined is one that is not there. */
function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined))
}
