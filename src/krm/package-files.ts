/**
 * The resources of a folder, each annotated with its file and place, as functions and commands over folders see them
 * (kpt 2): which files are read, how they are cut into documents, and what is put on the resources.
 */
import type { Ignore } from 'ignore'
import { fail, rephrase, ToolError, wrap } from '../core/error.ts'
import { type Entry, FileError, type FileSystem } from '../core/host.ts'
import { basename, dirname, join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { sourceOfBytes } from '../core/source-of-bytes.ts'
import { splitDocuments } from '../yaml/documents.ts'
import { clone, setField } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import { Document, field, indexOfField, MAPPING, Mapping, type Node, SEQUENCE } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull } from '../yaml/resolve.ts'
import { completePair, ID, INDEX, LIST_INDENT, PACKAGE_PATH, PATH, setAnnotation } from './path-annotations.ts'
import { type PlainItem, plainItem } from './plain-item.ts'

/** A resource as it stands in its file. */
export interface PackageDocument {
  file: PackageFile
  /** Position among the documents of the file that are resources. */
  index: number
  /** The text of the document alone, which its nodes' offsets count in. */
  source: Source
  document: Document
  /** The document as it was read, when that was asked for. */
  original: Document | undefined
  /** What stands between the document before and this one: separators, and documents without content. */
  before: string
  listIndent: ListIndent
  /** The document is a list, which stands under this key so that it can be annotated. */
  isBareList: boolean
  /** Fields without content that annotations were put into. */
  emptyFields: { metadata?: EmptyField; annotations?: EmptyField }
}

export interface EmptyField {
  key: Node
  value: Node
  /** Where it stood among its neighbours. */
  at: number
}

export interface PackageFile {
  /** Relative to the folder that was read. */
  path: string
  documents: PackageDocument[]
  /** What stands behind the last document. */
  rest: string
}

export type ListIndent = 'wide' | 'compact'

/** A resource that has a file for itself and is still text: an item of a list, with the annotations of its place. */
export interface TextItem extends PlainItem {
  path: string
  source: Source
}

export interface PackageFolder {
  /** In the order of reading: files and folders by name, a folder's contents in its turn. */
  items: Mapping[]
  /** The files that resources were found in, by path. */
  files: Map<string, PackageFile>
  /** Where each item was read. */
  origins: Map<Mapping, PackageDocument>
}

export interface ReadFolderOptions {
  fs: FileSystem
  /** Absolute path of a folder, or of a single file. */
  root: string
  /** Whether a file of this name is read. Default: YAML files. */
  reads?(name: string): boolean
  /** A folder that holds a file of this name is a package of its own. */
  packageFile?: string
  /** Packages below the root are read too. */
  includesSubpackages?: boolean
  /** Whether resources are told how lists are indented in their files. */
  notesListIndent?: boolean
  /** Whether a document may be a list, which is put under a key then. Default: it may. */
  takesLists?: boolean
  /** Documents are also kept as they are read, for files that are written again: cheaper than reading them once more. */
  keepsOriginals?: boolean
  /** Given each resource as it is read, none of which is then part of the result. */
  take?(item: Mapping, document: PackageDocument): void
  /** Beside `take`: is given the resources that need no tree. */
  takeText?(item: PlainItem, path: string, source: Source): void
  /** Set on every resource: the package that it is part of. */
  packagePath?: string
}

const IGNORE_FILE = '.krmignore'
export const BARE_LIST_KEY = 'bareSeqNodeWrappingKey'

export function isYamlName(name: string): boolean {
  return name.endsWith('.yaml') || name.endsWith('.yml')
}

/**
 * Reads the resources of a folder.
 *
 * @example const { items } = await readPackageFolder({ fs: memoryFileSystem({ '/app/a.yaml': 'kind: A\n' }), root: '/app' })
 *
 * @throws ToolError naming the file
 */
export async function readPackageFolder(options: ReadFolderOptions): Promise<PackageFolder> {
  const { fs, root } = options
  const found: PackageFolder = { items: [], files: new Map(), origins: new Map() }
  const stat = await fs.stat(root)
  if (stat === undefined) throw fail('NOT_FOUND', `lstat ${root}: no such file or directory`)
  if (stat.type === 'directory') await new FolderReader(options, found).folder('', undefined)
  else await new FolderReader({ ...options, root: dirname(root) }, found).file(basename(root))
  return found
}

/**
 * Puts the resources of a text that was read as part of a folder to those of that folder.
 *
 * @example addFile(folder, { path: 'a.yaml', source: new Source('/app/a.yaml', 'kind: A\n') }, { fs, root: '/app' })
 *
 * @throws ToolError naming the file
 */
export function addFile(
  folder: PackageFolder,
  { path, source }: Pick<TextItem, 'path' | 'source'>,
  options: ReadFolderOptions,
): void {
  new FolderReader(options, folder).resources(path, source)
}

class FolderReader {
  private readonly reads: (name: string) => boolean

  constructor(
    private readonly options: ReadFolderOptions,
    private readonly found: PackageFolder,
  ) {
    this.reads = options.reads ?? isYamlName
  }

  async folder(path: string, above: IgnoreRules | undefined): Promise<void> {
    const { fs, root, packageFile, includesSubpackages = true } = this.options
    const entries = await fs.list(join(root, path))
    let rules = above
    const isPackage = path === '' || entries.some(({ name }) => name === packageFile)
    if (isPackage) {
      if (path !== '' && !includesSubpackages) return
      const hasRules = entries.some(({ name }) => name === IGNORE_FILE)
      rules = hasRules ? await readIgnoreRules(path, await readSource(fs, join(root, path, IGNORE_FILE))) : undefined
    }
    for (const entry of entries) {
      const below = join(path, entry.name)
      if (entry.type === 'directory') {
        if (entry.name !== '.git' && !isIgnored(rules, below, true)) await this.folder(below, rules)
      } else if (this.reads(entry.name) && !isIgnored(rules, below, false) && (await this.isFile(entry, below))) {
        await this.file(below)
      }
    }
  }

  /** Links to files are read as files; links to folders are not entered. */
  private async isFile({ type }: Entry, path: string): Promise<boolean> {
    if (type !== 'link') return type === 'file'
    return (await this.options.fs.stat(join(this.options.root, path)))?.type === 'file'
  }

  async file(path: string): Promise<void> {
    const { fs, root } = this.options
    const source = await readSource(fs, join(root, path))
    if (!this.isTakenAsText(path, source)) this.resources(path, source)
  }

  resources(path: string, source: Source): void {
    const { root, takesLists, keepsOriginals, take } = this.options
    const file = readPackageFile(path, source, takesLists, keepsOriginals)
    if (file.documents.length > 0 && take === undefined) this.found.files.set(path, file)
    for (const one of file.documents) {
      const item = one.document.root as Mapping
      if (take === undefined) {
        this.found.items.push(item)
        this.found.origins.set(item, one)
      }
      try {
        this.annotate(item, one)
      } catch (error) {
        throw wrap(join(root, path), error)
      }
      take?.(item, one)
    }
  }

  private isTakenAsText(path: string, source: Source): boolean {
    const { takeText } = this.options
    const { text } = source
    if (takeText === undefined || text.includes('config.kubernetes.io/') || text.includes(ID.legacy)) return false
    const item = plainItem(
      text,
      this.places(path, 0, () => listIndentOf(text)),
    )
    if (item !== undefined) takeText(item, path, source)
    return item !== undefined
  }

  private annotate(item: Mapping, { file, index, listIndent }: PackageDocument): void {
    for (const pair of [PATH, INDEX, ID]) completePair(item, pair)
    for (const [key, value] of this.places(file.path, index, () => listIndent)) setAnnotation(item, key, value)
  }

  private places(path: string, index: number, listIndent: () => ListIndent): [string, string][] {
    const { notesListIndent = false, packagePath } = this.options
    const places: [string, string][] = [
      [INDEX.legacy, String(index)],
      [PATH.legacy, path],
      [INDEX.key, String(index)],
    ]
    if (packagePath !== undefined) places.push([PACKAGE_PATH, packagePath])
    places.push([PATH.key, path])
    if (notesListIndent) places.push([LIST_INDENT, listIndent()])
    return places
  }
}

async function readSource(fs: FileSystem, path: string): Promise<Source> {
  try {
    const text = await fs.readText?.(path)
    return text === undefined ? sourceOfBytes(path, await fs.read(path)) : new Source(path, text)
  } catch (error) {
    if (error instanceof FileError) throw fail(error.code, `open ${path}: ${error.reason}`)
    throw error
  }
}

/**
 * The documents of a text that have content; each is a mapping afterwards, and one that is a list stands under a key if
 * that is allowed. Errors begin with the source's path.
 */
export function readPackageFile(path: string, source: Source, takesLists = true, keepsOriginals = false): PackageFile {
  const file: PackageFile = { path, documents: [], rest: '' }
  const { text } = source
  let end = 0
  for (const piece of splitPieces(source)) {
    const own = new Source(source.path, text.slice(piece.start, piece.end), source.isWhole)
    const document = parsePiece(own, source, piece.start)
    if (document === undefined || isNull(document.root)) continue
    const original = keepsOriginals ? copyOf(document) : undefined
    const isBareList = takesLists && document.root.kind === SEQUENCE
    if (isBareList) document.root = wrapList(document.root)
    if (document.root.kind !== MAPPING) throw notAMapping(source, piece.start, document.root)
    const before = text.slice(end, piece.start)
    const index = file.documents.length
    const listIndent = listIndentOf(own.text)
    const emptyFields = emptyFieldsOf(document.root)
    file.documents.push({ file, index, source: own, document, original, before, listIndent, isBareList, emptyFields })
    end = piece.end
  }
  file.rest = text.slice(end)
  return file
}

function copyOf({ root, start, end, head, foot }: Document): Document {
  const copy = new Document(clone(root), start, end)
  copy.head = head
  copy.foot = foot
  return copy
}

/** The whole text that a file was read from. */
export function fileText({ documents, rest }: PackageFile): string {
  return documents.map(({ before, source }) => before + source.text).join('') + rest
}

function emptyFieldsOf(root: Mapping): PackageDocument['emptyFields'] {
  const metadata = field(root, 'metadata')
  if (isEmpty(metadata)) return { metadata: emptyField(root, 'metadata') }
  if (metadata?.kind !== MAPPING || !isEmpty(field(metadata, 'annotations'))) return {}
  return { annotations: emptyField(metadata, 'annotations') }
}

function emptyField(parent: Mapping, name: string): EmptyField {
  const at = indexOfField(parent, name)
  return { key: clone(parent.keys[at] as Node), value: clone(parent.values[at] as Node), at }
}

function isEmpty(node: Node | undefined): boolean {
  if (node === undefined) return false
  return node.kind === MAPPING ? node.keys.length === 0 : isNull(node)
}

function splitPieces(source: Source): { start: number; end: number }[] {
  try {
    return splitDocuments(source)
  } catch (error) {
    throw error instanceof ToolError && source.path !== '' ? rephrase(`${source.path}: ${error.message}`, error) : error
  }
}

function parsePiece(own: Source, whole: Source, start: number): Document | undefined {
  try {
    return parse(own, { comments: 'unix' })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const at = error.at.map(({ offset }) => ({ source: whole, offset: offset + start }))
    const prefix = whole.path === '' ? '' : `${whole.path}: `
    throw fail(error.code, `${prefix}MalformedYAMLError: ${error.message}`, { at, hint: error.hint })
  }
}

function notAMapping(source: Source, offset: number, root: Node): ToolError {
  const contents = emitKept(root)
  const prefix = source.path === '' ? '' : `${source.path}: `
  return fail(
    'NOT_A_MAPPING',
    `${prefix}wrong node kind: expected MappingNode but got ${root.kind === SEQUENCE ? 'SequenceNode' : 'ScalarNode'}: node contents:\n${contents}`,
    { at: { source, offset }, hint: 'a file of resources holds objects; name others in .krmignore' },
  )
}

function wrapList(list: Node): Mapping {
  const wrapper = new Mapping()
  setField(wrapper, BARE_LIST_KEY, list)
  return wrapper
}

/** How the first list under a key is indented; `compact` when there is none (kpt 2.4). */
export function listIndentOf(text: string): ListIndent {
  for (let at = text.indexOf('- '); at >= 0; at = text.indexOf('- ', at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1
    if (text.slice(start, at).trim() !== '') continue
    const end = text.indexOf('\n', at)
    const line = text.slice(start, end < 0 ? text.length : end)
    if (!line.trim().startsWith('- ')) continue
    const [above = ''] = lineAbove(text, start).split('#')
    if (!/^[^:]*:$/.test(above.trimEnd())) continue
    const distance = columnOf(line) - columnOf(above)
    if (distance === 0) return 'compact'
    if (distance === 2) return 'wide'
  }
  return 'compact'
}

/**
 * The line before an offset that is no comment. An empty one counts: a list that is apart from its key says nothing. kpt 2.4
 * has it that empty lines are passed over; kpt 1.0.0-beta.56 does not, and decides `compact`.
 */
function lineAbove(text: string, start: number): string {
  for (let end = start - 1; end > 0; ) {
    const from = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(from, end)
    const bare = line.trim()
    if (!bare.startsWith('#')) return line
    end = from - 1
  }
  return ''
}

function columnOf(line: string): number {
  return line.length - line.trimStart().length
}

/** The patterns of an ignore file, which count from its folder. The order of the lines plays no part. */
interface IgnoreRules {
  folder: string
  ignored: Ignore
  readAgain: Ignore
}

async function readIgnoreRules(folder: string, { text }: Source): Promise<IgnoreRules> {
  const { default: ignore } = await import('ignore')
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const negated = patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const plain = patterns.filter((line) => !line.startsWith('!'))
  const rules = () => ignore({ allowRelativePaths: true, ignorecase: false })
  return { folder, ignored: rules().add(plain), readAgain: rules().add(negated) }
}

function isIgnored(rules: IgnoreRules | undefined, path: string, isFolder: boolean): boolean {
  if (rules === undefined) return false
  const own = (rules.folder === '' ? path : path.slice(rules.folder.length + 1)) + (isFolder ? '/' : '')
  return rules.ignored.ignores(own) && !rules.readAgain.ignores(own)
}
