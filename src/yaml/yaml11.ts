/**
 * Reads a text as the version 2 reader does on its way to JSON: YAML 1.1 booleans, the last of repeated keys, keys as
 * strings. The result is JSON-typed: every scalar has a tag of its JSON type and its JSON text, strings unquoted.
 */
import { fail, type ToolError } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import {
  ALIAS,
  DOUBLE,
  MAPPING,
  MAX_DEPTH,
  Mapping,
  type Node,
  PLAIN,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from './node.ts'
import { parse, YamlError, yamlMessage } from './parse.ts'
import { isNull, isPlainDecimal, isTrue, parseInteger, resolvePlain11, tagOf } from './resolve.ts'
import { floatKey, invalidKey, renamedKeys, repeatedKeys, unsupportedKey } from './yaml11-keys.ts'
import { binaryText, checkTag, mergedMappings, unusualNumber } from './yaml11-values.ts'

/**
 * The first document, or undefined when there is none. With `uniqueKeys` repeated keys are refused, with `plainKeys`
 * those that are other texts than they look like: `on` is `true`.
 *
 * @throws ToolError with code YAML_SYNTAX
 */
export function readYaml11(
  source: Source,
  options: { uniqueKeys?: boolean; plainKeys?: boolean } = {},
): Node | undefined {
  try {
    const document = parse(source, { comments: false, dialect: 'v2' })
    if (document === undefined) return undefined
    const converter = new Converter(source)
    const root = converter.convert(document.root)
    if (converter.badKey !== undefined) throw converter.badKey()
    if (options.plainKeys && converter.renamed.length > 0) throw renamedKeys(converter.renamed, source)
    if (options.uniqueKeys && converter.repeated.length > 0) throw repeatedKeys(converter.repeated, source)
    return root
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw fail('YAML_SYNTAX', yamlMessage(error, 'v2'), { at: error.at })
  }
}

const MAX_INT64 = 9223372036854775807n

/** Quotes or a tag of another type make it a name as any other. */
function isMergeKey(key: Node): boolean {
  return key.kind === SCALAR && key.value === '<<' && tagOf(key) === '!!merge'
}

/** Tag of a node as the version 2 reader sees it. */
function tag11(node: Scalar): string {
  if (node.tag !== '') return node.tag
  return node.style === PLAIN ? resolvePlain11(node.value) : '!!str'
}

/** How much of a document of that many values may come out of aliases: almost all of a small one, a tenth of a large one. */
function aliasShare(values: number): number {
  return Math.min(0.99, Math.max(0.1, 0.99 - (0.89 * (values - 400_000)) / 3_600_000))
}

/** Few aliases of a long text are no bomb to the reference, and fill any memory all the same. */
const MOST_TEXT_IN_ALIASES = 50_000_000

class Converter {
  /** Keys that stood before in their mapping. */
  readonly repeated: Scalar[] = []
  /** Keys without quotes that are not the text that was written, as written. */
  readonly renamed: { written: Scalar; name: string }[] = []
  /**
   * What is said about the first key that JSON cannot have, after everything that the decoder refuses. It shows the whole
   * value, so it is made once, when aliases are known to expand to something of a bearable size.
   */
  badKey: (() => ToolError) | undefined
  /** Values met so far. The document is the first. */
  private decoded = 1
  private decodedInAliases = 0
  private aliasDepth = 0
  private textInAliases = 0
  private readonly open = new Set<Node>()

  constructor(private readonly source: Source) {}

  convert(node: Node): Node {
    this.count()
    if (node.kind === SCALAR) {
      if (this.aliasDepth > 0) this.textInAliases += node.value.length
      return this.scalar(node)
    }
    if (node.kind === SEQUENCE) {
      this.enter(node, '')
      const list = new Sequence(
        node.items.map((item) => this.convert(item)),
        node.flow,
        node.start,
        node.end,
      )
      this.open.delete(node)
      return list
    }
    if (node.kind === MAPPING) {
      this.enter(node, '')
      const map = this.mapping(node)
      this.open.delete(node)
      return map
    }
    this.enter(node.target, node.name)
    this.open.delete(node.target)
    this.aliasDepth++
    const made = this.convert(node.target)
    this.aliasDepth--
    return made
  }

  /** Refuses a document that consists of aliases for too large a part, by the reference's measure. */
  private count(): void {
    this.decoded++
    if (this.aliasDepth === 0) return
    this.decodedInAliases++
    const { decoded, decodedInAliases } = this
    const isTooMuch = decodedInAliases > 100 && decoded > 1000 && decodedInAliases > decoded * aliasShare(decoded)
    if (isTooMuch || this.textInAliases > MOST_TEXT_IN_ALIASES)
      throw fail('YAML_SYNTAX', 'yaml: document contains excessive aliasing')
  }

  private enter(node: Node, name: string): void {
    if (this.open.has(node)) throw fail('YAML_SYNTAX', `yaml: anchor '${name}' value contains itself`)
    // Aliases make deeper trees than were read. The words are those of the reference's JSON reader.
    if (this.open.size >= MAX_DEPTH)
      throw fail('YAML_SYNTAX', `invalid character '${node.kind === MAPPING ? '{' : '['}' exceeded max depth`)
    this.open.add(node)
  }

  private scalar(node: Scalar): Scalar {
    const { value } = node
    const tag = tag11(node)
    if (node.tagged) checkTag(value, tag, this.at(node))
    switch (tag) {
      case '!!null':
        return this.typed('null', '!!null', node)
      case '!!bool':
        return this.typed(isTrue(value) ? 'true' : 'false', '!!bool', node)
      case '!!int':
      case '!!float':
        return this.number(node)
      case '!!binary':
        return this.typed(binaryText(value, this.at(node)), '!!str', node)
      default:
        return this.typed(value, '!!str', node)
    }
  }

  private number(node: Scalar): Scalar {
    const { value } = node
    if (isPlainDecimal(value)) return this.typed(value, '!!int', node)
    const { text, tag } = unusualNumber(value, this.at(node))
    return this.typed(text, tag, node)
  }

  private refuseKey(key: Node, shown: string, value: Node): ToolError {
    return unsupportedKey(shown, value, this.at(key), (scalar) => this.scalar(scalar))
  }

  private at(node: Node) {
    return { source: this.source, offset: Math.max(node.start, 0) }
  }

  private typed(text: string, tag: string, from: Scalar): Scalar {
    const scalar = new Scalar(text, tag === '!!str' ? DOUBLE : PLAIN, from.start, from.end)
    scalar.tag = tag
    return scalar
  }

  private mapping(node: Mapping): Mapping {
    const map = new Mapping([], [], node.flow, node.start, node.end)
    const places = new Map<string, number>()
    const set = (key: Scalar, value: Node) => {
      const place = places.get(key.value)
      if (place !== undefined) {
        this.repeated.push(key)
        map.keys[place] = key
        map.values[place] = value
        return
      }
      places.set(key.value, map.keys.length)
      map.keys.push(key)
      map.values.push(value)
    }
    let nullKeyAt = -1
    for (let i = 0; i < node.keys.length; i++) {
      const key = node.keys[i] as Node
      const value = node.values[i] as Node
      if (isMergeKey(key)) {
        for (const merged of mergedMappings(value, this.at(value), (part) => this.convert(part))) {
          for (let k = 0; k < merged.keys.length; k++) set(merged.keys[k] as Scalar, merged.values[k] as Node)
        }
        continue
      }
      const name = this.key(key, value)
      if (key.kind === SCALAR && key.value !== name.value && !key.tagged)
        this.renamed.push({ written: key, name: name.value })
      const made = this.convert(value)
      if (isNull(key.kind === ALIAS ? key.target : key)) nullKeyAt = i
      set(name, made)
    }
    const nullKey = node.keys[nullKeyAt]
    if (nullKey !== undefined)
      this.badKey ??= () => this.refuseKey(nullKey, '%!s(<nil>), key: <nil>', node.values[nullKeyAt] as Node)
    return map
  }

  private key(node: Node, value: Node): Scalar {
    const target = node.kind === ALIAS ? node.target : node
    const tag = target.kind === SCALAR ? tag11(target) : ''
    if (target.kind === SCALAR && (tag === '!!float' || tag === '!!int')) {
      const name = this.numberKey(target, value)
      if (name !== undefined) {
        this.count()
        return name
      }
    }
    const key = this.convert(node)
    if (key.kind !== SCALAR) {
      throw invalidKey(node, this.at(node), (scalar) => this.scalar(scalar))
    }
    key.tag = '!!str'
    return key
  }

  /** Numbers beyond 64 signed bits and floats as keys: the latter take the form of 32-bit ones. */
  private numberKey(node: Scalar, value: Node): Scalar | undefined {
    if (node.tagged) checkTag(node.value, node.tag, this.at(node))
    const whole = parseInteger(node.value)
    if (whole !== undefined) {
      if (whole > MAX_INT64) this.badKey ??= () => this.refuseKey(node, `uint64, key: 0x${whole.toString(16)}`, value)
      return undefined
    }
    return this.typed(floatKey(node.value), '!!str', node)
  }
}
