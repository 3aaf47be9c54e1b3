/** Tokens → nodes, by recursive descent over the grammar. */
import { fail } from '../core/error.ts'
import type { Source } from '../core/source.ts'
import { Alias, Document, Mapping, type Node, Scalar, Sequence } from './node.ts'
import * as scan from './scan.ts'
import { MAX_DEPTH, Scanner, type Token, YamlError } from './scan.ts'

export { YamlError, yamlMessage } from './scan.ts'

export interface ParseOptions {
  /** The part of the text to read. */
  start?: number
  end?: number
}

/**
 * The first document of a text, or undefined when there is none. What follows it is not looked at.
 *
 * @throws YamlError
 * @example parse(new Source('a.yaml', 'a: 1\n'))?.root
 */
export function parse(source: Source, options: ParseOptions = {}): Document | undefined {
  return new Parser(source, options).document()
}

/** All documents of a text. */
export function parseAll(source: Source): Document[] {
  const parser = new Parser(source, {})
  const documents: Document[] = []
  for (let one = parser.document(); one !== undefined; one = parser.document()) documents.push(one)
  return documents
}

/** Characters that may not stand in a text at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]/

const LONG_TAG = 'tag:yaml.org,2002:'

class Parser {
  private readonly scanner: Scanner
  private readonly anchors = new Map<string, Node>()
  private tags = new Map<string, string>()
  private depth = 0
  private isFirst = true

  constructor(
    private readonly source: Source,
    { start = 0, end = source.text.length }: ParseOptions,
  ) {
    const { text } = source
    if (CONTROL.test(text)) {
      const offset = text.search(CONTROL)
      if (offset >= start && offset < end) {
        throw new YamlError(source, 'control characters are not allowed', -1, -1, true)
      }
    }
    this.scanner = new Scanner(source, start, end)
  }

  document(): Document | undefined {
    const { scanner } = this
    let token = scanner.peek()
    if (!this.isFirst) while (token.type === scan.T_DOCUMENT_END) token = (scanner.take(), scanner.peek())
    this.tags = new Map([
      ['!', '!'],
      ['!!', LONG_TAG],
    ])
    const start = token.start
    const isImplicit =
      this.isFirst &&
      token.type !== scan.T_DIRECTIVE_VERSION &&
      token.type !== scan.T_DIRECTIVE_TAG &&
      token.type !== scan.T_DOCUMENT_START &&
      token.type !== scan.T_STREAM_END
    this.isFirst = false
    if (!isImplicit) {
      if (token.type === scan.T_STREAM_END) return undefined
      this.directives()
      token = scanner.peek()
      if (token.type !== scan.T_DOCUMENT_START) throw this.fail('did not find expected <document start>', -1, token)
      scanner.take()
    }
    this.anchors.clear()
    const root = !isImplicit && this.atDocumentEnd() ? this.empty() : this.node(true, false)
    const end = scanner.peek()
    if (end.type === scan.T_DOCUMENT_END) scanner.take()
    return new Document(root, start, end.start)
  }

  private atDocumentEnd(): boolean {
    const { type } = this.scanner.peek()
    return type <= scan.T_DOCUMENT_END
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
    return new YamlError(this.source, problem, context, token.start, false)
  }

  /** An absent value: a null with no text. */
  private empty(): Scalar {
    const { start } = this.scanner.peek()
    return new Scalar('', 0, start, start)
  }

  private node(block: boolean, indentless: boolean): Node {
    const { scanner } = this
    let token = scanner.peek()
    if (token.type === scan.T_ALIAS) {
      scanner.take()
      const target = this.anchors.get(token.value)
      if (target === undefined) {
        throw fail('YAML_SYNTAX', `yaml: unknown anchor '${token.value}' referenced`, {
          at: { source: this.source, offset: token.start },
        })
      }
      return new Alias(token.value, target, token.start, token.end)
    }
    const { start } = token
    let anchor = ''
    let tag: Token | undefined
    if (token.type === scan.T_ANCHOR) {
      anchor = scanner.take().value
      if (scanner.peek().type === scan.T_TAG) tag = scanner.take()
    } else if (token.type === scan.T_TAG) {
      tag = scanner.take()
      if (scanner.peek().type === scan.T_ANCHOR) anchor = scanner.take().value
    }
    const fullTag = tag === undefined ? '' : this.resolveTag(tag, start)
    token = scanner.peek()
    let made: Node
    if (indentless && token.type === scan.T_BLOCK_ENTRY) {
      made = this.register(new Sequence([], false, start), anchor, fullTag)
      this.indentlessSequence(made as Sequence)
    } else if (token.type === scan.T_SCALAR) {
      scanner.take()
      return this.register(new Scalar(token.value, token.style, start, token.end), anchor, fullTag)
    } else if (token.type === scan.T_FLOW_SEQUENCE_START) {
      made = this.register(new Sequence([], true, start), anchor, fullTag)
      this.nested(() => this.flowSequence(made as Sequence))
    } else if (token.type === scan.T_FLOW_MAPPING_START) {
      made = this.register(new Mapping([], [], true, start), anchor, fullTag)
      this.nested(() => this.flowMapping(made as Mapping))
    } else if (block && token.type === scan.T_BLOCK_SEQUENCE_START) {
      made = this.register(new Sequence([], false, start), anchor, fullTag)
      this.nested(() => this.blockSequence(made as Sequence))
    } else if (block && token.type === scan.T_BLOCK_MAPPING_START) {
      made = this.register(new Mapping([], [], false, start), anchor, fullTag)
      this.nested(() => this.blockMapping(made as Mapping))
    } else if (anchor !== '' || tag !== undefined) {
      return this.register(new Scalar('', 0, start, start), anchor, fullTag)
    } else {
      throw this.fail('did not find expected node content', start, token)
    }
    return made
  }

  private nested(inner: () => void): void {
    if (++this.depth > MAX_DEPTH) {
      const token = this.scanner.peek()
      throw new YamlError(this.source, `exceeded max depth of ${MAX_DEPTH}`, -1, token.start, true)
    }
    inner()
    this.depth--
  }

  private register<T extends Node>(node: T, anchor: string, tag: string): T {
    if (anchor !== '') {
      node.anchor = anchor
      this.anchors.set(anchor, node)
    }
    if (tag !== '' && tag !== '!') {
      node.tag = tag.startsWith(LONG_TAG) ? `!!${tag.slice(LONG_TAG.length)}` : tag
      node.tagged = true
    }
    return node
  }

  private resolveTag({ value: handle, suffix }: Token, start: number): string {
    if (handle === '') return suffix
    const prefix = this.tags.get(handle)
    if (prefix === undefined) {
      throw new YamlError(this.source, 'found undefined tag handle', start, start, false)
    }
    return prefix + suffix
  }

  private blockSequence(list: Sequence): void {
    const { scanner } = this
    const { start } = scanner.take()
    for (;;) {
      const token = scanner.peek()
      if (token.type === scan.T_BLOCK_END) break
      if (token.type !== scan.T_BLOCK_ENTRY) throw this.fail("did not find expected '-' indicator", start, token)
      scanner.take()
      const { type } = scanner.peek()
      const isEmpty = type === scan.T_BLOCK_ENTRY || type === scan.T_BLOCK_END
      list.items.push(isEmpty ? this.empty() : this.node(true, false))
    }
    scanner.take()
    list.end = endOf(list.items, list.start)
  }

  private indentlessSequence(list: Sequence): void {
    const { scanner } = this
    while (scanner.peek().type === scan.T_BLOCK_ENTRY) {
      scanner.take()
      const { type } = scanner.peek()
      const isEmpty =
        type === scan.T_BLOCK_ENTRY || type === scan.T_KEY || type === scan.T_VALUE || type === scan.T_BLOCK_END
      list.items.push(isEmpty ? this.empty() : this.node(true, false))
    }
    list.end = endOf(list.items, list.start)
  }

  private blockMapping(map: Mapping): void {
    const { scanner } = this
    const { start } = scanner.take()
    for (;;) {
      const token = scanner.peek()
      if (token.type === scan.T_BLOCK_END) break
      if (token.type === scan.T_KEY) {
        scanner.take()
        map.keys.push(this.atKeyEnd() ? this.empty() : this.node(true, true))
      } else {
        throw this.fail('did not find expected key', start, token)
      }
      if (scanner.peek().type === scan.T_VALUE) {
        scanner.take()
        map.values.push(this.atKeyEnd() ? this.empty() : this.node(true, true))
      } else {
        map.values.push(this.empty())
      }
    }
    scanner.take()
    map.end = endOf(map.values, map.start)
  }

  private atKeyEnd(): boolean {
    const { type } = this.scanner.peek()
    return type === scan.T_KEY || type === scan.T_VALUE || type === scan.T_BLOCK_END
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
    list.end = scanner.take().end
  }

  /** `[a: b]`: a mapping of one entry inside a flow sequence. */
  private flowPair(): Mapping {
    const { scanner } = this
    const { start } = scanner.take()
    const pair = new Mapping([], [], true, start)
    let { type } = scanner.peek()
    const noKey = type === scan.T_VALUE || type === scan.T_FLOW_ENTRY || type === scan.T_FLOW_SEQUENCE_END
    pair.keys.push(noKey ? this.empty() : this.node(false, false))
    if (scanner.peek().type === scan.T_VALUE) {
      scanner.take()
      type = scanner.peek().type
      const noValue = type === scan.T_FLOW_ENTRY || type === scan.T_FLOW_SEQUENCE_END
      pair.values.push(noValue ? this.empty() : this.node(false, false))
    } else {
      pair.values.push(this.empty())
    }
    pair.end = (pair.values[0] as Node).end
    return pair
  }

  private flowMapping(map: Mapping): void {
    const { scanner } = this
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
      if (token.type === scan.T_KEY) {
        scanner.take()
        const { type } = scanner.peek()
        const noKey = type === scan.T_VALUE || type === scan.T_FLOW_ENTRY || type === scan.T_FLOW_MAPPING_END
        map.keys.push(noKey ? this.empty() : this.node(false, false))
        if (scanner.peek().type === scan.T_VALUE) {
          scanner.take()
          map.values.push(this.atFlowMappingValueEnd() ? this.empty() : this.node(false, false))
        } else {
          map.values.push(this.empty())
        }
      } else {
        map.keys.push(this.node(false, false))
        map.values.push(this.empty())
      }
    }
    map.end = scanner.take().end
  }

  private atFlowMappingValueEnd(): boolean {
    const { type } = this.scanner.peek()
    return type === scan.T_FLOW_ENTRY || type === scan.T_FLOW_MAPPING_END
  }
}

function endOf(children: readonly Node[], start: number): number {
  const last = children[children.length - 1]
  return last === undefined ? start : last.end
}
