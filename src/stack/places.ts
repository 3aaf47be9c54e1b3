/** Where a part of the model was written: errors about it point there. */
import type { Location } from '../core/source.ts'

const PLACE = Symbol('place')

type Place = (...path: PropertyKey[]) => Location

/** Notes where a node, bundle or application was read from. Copies made with `{...item}` keep it. */
export function setPlace(item: object, place: Place): void {
  Object.defineProperty(item, PLACE, { value: place, enumerable: true, configurable: true })
}

/** Where the item, or a field of it, stands; nothing for one that was made in code. */
export function placeOf(item: object, ...path: PropertyKey[]): Location[] {
  const place = (item as { [PLACE]?: Place })[PLACE]
  return place === undefined ? [] : [place(...path)]
}
