/** The entry of Argo CD: its Applications, and the tree with them. */
import { createLayoutWithResources, generateFromCluster } from '../../../src/argocd/engine.ts'
import type { Entry } from './cases.ts'

export const argocdEntries: Record<string, Entry> = {
  argocd({ built, rules }) {
    const objects = generateFromCluster(built.cluster, rules)
    return { objects, tree: createLayoutWithResources(built.cluster, rules) }
  },
}
