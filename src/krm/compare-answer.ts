/**
 * The answer of a function beside the list that it was given: items whose text is the same need not be read again. Only
 * answers in the form of that list are compared, with their items at the margin and nothing between them; all others are
 * left to the reader, and so is everything that could depend on other items.
 */
import { ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { type Node, SEQUENCE } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull } from '../yaml/resolve.ts'
import { readResourceList } from './functions.ts'

export interface ComparedAnswer {
  /** Of an item that is the same its place in the list that was given, else the item. */
  items: (number | Node)[]
  results: Node | undefined
}

/** Offsets in a text: where each item begins, and where the last one ends. */
interface Cuts {
  text: string
  starts: number[]
  end: number
}

/**
 * Undefined when the two cannot be compared, or `given` has not as many items as `count` says.
 *
 * @example compareAnswer(given, given, 1)?.items // [0]
 */
export function compareAnswer(given: string, answer: string, count: number): ComparedAnswer | undefined {
  const before = cutList(given)
  if (before?.starts.length !== count) return undefined
  if (answer === given) return { items: before.starts.map((_, i) => i), results: undefined }
  const after = cutList(answer)
  const items = after === undefined ? undefined : comparedItems(before, after)
  if (after === undefined || items === undefined) return undefined
  const rest = restOf(after)
  if (rest === restOf(before)) return { items, results: undefined }
  const list = attempt(() => readResourceList(new Source('', `kind: ResourceList\nitems: []\n${rest}`)))
  return list?.isWrapped === true ? { items, results: list.results } : undefined
}

const START = /^apiVersion: [\w./]+\nkind: ResourceList\nitems:\n(?=- )/

function cutList(text: string): Cuts | undefined {
  const start = START.exec(text)?.[0]
  if (start === undefined || !text.endsWith('\n') || text.includes('\r')) return undefined
  const starts = [start.length]
  const atMargin = /\n[^ \n]/g
  atMargin.lastIndex = start.length
  for (let found = atMargin.exec(text); found !== null; found = atMargin.exec(text)) {
    const at = found.index + 1
    if (text.startsWith('- ', at)) starts.push(at)
    else return /[A-Za-z]/.test(text.charAt(at)) ? { text, starts, end: at } : undefined
  }
  return { text, starts, end: text.length }
}

function itemText({ text, starts, end }: Cuts, i: number): string {
  return text.slice(starts[i], starts[i + 1] ?? end)
}

function comparedItems(before: Cuts, after: Cuts): (number | Node)[] | undefined {
  const source = new Source('', after.text)
  const used = new Set<number>()
  const items: (number | Node)[] = []
  let places: Map<string, number> | undefined
  for (let i = 0; i < after.starts.length; i++) {
    const text = itemText(after, i)
    let place: number | undefined = i
    if (i >= before.starts.length || itemText(before, i) !== text) {
      places ??= new Map(before.starts.map((_, at) => [itemText(before, at), at]))
      place = places.get(text)
    }
    if (place !== undefined) {
      if (used.has(place)) return undefined
      used.add(place)
    }
    const item = place ?? readItem(source, after, i)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

/** An anchor may be meant for other items, and a comment at the end as well. */
const BEYOND = /[\s[{,][&*]|\n *#[^\n]*\n*$/

function readItem(source: Source, cuts: Cuts, i: number): Node | undefined {
  const text = itemText(cuts, i)
  if (BEYOND.test(text)) return undefined
  const document = attempt(() =>
    parse(source, { start: cuts.starts[i] as number, end: cuts.starts[i + 1] ?? cuts.end }),
  )
  if (document === undefined || document.head !== '' || document.foot !== '') return undefined
  const { root } = document
  const item = root.kind === SEQUENCE && root.items.length === 1 ? root.items[0] : undefined
  return item === undefined || isNull(item) ? undefined : item
}

/** What stands behind the items. */
function restOf({ text, end }: Cuts): string {
  return text.slice(end)
}

/** What cannot be read here is read as a part of the whole, and refused with the lines of that. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}
