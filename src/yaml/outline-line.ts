/** One line of a document that is kept as an outline, understood by itself. */
import { Source } from '../core/source.ts'
import { padOf } from './folding.ts'
import { ALIAS, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from './node.ts'
import { giveUp, readQuickly } from './quick.ts'
import { tagOf } from './resolve.ts'
import { BELOW, SortedPrinter } from './sorted.ts'
import { isPlainString } from './string-form.ts'

/** Nothing, or a comment. */
export const EMPTY = 0
/** A key or dash with all of its value. */
export const WHOLE = 1
/** A key whose value follows, if it has one. */
export const OPEN = 2
/** A key whose value is a block scalar, which follows. */
export const BLOCK = 3

export class Line {
  /** Nothing but the indentation may have to change. */
  readonly isTidy: boolean
  /** What was written the last time, and where. */
  printed = ''
  printedAt = -1

  constructor(
    readonly text: string,
    readonly kind: number,
    /** Where its dash stands, or else its key. */
    readonly indent: number,
    readonly hasDash: boolean,
    /** Where its key stands; -1 for items without one. */
    readonly column: number,
    /** '' when it has none. */
    readonly key: string,
    /** What is written for it behind the indentation, or the dash before its key; undefined when that depends on the place. */
    readonly written: string | undefined,
    /** The value, where it is no word. */
    readonly value: Node | undefined,
    /** The value as a string, if it is one. */
    readonly word: string | undefined,
    /** The same for all lines that differ in nothing but their values, and those not in being strings. */
    readonly sort: number,
  ) {
    const lead = hasDash && column >= 0 ? `${padOf(column - 2)}- ` : padOf(indent)
    this.isTidy = written !== undefined && text === lead + written
  }
}

const ENTRY = /^( *)(- +)?([A-Za-z/][^ :]*(?::[^ :]+)*):(?: +(.*))?$/
const ITEM = /^( *)- +(.*)$/
const EMPTY_LINE = /^ *(?:#.*)?$/
const LONGEST_KEY = 128

/** Understands a line, or gives up on it. `sorts` holds those met before. */
export function readLine(text: string, sorts: Map<string, number>): Line {
  const found = ENTRY.exec(text)
  if (found === null) return readItem(text, sorts)
  const [, spaces = '', dash = '', key = '', rest = ''] = found
  if (key.length > LONGEST_KEY || !isPlainString(key)) giveUp()
  const indent = spaces.length
  const hasDash = dash !== ''
  const column = indent + dash.length
  let kind = WHOLE
  let written: string | undefined
  let value: Node | undefined
  let word: string | undefined
  const first = rest.charCodeAt(0)
  if (rest === '' || first === 0x23) {
    kind = OPEN
    written = `${key}:`
  } else if (first === 0x7c || first === 0x3e) {
    kind = BLOCK
  } else if (isWord(rest)) {
    written = `${key}: ${rest}`
    word = rest
  } else {
    value = valueOf(`k: ${rest}`)
    written = writtenAnywhere(key, value)
    word = stringOf(value)
  }
  const sort = sortOf(`${kind} ${indent} ${hasDash ? column : ''} ${word !== undefined} ${key}`, sorts)
  return new Line(text, kind, indent, hasDash, column, key, written, value, word, sort)
}

function readItem(text: string, sorts: Map<string, number>): Line {
  const found = ITEM.exec(text)
  if (found === null) {
    if (!EMPTY_LINE.test(text)) giveUp()
    return new Line(text, EMPTY, 0, false, -1, '', undefined, undefined, undefined, -1)
  }
  const [, spaces = '', rest = ''] = found
  const indent = spaces.length
  const sort = sortOf(`${WHOLE} ${indent}`, sorts)
  if (isWord(rest)) return new Line(text, WHOLE, indent, true, -1, '', `- ${rest}`, undefined, rest, sort)
  const value = valueOf(`- ${rest}`)
  return new Line(text, WHOLE, indent, true, -1, '', writtenAnywhere('', value), value, stringOf(value), sort)
}

function sortOf(properties: string, sorts: Map<string, number>): number {
  let sort = sorts.get(properties)
  if (sort === undefined) sorts.set(properties, (sort = sorts.size))
  return sort
}

/** A string that is written as it is, and nowhere too long for its line. */
function isWord(text: string): boolean {
  return isPlainString(text) && !text.includes(' ')
}

/** The one value of a mapping or sequence of one line or block scalar. */
export function valueOf(text: string): Node {
  const root = readQuickly(new Source('', text), 0, text.length)?.root
  const values = root?.kind === MAPPING ? root.values : root?.kind === SEQUENCE ? root.items : []
  const [value] = values
  if (value === undefined || values.length > 1) giveUp()
  if (value.kind !== SCALAR && (value.kind === ALIAS || !value.flow)) giveUp()
  return value
}

function stringOf(value: Node): string | undefined {
  return value.kind === SCALAR && tagOf(value) === '!!str' ? value.value : undefined
}

/** What is written for a value in which no line can break. */
function writtenAnywhere(key: string, value: Node): string | undefined {
  return value.kind !== SCALAR || value.value.includes(' ') ? undefined : printedAt(key, value, 0)
}

/** What is written for a line at this indentation, and behind it. */
export function partAt(line: Line, indent: number): string {
  if (line.printedAt !== indent) {
    line.printed = printedAt(line.key, line.value as Node, indent)
    line.printedAt = indent
  }
  return line.printed
}

/** A key, or without one a dash, and its value, as they are written behind this indentation. */
export function printedAt(key: string, value: Node, indent: number): string {
  const map = new Mapping([new Scalar(key)], [value])
  const printer = new SortedPrinter(map, {})
  if (key === '') printer.sequence(new Sequence([value]), indent, false, false)
  else printer.mapping(map, indent, false, false, BELOW)
  return printer.out.slice(indent, -1)
}
