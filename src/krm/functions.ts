/**
 * The text that KRM functions read and write: a ResourceList, with the objects, the function's configuration and, in an
 * answer, results (kpt 4.1, 4.2, 9.1; build 5.21). Objects keep their comments, styles and order.
 */
import { fail, ToolError, wrap } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { splitDocuments } from '../yaml/documents.ts'
import { setComments } from '../yaml/edit.ts'
import { emitKept, listPrinter } from '../yaml/emit.ts'
import type { ListPrinter } from '../yaml/kept.ts'
import {
  type Document,
  field,
  fieldText,
  MAPPING,
  Mapping,
  type Node,
  SCALAR,
  Scalar,
  SEQUENCE,
  Sequence,
} from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull, parseInteger, tagOf } from '../yaml/resolve.ts'
import { wrongNodeKind } from './wrong-kind.ts'

/** What a function was given or gave back. */
export interface ResourceList {
  items: Node[]
  functionConfig: Node | undefined
  /** As written; {@link readResults} makes data of them. */
  results: Node | undefined
  /** The items stood in a list; else they were documents of their own. */
  isWrapped: boolean
}

/** What a function has to say, about an object or in general. */
export interface FunctionResult {
  message: string
  /** `error`, `warning` or `info`; '' when the function did not say, which counts as `info`. */
  severity: string
  resourceRef?: { apiVersion: string; kind: string; name: string; namespace: string }
  /** A value that is no scalar is given as its YAML. */
  field?: { path: string; currentValue?: string; proposedValue?: string }
  file?: { path: string; index?: number }
  tags?: Record<string, string>
}

/**
 * Reads the output of a function. One document of kind ResourceList or List is taken apart; otherwise every document is an
 * item. Empty documents are none.
 *
 * @throws ToolError with code YAML_SYNTAX or DOCUMENT_SEPARATOR
 * @example readResourceList(new Source('', 'kind: List\nitems: [{kind: A}]\n')).items.length // 1
 */
export function readResourceList(given: Source): ResourceList {
  const source = given.text.includes('\r\n') ? new Source(given.path, given.text.replaceAll('\r\n', '\n')) : given
  const documents: Node[] = []
  for (const { start, end } of splitDocuments(source)) {
    const document = parse(source, { start, end })
    if (document === undefined || isNull(document.root)) continue
    takeComments(document)
    documents.push(document.root)
  }
  return listIn(documents) ?? { items: documents, functionConfig: undefined, results: undefined, isWrapped: false }
}

/** What the only document says when it is a ResourceList or List. */
export function listIn([only, ...others]: readonly Node[]): ResourceList | undefined {
  if (only === undefined || others.length > 0 || !isList(only)) return undefined
  return {
    items: contentOf(field(only, 'items')),
    functionConfig: field(only, 'functionConfig'),
    results: field(only, 'results'),
    isWrapped: true,
  }
}

/** Whatever stands below `items` is an item to the reference: of a mapping the keys too, and null. */
function contentOf(items: Node | undefined): Node[] {
  if (items?.kind === SEQUENCE) return [...items.items]
  return items?.kind === MAPPING ? items.keys.flatMap((key, i) => [key, items.values[i] as Node]) : []
}

/**
 * The same for text that somebody else wrote, with the reference's word before what is wrong with it.
 *
 * @throws ToolError
 * @example readAnswer('kind: A\n').items.length // 1
 */
export function readAnswer(text: string): ResourceList {
  try {
    return readResourceList(new Source('', text))
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'DOCUMENT_SEPARATOR') throw error
    throw wrap('MalformedYAMLError', error)
  }
}

/** For an item that is no object. */
export function notAMapping(node: Node): ToolError {
  return fail('NOT_AN_OBJECT', wrongNodeKind(MAPPING, node).message, {
    hint: 'a function prints a ResourceList or objects to its standard output, everything else to its standard error',
  })
}

/**
 * An item that a function printed. One that is null becomes an object without fields.
 *
 * @throws ToolError when it is something else, or what would say where it stands is
 * @example asResource(item).kind // 3
 */
export function asResource(node: Node): Mapping {
  if (isNull(node)) return new Mapping()
  if (node.kind !== MAPPING) throw notAMapping(node)
  const metadata = field(node, 'metadata')
  for (const found of [metadata, field(metadata, 'annotations')]) {
    if (found !== undefined && found.kind !== MAPPING && !isNull(found)) throw wrongNodeKind(MAPPING, found)
  }
  if (!hasIdentity(node)) throw noMetadata()
  return node
}

/** Whether a node says in one of three fields what it is. */
export function hasIdentity(node: Node): boolean {
  const metadata = field(node, 'metadata')
  if (metadata?.kind === MAPPING && metadata.keys.length > 0) return true
  return ['apiVersion', 'kind'].some((name) => {
    const value = field(node, name)
    return value !== undefined && !isNull(value)
  })
}

export function noMetadata(): ToolError {
  return fail('NO_METADATA', 'missing Resource metadata')
}

/** Those before and behind a document belong to its object from here on. */
function takeComments({ root, head, foot }: Document): void {
  if (head === '' && foot === '') return
  const { comments } = root
  const join = (...texts: (string | undefined)[]) => texts.filter((text) => text).join('\n')
  setComments(root, {
    head: join(head, comments?.head),
    line: comments?.line ?? '',
    foot: join(comments?.foot, foot),
  })
}

function isList(root: Node): boolean {
  const kind = fieldText(root, 'kind')
  if (kind !== 'ResourceList' && kind !== 'List') return false
  return field(root, 'items') !== undefined || field(root, 'functionConfig') !== undefined
}

/**
 * The text to give to a function. The nodes are only read.
 *
 * @example printResourceList([], undefined) // apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n
 */
export function printResourceList(items: readonly Node[], functionConfig: Node | undefined): string {
  const keys = ['apiVersion', 'kind', 'items']
  const values: Node[] = [new Scalar('config.kubernetes.io/v1'), new Scalar('ResourceList'), new Sequence([...items])]
  if (functionConfig !== undefined) {
    keys.push('functionConfig')
    values.push(functionConfig)
  }
  return emitKept(
    new Mapping(
      keys.map((key) => new Scalar(key)),
      values,
    ),
  )
}

export interface ResourceListPrinter {
  add(item: Node): void
  /** An item as `plainItem` makes it. */
  addText(text: string): void
  end(): string
}

/**
 * Prints the text to give to a function, or to pass on, from objects that come one by one.
 *
 * @example const list = resourceListPrinter(undefined)
 * list.add(object)
 * list.end()
 */
export function resourceListPrinter(functionConfig: Node | undefined): ResourceListPrinter {
  let printer: ListPrinter | undefined
  const started = () => (printer ??= listPrinter('apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:'))
  return {
    add: (item) => started().add(item),
    addText: (text) => started().addText(text),
    end() {
      if (printer === undefined) return printResourceList([], functionConfig)
      const more = functionConfig === undefined ? [] : [functionConfig]
      return printer.end(
        new Mapping(
          more.map(() => new Scalar('functionConfig')),
          more,
        ),
      )
    },
  }
}

/**
 * Results as data. Older forms are read too: the list as `items` of a mapping, name and namespace below `metadata`, and
 * `suggestedValue`.
 *
 * @throws ToolError with code FUNCTION_RESULTS, its message that of Go's YAML decoder
 * @example readResults(readResourceList(source).results)
 */
export function readResults(results: Node | undefined): FunctionResult[] {
  if (results === undefined || isNull(results) || (results.kind === MAPPING && results.keys.length === 0)) return []
  const items = field(results, 'items')
  const listed = items === undefined || isNull(items) ? results : items
  // The reference prints them and decodes the print, whose lines its messages count.
  const source = new Source('', emitKept(listed))
  const root = parse(source, { comments: false })?.root
  const problems: string[] = []
  const read = new ResultReader((node, type) => {
    const { line } = source.position(Math.max(0, node.start))
    const shown = node.kind === SCALAR ? ` \`${shortened(node.value)}\`` : ''
    problems.push(`  line ${line}: cannot unmarshal ${tagOf(node)}${shown} into ${type}`)
  })
  const made = read.list(root, 'framework.Results').map((item) => read.result(item))
  if (problems.length > 0) throw fail('FUNCTION_RESULTS', ['yaml: unmarshal errors:', ...problems].join('\n'))
  return made
}

/** As Go shows values that do not fit. */
function shortened(text: string): string {
  return text.length > 10 ? `${text.slice(0, 7)}...` : text
}

class ResultReader {
  constructor(private readonly problem: (node: Node, type: string) => void) {}

  list(node: Node | undefined, type: string): readonly Node[] {
    if (node === undefined || isNull(node)) return []
    if (node.kind === SEQUENCE) return node.items
    this.problem(node, type)
    return []
  }

  result(node: Node): FunctionResult {
    this.struct(node, 'framework.Result')
    const result: FunctionResult = { message: this.text(node, 'message'), severity: this.text(node, 'severity') }
    const resource = this.struct(field(node, 'resourceRef'), 'yaml.ResourceIdentifier')
    if (resource !== undefined) {
      const metadata = field(resource, 'metadata')
      result.resourceRef = {
        apiVersion: this.text(resource, 'apiVersion'),
        kind: this.text(resource, 'kind'),
        name: this.text(resource, 'name') || this.text(metadata, 'name'),
        namespace: this.text(resource, 'namespace') || this.text(metadata, 'namespace'),
      }
    }
    const place = this.struct(field(node, 'field'), 'framework.Field')
    if (place !== undefined) {
      const currentValue = valueText(field(place, 'currentValue'))
      const proposedValue = valueText(field(place, 'proposedValue') ?? field(place, 'suggestedValue'))
      result.field = {
        path: this.text(place, 'path'),
        ...(currentValue === undefined ? {} : { currentValue }),
        ...(proposedValue === undefined ? {} : { proposedValue }),
      }
    }
    const file = this.struct(field(node, 'file'), 'framework.File')
    if (file !== undefined) {
      const index = this.integer(field(file, 'index'))
      result.file = { path: this.text(file, 'path'), ...(index === undefined ? {} : { index }) }
    }
    const tags = this.struct(field(node, 'tags'), 'map[string]string')
    if (tags !== undefined) {
      const names = tags.keys.flatMap((key) => (key.kind === SCALAR ? [key.value] : []))
      result.tags = Object.fromEntries(names.map((name) => [name, this.text(tags, name)]))
    }
    return result
  }

  private struct(node: Node | undefined, type: string): Mapping | undefined {
    if (node === undefined || isNull(node)) return undefined
    if (node.kind === MAPPING) return node
    this.problem(node, type)
    return undefined
  }

  private text(node: Node | undefined, name: string): string {
    const value = field(node, name)
    if (value === undefined || isNull(value)) return ''
    if (value.kind === SCALAR) return value.value
    this.problem(value, 'string')
    return ''
  }

  private integer(node: Node | undefined): number | undefined {
    if (node === undefined || isNull(node)) return undefined
    const number = node.kind === SCALAR && tagOf(node) === '!!int' ? parseInteger(node.value) : undefined
    if (number !== undefined) return Number(number)
    this.problem(node, 'int')
    return undefined
  }
}

function valueText(node: Node | undefined): string | undefined {
  if (node === undefined || isNull(node)) return undefined
  return node.kind === SCALAR ? node.value : emitKept(node).trim()
}
