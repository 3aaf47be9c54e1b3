/** Trees as archives: the same tree always gives the same bytes. */
import { packTar } from 'modern-tar'
import { encodeUtf8 } from '../../core/text.ts'
import type { ManifestLayout } from '../layout/manifest.ts'
import { type LayoutFile, layoutFiles } from './files.ts'

/**
 * A tree as a USTAR archive, with the files that `writeToDisk` writes: no times, no owners. Paths that USTAR has no room for
 * come with a PAX header.
 *
 * @example await writeFile('platform.tar', await writeToTar(layout))
 *
 * @throws ToolError when the tree cannot be written
 */
export async function writeToTar(layout: ManifestLayout): Promise<Uint8Array> {
  return tarOf(layoutFiles(layout))
}

/** Files that {@link layoutFiles} made as an archive. */
export function tarOf(files: readonly LayoutFile[]): Promise<Uint8Array> {
  return packTar(
    files.map(({ path, directory, content }) => {
      const name = directory ? `${path}/` : path
      const body = encodeUtf8(content)
      const owner = { mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '' }
      return directory
        ? { header: { ...owner, name, type: 'directory' as const, mode: 0o755, size: 0 } }
        : { header: { ...owner, name, type: 'file' as const, mode: 0o644, size: body.length }, body }
    }),
  )
}
