/** Labels and annotations: sets keys in the mappings that field specs lead to (build 5.4, 5.5). */
import type { Trace } from '../../core/trace.ts'
import { setField, setTag, setText, setValueAt, stringScalar } from '../../yaml/edit.ts'
import { DOUBLE, indexOfField, MAPPING, type Mapping, type Node, PLAIN, SCALAR, type Scalar } from '../../yaml/node.ts'
import { type SpecTable, walk } from '../fieldspec.ts'
import { readsAsText } from '../reads-as-text.ts'
import type { Resource } from '../resource.ts'
import { wrongNodeKind } from '../wrong-kind.ts'

export type Pairs = readonly (readonly [key: string, value: string])[]

/** Sets every pair wherever the specs for this object's kind lead. */
export function setEntries(resource: Resource, pairs: Pairs, specs: SpecTable, trace?: Trace): void {
  if (pairs.length === 0) return
  // The reference puts one node wherever a key is new, so a later change at one place shows at all of them.
  const made = pairs.map(([, value]) => stringScalar(value))
  resource.sharesNodes = true
  for (const spec of specs.for(resource.id)) {
    walk(
      resource,
      spec,
      'mapping',
      (node) => {
        const map = requireMapping(node)
        pairs.forEach(([key], i) => {
          setShared(map, key, made[i] as Scalar, trace)
        })
      },
      trace,
    )
  }
}

/**
 * Sets a string field. A new key shares the node, in quotes where YAML 1.1 would take it for something else; an existing
 * value is changed in place and lends the node its style.
 */
function setShared(map: Mapping, key: string, made: Scalar, trace: Trace | undefined): void {
  const i = indexOfField(map, key)
  if (i < 0) {
    if (made.style === PLAIN && !readsAsText(made.value)) made.style = DOUBLE
    return setField(map, key, made, trace)
  }
  const old = map.values[i] as Node
  if (old.kind !== SCALAR) return setValueAt(map, i, stringScalar(made.value), trace)
  made.style = old.style
  setTag(old, '!!str')
  setText(old, made.value, trace)
}

function requireMapping(node: Node): Mapping {
  if (node.kind === MAPPING) return node
  throw wrongNodeKind(MAPPING, node)
}
