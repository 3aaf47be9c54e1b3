/** What the author of a kustomization may have meant. */
import { fail, type ToolError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import { dirname, isAbsolute, join } from '../core/path.ts'
import type { Loader } from './loader.ts'

/** The file or folder beside a missing one whose name is nearly the same. */
export async function fileHint(loader: Loader, entry: string): Promise<string | undefined> {
  if (entry === '' || isAbsolute(entry)) return undefined
  const folder = dirname(join(loader.root, entry))
  const names = await loader.fs.list(folder).then(
    (entries) => entries.map(({ name }) => name),
    () => [],
  )
  const slash = entry.lastIndexOf('/')
  const name = entry.slice(slash + 1)
  const close = nearest(name, names)
  return close === undefined ? undefined : `did you mean ${JSON.stringify(entry.slice(0, slash + 1) + close)}?`
}

/** A folder has no kustomization file; one whose name is nearly right may have been meant. */
export async function noKustomization(loader: Loader): Promise<ToolError> {
  const entries = await loader.fs.list(loader.root).catch(() => [])
  const isRight = (name: string) => /^(kustomization\.ya?ml|Kustomization)$/.test(name)
  const close = entries.find(({ name }) => /^kustomi[sz]ation(\.ya?ml)?$/i.test(name) && !isRight(name))
  return fail(
    'NO_KUSTOMIZATION',
    `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${loader.root}'`,
    { hint: close === undefined ? undefined : `rename ${close.name} to kustomization.yaml` },
  )
}
