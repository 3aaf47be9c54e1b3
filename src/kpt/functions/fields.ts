/** A walk over the fields of an item with their paths, as messages show them: `spec.containers[0].image`. */

import { setComments } from '../../yaml/edit.ts'
import { MAPPING, type Mapping, type Node, SCALAR, type Scalar, SEQUENCE, type Sequence } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'

export interface FieldVisitor {
  /** A list that is the value of a key, before its elements. */
  list?(key: Scalar, list: Sequence, path: string): void
  scalar(scalar: Scalar, path: string): void
}

export function visitFields(node: Node, visitor: FieldVisitor, path = ''): void {
  if (node.kind === SCALAR) visitor.scalar(node, path)
  else if (node.kind === SEQUENCE) {
    for (let i = 0; i < node.items.length; i++) visitFields(node.items[i] as Node, visitor, `${path}[${i}]`)
  } else if (node.kind === MAPPING) {
    if (visitor.list !== undefined) visitLists(node, visitor.list, path)
    for (let i = 0; i < node.keys.length; i++) {
      const key = node.keys[i] as Node
      if (key.kind === SCALAR) visitFields(node.values[i] as Node, visitor, below(path, key.value))
    }
  }
}

function visitLists(map: Mapping, visit: NonNullable<FieldVisitor['list']>, path: string): void {
  for (let i = 0; i < map.keys.length; i++) {
    const key = map.keys[i] as Node
    const value = map.values[i] as Node
    if (key.kind === SCALAR && value.kind === SEQUENCE) visit(key, value, below(path, key.value))
  }
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

export function lineCommentOf(node: Node): string {
  return node.comments?.line ?? ''
}

/** Puts a comment, given without its `#`, at the end of a node's line; '' takes it away. */
export function setLineComment(node: Node, text: string): void {
  if (text === '' && node.comments === undefined) return
  const { head = '', foot = '' } = node.comments ?? {}
  setComments(node, { head, line: text === '' ? '' : `# ${text}`, foot })
}

export function textIn(node: Node): string {
  return node.kind === SCALAR && !isNull(node) ? node.value : ''
}
