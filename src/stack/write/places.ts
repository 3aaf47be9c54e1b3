/** Directories and files of a tree, as they are compared: cleaned, without a leading `/`, and without regard to case. */
import { clean, isAbsolute } from '../../core/path.ts'
import { pathKey } from '../layout/directory.ts'

/** A path below the directory that the tree is written to; '' is that directory. */
export function placeOf(path: string): string {
  const cleaned = clean(path)
  if (cleaned === '.') return ''
  return isAbsolute(cleaned) ? cleaned.slice(1) : cleaned
}

/** Equal for two places that one disk may take for the same. */
export function foldedPlace(path: string): string {
  const place = placeOf(path)
  return place === '' ? '' : pathKey(place)
}

export function below(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

/** The directory a place lies in; undefined for the directory of the whole tree. */
export function directoryAbove(place: string): string | undefined {
  if (place === '') return undefined
  const slash = place.lastIndexOf('/')
  return slash < 0 ? '' : place.slice(0, slash)
}

export interface RelativePath {
  path: string
  /** It does not lead out of the base. */
  inside: boolean
}

/** A path seen from a base. Segments are compared exactly; a path rooted on one side only is never inside. */
export function relativePath(base: string, target: string): RelativePath {
  const from = clean(base)
  const to = clean(target)
  if (isAbsolute(from) !== isAbsolute(to)) return { path: to, inside: false }
  const baseParts = segments(from)
  const parts = segments(to)
  let shared = 0
  while (shared < baseParts.length && shared < parts.length && baseParts[shared] === parts[shared]) shared++
  const up = baseParts.slice(shared).map(() => '..')
  return { path: [...up, ...parts.slice(shared)].join('/') || '.', inside: up.length === 0 }
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}
