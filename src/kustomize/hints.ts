/** What the author of a kustomization may have meant. */
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
