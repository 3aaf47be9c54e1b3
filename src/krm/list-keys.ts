/** What tells the items of a list apart. */
import { fieldText, MAPPING, type Node } from '../yaml/node.ts'

/** Lists that the Kubernetes API merges by element, and the key. */
const KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  env: 'name',
  volumes: 'name',
  imagePullSecrets: 'name',
  volumeMounts: 'mountPath',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
}

/** The key of an item of the list under `parent`; undefined in lists that have none. */
export function itemKey(item: Node, parent: string): string | undefined {
  const name = Object.hasOwn(KEYS, parent) ? KEYS[parent] : undefined
  return name === undefined || item.kind !== MAPPING ? undefined : fieldText(item, name)
}
