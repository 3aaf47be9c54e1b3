/** Labels and annotations rewritten as maps of strings, as happens whenever the reference copies an object. */
import { removeField, setField, stringScalar } from '../yaml/edit.ts'
import { DOUBLE, field, MAPPING, Mapping, type Node, PLAIN, SCALAR, Scalar } from '../yaml/node.ts'
import { readsAsText } from './reads-as-text.ts'

/** Every value becomes a string of its text (`null` the word), keys are written bare; what is empty or null goes. */
export function rewriteStringMap(root: Mapping, name: 'labels' | 'annotations'): void {
  const metadata = field(root, 'metadata')
  if (metadata === undefined || metadata.kind !== MAPPING) return
  const map = field(metadata, name)
  if (map === undefined) return
  if (map.kind !== MAPPING || map.keys.length === 0) {
    removeField(metadata, name)
    return
  }
  const text = (node: Node) => (node.kind === SCALAR ? node.value : '')
  setField(
    metadata,
    name,
    new Mapping(
      map.keys.map((key) => new Scalar(text(key))),
      map.values.map((value) => stringScalar(text(value), readsAsText(text(value)) ? PLAIN : DOUBLE)),
    ),
  )
}
