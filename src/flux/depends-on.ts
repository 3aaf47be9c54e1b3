/** The order in which Kustomizations come that depend on each other (flux 12.1). */
import { fail } from '../core/error.ts'

export interface Dependent {
  name: string
  namespace: string
  /** A namespace that is left out is the dependent's own. */
  dependsOn: readonly { name: string; namespace?: string | undefined }[]
}

/**
 * `namespace/name` of all, what each depends on before it, otherwise as they stand. Names that nothing is called come too.
 *
 * ```ts
 * const namespace = 'flux-system'
 * orderByDependencies([
 *   { name: 'apps', namespace, dependsOn: [{ name: 'infra' }] },
 *   { name: 'infra', namespace, dependsOn: [] },
 * ]) // ['flux-system/infra', 'flux-system/apps']
 * ```
 *
 * @throws ToolError with code DEPENDENCY_CYCLE that names the way
 */
export function orderByDependencies(dependents: readonly Dependent[]): string[] {
  const dependencies = new Map(
    dependents.map(({ name, namespace, dependsOn }) => [
      `${namespace}/${name}`,
      dependsOn.map((one) => `${one.namespace || namespace}/${one.name}`),
    ]),
  )
  const done = new Set<string>()
  for (const start of dependencies.keys()) visit(start, dependencies, done)
  return [...done]
}

/** Without recursion: chains may be longer than the stack is deep. */
function visit(start: string, dependencies: ReadonlyMap<string, readonly string[]>, done: Set<string>): void {
  const path = new Map<string, number>([[start, 0]])
  const open = [start]
  while (open.length > 0) {
    const current = open.at(-1) as string
    const at = path.get(current) as number
    const next = done.has(current) ? undefined : dependencies.get(current)?.[at]
    if (next === undefined) {
      done.add(current)
      path.delete(current)
      open.pop()
      continue
    }
    path.set(current, at + 1)
    if (done.has(next)) continue
    if (path.has(next)) throw fail('DEPENDENCY_CYCLE', `circular dependency detected: ${[...open, next].join(' -> ')}`)
    path.set(next, 0)
    open.push(next)
  }
}
