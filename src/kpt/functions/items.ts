/** What the functions ask of an item, and how they change its metadata. */
import { compareBytes } from '../../core/text.ts'
import { INDEX, PATH, pairedAnnotation } from '../../krm/path-annotations.ts'
import { removeField, setField, setTag, setText, setValueAt, stringScalar } from '../../yaml/edit.ts'
import { field, fieldText, indexOfField, MAPPING, Mapping, type Node, SCALAR } from '../../yaml/node.ts'
import { isNull, scalarText } from '../../yaml/resolve.ts'

export const LOCAL_CONFIG_ANNOTATION = 'config.kubernetes.io/local-config'
export const DEPENDS_ON_ANNOTATION = 'config.kubernetes.io/depends-on'

/** A scalar field's text; '' for what is missing, null or no scalar. */
export function textOf(node: Node | undefined, ...path: string[]): string {
  return scalarText(fieldAt(node, ...path))
}

export function fieldAt(node: Node | undefined, ...path: string[]): Node | undefined {
  let at = node
  for (const name of path) at = field(at, name)
  return at
}

export function annotationOf(item: Mapping, name: string): string {
  return textOf(item, 'metadata', 'annotations', name)
}

/** An item that only configures tools: annotated so, with anything but `false`. */
export function isLocalConfig(item: Mapping): boolean {
  const value = fieldText(fieldAt(item, 'metadata', 'annotations'), LOCAL_CONFIG_ANNOTATION)
  return value !== undefined && value !== 'false'
}

/** Where the item lies in its package. */
export function filePathOf(item: Mapping): string {
  return pairedAnnotation(item, PATH) || annotationOf(item, PATH.legacy)
}

/** The item's place among those of its file, where that is noted. */
export function fileIndexOf(item: Mapping): number | undefined {
  const text = pairedAnnotation(item, INDEX) || annotationOf(item, INDEX.legacy)
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** The file of an item for results that name no place in it. */
export function fileOf(item: Mapping): { file?: { path: string } } {
  const path = filePathOf(item)
  return path === '' ? {} : { file: { path } }
}

/** Sets a text, taking comments and quotes of the old value over. The reference writes it anew, without the quotes. */
export function replaceText(map: Mapping, name: string, text: string, losesQuotes: boolean): void {
  const i = indexOfField(map, name)
  const old = map.values[i]
  if (old?.kind === SCALAR && !losesQuotes) {
    setTag(old, '!!str')
    return setText(old, text)
  }
  const made = stringScalar(text)
  if (old === undefined) return setField(map, name, made)
  const { comments } = old
  if (comments !== undefined) made.comments = comments
  setValueAt(map, i, made)
}

/** The mapping in a field, made when it is missing or null. Undefined when something else stands there. */
export function mappingIn(map: Mapping, name: string): Mapping | undefined {
  const i = indexOfField(map, name)
  const old = map.values[i]
  if (old !== undefined && old.kind === MAPPING) return old
  if (old !== undefined && !isNull(old)) return undefined
  const made = new Mapping()
  if (old?.comments !== undefined) made.comments = old.comments
  setField(map, name, made)
  return made
}

/** Takes an annotation away; says whether there was one. */
export function removeAnnotation(item: Mapping, name: string): boolean {
  const annotations = fieldAt(item, 'metadata', 'annotations')
  return annotations?.kind === MAPPING && removeField(annotations, name)
}

/** `Resource(apiVersion=v1, kind=ConfigMap, namespace=two, name=b)`, as in messages. */
export function shownItem(item: Mapping): string {
  const [apiVersion, kind] = [textOf(item, 'apiVersion'), textOf(item, 'kind')]
  const [namespace, name] = [textOf(item, 'metadata', 'namespace'), textOf(item, 'metadata', 'name')]
  return `Resource(apiVersion=${apiVersion}, kind=${kind}, namespace=${namespace}, name=${name})`
}

/** The order in which the functions of the newer kit return items: apiVersion, kind, namespace, name. */
export function sortItems(items: Mapping[]): void {
  const keys = new Map(items.map((item) => [item, sortKey(item)]))
  items.sort((a, b) => {
    const [x, y] = [keys.get(a) as string[], keys.get(b) as string[]]
    for (let i = 0; i < x.length; i++) {
      const order = compareBytes(x[i] as string, y[i] as string)
      if (order !== 0) return order
    }
    return 0
  })
}

function sortKey(item: Mapping): string[] {
  const metadata = field(item, 'metadata')
  return [textOf(item, 'apiVersion'), textOf(item, 'kind'), textOf(metadata, 'namespace'), textOf(metadata, 'name')]
}

/** Entries of a mapping whose keys are scalars. */
export function entriesOf(node: Node | undefined): [name: string, value: Node][] {
  if (node === undefined || node.kind !== MAPPING) return []
  const { keys, values } = node
  const found: [string, Node][] = []
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as Node
    if (key.kind === SCALAR) found.push([key.value, values[i] as Node])
  }
  return found
}
