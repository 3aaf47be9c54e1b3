/** Where the top of a walked tree is: what the bootstrap points Flux at. */
import { fail } from '../../core/error.ts'
import { basename, dirname } from '../../core/path.ts'
import type { ClusterNode } from '../model.ts'
import { directoryNameProblem } from '../validate/names.ts'
import type { LayoutRules } from './rules.ts'
import { clusterDirectory, validateLayoutRules } from './validate-rules.ts'

/** The directory of a tree whose root node has no name, without a cluster name. */
export const UNNAMED_TOP = 'cluster'

/**
 * The top directory of the tree that {@link walkCluster} makes by these rules, relative and cleaned.
 *
 * @throws ToolError for invalid rules, or a root node that no directory can be named after
 * @example topDirectory({ name: 'prod' }, { clusterName: 'clusters/eu' }) // 'clusters/eu'
 */
export function topDirectory(root: ClusterNode | undefined, rules: LayoutRules): string {
  validateLayoutRules(rules)
  const above = clusterDirectory(rules)
  if (above !== undefined) return above.replace(/^\//, '') || '.'
  if (!root) return '.'
  if (!root.name) return UNNAMED_TOP
  const problem = directoryNameProblem(root.name)
  if (problem !== undefined) {
    throw fail('NODE_NAME_INVALID', `validation failed for Node '${root.name}' field 'name': ${problem}`)
  }
  return root.name
}

/** `Namespace` and `Name` of the root node's layout, and of the wrapper above it where there is one. */
export function topPlaces(root: ClusterNode, rules: LayoutRules): { root: Place; wrapper?: Place } {
  const above = clusterDirectory(rules)
  if (above === undefined) {
    return { root: root.name ? { namespace: '.', name: root.name } : { namespace: UNNAMED_TOP, name: '' } }
  }
  const wrapper = { namespace: above, name: '' }
  if (!root.name) return { root: wrapper }
  // The last segment is the root node already: one directory, not two of one name.
  if (basename(above) === root.name) return { root: { namespace: dirname(above), name: root.name } }
  return { root: { namespace: above, name: root.name }, wrapper }
}

interface Place {
  namespace: string
  name: string
}
