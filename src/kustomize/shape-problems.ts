/** What is said about values that do not have their shape, in the words of Go's JSON decoder, with a hint. */
import { nearest } from '../core/nearest.ts'
import { goQuote } from '../core/text.ts'
import { MAPPING, type Node, SEQUENCE } from '../yaml/node.ts'

export interface Place {
  /** Name of the struct the value is a field of, without its package. */
  struct: string
  /** Names from the root, joined by dots. */
  path: string
  /** Numbers and booleans may stand for texts. */
  converts: boolean
}

/** What a value should be, and what Go calls that type. */
interface Wanted {
  is: keyof typeof WANTED
  type: string
}

export interface Problem {
  message: string
  code?: string
  hint?: string | undefined
}

export function wrongRoot(node: Node, shape: Wanted): Problem {
  return {
    message: `json: cannot unmarshal ${jsonKind(node, shape)} into Go value of type ${shape.type}`,
    hint: 'it has to be a map of fields',
  }
}

export function unknownField(name: string, known: string[]): Problem {
  const close = nearest(name, known)
  return {
    message: `json: unknown field ${goQuote(name)}`,
    code: 'UNKNOWN_FIELD',
    hint: close === undefined ? undefined : `did you mean ${goQuote(close)}?`,
  }
}

export function wrongType(node: Node, shape: Wanted, { struct, path }: Place): Problem {
  return {
    message: `json: cannot unmarshal ${jsonKind(node, shape)} into Go struct field ${struct}.${path} of type ${shape.type}`,
    hint: `${path.slice(path.lastIndexOf('.') + 1)} wants ${WANTED[shape.is]}`,
  }
}

const WANTED = {
  string: 'a string: quote the value',
  bool: 'true or false',
  int: 'a whole number',
  texts: 'a map of strings',
  map: 'a map',
  list: 'a list',
  struct: 'a map',
}

function jsonKind(node: Node, shape: Wanted): string {
  if (node.kind === MAPPING) return 'object'
  if (node.kind === SEQUENCE) return 'array'
  if (node.tag === '!!bool') return 'bool'
  if (node.tag === '!!int' || node.tag === '!!float')
    return shape.is === 'int' ? `number ${'value' in node ? node.value : ''}` : 'number'
  return 'string'
}
