/** Resources in the usual order of fields (`cfg cat`, kpt's `format`): nothing is added or taken away. */
import { fail } from '../core/error.ts'
import { compareBytes } from '../core/text.ts'
import { setEntries, setItems } from '../yaml/edit.ts'
import { fieldText, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { FIELD_ORDER, SORTED_LIST_API_VERSIONS, SORTED_LIST_KINDS, SORTED_LISTS } from './format-order.ts'
import { annotation } from './path-annotations.ts'

const FORMATTING = 'config.kubernetes.io/formatting'

/**
 * Sorts the fields of resources, and the few lists whose order means nothing. What has no kind or API version stays as it
 * is, and so does what is annotated `config.kubernetes.io/formatting: none`.
 *
 * ```text
 * formatResources([item]): kind: A, apiVersion: v1  =>  apiVersion: v1, kind: A
 * ```
 *
 * @throws ToolError for another value of that annotation
 */
export function formatResources(items: readonly Mapping[]): void {
  const names = FIELD_ORDER.trim().split(/\s+/)
  const ranks = new Map(names.map((name, rank) => [name, rank]))
  for (const item of items) {
    const kind = fieldText(item, 'kind') ?? ''
    const apiVersion = fieldText(item, 'apiVersion') ?? ''
    if (kind === '' || apiVersion === '') continue
    const wish = annotation(item, FORMATTING) ?? 'standard'
    if (wish === 'none') continue
    if (wish !== 'standard') throw fail('FORMATTING', `formatting annotation has illegal value ${wish}`)
    const sortsLists = SORTED_LIST_KINDS.includes(kind) && SORTED_LIST_API_VERSIONS.includes(apiVersion)
    new Formatter(ranks, sortsLists).node(item, '')
  }
}

class Formatter {
  constructor(
    private readonly ranks: ReadonlyMap<string, number>,
    private readonly sortsLists: boolean,
  ) {}

  node(node: Node, path: string): void {
    if (node.kind === MAPPING) this.mapping(node, path)
    else if (node.kind === SEQUENCE) {
      for (const item of node.items) this.node(item, path)
      const by = this.sortsLists ? SORTED_LISTS[path] : undefined
      if (by !== undefined)
        setItems(
          node,
          sortedBy(node.items, (item) => textOf(by === '' ? item : fieldOf(item, by))),
        )
    }
  }

  private mapping(map: Mapping, path: string): void {
    const entries = map.keys.map((key, i) => ({ key, name: textOf(key), value: map.values[i] as Node }))
    for (const { name, value } of entries) this.node(value, `${path}.${name}`)
    entries.sort((a, b) => this.compare(a.name, b.name))
    setEntries(
      map,
      entries.map(({ key }) => key),
      entries.map(({ value }) => value),
    )
  }

  private compare(a: string, b: string): number {
    const rankA = this.ranks.get(a) ?? this.ranks.size
    const rankB = this.ranks.get(b) ?? this.ranks.size
    return rankA - rankB || compareBytes(a, b)
  }
}

function sortedBy(items: readonly Node[], text: (item: Node) => string): Node[] {
  return [...items].sort((a, b) => compareBytes(text(a), text(b)))
}

function fieldOf(item: Node, name: string): Node | undefined {
  return item.kind === MAPPING ? item.values[item.keys.findIndex((key) => textOf(key) === name)] : undefined
}

function textOf(node: Node | undefined): string {
  return node !== undefined && node.kind === SCALAR ? node.value : ''
}
