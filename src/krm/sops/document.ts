/**
 * Documents as sops encrypts them: each value by itself, bound to the names of the fields that lead to it, and a hash of
 * all values in their order. Values do not appear in what is said.
 */
import { fail } from '../../core/error.ts'
import { decodeUtf8, encodeUtf8 } from '../../core/text.ts'
import { setComments, setTag, setText } from '../../yaml/edit.ts'
import { parseFloatText } from '../../yaml/floats.ts'
import {
  type Comments,
  DOUBLE,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  type Scalar,
  SEQUENCE,
} from '../../yaml/node.ts'
import { formatJsonFloat } from '../../yaml/numbers.ts'
import { isNull, isTrue, parseInteger, tagOf } from '../../yaml/resolve.ts'
import { timestampText } from '../../yaml/timestamp.ts'
import { readsAsText } from '../reads-as-text.ts'
import { isSealedText, openValue } from './cipher.ts'
import type { SopsMetadata } from './metadata.ts'

const TYPES = ['str', 'int', 'float', 'bool', 'time']

/** What a hash of encrypted values alone begins with, so that it is never that of all values. */
const ENCRYPTED_ONLY = '8a3fd2ad54ce66527b1034f3d147be0b0b975b3bf44f72c6fdadec8176f27d69'

export interface DecryptOptions {
  key: CryptoKey
  metadata: SopsMetadata
  /** Fields that were not there when it was encrypted. */
  isAdded?(path: readonly string[]): boolean
}

export interface Decryption {
  /** Puts the values into the documents; to be called once everything is known to be right. */
  finish(): void
  opened: OpenedLeaf[]
  /** The hash of the values, as sops writes it. */
  mac(): Promise<string>
}

/** A value that was encrypted. */
export interface OpenedLeaf {
  /** The way to it, list positions included. */
  place: readonly string[]
  /** The field it stands in. */
  name: string
  text: string
}

interface Leaf {
  scalar: Scalar
  /** Names of the fields that lead to it; elements of lists have none. */
  path: readonly string[]
  place: readonly string[]
  comments: readonly string[]
}

/**
 * Decrypts the documents of one file. Their field `sops` is left alone.
 *
 * @throws ToolError with code SOPS for a value that does not open
 */
export async function decryptDocuments(roots: readonly Mapping[], options: DecryptOptions): Promise<Decryption> {
  const { key, metadata } = options
  const hashed: Uint8Array[] = []
  const edits: (() => void)[] = []
  const found: OpenedLeaf[] = []
  const visitor = new Visitor(options)
  for (const root of roots) visitor.visit(root, [], [], [])
  for (const { scalar, path, place, comments } of visitor.leaves) {
    if (!metadata.isEncrypted(path, comments)) {
      if (!metadata.hashesEncryptedOnly) hashed.push(...plainBytes(scalar, path))
      continue
    }
    if (scalar.value === '') continue
    const { bytes, type } = await openValue(scalar.value, key, boundTo(path), path.join('.'))
    hashed.push(bytes)
    const text = decodeUtf8(bytes)
    if (text === undefined || !TYPES.includes(type))
      throw fail('SOPS', `the value of ${path.join('.')} is of type ${type}, which is not supported`)
    edits.push(() => put(scalar, text, type))
    found.push({ place, name: path.at(-1) ?? '', text })
  }
  for (const { node, path } of visitor.commented) {
    const comments = await openedComments(node.comments as Comments, key, boundTo(path))
    edits.push(() => setComments(node, comments))
  }
  return {
    opened: found,
    finish() {
      for (const edit of edits) edit()
    },
    mac: () => hashOf(metadata.hashesEncryptedOnly ? [fromHex(ENCRYPTED_ONLY), ...hashed] : hashed),
  }
}

/** The hash that the file says its values have. */
export async function statedMac({ mac, lastModified }: SopsMetadata, key: CryptoKey): Promise<string> {
  const { bytes } = await openValue(mac, key, lastModified, 'sops.mac')
  return decodeUtf8(bytes) ?? ''
}

export function boundTo(path: readonly string[]): string {
  return `${path.join(':')}:`
}

class Visitor {
  readonly leaves: Leaf[] = []
  /** Nodes with encrypted comments, which are bound to the fields around the one they stand at. */
  readonly commented: { node: Node; path: readonly string[] }[] = []

  constructor(private readonly options: DecryptOptions) {}

  visit(node: Node, path: readonly string[], place: readonly string[], comments: readonly string[]): void {
    if (node.kind === SCALAR) {
      if (!isNull(node)) this.leaves.push({ scalar: node, path, place, comments })
    } else if (node.kind === SEQUENCE) {
      node.items.forEach((item, i) => {
        this.note(item, path)
        this.visit(item, path, [...place, `${i}`], this.around(comments, item))
      })
    } else if (node.kind === MAPPING) this.entries(node, path, place, comments)
  }

  private entries(map: Mapping, path: readonly string[], place: readonly string[], comments: readonly string[]): void {
    map.keys.forEach((key, i) => {
      if (key.kind !== SCALAR) throw fail('SOPS', `a key in ${path.join('.') || 'the document'} is no text`)
      const value = map.values[i] as Node
      const inner = [...path, key.value]
      if ((path.length === 0 && key.value === 'sops') || this.options.isAdded?.(inner)) return
      this.note(key, path)
      this.note(value, path)
      this.visit(value, inner, [...place, key.value], this.around(comments, key, value))
    })
  }

  private note(node: Node, path: readonly string[]): void {
    if (/#ENC\[/.test(allComments(node))) this.commented.push({ node, path })
  }

  private around(comments: readonly string[], ...nodes: Node[]): readonly string[] {
    if (!this.options.metadata.goesByComments) return comments
    const own = nodes.flatMap(({ comments: { head, line } = NONE }) => [...linesOf(head), ...linesOf(line)])
    return own.length === 0 ? comments : [...comments, ...own.map((line) => line.slice(1))]
  }
}

const NONE: Comments = { head: '', line: '', foot: '' }

function allComments({ comments }: Node): string {
  return comments === undefined ? '' : `${comments.head}\n${comments.line}\n${comments.foot}`
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

async function openedComments({ head, line, foot }: Comments, key: CryptoKey, bound: string): Promise<Comments> {
  return {
    head: await openedComment(head, key, bound),
    line: await openedComment(line, key, bound),
    foot: await openedComment(foot, key, bound),
  }
}

/** Comments that do not open stay, as sops leaves them: they may have been added. */
export async function openedComment(text: string, key: CryptoKey, bound: string): Promise<string> {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const sealed = line.slice(1)
    if (!isSealedText(sealed)) lines.push(line)
    else {
      const opened = await openValue(sealed, key, bound, 'a comment').catch(() => undefined)
      lines.push(opened === undefined ? line : `#${decodeUtf8(opened.bytes) ?? ''}`)
    }
  }
  return lines.join('\n')
}

/** What sops hashes of a value that it leaves as it is. */
function plainBytes(scalar: Scalar, path: readonly string[]): Uint8Array[] {
  const { value } = scalar
  switch (tagOf(scalar)) {
    case '!!str':
      return [encodeUtf8(value)]
    case '!!int': {
      const whole = parseInteger(value)
      if (whole !== undefined && whole <= MAX_INT64) return [encodeUtf8(`${whole}`)]
      return [encodeUtf8(withoutExponent(Number(value.replaceAll('_', ''))))]
    }
    case '!!float':
      return [encodeUtf8(withoutExponent(parseFloatText(value)))]
    case '!!bool':
      return [encodeUtf8(isTrue(value) ? 'True' : 'False')]
    case '!!timestamp':
      return [encodeUtf8(timestampText(value) ?? value)]
  }
  throw fail('SOPS', `the value at ${path.join('.')} is of a type that is not supported`)
}

const MAX_INT64 = 2n ** 63n - 1n

/** A float in as few digits as say it, and none of them after an `e`. */
function withoutExponent(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const [digits = '', exponent = '0'] = `${value}`.split('e')
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  const all = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`.replace(/^(-?)0\.0$/, '$10')
  if (point >= all.length) return sign + all + '0'.repeat(point - all.length)
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`
}

/** The hash of values in their order, as sops writes it. */
export async function hashOf(parts: readonly Uint8Array[]): Promise<string> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const bytes of parts) {
    all.set(bytes, at)
    at += bytes.length
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', all))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** A value in the place of what it was encrypted to, written as its type asks for. */
function put(scalar: Scalar, text: string, type: string): void {
  if (type === 'str') {
    setText(scalar, text)
    setTag(scalar, '!!str')
    scalar.style = readsAsText(text) ? PLAIN : DOUBLE
    return
  }
  setText(scalar, type === 'bool' ? text.toLowerCase() : type === 'float' ? floatText(text) : text)
  setTag(scalar, '')
  scalar.style = PLAIN
}

function floatText(text: string): string {
  const value = Number(text.replace('Inf', 'Infinity'))
  return Number.isFinite(value) ? formatJsonFloat(value) : Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf'
}
