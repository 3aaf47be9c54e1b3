/**
 * Objects of the kinds that the controller knows are converted to Go's types and back: fields that the type does not have
 * vanish, those it always has appear, quantities and times take one form (flux 10, N3). Done in place, with the same result.
 */
import { rewriteStringMap } from '../krm/string-maps.ts'
import { appendEntry, setEntries, setItems, stringScalar } from '../yaml/edit.ts'
import { formatJsonFloat, parseFloatText } from '../yaml/floats.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE } from '../yaml/node.ts'
import { isNull, isPlainDecimal, parseInteger, tagAfterPrinting } from '../yaml/resolve.ts'
import { type FluxObject, hasOwnAnnotations, isText, isTextTag } from './object.ts'
import { canonicalQuantity } from './quantity.ts'
import { typedKinds, typedStructs } from './typed-kinds-data.ts'

type Type =
  | { is: 'pointer' | 'list' | 'map'; of: Type }
  | { is: 'struct'; fields: () => Fields }
  | { is: 's' | 'b' | 'i' | 'I' | 'f' | 'B' | 'T' | 'U' | 'D' | 'Q' | 'O' | 'R' }

interface Fields {
  byName: ReadonlyMap<string, Field>
  /** Those that are written even when nothing was put into them. */
  always: readonly (readonly [name: string, type: Type])[]
}

interface Field {
  type: Type
  omit: '' | '?' | '~'
}

const COLLECTIONS: Record<string, 'pointer' | 'list' | 'map'> = { '*': 'pointer', '[': 'list', '{': 'map' }

export class TypedKinds {
  private readonly structs = typedStructs.split('\n')
  private readonly kinds = new Map(typedKinds.split('\n').map((line) => line.split(' ') as [string, string]))
  private readonly known = new Map<string, Type>()
  private readonly roots = new Map<string, Fields>()

  /**
   * Whether the object is of a type and could be converted; one that could not stays as it is. A `status` that is not
   * there is not made: nothing has one when it is applied.
   */
  convert(object: FluxObject, group: string, version: string, kind: string): boolean {
    const { root } = object
    const number = this.kinds.get(`${group}/${version}/${kind}`)
    if (number === undefined) return false
    if (!hasOwnAnnotations(object)) rewriteStringMap(root, 'annotations')
    const undo: Undo = []
    if (convertStruct(root, this.rootFields(number), undo)) return true
    for (const takeBack of undo.reverse()) takeBack()
    return false
  }

  /**
   * Whether a field takes texts only; false when it takes something else, undefined when it takes both or is not known.
   *
   * @example new TypedKinds().takesText('/v1/ConfigMap', ['data', 'port']) // true
   */
  takesText(kind: string, path: readonly string[]): boolean | undefined {
    const number = this.kinds.get(kind)
    let type = number === undefined ? undefined : this.type(number)
    for (const name of path) {
      while (type?.is === 'pointer') type = type.of
      if (type === undefined) return undefined
      if (type.is === 'struct') type = type.fields().byName.get(name)?.type
      else type = type.is === 'list' || type.is === 'map' ? type.of : undefined
    }
    while (type?.is === 'pointer') type = type.of
    if (type === undefined) return undefined
    if (['s', 'B', 'T', 'U', 'D'].includes(type.is)) return true
    return ['b', 'i', 'I', 'f'].includes(type.is) ? false : undefined
  }

  private rootFields(number: string): Fields {
    let fields = this.roots.get(number)
    if (fields === undefined) {
      const { byName, always } = this.fields(Number(number))
      const status = byName.get('status')
      fields = {
        byName: status === undefined ? byName : new Map(byName).set('status', { ...status, omit: '?' }),
        always: always.filter(([name]) => name !== 'status'),
      }
      this.roots.set(number, fields)
    }
    return fields
  }

  private type(text: string): Type {
    let type = this.known.get(text)
    if (type === undefined) {
      const collection = COLLECTIONS[text[0] as string]
      if (collection !== undefined) type = { is: collection, of: this.type(text.slice(1)) }
      else if (/^[0-9]/.test(text)) type = { is: 'struct', fields: later(() => this.fields(Number(text))) }
      else type = { is: text } as Type
      this.known.set(text, type)
    }
    return type
  }

  private fields(struct: number): Fields {
    const byName = new Map<string, Field>()
    const always: [string, Type][] = []
    for (const entry of (this.structs[struct] as string).split(' ')) {
      const [, name, omit, type] = /^(.*?)([?~]?):(.*)$/.exec(entry) ?? []
      if (name === undefined) continue
      const field = { omit: omit as Field['omit'], type: this.type(type as string) }
      byName.set(name, field)
      if (field.omit === '') always.push([name, field.type])
    }
    return { byName, always }
  }
}

/** Types contain themselves, so their fields are looked up when they are met. */
function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Edits that are taken back when a value that does not fit comes later. */
type Undo = (() => void)[]

/** The value after Go's conversion: the node itself, changed, where that is possible; undefined when it does not fit. */
function converted(node: Node, type: Type, undo: Undo): Node | undefined {
  // Null is the empty value of any type.
  if (isNull(node)) return empty(type)
  switch (type.is) {
    case 'pointer':
      return converted(node, type.of, undo)
    case 'list': {
      if (node.kind !== SEQUENCE) return undefined
      const { items } = node
      const made = allConverted(items, type.of, undo)
      if (made !== undefined && made !== items) {
        undo.push(() => setItems(node, items))
        setItems(node, made)
      }
      return made && node
    }
    case 'map': {
      if (node.kind !== MAPPING) return undefined
      const { keys, values } = node
      const made = allConverted(values, type.of, undo)
      if (made !== undefined && made !== values) replaceEntries(node, keys, made, undo)
      return made && node
    }
    case 'struct':
      return node.kind === MAPPING && convertStruct(node, type.fields(), undo) ? node : undefined
    case 'R':
      return node
    case 's':
      return node.kind === SCALAR && isText(node) ? node : undefined
    default:
      return node.kind === SCALAR ? convertedScalar(node, tagAfterPrinting(node), type.is) : undefined
  }
}

function replaceEntries(map: Mapping, keys: Node[], values: Node[], undo: Undo): void {
  const before = { keys: map.keys, values: map.values }
  undo.push(() => setEntries(map, before.keys, before.values))
  setEntries(map, keys, values)
}

/** The list itself as long as nothing in it becomes another node. */
function allConverted(nodes: Node[], type: Type, undo: Undo): Node[] | undefined {
  let made = nodes
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node
    const one = converted(node, type, undo)
    if (one === undefined) return undefined
    if (one === node) continue
    if (made === nodes) made = nodes.slice()
    made[i] = one
  }
  return made
}

/** Whether it fits. The entries are copied when the first of them goes or becomes another node, which is rare. */
function convertStruct(map: Mapping, { byName, always }: Fields, undo: Undo): boolean {
  const { keys: oldKeys, values: oldValues } = map
  let keys = oldKeys
  let values = oldValues
  let present = 0
  for (let i = 0; i < oldKeys.length; i++) {
    const key = oldKeys[i] as Node
    const node = oldValues[i] as Node
    const known = key.kind === SCALAR ? byName.get(key.value) : undefined
    // What most fields are stays as it is.
    const isPlainText = known?.type.is === 's' && known.omit !== '' && isFilledText(node)
    if (isPlainText && keys === oldKeys) continue
    const value = known && converted(node, known.type, undo)
    if (known !== undefined && value === undefined) return false
    if (known?.omit === '') present++
    const isKept = known !== undefined && value !== undefined && (known.omit === '' || !isEmpty(value, known.type))
    if (keys === oldKeys) {
      if (isKept && value === node) continue
      keys = oldKeys.slice(0, i)
      values = oldValues.slice(0, i)
    }
    if (!isKept) continue
    keys.push(key)
    values.push(value)
  }
  if (keys !== oldKeys) replaceEntries(map, keys, values, undo)
  if (present >= always.length) return true
  const { length } = keys
  if (keys === oldKeys) undo.push(() => setEntries(map, keys.slice(0, length), values.slice(0, length)))
  for (const [name, type] of always)
    if (field(map, name) === undefined) appendEntry(map, stringScalar(name), empty(type))
  return true
}

function isFilledText(node: Node): boolean {
  return node.kind === SCALAR && node.value !== '' && tagAfterPrinting(node) === '!!str'
}

function convertedScalar(node: Scalar, tag: string, is: string): Scalar | undefined {
  const { value } = node
  switch (is) {
    case 'b':
      return tag === '!!bool' ? node : undefined
    case 'O':
      if (isTextTag(tag)) return node
      return isInt32(tag, value) ? integer(node, tag, 32) : undefined
    case 'i':
      return integer(node, tag, 32)
    case 'I':
      return integer(node, tag, 64)
    case 'f':
      return tag === '!!int' || tag === '!!float' ? node : undefined
    case 'B':
      return isTextTag(tag) ? canonicalBase64(value) : undefined
    case 'T':
      return isTextTag(tag) && isTime(value)
        ? stringScalar(`${new Date(value).toISOString().slice(0, 19)}Z`)
        : undefined
    case 'U':
      return isTextTag(tag) && /\.\d{6}\D/.test(value) && isTime(value) ? stringScalar(microTime(value)) : undefined
    case 'D':
      return isTextTag(tag) && /^[-+]?(?:[0-9.]+(?:ns|us|µs|ms|s|m|h))+$/.test(value) ? node : undefined
    default: {
      const text = isTextTag(tag) ? value : inJson(value, tag)
      const quantity = text === undefined ? undefined : canonicalQuantity(text)
      if (quantity === value && tag === '!!str') return node
      return quantity === undefined ? undefined : stringScalar(quantity)
    }
  }
}

/** The number that a type which reads JSON by itself is given; undefined for what is none, or has no JSON form. */
function inJson(value: string, tag: string): string | undefined {
  if (tag !== '!!int' && tag !== '!!float') return undefined
  const whole = tag === '!!int' ? parseInteger(value) : undefined
  if (whole !== undefined) return `${whole}`
  const number = parseFloatText(value)
  return Number.isFinite(number) ? formatJsonFloat(number) : undefined
}

/** Read by itself from JSON, which goes by the digits there: those of integers, and of floats that are whole. */
function isInt32(tag: string, value: string): boolean {
  if (tag !== '!!int' && tag !== '!!float') return false
  const number = parseFloatText(value)
  return Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 31
}

const LARGEST = 2n ** 63n - 1n

/** Cut to the bits of its type; what 64 bits do not hold becomes the least number that they do, as on processors of Intel's kind. */
function integer(node: Scalar, tag: string, bits: number): Scalar | undefined {
  const { value } = node
  if (tag !== '!!int' && tag !== '!!float') return undefined
  if (value.length < 10 && isPlainDecimal(value)) return node
  let whole = tag === '!!int' ? parseInteger(value) : undefined
  if (whole === undefined) {
    const number = parseFloatText(value)
    if (!Number.isInteger(number)) return undefined
    whole = BigInt(number)
  }
  if (whole > LARGEST || whole < -LARGEST) whole = -LARGEST - 1n
  return typed(`${BigInt.asIntN(bits, whole)}`, '!!int')
}

const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[-+]\d\d:\d\d)$/

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text))
}

function microTime(text: string): string {
  const micro = /\.(\d{6})/.exec(text)?.[1] as string
  return new Date(text).toISOString().replace(/\.\d{3}/, `.${micro}`)
}

/** The bits behind the last byte are dropped. */
function canonicalBase64(text: string): Scalar | undefined {
  const digits = text.replace(/[\r\n]/g, '')
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined
  return stringScalar(btoa(atob(digits)))
}

function typed(text: string, tag: string): Scalar {
  const scalar = new Scalar(text)
  scalar.tag = tag
  return scalar
}

/** How Go writes a value that nothing was put into. */
function empty(type: Type): Node {
  switch (type.is) {
    case 'struct': {
      const { always } = type.fields()
      return new Mapping(
        always.map(([name]) => stringScalar(name)),
        always.map(([, type]) => empty(type)),
      )
    }
    case 's':
    case 'B':
      return type.is === 's' ? stringScalar('') : typed('null', '!!null')
    case 'b':
      return typed('false', '!!bool')
    case 'i':
    case 'I':
    case 'f':
    case 'O':
      return typed('0', '!!int')
    case 'Q':
      return stringScalar('0')
    case 'D':
      return stringScalar('0s')
    default:
      return typed('null', '!!null')
  }
}

/** Whether a field that may be left out is: a pointer never is once it is set. */
function isEmpty(node: Node, type: Type): boolean {
  if (isNull(node)) return true
  if (node.kind !== SCALAR) {
    const size = node.kind === SEQUENCE ? node.items.length : node.kind === MAPPING ? node.keys.length : 1
    return size === 0 && type.is !== 'pointer'
  }
  switch (type.is) {
    case 's':
    case 'B':
      return node.value === ''
    case 'b':
      return node.value === 'false'
    case 'i':
    case 'I':
    case 'f':
      return Number(node.value) === 0
    default:
      return false
  }
}
