/** W-09: extra files of a layout, their names and what they would take the place of. */
import { goQuote } from '../../core/text.ts'
import { below, directoryAbove, foldedPlace, relativePath } from './places.ts'
import type { PlannedLayout } from './plan.ts'
import { isControlFile, writeFailed } from './refusal.ts'

const NAME = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

export function checkExtraFiles(one: PlannedLayout): void {
  const extraFiles = one.layout.extraFiles ?? []
  if (extraFiles.length === 0) return
  const generated = new Map(one.files.map(({ name, place }) => [foldedPlace(place), name]))
  const children = childPlaces(one)
  const extras = new Map<string, string>()
  const refuse = (name: string, reason: string) =>
    writeFailed('EXTRA_FILE', below(one.directory, name), `extra file ${goQuote(name)} ${reason}`)
  for (const { name } of extraFiles) {
    if (!NAME.test(name) || name.split('/').some((part) => part === '.' || part === '..')) {
      throw refuse(
        name,
        'must be a relative path of segments of A-Z, a-z, 0-9, ".", "_" and "-", none of them "." or ".."',
      )
    }
    const place = foldedPlace(below(one.directory, name))
    const twin = extras.get(place)
    if (twin !== undefined) throw refuse(name, `is listed twice, as ${goQuote(twin)} before`)
    const file = generated.get(place)
    if (file !== undefined) throw refuse(name, `would replace the generated resource file ${goQuote(file)}`)
    if (isControlFile(name)) throw refuse(name, `would replace a kustomize control file of the directory`)
    const used = aboveIn(generated, place, one.directory)
    if (used !== undefined) throw refuse(name, `would use the generated resource file ${goQuote(used)} as a directory`)
    const [first = '', ...rest] = name.split('/')
    if (rest.length > 0 && isControlFile(first)) {
      throw refuse(name, `would use a kustomize control file of the directory, ${goQuote(first)}, as a directory`)
    }
    const taken = children.at(place) ?? children.above(place)
    if (taken !== undefined) throw refuse(name, taken)
    extras.set(place, name)
  }
  for (const [place, name] of extras) {
    const other = aboveIn(extras, place, one.directory)
    if (other !== undefined) throw refuse(name, `would sit beneath the extra file ${goQuote(other)}`)
  }
}

/** What stands at a directory above a place and below the directory of the layout. */
function aboveIn<T>(places: ReadonlyMap<string, T>, place: string, directory: string): T | undefined {
  const top = foldedPlace(directory)
  for (let at = directoryAbove(place); at !== undefined && at !== top; at = directoryAbove(at)) {
    const found = places.get(at)
    if (found !== undefined) return found
  }
  return undefined
}

interface ChildPlaces {
  /** Why a file cannot be at a place: something is there, or below it. */
  at(place: string): string | undefined
  /** The same for what is above it. */
  above(place: string): string | undefined
}

function childPlaces(one: PlannedLayout): ChildPlaces {
  const top = foldedPlace(one.directory)
  const directories = new Map<string, string>()
  const files = new Map<string, string>()
  /** Directories that something needs, with the first place in path order that does. */
  const needed = new Map<string, { place: string; reason: string }>()
  const need = (place: string, from: string | undefined, reason: string) => {
    for (let at = from; at !== undefined && at !== top && isBelow(at, top); at = directoryAbove(at)) {
      const known = needed.get(at)
      if (known === undefined || place < known.place) needed.set(at, { place, reason })
    }
  }
  for (const child of one.children) {
    const { name } = child.layout
    const [file] = child.files
    if (!child.isSingle) {
      const place = foldedPlace(child.path)
      if (!isBelow(place, top)) continue
      const reason = `would take the directory of child layout ${goQuote(name)}`
      directories.set(place, reason)
      need(place, directoryAbove(place), reason)
    } else if (file === undefined) {
      const place = foldedPlace(child.directory)
      need(place, place, `would take a directory that child layout ${goQuote(name)} needs`)
    } else {
      const place = foldedPlace(file.place)
      if (!isBelow(place, top)) continue
      const seen = goQuote(relativePath(one.directory, file.place).path)
      files.set(place, seen)
      need(place, directoryAbove(place), `would take a directory that the child file ${seen} needs`)
    }
  }
  return {
    at(place) {
      const file = files.get(place)
      if (file !== undefined) return `would replace the child file ${file}`
      return directories.get(place) ?? needed.get(place)?.reason
    },
    above(place) {
      const directory = aboveIn(directories, place, one.directory)
      if (directory !== undefined) return directory
      const file = aboveIn(files, place, one.directory)
      return file === undefined ? undefined : `would use the child file ${file} as a directory`
    },
  }
}

function isBelow(place: string, directory: string): boolean {
  return directory === '' ? place !== '' : place.startsWith(`${directory}/`)
}
