/**
 * The exact reader: recursive descent over tokens, with comments where they are wanted. `parse.ts` decides when it is
 * needed, which is seldom: the program loads it then.
 */
import { fail } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { type CommentOption, type CommentReader, footOf, moveFoot } from './comments.ts'
import { emitKept } from './kept.ts'
import { Alias, Document, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from './node.ts'
import * as scan from './scan.ts'
import { Scanner, type Token } from './scan.ts'
import { YamlError } from './syntax-error.ts'

/** The first document of a part of a text. `control` is where a character stands that may not, or -1. */
export function readExactly(
  source: Source,
  start: number,
  end: number,
  comments: CommentOption,
  dialect: 'v2' | 'v3',
  control: number,
): Document | undefined {
  const parser = new Parser(source, start, end, comments, dialect)
  if (control >= 0) return parser.guarded(control, () => parser.document())
  const document = parser.document()
  if (document !== undefined && !comments && dialect === 'v3' && KEPT_AND_COMMENT.test(source.text.slice(start, end))) {
    const commented = new Parser(source, start, end, true, dialect).document() as Document
    const foot = commented.foot === '' ? '' : `\n${commented.foot}\n`
    lengthenKept(document.root, readAgain(emitKept(document.root)), readAgain(emitKept(commented.root) + foot))
  }
  return document
}

/** Roughly: a block that keeps its line breaks, and an empty line before a comment. */
const KEPT_AND_COMMENT = /[|>]\d?\+[\s\S]*\n\n\s*#/

function readAgain(text: string): Node | undefined {
  return new Parser(new Source('', text), 0, text.length, false, 'v3').document()?.root
}

/**
 * An object is printed and read again on its way through the reference. A comment that stands behind a block which keeps
 * its line breaks is printed after an empty line, which then is the block's.
 */
function lengthenKept(node: Node, plain: Node | undefined, commented: Node | undefined): void {
  if (plain === undefined || commented === undefined) return
  if (node.kind === SCALAR) {
    const isLonger = plain.kind === SCALAR && commented.kind === SCALAR && commented.value === `${plain.value}\n`
    if (isLonger) node.value += '\n'
    return
  }
  const inner = nodesBelow(node)
  for (let i = 0; i < inner.length; i++) {
    lengthenKept(inner[i] as Node, nodesBelow(plain)[i], nodesBelow(commented)[i])
  }
}

function nodesBelow(node: Node): readonly Node[] {
  if (node.kind === MAPPING) return node.values
  return node.kind === SEQUENCE ? node.items : []
}

/** All documents of a text, with comments. */
export function readAllExactly(source: Source, control: number): Document[] {
  const parser = new Parser(source, 0, source.text.length, true, 'v3')
  const documents: Document[] = []
  const readAll = () => {
    for (let one = parser.document(); one !== undefined; one = parser.document()) documents.push(one)
  }
  if (control < 0) readAll()
  else parser.guarded(control, readAll)
  return documents
}

/** The reference takes its input in portions of this many bytes and checks all characters of one at once. */
const PORTION = 512

const LONG_TAG = 'tag:yaml.org,2002:'

class Parser {
  private readonly scanner: Scanner
  private readonly comments: CommentReader | undefined
  private readonly anchors = new Map<string, Node>()
  private tags = new Map<string, string>()
  private isFirst = true

  constructor(
    private readonly source: Source,
    private readonly base: number,
    end: number,
    comments: CommentOption,
    private readonly dialect: 'v2' | 'v3',
  ) {
    this.scanner = new Scanner(source, base, end, comments, dialect === 'v2' ? 0 : 2)
    this.comments = this.scanner.comments
  }

  /** Reads; a control character in a portion of the text that had to be looked at is the error that comes first. */
  guarded<T>(control: number, read: () => T): T {
    const before = new TextEncoder().encode(this.source.text.slice(this.base, control)).length
    const portion = control - (before % PORTION)
    let result: T
    try {
      result = read()
      if (this.scanner.at < portion) return result
    } catch (error) {
      if (this.scanner.at < portion) throw error
    }
    const marks = { context: -1, problem: -1, base: this.base, scanner: true }
    throw new YamlError(this.source, 'control characters are not allowed', marks, control)
  }

  document(): Document | undefined {
    const { scanner, comments } = this
    let token = scanner.peek()
    if (!this.isFirst) {
      while (token.type === scan.T_DOCUMENT_END) {
        scanner.take()
        token = scanner.peek()
      }
    }
    this.tags = new Map([
      ['!', '!'],
      ['!!', LONG_TAG],
    ])
    const { start } = token
    const isImplicit =
      this.isFirst &&
      token.type !== scan.T_DIRECTIVE_VERSION &&
      token.type !== scan.T_DIRECTIVE_TAG &&
      token.type !== scan.T_DOCUMENT_START &&
      token.type !== scan.T_STREAM_END
    this.isFirst = false
    const document = new Document(new Scalar(''), start, start)
    if (isImplicit) {
      comments?.giveDocumentHead(document)
    } else {
      if (token.type === scan.T_STREAM_END) return undefined
      this.directives()
      token = scanner.peek()
      if (token.type !== scan.T_DOCUMENT_START) throw this.fail('did not find expected <document start>', -1, token)
      scanner.take()
    }
    this.anchors.clear()
    document.root =
      !isImplicit && scanner.peek().type <= scan.T_DOCUMENT_END
        ? this.empty(scanner.peek().start)
        : this.node(true, false)
    const end = scanner.peek()
    document.end = end.start
    if (end.type === scan.T_DOCUMENT_END) scanner.take()
    comments?.giveDocumentFoot(document)
    return document
  }

  private directives(): void {
    const { scanner } = this
    let hasVersion = false
    const seen = new Set<string>()
    for (;;) {
      const token = scanner.peek()
      if (token.type === scan.T_DIRECTIVE_VERSION) {
        if (hasVersion) throw this.fail('found duplicate %YAML directive', -1, token)
        if (token.value !== '1' || token.suffix !== '1') throw this.fail('found incompatible YAML document', -1, token)
        hasVersion = true
      } else if (token.type === scan.T_DIRECTIVE_TAG) {
        if (seen.has(token.value)) throw this.fail('found duplicate %TAG directive', -1, token)
        seen.add(token.value)
        this.tags.set(token.value, token.suffix)
      } else {
        return
      }
      scanner.take()
    }
  }

  private fail(problem: string, context: number, token: Token): YamlError {
    return new YamlError(this.source, problem, { context, problem: token.place, base: this.base, scanner: false })
  }

  /** An absent value: a null with no text. */
  private empty(at: number): Scalar {
    return new Scalar('', 0, at, at)
  }

  private node(block: boolean, indentless: boolean): Node {
    const { scanner, comments } = this
    let token = scanner.peek()
    if (token.type === scan.T_ALIAS) {
      const target = this.anchors.get(token.value)
      if (target === undefined) {
        throw fail('YAML_SYNTAX', `yaml: unknown anchor '${token.value}' referenced`, {
          at: { source: this.source, offset: token.start },
        })
      }
      const alias = new Alias(token.value, target, token.start, token.end)
      comments?.give(alias)
      scanner.take()
      return alias
    }
    const { start } = token
    let anchor = ''
    let tag: Token | undefined
    let propertiesEnd = start
    if (token.type === scan.T_ANCHOR) {
      anchor = token.value
      propertiesEnd = token.end
      scanner.take()
      token = scanner.peek()
      if (token.type === scan.T_TAG) {
        tag = token
        propertiesEnd = token.end
        scanner.take()
        token = scanner.peek()
      }
    } else if (token.type === scan.T_TAG) {
      tag = token
      propertiesEnd = token.end
      scanner.take()
      token = scanner.peek()
      if (token.type === scan.T_ANCHOR) {
        anchor = token.value
        propertiesEnd = token.end
        scanner.take()
        token = scanner.peek()
      }
    }
    const fullTag = tag === undefined ? '' : this.resolveTag(tag, start)
    if (indentless && token.type === scan.T_BLOCK_ENTRY) {
      const list = this.register(new Sequence([], false, start), anchor, fullTag)
      this.indentlessSequence(list)
      return list
    }
    switch (token.type) {
      case scan.T_SCALAR: {
        const scalar = this.register(new Scalar(token.value, token.style, start, token.end), anchor, fullTag)
        comments?.give(scalar)
        scanner.take()
        return scalar
      }
      case scan.T_FLOW_SEQUENCE_START: {
        const list = this.register(new Sequence([], true, start), anchor, fullTag)
        comments?.give(list)
        this.flowSequence(list)
        return list
      }
      case scan.T_FLOW_MAPPING_START: {
        const map = this.register(new Mapping([], [], true, start), anchor, fullTag)
        comments?.give(map)
        this.flowMapping(map)
        return map
      }
      case scan.T_BLOCK_SEQUENCE_START: {
        if (!block) break
        const list = this.register(new Sequence([], false, start), anchor, fullTag)
        comments?.giveStem(list)
        this.blockSequence(list)
        return list
      }
      case scan.T_BLOCK_MAPPING_START: {
        if (!block) break
        const map = this.register(new Mapping([], [], false, start), anchor, fullTag)
        comments?.giveStem(map)
        this.blockMapping(map)
        return map
      }
    }
    if (anchor === '' && tag === undefined) throw this.fail('did not find expected node content', start, token)
    return this.register(new Scalar('', 0, start, propertiesEnd), anchor, fullTag)
  }

  private register<T extends Node>(node: T, anchor: string, tag: string): T {
    if (anchor !== '') {
      node.anchor = anchor
      this.anchors.set(anchor, node)
    }
    if (tag === '!') {
      if (this.dialect === 'v2' && node.kind === SCALAR) node.tag = '!!str'
    } else if (tag !== '') {
      node.tag = tag.startsWith(LONG_TAG) ? `!!${tag.slice(LONG_TAG.length)}` : tag
      node.tagged = true
    }
    return node
  }

  private resolveTag({ value: handle, suffix }: Token, start: number): string {
    if (handle === '') return suffix
    const prefix = this.tags.get(handle)
    if (prefix === undefined) {
      const marks = { context: start, problem: start, base: this.base, scanner: false }
      throw new YamlError(this.source, 'found undefined tag handle', marks)
    }
    return prefix + suffix
  }

  /** Goes past a dash; a comment above it belongs to the nested block behind it, if there is one. */
  private dash(): Token {
    const { scanner, comments } = this
    scanner.take()
    if (comments === undefined) return scanner.peek()
    const stem = comments.headLength
    const token = scanner.peek()
    if (token.type === scan.T_BLOCK_SEQUENCE_START || token.type === scan.T_BLOCK_MAPPING_START)
      comments.splitStem(stem)
    return token
  }

  private blockSequence(list: Sequence): void {
    const { scanner } = this
    const { start } = scanner.take()
    for (;;) {
      const token = scanner.peek()
      if (token.type === scan.T_BLOCK_END) break
      if (token.type !== scan.T_BLOCK_ENTRY) throw this.fail("did not find expected '-' indicator", start, token)
      const { type } = this.dash()
      const isEmpty = type === scan.T_BLOCK_ENTRY || type === scan.T_BLOCK_END
      list.items.push(isEmpty ? this.empty(token.end) : this.node(true, false))
    }
    scanner.take()
    list.end = endOf(list.items, list.start)
  }

  private indentlessSequence(list: Sequence): void {
    const { scanner } = this
    for (;;) {
      const token = scanner.peek()
      if (token.type !== scan.T_BLOCK_ENTRY) break
      const { type } = this.dash()
      const isEmpty =
        type === scan.T_BLOCK_ENTRY || type === scan.T_KEY || type === scan.T_VALUE || type === scan.T_BLOCK_END
      list.items.push(isEmpty ? this.empty(token.end) : this.node(true, false))
    }
    list.end = endOf(list.items, list.start)
  }

  private blockMapping(map: Mapping): void {
    const { scanner, comments } = this
    const { keys, values } = map
    const { start } = scanner.take()
    for (;;) {
      const token = scanner.peek()
      if (token.type === scan.T_BLOCK_END) break
      if (token.type !== scan.T_KEY) throw this.fail('did not find expected key', start, token)
      scanner.take()
      const key = this.entryPart(token.end)
      keys.push(key)
      // It stood left of the block that closed before this key.
      const before = keys[keys.length - 2]
      if (before !== undefined && key.comments !== undefined) moveFoot(key, before)
      const next = scanner.peek()
      let value: Node
      if (next.type === scan.T_VALUE) {
        scanner.take()
        value = this.entryPart(next.end)
      } else {
        value = this.empty(next.start)
      }
      values.push(value)
      if (value.comments !== undefined && footOf(key) === '') moveFoot(value, key)
    }
    if (comments !== undefined) {
      comments.giveEnd(map)
      const last = keys[keys.length - 1]
      if (last !== undefined && map.comments !== undefined) moveFoot(map, last)
    }
    scanner.take()
    map.end = endOf(values, map.start)
  }

  /** A key or value of a block mapping. */
  private entryPart(emptyAt: number): Node {
    const { type } = this.scanner.peek()
    const isEmpty = type === scan.T_KEY || type === scan.T_VALUE || type === scan.T_BLOCK_END
    return isEmpty ? this.empty(emptyAt) : this.node(true, true)
  }

  private flowSequence(list: Sequence): void {
    const { scanner } = this
    const { start } = scanner.take()
    let first = true
    for (;;) {
      let token = scanner.peek()
      if (token.type === scan.T_FLOW_SEQUENCE_END) break
      if (!first) {
        if (token.type !== scan.T_FLOW_ENTRY) throw this.fail("did not find expected ',' or ']'", start, token)
        scanner.take()
        token = scanner.peek()
        if (token.type === scan.T_FLOW_SEQUENCE_END) break
      }
      first = false
      list.items.push(token.type === scan.T_KEY ? this.flowPair() : this.node(false, false))
    }
    this.comments?.giveEnd(list)
    list.end = scanner.take().end
  }

  /** `[a: b]`: a mapping of one entry inside a flow sequence. */
  private flowPair(): Mapping {
    const { scanner } = this
    const { start } = scanner.peek()
    const pair = new Mapping([], [], true, start)
    scanner.take()
    let token = scanner.peek()
    if (isFlowPairEnd(token.type) || token.type === scan.T_VALUE) {
      // As the reference does: what stands in the place of the key is dropped.
      pair.keys.push(this.empty(token.end))
      scanner.take()
    } else {
      pair.keys.push(this.node(false, false))
    }
    token = scanner.peek()
    if (token.type === scan.T_VALUE) {
      scanner.take()
      token = scanner.peek()
      pair.values.push(isFlowPairEnd(token.type) ? this.empty(token.start) : this.node(false, false))
    } else {
      pair.values.push(this.empty(token.start))
    }
    pair.end = (pair.values[0] as Node).end
    return pair
  }

  private flowMapping(map: Mapping): void {
    const { scanner } = this
    const { keys, values } = map
    const { start } = scanner.take()
    let first = true
    for (;;) {
      let token = scanner.peek()
      if (token.type === scan.T_FLOW_MAPPING_END) break
      if (!first) {
        if (token.type !== scan.T_FLOW_ENTRY) throw this.fail("did not find expected ',' or '}'", start, token)
        scanner.take()
        token = scanner.peek()
        if (token.type === scan.T_FLOW_MAPPING_END) break
      }
      first = false
      let key: Node
      let value: Node | undefined
      if (token.type === scan.T_KEY) {
        scanner.take()
        token = scanner.peek()
        const noKey = token.type === scan.T_VALUE || isFlowMappingPartEnd(token.type)
        key = noKey ? this.empty(token.start) : this.node(false, false)
        token = scanner.peek()
        if (token.type === scan.T_VALUE) {
          scanner.take()
          token = scanner.peek()
          if (!isFlowMappingPartEnd(token.type)) value = this.node(false, false)
        }
      } else {
        key = this.node(false, false)
        token = scanner.peek()
      }
      value ??= this.empty(token.start)
      keys.push(key)
      values.push(value)
      if (value.comments !== undefined && footOf(key) === '') moveFoot(value, key)
    }
    this.comments?.giveEnd(map)
    map.end = scanner.take().end
  }
}

function isFlowPairEnd(type: number): boolean {
  return type === scan.T_FLOW_ENTRY || type === scan.T_FLOW_SEQUENCE_END
}

function isFlowMappingPartEnd(type: number): boolean {
  return type === scan.T_FLOW_ENTRY || type === scan.T_FLOW_MAPPING_END
}

function endOf(children: readonly Node[], start: number): number {
  const last = children[children.length - 1]
  return last === undefined ? start : last.end
}
