/** One kustomization, found and read. */
import { rephrase, ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import type { Mapping } from '../yaml/node.ts'
import type { BuildContext } from './context.ts'
import { decodeKustomization } from './decode.ts'
import { checkKustomization, fixKustomization } from './fix.ts'
import { severalKustomizations } from './load-problems.ts'
import type { Loader } from './loader.ts'
import type { OriginBase } from './origin.ts'
import type { Kustomization } from './types.ts'

export const FILE_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const

export interface Target {
  loader: Loader
  kustomization: Kustomization
  /** Name of the kustomization file in the loader's root. */
  fileName: string
  /** Absolute path of the kustomization file, for messages. */
  file: string
  origin: OriginBase
}

/** A kustomization file that need not be read: its text would give this tree. */
export interface KnownFile {
  source: Source
  root: Mapping
}

/** Finds, reads and checks the kustomization file of a folder; its warnings go to the log. */
export async function openTarget(
  loader: Loader,
  origin: OriginBase,
  context: BuildContext,
  known?: KnownFile,
): Promise<Target> {
  const fileName = await findFile(loader)
  context.entered(loader.root)
  try {
    const source = known?.source ?? (await loader.readSource(fileName))
    const { kustomization, warnings } = decodeKustomization(source, known?.root)
    context.accept?.(kustomization)
    for (const warning of warnings) context.log?.emit(warning)
    fixKustomization(kustomization)
    checkKustomization(kustomization, loader.root)
    loader.namespace = kustomization.namespace
    return { loader, kustomization, fileName, file: source.path, origin }
  } catch (error) {
    if (error instanceof ToolError && error.code === 'YAML_SYNTAX') {
      throw rephrase(`invalid Kustomization: ${error.message}`, error)
    }
    throw error
  }
}

async function findFile(loader: Loader): Promise<string> {
  const found: string[] = []
  for (const name of FILE_NAMES) if (await loader.has(name)) found.push(name)
  const [first] = found
  if (first === undefined) {
    const { noKustomization } = await import('./hints.ts')
    throw await noKustomization(loader)
  }
  if (found.length > 1) throw severalKustomizations(loader.root, found)
  return first
}
