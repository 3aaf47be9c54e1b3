/** Lists of resources on standard output. */
import { printResourceList } from '../krm/functions.ts'
import { BARE_LIST_KEY, type PackageDocument } from '../krm/package-files.ts'
import { annotation, LIST_INDENT, removePlaceAnnotations } from '../krm/path-annotations.ts'
import { emitKept } from '../yaml/emit.ts'
import { Document, field, type Mapping, type Node, SEQUENCE } from '../yaml/node.ts'
import { readInput } from './input.ts'

/** One ResourceList. */
export function printAll(items: readonly Mapping[], config?: Node): string {
  return printResourceList(items, config)
}

/** As the reference passes resources on to what writes them elsewhere: in a list, in which comments between them are lost. */
export function passedOn(items: readonly Mapping[]): Mapping[] {
  return readInput(printAll(items)).items
}

/**
 * Documents without the annotations of their places, each with its lists indented as they were, and with the comments
 * around it where `origins` tells them.
 */
export function printUnwrapped(
  items: readonly Mapping[],
  origins: ReadonlyMap<Mapping, PackageDocument> = new Map(),
): string {
  return items
    .map((item) => {
      const wideLists = annotation(item, LIST_INDENT) === 'wide'
      removePlaceAnnotations(item)
      const list = field(item, BARE_LIST_KEY)
      const printed = new Document(list?.kind === SEQUENCE ? list : item)
      const { head = '', foot = '' } = origins.get(item)?.document ?? {}
      printed.head = head
      printed.foot = foot
      return emitKept(printed, { wideLists })
    })
    .join('---\n')
}
