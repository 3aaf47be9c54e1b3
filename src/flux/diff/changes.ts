/** Which paths differ between two states of one folder. */
import { compareBytes } from '../../core/text.ts'

export class Changes {
  private readonly paths: readonly string[]
  /** What is ignored differs: every folder may. */
  readonly hasIgnoreFile: boolean

  /** Absolute paths of files, links, and folders of which more is not known. */
  constructor(paths: Iterable<string>) {
    this.paths = [...new Set(paths)].sort(compareBytes)
    this.hasIgnoreFile = this.paths.some((path) => path.endsWith('/.sourceignore'))
  }

  /** Something at the path, below it, or in the place of a folder that it is in. */
  touches(path: string): boolean {
    if (this.has(path)) return true
    const below = this.paths[this.firstFrom(`${path}/`)]
    if (below?.startsWith(`${path}/`)) return true
    return this.isBelowOne(path)
  }

  private isBelowOne(path: string): boolean {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (this.has(path.slice(0, at))) return true
    }
    return false
  }

  private has(path: string): boolean {
    return this.paths[this.firstFrom(path)] === path
  }

  private firstFrom(path: string): number {
    let low = 0
    let high = this.paths.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareBytes(this.paths[middle] as string, path) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
