/** Where objects come from: the bookkeeping behind the origin and transformations annotations (build 3.6). */
import { join } from '../core/path.ts'
import { apiVersionOf } from '../krm/gvk.ts'
import type { Origin, Resource } from '../krm/resource.ts'
import { rewriteStringMap } from '../krm/string-maps.ts'
import { isRepository } from './elsewhere.ts'
import { repositoryOrigin } from './git-url.ts'

/** The folder of a kustomization as origins name it: relative to the top one. */
export interface OriginBase {
  path: string
  repo?: string
  ref?: string
}

/** The origin of a file, or the base of what a folder's kustomization names. A remote entry starts anew. */
export function originOf(base: OriginBase, entry: string): OriginBase {
  if (isRepository(entry)) return repositoryOrigin(entry)
  return { ...base, path: join(base.path, entry) }
}

/** The origin of what a builtin generator or transformer made. */
export function builtinOrigin(base: OriginBase, fileName: string, kind: string): Origin {
  return {
    ...(base.repo === undefined ? {} : { repo: base.repo }),
    ...(base.ref === undefined ? {} : { ref: base.ref }),
    configuredIn: join(base.path, fileName),
    configuredBy: { apiVersion: 'builtin', kind },
  }
}

/** The origin of what a plugin file's generator or transformer made. */
export function pluginOrigin(config: Resource): Origin {
  const { id } = config
  const { path, ...repository } = config.origin ?? {}
  const configuredBy: NonNullable<Origin['configuredBy']> = {
    apiVersion: apiVersionOf(id),
    kind: id.kind,
    name: id.name,
    namespace: id.namespace,
  }
  return { ...repository, ...(path === undefined ? {} : { configuredIn: path }), configuredBy }
}

/**
 * Notes that a transformer ran over these objects; those without an origin are taken as made by it. The reference notes it
 * in the annotations, which are made anew and so share no value with other places any more.
 */
export function noteTransformation(resources: readonly Resource[], origin: Origin): void {
  for (const resource of resources) {
    if (resource.origin === undefined) resource.origin = origin
    else resource.transformations.push(origin)
    rewriteStringMap(resource.root, 'annotations')
  }
}
