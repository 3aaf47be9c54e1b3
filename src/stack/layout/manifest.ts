/** A tree of directories with what is written into each: the only authority on paths. */
import { join } from '../../core/path.ts'
import type { ManifestLayout } from '../model.ts'

export type {
  ApplicationFileMode,
  ConfigMapGenerator,
  FileNaming,
  FilePer,
  FluxPlacement,
  KustomizationMode,
  LayoutOrigins,
  ManifestLayout,
} from '../model.ts'

/** The directory of a layout: slash-separated, cleaned, without a leading `./`. */
export function fullRepoPath(layout: ManifestLayout): string {
  return join(layout.namespace || 'cluster', layout.name)
}
