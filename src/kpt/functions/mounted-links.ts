/** Folders that a program reads by itself, and the links in them. */
import { fail } from '../../core/error.ts'
import { FileError, type FileSystem } from '../../core/host.ts'
import { isWithin, join } from '../../core/path.ts'

const MOST_ENTRIES = 100_000

/** A program follows links, and in a container these would not lead out of what is mounted. */
export async function checkLinks(folder: string, root: string, fs: FileSystem | undefined): Promise<void> {
  const open = [folder]
  let entries = 0
  for (let at = open.pop(); at !== undefined && fs !== undefined; at = open.pop()) {
    for (const { name, type } of await fs.list(at)) {
      if (++entries > MOST_ENTRIES) throw fail('TOO_LARGE', `${folder} has more than ${MOST_ENTRIES} files`)
      const path = join(at, name)
      if (type === 'directory') open.push(path)
      else if (type === 'link' && !isWithin(await realOf(path, fs), root)) {
        throw fail('LINK_OUTSIDE', `${path} is a link to something outside of what is mounted`)
      }
    }
  }
}

async function realOf(path: string, fs: FileSystem): Promise<string> {
  try {
    return await fs.real(path)
  } catch (error) {
    // What leads nowhere leads nobody out.
    if (error instanceof FileError) return path
    throw error
  }
}
