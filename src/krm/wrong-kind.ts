/** What is said of a node that is not of the kind a place wants. */
import { fail, type ToolError } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import { emitKept } from '../yaml/emit.ts'
import { MAPPING, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'

const NAMES = { [SCALAR]: 'ScalarNode', [SEQUENCE]: 'SequenceNode', [MAPPING]: 'MappingNode', 4: 'AliasNode' } as const

/** `wrong node kind: expected … but got …` with the node's text. */
export function wrongNodeKind(expected: Node['kind'], found: Node, at?: Location): ToolError {
  const names = `expected ${NAMES[expected]} but got ${NAMES[found.kind]}`
  return fail('WRONG_KIND', `wrong node kind: ${names}: node contents:\n${emitKept(found)}`, { at })
}
