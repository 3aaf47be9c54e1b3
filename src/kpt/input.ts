/** Resources that come through a pipe: a ResourceList or documents (kpt 4.2, 11). */
import { Source } from '../core/source.ts'
import { notAMapping, readAnswer } from '../krm/functions.ts'
import { listIndentOf, readPackageFile } from '../krm/package-files.ts'
import { LIST_INDENT, setAnnotation, setReadIndex } from '../krm/path-annotations.ts'
import { MAPPING, type Mapping, type Node } from '../yaml/node.ts'

export interface Input {
  items: Mapping[]
  /** What the list carried along. */
  config: Node | undefined
}

/** @throws ToolError when the text is no YAML of objects */
export function readInput(text: string): Input {
  const list = readAnswer(text)
  const items = list.items.map((item): Mapping => {
    if (item.kind === MAPPING) return item
    throw notAMapping(item)
  })
  if (list.isWrapped) return { items, config: list.functionConfig }
  const indents = readPackageFile('', new Source('', text)).documents.map(({ source }) => listIndentOf(source.text))
  for (const [i, item] of items.entries()) {
    setReadIndex(item, i)
    setAnnotation(item, LIST_INDENT, indents[i] ?? 'compact')
  }
  return { items, config: undefined }
}
