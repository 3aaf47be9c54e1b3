/** Names of object files (layout §6.1). They are written as they come out: nothing is replaced or shortened. */
import type { FileNaming, FilePer } from '../layout/manifest.ts'

/** What a file name is made of: the namespace of an object or `cluster`, and its kind in lower case. */
export interface FileNameParts {
  namespace: string
  kind: string
  name: string
}

/**
 * The name of the file an object goes to.
 *
 * @example
 * manifestFileName({ namespace: 'shop', kind: 'deployment', name: 'web' }, 'default', 'resource')
 * // shop-deployment-web.yaml
 */
export function manifestFileName({ namespace, kind, name }: FileNameParts, naming: FileNaming, per: FilePer): string {
  if (naming === 'kind-name') return per === 'kind' ? `${kind}.yaml` : `${kind}-${name}.yaml`
  const stem = `${namespace}-${kind.toLowerCase()}`
  return per === 'kind' ? `${stem}.yaml` : `${stem}-${name}.yaml`
}
