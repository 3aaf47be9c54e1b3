/** Values that decryption has made readable, and how they are kept from whoever looks at objects or reads messages. */
import { ToolError } from '../core/error.ts'
import { decodeBase64Text, encodeBase64, encodeUtf8 } from '../core/text.ts'
import { clone, setItem, setValueAt, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { type FluxObject, type Hidden, stringField } from './object.ts'
import type { OpenedValue } from './sops-file.ts'

export const MASK = '**SOPS**'

/** Shorter values also occur by chance, so they count only in a field of their own name. */
const SHORTEST_TELLING = 6

const IDENTITY = new Set(
  ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace'].map((way) => wayOf(way.split('.'))),
)

/** @example wayOf(['data', 'password']) */
export function wayOf(place: readonly string[]): string {
  return place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
}

export function joined(a: Hidden | undefined, b: Hidden | undefined): Hidden | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b])
}

export interface ValueFinder {
  /** Whether a field's text is one of the values, or has one in it. */
  isIn(name: string, text: string): boolean
  /** A text with every value masked. */
  masked(text: string): string
}

/**
 * Finds values in texts, in time linear in the texts.
 *
 * @example valueFinder([{ name: 'password', text: 'correct horse' }]).isIn('url', 'me:correct horse@host') // true
 */
export function valueFinder(values: readonly OpenedValue[]): ValueFinder {
  const byStart = new Map<string, string[]>()
  const short = new Map<string, Set<string>>()
  for (const { name, text } of values) {
    if (text === '') continue
    const base64 = encodeBase64(encodeUtf8(text))
    if (text.length < SHORTEST_TELLING) {
      for (const one of [text, base64]) (short.get(one) ?? setDefault(short, one, new Set())).add(name)
    }
    for (const one of [text, base64]) {
      if (one.length < SHORTEST_TELLING || (one === base64 && text.length < SHORTEST_TELLING)) continue
      const start = one.slice(0, SHORTEST_TELLING)
      ;(byStart.get(start) ?? setDefault(byStart, start, [])).push(one)
    }
  }
  for (const [start, list] of byStart) byStart.set(start, longestFirst(list))
  const at = (text: string, i: number): string | undefined =>
    byStart.get(text.slice(i, i + SHORTEST_TELLING))?.find((value) => text.startsWith(value, i))
  return {
    isIn(name, text) {
      if (short.get(text)?.has(name)) return true
      if (byStart.size === 0) return false
      for (let i = 0; i + SHORTEST_TELLING <= text.length; i++) if (at(text, i) !== undefined) return true
      return false
    },
    masked(text) {
      let out = ''
      for (let i = 0; i < text.length; ) {
        const found = at(text, i)
        out += found === undefined ? text[i] : MASK
        i += found?.length ?? 1
      }
      return out.replace(/[^\s"'`,:;()[\]{}=]+/g, (word) => (short.has(word) ? MASK : word))
    },
  }
}

function setDefault<V>(map: Map<string, V>, key: string, value: V): V {
  map.set(key, value)
  return value
}

function longestFirst(list: readonly string[]): string[] {
  return [...new Set(list)].sort((a, b) => b.length - a.length)
}

/** An error that shows none of the values, nor a place in a text that has them. */
export function withoutValues(error: unknown, finder: ValueFinder, texts: ReadonlySet<string>): unknown {
  if (!(error instanceof ToolError)) return error
  const at = error.at.filter(({ source }) => !texts.has(source.text))
  return maskedError(error, finder, at)
}

/** The message and hint of an error without the values; of its places those that are given. */
export function maskedError(error: ToolError, finder: ValueFinder, at: ToolError['at'] = []): ToolError {
  const hint = error.hint === undefined ? undefined : finder.masked(error.hint)
  const also = error.also.map((one) => ({ ...one, message: finder.masked(one.message), at: [] }))
  return new ToolError(error.code, finder.masked(error.message), { at, hint, also })
}

/** All texts of an object, with the field that each stands in. */
export function leavesOf(root: Node): OpenedValue[] {
  const found: OpenedValue[] = []
  visit(root, [], (text, place) => {
    for (const name of place) if (name.includes('$')) found.push({ name, text: '' })
    found.push({ name: place.at(-1) ?? '', text })
  })
  return found
}

/** The ways to scalars for which `isHidden` says so; `data` of Secrets is asked about as it is and decoded. */
export function hiddenIn({ root }: FluxObject, isHidden: (name: string, text: string) => boolean): Hidden | undefined {
  const found = new Set<string>()
  const isSecret = stringField(root, 'kind') === 'Secret'
  visit(root, [], (scalar, place) => {
    const name = place.findLast((one) => !/^\d+$/.test(one)) ?? ''
    const decoded = isSecret && place[0] === 'data' ? decodeBase64Text(scalar) : undefined
    if (isHidden(name, scalar) || (decoded !== undefined && isHidden(name, decoded))) found.add(wayOf(place))
  })
  return found.size === 0 ? undefined : found
}

/** What differs between two versions of an object; `all` when they are not of one shape. */
export function differences(a: Node, b: Node): Hidden | undefined {
  const found = new Set<string>()
  return isSameShape(a, b, [], found) ? (found.size === 0 ? undefined : found) : 'all'
}

function isSameShape(a: Node, b: Node, place: readonly string[], found: Set<string>): boolean {
  if (a.kind === SCALAR && b.kind === SCALAR) {
    if (a.value !== b.value || isNull(a) !== isNull(b)) found.add(wayOf(place))
    return true
  }
  if (a.kind === SEQUENCE && b.kind === SEQUENCE) {
    if (a.items.length !== b.items.length) return false
    return a.items.every((item, i) => isSameShape(item, b.items[i] as Node, [...place, `${i}`], found))
  }
  if (a.kind !== MAPPING || b.kind !== MAPPING || a.keys.length !== b.keys.length) return false
  return a.keys.every((key, i) => {
    const other = b.keys[i] as Node
    if (key.kind !== SCALAR || other.kind !== SCALAR || key.value !== other.value) return false
    return isSameShape(a.values[i] as Node, b.values[i] as Node, [...place, key.value], found)
  })
}

function visit(node: Node, place: readonly string[], each: (text: string, place: readonly string[]) => void): void {
  if (node.kind === SCALAR) {
    if (!isNull(node)) each(node.value, place)
  } else if (node.kind === SEQUENCE) {
    for (const [i, item] of node.items.entries()) visit(item, [...place, `${i}`], each)
  } else if (node.kind === MAPPING) {
    for (const [i, key] of node.keys.entries())
      visit(node.values[i] as Node, [...place, key.kind === SCALAR ? key.value : ''], each)
  }
}

/**
 * The object as it may be shown: every value that decryption has put into it is masked. An object without such values
 * is returned as it is. `maskOf` says what stands for a value.
 */
export function maskHidden(object: FluxObject, maskOf: (value: string) => string = () => MASK): FluxObject {
  const { hidden } = object
  if (hidden === undefined) return object
  const root = clone(object.root)
  const isSecret = stringField(root, 'kind') === 'Secret'
  const isMasked = (way: string) => {
    if (hidden === 'all') return !IDENTITY.has(way)
    // The data of a Secret may have come from its stringData.
    return (
      hidden.has(way) || (isSecret && way.startsWith('data/') && hidden.has(`stringData/${way.slice('data/'.length)}`))
    )
  }
  const mask = (place: readonly string[], value: string) => {
    const text = maskOf(value)
    return stringScalar(isSecret && place[0] === 'data' ? encodeBase64(encodeUtf8(text)) : text)
  }
  maskBelow(root, [], isMasked, mask)
  return { ...object, root, id: undefined }
}

function maskBelow(
  node: Node,
  place: readonly string[],
  isMasked: (way: string) => boolean,
  mask: (place: readonly string[], value: string) => Node,
): void {
  if (node.kind === SEQUENCE) {
    node.items.forEach((item, i) => {
      const inner = [...place, `${i}`]
      if (item.kind !== SCALAR) maskBelow(item, inner, isMasked, mask)
      else if (!isNull(item) && isMasked(wayOf(inner))) setItem(node, i, mask(inner, item.value))
    })
  } else if (node.kind === MAPPING) {
    node.keys.forEach((key, i) => {
      const value = node.values[i] as Node
      const inner = [...place, key.kind === SCALAR ? key.value : '']
      if (value.kind !== SCALAR) maskBelow(value, inner, isMasked, mask)
      else if (!isNull(value) && isMasked(wayOf(inner))) setValueAt(node, i, mask(inner, value.value))
    })
  }
}

/** Names of the variables of a ConfigMap or Secret that are not to be shown. */
export function hiddenNames({ root, hidden }: FluxObject): ReadonlySet<string> {
  const found = new Set<string>()
  if (hidden === undefined) return found
  for (const part of ['data', 'stringData']) {
    const map = field(root, part)
    if (map?.kind !== MAPPING) continue
    const isHidden = (name: string) =>
      hidden === 'all' || hidden.has(wayOf(['data', name])) || hidden.has(wayOf(['stringData', name]))
    for (const key of map.keys) if (key.kind === SCALAR && isHidden(key.value)) found.add(key.value)
  }
  return found
}

/** The same of a Kustomization's own variables. */
export function hiddenSubstitutes({ hidden }: FluxObject, names: readonly string[]): ReadonlySet<string> {
  if (hidden === undefined) return new Set()
  return new Set(
    names.filter((name) => hidden === 'all' || hidden.has(wayOf(['spec', 'postBuild', 'substitute', name]))),
  )
}
