/** Annotated resources back into files (kpt 8): which file each goes to, in which order, and with which text. */
import { fail, type ToolError } from '../core/error.ts'
import { clean, isAbsolute, join } from '../core/path.ts'
import { goQuote } from '../core/text.ts'
import { insertEntryAt, removeField } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import { jsonString, sortedEntries, toJson } from '../yaml/json.ts'
import { Document, field, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { preserve } from '../yaml/preserve.ts'
import { hasSameValue } from '../yaml/preserve-compare.ts'
import { scalarText } from '../yaml/resolve.ts'
import { BARE_LIST_KEY, type EmptyField, type PackageDocument } from './package-files.ts'
import {
  type AnnotationPair,
  annotation,
  annotationsOf,
  INDEX,
  isPlaceAnnotation,
  LIST_INDENT,
  PATH,
  pairedAnnotation,
  removePlaceAnnotations,
  setPairedAnnotation,
} from './path-annotations.ts'

export interface PrintFilesOptions {
  /** Where items were read; those without are printed anew. */
  origins?: ReadonlyMap<Mapping, PackageDocument>
  /** Everything is printed in the reference's form, changed or not. */
  referenceFormat?: boolean
}

/** Where a resource goes that does not say. */
export function defaultPath(item: Mapping): string {
  const metadata = field(item, 'metadata')
  const kind = scalarText(field(item, 'kind')).toLowerCase()
  return join(scalarText(field(metadata, 'namespace')), `${kind}_${scalarText(field(metadata, 'name'))}.yaml`)
}

/** Notes a path and an index on resources without. An index counts from the highest one of its file. */
export function setDefaultPlaces(items: readonly Mapping[], pathOf: (item: Mapping) => string = defaultPath): void {
  const next = new Map<string, number>()
  for (const item of items) {
    if (item.keys.length === 0) continue
    const path = pairedAnnotation(item, PATH)
    if (path === undefined) {
      setPairedAnnotation(item, PATH, pathOf(item))
      continue
    }
    const index = Number.parseInt(pairedAnnotation(item, INDEX) ?? '', 10)
    if (index > (next.get(path) ?? 0)) next.set(path, index)
  }
  for (const item of items) {
    if (item.keys.length === 0 || pairedAnnotation(item, INDEX) !== undefined) continue
    const path = pairedAnnotation(item, PATH) as string
    const index = next.get(path) ?? 0
    next.set(path, index + 1)
    setPairedAnnotation(item, INDEX, String(index))
  }
}

/**
 * The texts of the files that the resources make up, by path relative to `folder`. The annotations of their places are
 * taken off the resources.
 *
 * @example const texts = printPackageFiles(items, '/app', { origins })
 *
 * @throws ToolError when a place is none inside the folder
 */
export function printPackageFiles(
  items: readonly Mapping[],
  folder: string,
  { origins = new Map(), referenceFormat = false }: PrintFilesOptions = {},
): Map<string, string> {
  setDefaultPlaces(items)
  const texts = new Map<string, string>()
  for (const [path, group] of groupByPath(items, folder)) {
    texts.set(path, printFile(path, inOrder(group), origins, referenceFormat))
  }
  return texts
}

function groupByPath(items: readonly Mapping[], folder: string): Map<string, Mapping[]> {
  const groups = new Map<string, Mapping[]>()
  for (const item of items) {
    // An item that is null has no annotations; a function can leave an empty one.
    if (item.keys.length === 0) throw unplaced(INDEX)
    for (const pair of [INDEX, PATH]) if (pairedAnnotation(item, pair) === '') throw unplaced(pair)
    const path = packagePath(pairedAnnotation(item, PATH) as string, folder)
    const group = groups.get(path)
    if (group === undefined) groups.set(path, [item])
    else group.push(item)
  }
  return groups
}

function unplaced({ key }: AnnotationPair): ToolError {
  return fail('UNPLACED', `resources must be annotated with ${key} to be written to files`)
}

/** The index of a resource that has its file for itself is not looked at. */
function inOrder(group: Mapping[]): Mapping[] {
  const [first, second, ...others] = group
  if (first === undefined || second === undefined) return group
  // The second one is compared with the first, not the other way round; of two wrong ones its index is told.
  const indexes = new Map([second, first, ...others].map((item) => [item, indexOf(item)]))
  return group.sort((a, b) => (indexes.get(a) as number) - (indexes.get(b) as number))
}

/** @throws ToolError when it is none inside the folder */
export function packagePath(path: string, folder: string): string {
  if (isAbsolute(path)) throw fail('PATH_ABSOLUTE', 'package paths may not be absolute paths')
  const cleaned = clean(path)
  if (cleaned.includes('..')) {
    throw fail('PATH_OUTSIDE', `resource must be written under package ${folder}: ${cleaned}`)
  }
  if (cleaned === '.') throw fail('PATH_DIRECTORY', 'config.kubernetes.io/path cannot be a directory: .')
  return cleaned
}

function indexOf(item: Mapping): number {
  const text = pairedAnnotation(item, INDEX) as string
  if (/^[-+]?[0-9]{1,15}$/.test(text)) return Number(text)
  throw fail(
    'INDEX',
    `unable to parse config.kubernetes.io/index ${text} :strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`,
  )
}

function printFile(
  path: string,
  items: readonly Mapping[],
  origins: ReadonlyMap<Mapping, PackageDocument>,
  referenceFormat: boolean,
): string {
  if (path.endsWith('.json') && items.length === 1) {
    const [item] = items as [Mapping]
    return printJsonFile(item, origins.get(item), referenceFormat)
  }
  if (referenceFormat) return items.map((item) => printInReferenceFormat(item, origins.get(item))).join('---\n')
  let out = ''
  let previous: PackageDocument | undefined
  items.forEach((item, i) => {
    const origin = origins.get(item)
    const continues = origin !== undefined && (i === 0 ? origin.index === 0 : isNext(previous, origin))
    if (i > 0 && !out.endsWith('\n')) out += '\n'
    const printed = printDocument(item, origin)
    // A document that begins with its own separator needs no other.
    out += continues ? origin.before : i > 0 && !/^---(\s|$)/.test(printed) ? '---\n' : ''
    out += printed
    previous = origin
  })
  if (previous !== undefined && previous === previous.file.documents.at(-1)) out += previous.file.rest
  return out
}

function isNext(previous: PackageDocument | undefined, origin: PackageDocument): boolean {
  return previous !== undefined && previous.file === origin.file && previous.index + 1 === origin.index
}

/** The text of a document with what was changed in it; of a new one, as the printer that keeps styles writes it. */
function printDocument(item: Mapping, origin: PackageDocument | undefined): string {
  const listIndent = annotation(item, LIST_INDENT)
  takeOffPlaces(item, origin)
  const root = unwrapped(item)
  if (origin === undefined) return emitKept(root, { wideLists: listIndent === 'wide' })
  const { document, original, source } = origin
  const now = new Document(root, document.start, document.end)
  now.head = document.head
  now.foot = document.foot
  return preserve(now, source, original === undefined ? {} : { original })
}

function printInReferenceFormat(item: Mapping, origin: PackageDocument | undefined): string {
  const wideLists = annotation(item, LIST_INDENT) === 'wide'
  removePlaceAnnotations(item)
  const root = unwrapped(item)
  if (origin === undefined || origin.document.root !== item) return emitKept(root, { wideLists })
  const document = new Document(root)
  document.head = origin.document.head
  document.foot = origin.document.foot
  return emitKept(document, { wideLists })
}

/** Fields that are left empty go, unless they stood in the file like that. */
function takeOffPlaces(item: Mapping, origin: PackageDocument | undefined): void {
  const empty = origin?.emptyFields
  if (empty === undefined) {
    removePlaceAnnotations(item)
    return
  }
  const before = annotationsOf(item)
  const isMade = before?.keys.every((key) => key.kind === SCALAR && isPlaceAnnotation(key.value)) ?? false
  const metadata = field(item, 'metadata')
  if (isMade && empty.annotations !== undefined && metadata?.kind === MAPPING) {
    putBack(metadata, 'annotations', empty.annotations)
  } else if (isMade && empty.metadata !== undefined && metadata?.kind === MAPPING && metadata.keys.length === 1) {
    putBack(item, 'metadata', empty.metadata)
  } else removePlaceAnnotations(item)
}

function putBack(parent: Mapping, name: string, { key, value, at }: EmptyField): void {
  removeField(parent, name)
  insertEntryAt(parent, Math.min(at, parent.keys.length), key, value)
}

function unwrapped(item: Mapping): Node {
  const list = field(item, BARE_LIST_KEY)
  return list === undefined || list.kind !== SEQUENCE ? item : list
}

/** A file whose text says the same keeps it, unless the reference's form is asked for. */
function printJsonFile(item: Mapping, origin: PackageDocument | undefined, referenceFormat: boolean): string {
  removePlaceAnnotations(item)
  const root = unwrapped(item)
  const printed = `${printJson(root, '')}\n`
  if (referenceFormat || origin === undefined) return printed
  const before = parse(origin.source)?.root
  const isSame = before !== undefined && hasSameValue(before, root)
  return isSame ? origin.before + origin.source.text + origin.file.rest : printed
}

/** JSON as Go's encoder indents it. */
function printJson(node: Node, indent: string): string {
  const deeper = `${indent}  `
  if (node.kind === MAPPING && node.keys.length > 0) {
    const entries = sortedEntries(node).map(
      ([key, value]) => `${deeper}${jsonString(key)}: ${printJson(value, deeper)}`,
    )
    return `{\n${entries.join(',\n')}\n${indent}}`
  }
  if (node.kind === SEQUENCE && node.items.length > 0) {
    return `[\n${node.items.map((item) => deeper + printJson(item, deeper)).join(',\n')}\n${indent}]`
  }
  return toJson(node)
}
