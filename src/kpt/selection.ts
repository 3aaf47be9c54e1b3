/** Which resources a step is given (kpt 7). */
import { field, fieldText, type Mapping, type Node } from '../yaml/node.ts'
import type { Selector } from './kptfile.ts'

export interface Selection {
  selectors: readonly Selector[]
  exclude: readonly Selector[]
}

export function isSelecting({ selectors, exclude }: Selection): boolean {
  return selectors.length > 0 || exclude.length > 0
}

/** Each selected item once, however many selectors match it; the order stays. */
export function select(items: readonly Mapping[], { selectors, exclude }: Selection): Mapping[] {
  const dropping = exclude.filter((one) => Object.keys(one).length > 0)
  return items.filter(
    (item) =>
      (selectors.length === 0 || selectors.some((one) => matches(item, one))) &&
      !dropping.some((one) => matches(item, one)),
  )
}

function matches(item: Mapping, selector: Selector): boolean {
  const metadata = field(item, 'metadata')
  return (
    isText(item, 'apiVersion', selector.apiVersion) &&
    isText(item, 'kind', selector.kind) &&
    isText(metadata, 'name', selector.name) &&
    isText(metadata, 'namespace', selector.namespace) &&
    hasAll(field(metadata, 'labels'), selector.labels) &&
    hasAll(field(metadata, 'annotations'), selector.annotations)
  )
}

function isText(parent: Node | undefined, name: string, wanted: string | undefined): boolean {
  return wanted === undefined || fieldText(parent, name) === wanted
}

function hasAll(map: Node | undefined, wanted: Record<string, string> | undefined): boolean {
  return wanted === undefined || Object.entries(wanted).every(([key, value]) => fieldText(map, key) === value)
}

/**
 * The whole list after a function ran on a selection of it: what came back stands in the place of what was given, what did
 * not come back is gone, what is new follows.
 */
export function mergeSelection(
  items: readonly Mapping[],
  selected: readonly Mapping[],
  output: readonly Mapping[],
  inputOf: (item: Mapping) => Mapping | undefined,
): Mapping[] {
  const given = new Set(selected)
  const answers = new Map<Mapping, Mapping>()
  const added: Mapping[] = []
  for (const item of output) {
    const input = inputOf(item)
    if (input === undefined || !given.has(input)) added.push(item)
    else answers.set(input, item)
  }
  const merged: Mapping[] = []
  for (const item of items) {
    const answer = given.has(item) ? answers.get(item) : item
    if (answer !== undefined) merged.push(answer)
  }
  return [...merged, ...added]
}
