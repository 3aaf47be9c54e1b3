import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'

/** `v1 ConfigMap default/a`, or `v1 Namespace a`. */
export function object(text: string): KubernetesObject {
  const [apiVersion = '', kind = '', path = ''] = text.split(' ')
  const slash = path.indexOf('/')
  const metadata = slash < 0 ? { name: path } : { namespace: path.slice(0, slash), name: path.slice(slash + 1) }
  return { apiVersion, kind, metadata }
}

type Settings = Partial<Omit<ManifestLayout, 'name' | 'namespace' | 'resources' | 'children'>>

/** A layout at a path, with the layouts below it. */
export function layout(
  path: string,
  resources: string[] = [],
  settings: Settings = {},
  children: ManifestLayout[] = [],
): ManifestLayout {
  const slash = path.lastIndexOf('/')
  return {
    name: path.slice(slash + 1),
    namespace: slash < 0 ? '.' : path.slice(0, slash),
    resources: resources.map(object),
    children,
    ...settings,
  }
}
