/** Paths of fields as `cfg grep` and `cfg tree` take them: `spec.containers[name=web].image`, `\.` for a dot in a name. */
import { fail, type ToolError } from '../../core/error.ts'
import { type Pattern, preparePattern } from '../../core/pattern.ts'
import { Source } from '../../core/source.ts'
import { wrongNodeKind } from '../../krm/wrong-kind.ts'
import { ALIAS, field, MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { parse } from '../../yaml/parse.ts'

/** Cuts at dots, and before the bracket of a list element. */
export function pathParts(text: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && text[i + 1] === '.') part += text[++i]
    else if (text[i] === '.') {
      parts.push(part)
      part = ''
    } else part += text[i]
  }
  parts.push(part)
  return parts.flatMap(withElement)
}

function withElement(part: string): string[] {
  const pieces = part.split('[')
  if (pieces.length === 1) return [part]
  if (pieces.length > 2) {
    throw fail('USAGE', `unrecognized path element: ${part}.  Should be of the form 'list[field=value]'`)
  }
  return [pieces[0] as string, `[${pieces[1]}`]
}

/** The nodes at a path. */
export async function nodesAt(node: Node, parts: readonly string[]): Promise<Node[]> {
  let found: Node[] = [node]
  for (const [i, part] of parts.entries()) {
    // Chosen by its own value, an item has been compared already.
    if (part === '' && parts[i - 1]?.startsWith('[=')) continue
    const next: Node[] = []
    for (const one of found) next.push(...(await step(one.kind === ALIAS ? one.target : one, part)))
    found = next
  }
  return found
}

async function step(node: Node, part: string): Promise<Node[]> {
  if (part.startsWith('[') && part.endsWith(']')) return await elements(node, part.slice(1, -1))
  if (part === '*') return itemsOf(node)
  if (part === '') return ownValue(node)
  if (/^\d+$/.test(part)) {
    const items = itemsOf(node)
    const item = items[Number(part)]
    if (item !== undefined) return [item]
    throw fail('PATH', `index ${Number(part)} specified but only ${items.length} elements found`)
  }
  const map = node.kind === SCALAR ? readAgain(node.value) : node
  if (map === undefined) throw nothingRead('MappingNode')
  if (map.kind !== MAPPING) throw wrongNodeKind(MAPPING, map)
  const value = field(map, part)
  return value === undefined ? [] : [value]
}

function itemsOf(node: Node): Node[] {
  if (node.kind !== SEQUENCE) throw wrongNodeKind(SEQUENCE, node)
  return node.items
}

/** An empty name is the value itself, when that is empty too. */
function ownValue(node: Node): Node[] {
  if (node.kind !== SCALAR) throw wrongNodeKind(SCALAR, node)
  if (node.value === '') throw nothingRead('ScalarNode')
  return []
}

/** A text with fields behind it is read as YAML of its own. */
function readAgain(text: string): Node | undefined {
  return parse(new Source('', text))?.root
}

function nothingRead(expected: string): ToolError {
  return fail('WRONG_KIND', `wrong node kind: expected ${expected} but got : node contents:\nnull\n`)
}

async function elements(node: Node, condition: string): Promise<Node[]> {
  const equals = condition.indexOf('=')
  if (equals < 0) throw fail('PATH', 'list path element must contain fieldName=fieldValue for element to match')
  const name = condition.slice(0, equals)
  const pattern = await preparePattern(condition.slice(equals + 1), { anchored: false })
  return itemsOf(node).filter((item) => isMatched(name === '' ? item : field(item, name), pattern))
}

function isMatched(node: Node | undefined, pattern: Pattern): boolean {
  return node !== undefined && node.kind === SCALAR && pattern.test(node.value)
}
