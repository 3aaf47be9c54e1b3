/** The six operations of JSON patch on trees, with the particulars and messages of the reference's library (build 5.8). */
import { fail, type ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { goQuote } from '../core/text.ts'
import type { Trace } from '../core/trace.ts'
import { append, clone, insertItem, removeField, removeItem, setField, setItem } from '../yaml/edit.ts'
import { parseJson, toJson } from '../yaml/json.ts'
import { field, MAPPING, type Mapping, type Node, Scalar, SCALAR, SEQUENCE, type Sequence } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { readYaml11 } from '../yaml/yaml11.ts'

export interface Operation {
  op: string
  /** Undefined when missing or no string. */
  path: string | undefined
  from: string | undefined
  value: Node | undefined
}

/**
 * The operations of a text: strict JSON when it begins with `[`, else YAML.
 *
 * @throws ToolError in the words of Go's decoder
 */
export function decodeJsonPatch(source: Source): Operation[] {
  const root = source.text.startsWith('[') ? parseJson(source) : readYaml11(source)
  if (root === undefined || isNull(root)) return []
  if (root.kind !== SEQUENCE) throw wrongType(root, 'jsonpatch.Patch', source)
  return root.items.map((item) => {
    if (item.kind !== MAPPING) throw wrongType(item, 'jsonpatch.Operation', source)
    return {
      op: text(item, 'op') ?? 'unknown',
      path: text(item, 'path'),
      from: text(item, 'from'),
      value: field(item, 'value'),
    }
  })
}

function text(item: Mapping, name: string): string | undefined {
  const node = field(item, name)
  if (node === undefined || node.kind !== SCALAR) return undefined
  return node.tag === '!!str' || (node.tag === '' && node.style !== 0) ? node.value : undefined
}

function wrongType(node: Node, type: string, source: Source): ToolError {
  const json = toJson(node)
  const first = json[0] as string
  const kind = first === '"' ? 'string' : first === '{' ? 'object' : first === '[' ? 'array' : /[tf]/.test(first) ? 'bool' : 'number'
  return fail('JSON_PATCH', `json: cannot unmarshal ${kind} into Go value of type ${type}`, {
    at: { source, offset: Math.max(node.start, 0) },
    hint: 'a JSON patch is a list of operations: {op, path, value}',
  })
}

/** Applies the operations in place and returns the tree. Values are copied in. */
export function applyJsonPatch(root: Node, operations: readonly Operation[], trace?: Trace): Node {
  for (const operation of operations) apply(root, operation, trace)
  return root
}

type Container = Mapping | Sequence

function apply(root: Node, { op, path, from, value }: Operation, trace: Trace | undefined): void {
  switch (op) {
    case 'add':
    case 'remove':
    case 'replace':
    case 'test':
      if (path === undefined) throw problem(`${op} operation failed to decode path: missing value`)
      break
    case 'move':
    case 'copy':
      if (from === undefined) throw problem(`${op} operation failed to decode from: missing value`)
      if (path === undefined) throw problem(`${op} operation failed to decode path: missing value`)
      break
    default:
      throw problem(`Unexpected kind: ${op}`)
  }
  const target = find(root, path)
  const made = () => (value === undefined ? new Scalar('null') : clone(value))
  switch (op) {
    case 'add':
      if (target === undefined) throw problem(`add operation does not apply: doc is missing path: "${path}": missing value`)
      return within(`error in add for path: '${path}'`, () => add(target, made(), trace))
    case 'remove':
      if (target === undefined) throw problem(`remove operation does not apply: doc is missing path: "${path}": missing value`)
      return within(`error in remove for path: '${path}'`, () => remove(target, trace))
    case 'replace': {
      if (target === undefined) throw problem(`replace operation does not apply: doc is missing path: ${path}: missing value`)
      const { container, key } = target
      if (container.kind === MAPPING) return setField(container, key, made(), trace)
      const index = indexIn(container, key)
      if (typeof index === 'string') throw problem(`replace operation does not apply: doc is missing key: ${path}: missing value`)
      return setItem(container, index, made(), trace)
    }
    case 'test':
      return test(target, path, value)
    case 'move': {
      const source = find(root, from as string)
      if (source === undefined) throw problem(`move operation does not apply: doc is missing from path: ${from}: missing value`)
      const moved = within(`error in move for path: '${source.key}'`, () => get(source))
      within(`error in move for path: '${source.key}'`, () => remove(source, trace))
      const destination = find(root, path)
      if (destination === undefined) {
        throw problem(`move operation does not apply: doc is missing destination path: ${path}: missing value`)
      }
      return within(`error in move for path: '${path}'`, () => add(destination, moved ?? new Scalar('null'), trace))
    }
    default: {
      const source = find(root, from as string)
      if (source === undefined) throw problem(`copy operation does not apply: doc is missing from path: ${from}: missing value`)
      const copied = within(`error in copy for path: '${source.key}'`, () => get(source))
      if (target === undefined) {
        throw problem(`copy operation does not apply: doc is missing destination path: ${path}: missing value`)
      }
      const made = copied === undefined ? new Scalar('null') : clone(copied)
      return within(`error while adding value during copy: '${path}'`, () => add(target, made, trace))
    }
  }
}

interface Target {
  container: Container
  key: string
}

/** The collection that holds what a pointer names, and under which key; undefined when there is none on the way. */
function find(root: Node, pointer: string): Target | undefined {
  const parts = pointer.split('/')
  if (parts.length < 2) return undefined
  let node: Node | undefined = root
  for (let i = 1; i < parts.length - 1; i++) {
    const key = unescape(parts[i] as string)
    if (node.kind === MAPPING) node = field(node, key)
    else if (node.kind === SEQUENCE) {
      const index = indexIn(node, key)
      node = typeof index === 'string' ? undefined : node.items[index]
    } else return undefined
    if (node === undefined) return undefined
  }
  if (node.kind !== MAPPING && node.kind !== SEQUENCE) return undefined
  return { container: node, key: unescape(parts[parts.length - 1] as string) }
}

function unescape(part: string): string {
  return part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part
}

/** An existing item's position; negative ones count from the end. A text is what is wrong. */
function indexIn(list: Sequence, key: string): number | string {
  const index = parseIndex(key)
  if (typeof index === 'string') return index
  const at = index < 0 ? index + list.items.length : index
  return at < 0 || at >= list.items.length ? invalidIndex(index) : at
}

function parseIndex(key: string): number | string {
  return /^[-+]?[0-9]+$/.test(key) ? Number(key) : `strconv.Atoi: parsing ${goQuote(key)}: invalid syntax`
}

function invalidIndex(index: number): string {
  return `Unable to access invalid index: ${index}: invalid index referenced`
}

function get({ container, key }: Target): Node | undefined {
  if (container.kind === MAPPING) return field(container, key)
  const index = indexIn(container, key)
  if (typeof index === 'string') throw problem(index)
  return container.items[index]
}

function add({ container, key }: Target, value: Node, trace: Trace | undefined): void {
  if (container.kind === MAPPING) return setField(container, key, value, trace)
  if (key === '-') return append(container, value, trace)
  const index = parseIndex(key)
  if (typeof index === 'string') throw problem(`value was not a proper array index: '${key}': ${index}`)
  const size = container.items.length + 1
  const at = index < 0 ? index + size : index
  if (at < 0 || at >= size) throw problem(invalidIndex(index))
  insertItem(container, at, value, trace)
}

function remove({ container, key }: Target, trace: Trace | undefined): void {
  if (container.kind === MAPPING) {
    if (!removeField(container, key, trace)) throw problem(`Unable to remove nonexistent key: ${key}: missing value`)
    return
  }
  const index = indexIn(container, key)
  if (typeof index === 'string') throw problem(index)
  removeItem(container, index, trace)
}

function test(target: Target | undefined, path: string, value: Node | undefined): void {
  if (target === undefined) throw problem(`test operation does not apply: is missing path: ${path}: missing value`)
  const found = within(`error in test for path: '${path}'`, () => get(target))
  const wantsNull = value === undefined || isNull(value)
  const same = found === undefined || isNull(found) ? wantsNull : !wantsNull && toJson(found) === toJson(value)
  if (!same) throw problem(`testing value ${path} failed: test failed`)
}

function problem(message: string): ToolError {
  return fail('JSON_PATCH', message)
}

function within<T>(prefix: string, inner: () => T): T {
  try {
    return inner()
  } catch (error) {
    throw problem(`${prefix}: ${(error as ToolError).message}`)
  }
}
