/** Units that wait for each other. */
import { fail } from '../../core/error.ts'

/**
 * Refuses units that depend on each other in a circle, naming them in its order.
 *
 * @example checkUnitCycles(new Map([['web', ['db']], ['db', []]]))
 */
export function checkUnitCycles(dependencies: ReadonlyMap<string, string[]>): void {
  const done = new Set<string>()
  for (const start of dependencies.keys()) {
    const chain: { name: string; next: number }[] = [{ name: start, next: 0 }]
    const open = new Set([start])
    while (chain.length > 0 && !done.has(start)) {
      const last = chain[chain.length - 1] as { name: string; next: number }
      const name = dependencies.get(last.name)?.[last.next++]
      if (name === undefined) {
        done.add(last.name)
        open.delete(last.name)
        chain.pop()
      } else if (open.has(name)) {
        const names = chain.map((entry) => entry.name)
        const circle = [...names.slice(names.indexOf(name)), name].join(' -> ')
        throw fail('UNIT_CYCLE', `dependency cycle between reconciliation units: ${circle}`, {
          hint: 'bundles in one directory share one Kustomization; take one of the dependencies away',
        })
      } else if (!done.has(name)) {
        chain.push({ name, next: 0 })
        open.add(name)
      }
    }
  }
}
