/** A resource file is cut into documents before any of it is parsed (build 6.1, steps 1 to 4). */

import { fail } from '../core/error.ts'
import { newBudget } from '../core/limits.ts'
import { Source } from '../core/source.ts'
import { expandAliases } from './anchors.ts'
import { field, fieldText, MAPPING, type Node, SEQUENCE } from './node.ts'
import { parse } from './parse.ts'
import { isNull } from './resolve.ts'

export interface Piece {
  start: number
  end: number
}

/** Cuts at lines that begin with `---`, except the first line of the text or piece. A piece keeps the line break before its cut. */
export function splitDocuments(source: Source): Piece[] {
  const { text } = source
  if (text === '') return []
  if (source.isWhole) return [{ start: 0, end: text.length }]
  const pieces: Piece[] = []
  let start = 0
  let from = 0
  for (;;) {
    const cut = text.indexOf('\n---', from)
    if (cut < 0) break
    const lineEnd = text.indexOf('\n', cut + 4)
    if (lineEnd < 0) break
    const rest = text.slice(cut + 4, lineEnd)
    const trimmed = rest.trim()
    if (trimmed !== '' && !trimmed.startsWith('#')) {
      throw fail('DOCUMENT_SEPARATOR', `invalid document separator: ---${rest.trimEnd()}`, {
        at: { source, offset: cut + 1 },
      })
    }
    pieces.push({ start, end: cut + 1 })
    start = lineEnd + 1
    // A line of dashes right below is the first line of the document, not a separator.
    from = start
  }
  pieces.push({ start, end: text.length })
  return pieces
}

/**
 * The objects' trees of a resource file: the first YAML document of every piece, without empty ones, aliases expanded,
 * a lone `List` or `ResourceList` taken apart.
 *
 * @throws YamlError and other ToolErrors with code YAML_SYNTAX
 */
export function readResources(given: Source, budget = newBudget(), names = new Map<string, string>()): Node[] {
  const source =
    !given.isWhole && given.text.includes('\r\n') ? new Source(given.path, given.text.replaceAll('\r\n', '\n')) : given
  const found: Node[] = []
  // Anchors and aliases have their signs; a merge key may also be spelt with escapes.
  const mayHaveAliases = /[&*\\]|<</.test(source.text)
  budget.left += source.text.length
  for (const { start, end } of splitDocuments(source)) {
    const document = parse(source, { start, end, comments: false, names })
    if (document === undefined || isNull(document.root)) continue
    const root = mayHaveAliases ? expandAliases(document.root, budget) : document.root
    if (root.kind === MAPPING && root.keys.length === 0) continue
    found.push(root)
  }
  const [only] = found
  if (found.length === 1 && only !== undefined) return wrappedItems(only) ?? found
  return found
}

function wrappedItems(root: Node): Node[] | undefined {
  const kind = fieldText(root, 'kind')
  if (kind !== 'ResourceList' && kind !== 'List') return undefined
  const items = field(root, 'items')
  if (items === undefined) return field(root, 'functionConfig') && []
  // Of anything else the parts are taken, which a word has none of.
  const parts = items.kind === SEQUENCE ? items.items : items.kind === MAPPING ? items.keys : []
  return parts.filter((item) => !isNull(item))
}
