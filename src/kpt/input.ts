/** Resources that come through a pipe: a ResourceList or documents (kpt 4.2, 11). */
import { fail, ToolError, wrap } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { readResourceList } from '../krm/functions.ts'
import { listIndentOf, readPackageFile } from '../krm/package-files.ts'
import { INDEX, LIST_INDENT, setAnnotation, setPairedAnnotation } from '../krm/path-annotations.ts'
import { emitKept } from '../yaml/emit.ts'
import { MAPPING, type Mapping, type Node } from '../yaml/node.ts'

export interface Input {
  items: Mapping[]
  /** What the list carried along. */
  config: Node | undefined
}

/** @throws ToolError when the text is no YAML of objects */
export function readInput(text: string): Input {
  let list: ReturnType<typeof readResourceList>
  try {
    list = readResourceList(new Source('', text))
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'DOCUMENT_SEPARATOR') throw error
    throw wrap('MalformedYAMLError', error)
  }
  const items = list.items.map((item): Mapping => {
    if (item.kind === MAPPING) return item
    throw fail(
      'NOT_A_MAPPING',
      `wrong node kind: expected MappingNode but got ScalarNode: node contents:\n${emitKept(item)}`,
    )
  })
  if (list.isWrapped) return { items, config: list.functionConfig }
  const indents = readPackageFile('', new Source('', text)).documents.map(({ source }) => listIndentOf(source.text))
  for (const [i, item] of items.entries()) {
    setPairedAnnotation(item, INDEX, String(i))
    setAnnotation(item, LIST_INDENT, indents[i] ?? 'compact')
  }
  return { items, config: undefined }
}
