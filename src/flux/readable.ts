/** What reading the objects of a build back stumbles over (flux 9). */
import { fail } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { toJson } from '../yaml/json.ts'
import { field, MAPPING, SEQUENCE } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { type FluxObject, idOf, printObject, shownId } from './object.ts'

export const QUOTES_HINT = 'put quotes around what looks like a number'

/**
 * Holds an object against what it is read back with. An item that is no object would be handed to the cluster, which refuses it.
 *
 * @throws ToolError with the reference's message for one without a kind, and for a list of other things than objects
 */
export function refuseUnreadable(object: FluxObject): void {
  const { root } = object
  const at = object.at === undefined ? [] : [object.at]
  const id = idOf(object)
  if (id.kind === '') {
    const json = toJson(readYaml11(new Source('', printObject(object))) ?? root)
    const message = `error unmarshaling JSON: while decoding JSON: Object 'Kind' is missing in '${json}'`
    throw fail('NOT_AN_OBJECT', message, { at, hint: QUOTES_HINT })
  }
  const items = field(root, 'items')
  if (items?.kind !== SEQUENCE) return
  for (const [i, item] of items.items.entries()) {
    if (item.kind !== MAPPING)
      throw fail('NOT_AN_OBJECT', 'items member is not an object: map[string]interface {}', { at })
    const { apiVersion, kind, name } = idOf({ ...object, root: item, id: undefined })
    if (apiVersion !== '' && kind !== '' && name !== '') continue
    const message = `item ${i} of ${shownId(id)} is no object: its apiVersion, kind and name have to be texts`
    throw fail('NOT_AN_OBJECT', message, { at, hint: QUOTES_HINT })
  }
}
