/** What a Kustomization's spec changes in the kustomization file of its path, as one more layer of it (flux 4). */
import { fail } from '../core/error.ts'
import type { FileSystem } from '../core/host.ts'
import { join } from '../core/path.ts'
import type { ImageEntry, Kustomization } from '../kustomize/types.ts'
import type { FluxKustomization } from './kustomization.ts'

type Spec = FluxKustomization['spec']

export async function mergeSpec(k: Kustomization, spec: Spec, fs: FileSystem, folder: string): Promise<void> {
  if (spec.targetNamespace !== '') k.namespace = spec.targetNamespace
  if (spec.namePrefix !== '') k.namePrefix = spec.namePrefix
  if (spec.nameSuffix !== '') k.nameSuffix = spec.nameSuffix
  for (const { patch, target } of spec.patches) {
    k.patches.push(target === undefined ? { path: '', patch } : { path: '', patch, target })
  }
  for (const image of spec.images) mergeImage(k.images, image)
  for (const component of spec.components) {
    if (!isLocal(component))
      throw fail('COMPONENT_NOT_LOCAL', `component path '${component}' must be local and relative`)
    if (spec.ignoreMissingComponents && (await fs.stat(join(folder, component))) === undefined) continue
    k.components.push(component)
  }
  if (spec.buildMetadata.length > 0) k.buildMetadata = [...spec.buildMetadata]
}

/** Tag and digest are one unit: a new tag takes an old digest away. */
function mergeImage(images: ImageEntry[], { name, newName, newTag, digest }: Spec['images'][number]): void {
  const found = images.find((one) => one.name === name)
  if (found === undefined) {
    images.push({ name, newName, newTag, digest, tagSuffix: '' })
    return
  }
  if (newName !== '') found.newName = newName
  if (newTag === '' && digest === '') return
  found.newTag = newTag
  found.digest = digest
}

/** What begins like the address of another machine or repository. */
const REMOTE = /^(?:\/|file:\/\/\/|git::|gh:|ssh:\/\/|https?:\/\/|git@|github\.com[:/])/i

function isLocal(path: string): boolean {
  return !REMOTE.test(path)
}
