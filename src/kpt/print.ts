/** Lists of resources on standard output. */
import { printResourceList } from '../krm/functions.ts'
import { BARE_LIST_KEY } from '../krm/package-files.ts'
import { annotation, LIST_INDENT, removePlaceAnnotations } from '../krm/path-annotations.ts'
import { emitKept } from '../yaml/emit.ts'
import { field, type Mapping, type Node, SEQUENCE } from '../yaml/node.ts'

/** One ResourceList. */
export function printAll(items: readonly Mapping[], config?: Node): string {
  return printResourceList(items, config)
}

/** Documents without the annotations of their places, each with its lists indented as they were. */
export function printUnwrapped(items: readonly Mapping[]): string {
  return items
    .map((item) => {
      const wideLists = annotation(item, LIST_INDENT) === 'wide'
      removePlaceAnnotations(item)
      const list = field(item, BARE_LIST_KEY)
      return emitKept(list?.kind === SEQUENCE ? list : item, { wideLists })
    })
    .join('---\n')
}
