/** What an augmenter, which is code of a user, may have left of a layout. */
import type { ManifestLayout } from './manifest.ts'

/** Why a layout and those below it are no tree of layouts; undefined when they are one. */
export function layoutProblem(layout: ManifestLayout, above = new Set<unknown>()): string | undefined {
  const { name, namespace, resources, children, extraFiles = [], configMapGenerators = [] } = layout
  if (typeof name !== 'string' || typeof namespace !== 'string') return 'left a layout without name or namespace'
  if (!areObjects(resources)) return 'left resources that are no list of objects'
  if (!areObjects(children)) return 'left children that are no list of layouts'
  const areFiles = areObjects(extraFiles) && extraFiles.every((one) => isText(one.name) && isText(one.content))
  if (!areFiles) return 'left extraFiles that are no list of names and contents'
  const areNamed = areObjects(configMapGenerators) && configMapGenerators.every((one) => isText(one.name))
  if (!areNamed) return 'left configMapGenerators that are no list of generators'
  if (above.has(layout)) return `put the layout ${JSON.stringify(name)} below itself`
  above.add(layout)
  for (const child of children) {
    const problem = layoutProblem(child, above)
    if (problem !== undefined) return problem
  }
  above.delete(layout)
  return undefined
}

function areObjects(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
