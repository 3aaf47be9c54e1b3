/** Resources that come through a pipe: a ResourceList or documents (kpt 4.2, 11). */
import { Source } from '../core/source.ts'
import { hasIdentity, listIn, noMetadata, notAMapping } from '../krm/functions.ts'
import { type PackageDocument, readPackageFile } from '../krm/package-files.ts'
import { LIST_INDENT, setAnnotation, setReadIndex } from '../krm/path-annotations.ts'
import { MAPPING, Mapping, type Node } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'

export interface Input {
  items: Mapping[]
  /** What the list carried along. */
  config: Node | undefined
  /** Where each item was read, unless it came in a list. */
  origins: Map<Mapping, PackageDocument>
}

/**
 * Items that are null are objects without fields.
 *
 * @throws ToolError when the text is no YAML of objects; what is `toWrite` has to say what it is
 */
export function readInput(text: string, toWrite = false): Input {
  const { documents } = readPackageFile('', new Source('', text.replaceAll('\r\n', '\n')))
  const roots = documents.map(({ document }) => document.root as Mapping)
  const list = listIn(roots)
  if (list !== undefined) {
    const items = list.items.map((item) => asMapping(item, toWrite))
    return { items, config: list.functionConfig, origins: new Map() }
  }
  for (const [i, item] of roots.entries()) {
    setReadIndex(item, i)
    setAnnotation(item, LIST_INDENT, documents[i]?.listIndent ?? 'compact')
  }
  return { items: roots, config: undefined, origins: new Map(documents.map((one, i) => [roots[i] as Mapping, one])) }
}

function asMapping(item: Node, toWrite: boolean): Mapping {
  if (isNull(item)) return new Mapping()
  if (toWrite && !hasIdentity(item)) throw noMetadata()
  if (item.kind === MAPPING) return item
  throw notAMapping(item)
}
