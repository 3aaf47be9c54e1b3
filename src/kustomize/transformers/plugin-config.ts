/** Reads the configuration file of a builtin plugin, which is not strict: what is unknown or of another type is ignored (build 5.20). */
import { compareBytes } from '../../core/text.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import type { Pairs } from '../../krm/filters/entries.ts'
import type { SelectorText } from '../../krm/select.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'

export function configFields(root: Node | undefined) {
  return {
    text: (name: string) => textField(root, name),
    flag: (name: string) => textField(root, name) === 'true',
    texts: (name: string) => items(fieldAnyCase(root, name)).map((item) => (item.kind === SCALAR ? item.value : '')),
    list: (name: string) => items(fieldAnyCase(root, name)),
    pairs: (name: string) => pairsOf(fieldAnyCase(root, name)),
    selector: (name: string) => selectorOf(fieldAnyCase(root, name)),
    specs: (name: string) => specsOf(fieldAnyCase(root, name)),
    /** Undefined without a list; an empty one is a list. */
    specsIfGiven: (name: string) => {
      const found = fieldAnyCase(root, name)
      return found?.kind === SEQUENCE ? specsOf(found) : undefined
    },
  }
}

function textField(root: Node | undefined, name: string): string {
  const value = fieldAnyCase(root, name)
  return value?.kind === SCALAR && value.tag !== '!!null' ? value.value : ''
}

/** Names match in any case, exact ones first, as in Go's JSON decoder. */
export function fieldAnyCase(root: Node | undefined, name: string): Node | undefined {
  const exact = field(root, name)
  if (exact !== undefined || root === undefined || root.kind !== MAPPING) return exact
  const lower = name.toLowerCase()
  return root.values[root.keys.findIndex((key) => key.kind === SCALAR && key.value.toLowerCase() === lower)]
}

function items(node: Node | undefined): readonly Node[] {
  return node !== undefined && node.kind === SEQUENCE ? node.items : []
}

/** String pairs sorted by key. */
function pairsOf(node: Node | undefined): Pairs {
  if (node === undefined || node.kind !== MAPPING) return []
  const pairs: [string, string][] = []
  node.keys.forEach((key, i) => {
    const value = node.values[i]
    if (key.kind === SCALAR && value?.kind === SCALAR) pairs.push([key.value, value.value])
  })
  return pairs.sort((a, b) => compareBytes(a[0], b[0]))
}

export function selectorOf(node: Node | undefined): SelectorText | undefined {
  if (node === undefined || node.kind !== MAPPING) return undefined
  return {
    group: textField(node, 'group'),
    version: textField(node, 'version'),
    kind: textField(node, 'kind'),
    name: textField(node, 'name'),
    namespace: textField(node, 'namespace'),
    labelSelector: textField(node, 'labelSelector'),
    annotationSelector: textField(node, 'annotationSelector'),
  }
}

function specsOf(node: Node | undefined): FieldSpec[] {
  return items(node).map((item) => ({
    group: textField(item, 'group'),
    version: textField(item, 'version'),
    kind: textField(item, 'kind'),
    path: textField(item, 'path'),
    create: textField(item, 'create') === 'true',
  }))
}
