/** The forms in which sops keeps documents, and writes them once they are decrypted. */
import { fail } from '../core/error.ts'
import { newBudget } from '../core/limits.ts'
import { Source } from '../core/source.ts'
import { encodeUtf8 } from '../core/text.ts'
import { expandAliases } from '../yaml/anchors.ts'
import { removeField, setField, stringScalar } from '../yaml/edit.ts'
import { parseJson } from '../yaml/json.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, Sequence } from '../yaml/node.ts'
import { parseAll } from '../yaml/parse.ts'
import { isNull } from '../yaml/resolve.ts'
import { printDotenv, printJson, printYaml } from './sops-print.ts'

export type SopsFormat = 'yaml' | 'json' | 'dotenv' | 'ini' | 'binary'

/** What is found in a file of a format that is encrypted, and in no other. */
const MARKS: readonly [SopsFormat, string][] = [
  ['json', '"mac": "ENC['],
  ['dotenv', 'sops_mac=ENC['],
  ['ini', '[sops]'],
  ['yaml', 'mac: ENC['],
]

const DOCKER_CONFIG_KEY = '.dockerconfigjson'

/** The format that the name of a file, or of a key of a Secret, stands for. */
export function formatOf(name: string): SopsFormat {
  if (name.endsWith(DOCKER_CONFIG_KEY) || name.endsWith('.json')) return 'json'
  if (/\.ya?ml$/.test(name)) return 'yaml'
  if (name.endsWith('.env')) return 'dotenv'
  return name.endsWith('.ini') ? 'ini' : 'binary'
}

/** The format of an encrypted text, by its marks; undefined for one that is not encrypted. */
export function sealedFormat(text: string): SopsFormat | undefined {
  return MARKS.find(([, mark]) => text.includes(mark))?.[0]
}

export function isSealedAs(format: SopsFormat, text: string): boolean {
  const wanted = format === 'binary' ? 'json' : format
  return MARKS.some(([name, mark]) => name === wanted && text.includes(mark))
}

export interface SealedFile {
  documents: Mapping[]
  /** What stands under `sops`, of the first document. */
  metadata: Node | undefined
}

/** @throws ToolError when it is no document of the format */
export function readSealed(format: SopsFormat, path: string, text: string): SealedFile {
  const documents = documentsOf(format, new Source(path, text))
  const metadata = documents[0] === undefined ? undefined : field(documents[0], 'sops')
  return { documents, metadata }
}

/** @throws ToolError for documents that the format cannot hold */
export function printOpened(format: SopsFormat, { documents }: SealedFile): Uint8Array {
  for (const document of documents) removeField(document, 'sops')
  const first = documents[0] ?? new Mapping()
  switch (format) {
    case 'yaml':
      return encodeUtf8(printYaml(documents))
    case 'json':
      return encodeUtf8(printJson(first))
    case 'dotenv':
      return encodeUtf8(printDotenv(first))
    case 'ini':
      throw noIni()
    case 'binary': {
      const data = field(first, 'data')
      if (data?.kind !== SCALAR || isNull(data)) throw fail('SOPS', 'no binary data found in tree')
      return encodeUtf8(data.value)
    }
  }
}

function noIni(): Error {
  return fail('SOPS', 'files of the form ini are not supported')
}

function documentsOf(format: SopsFormat, source: Source): Mapping[] {
  switch (format) {
    case 'json':
    case 'binary':
      return [asMapping(parseJson(source))]
    case 'yaml':
      return yamlDocuments(source)
    case 'dotenv':
      return [readDotenv(source.text)]
    case 'ini':
      throw noIni()
  }
}

function yamlDocuments(source: Source): Mapping[] {
  const budget = newBudget()
  budget.left += source.text.length
  return parseAll(source).flatMap((document) => {
    if (isNull(document.root)) return []
    const root = asMapping(expandAliases(document.root, budget))
    const [first] = root.keys
    const last = root.keys.at(-1)
    if (document.head !== '' && first !== undefined) addComment(first, 'head', document.head)
    if (document.foot !== '' && last !== undefined) addComment(last, 'foot', document.foot)
    return [root]
  })
}

function asMapping(root: Node): Mapping {
  if (root.kind !== MAPPING) throw fail('SOPS', 'it is no mapping, and sops encrypts nothing else')
  return root
}

function addComment(node: Node, where: 'head' | 'foot', text: string): void {
  const { head = '', line = '', foot = '' } = node.comments ?? {}
  const own = { head, line, foot }
  node.comments = { ...own, [where]: where === 'head' ? `${text}\n${head}` : `${foot}\n${text}` }
}

/** Lines `KEY=value`; what belongs to sops is spread over keys of its own. */
function readDotenv(text: string): Mapping {
  const map = new Mapping()
  const sops = new Mapping()
  let comments: string[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    if (line.startsWith('#')) {
      comments.push(line)
      continue
    }
    const equals = line.indexOf('=')
    if (equals < 0) throw fail('SOPS', 'a line is neither a comment nor KEY=value')
    const [name, value] = [line.slice(0, equals), line.slice(equals + 1).replaceAll('\\n', '\n')]
    if (name.startsWith('sops_')) addFlat(sops, name.slice('sops_'.length), value)
    else {
      setField(map, name, stringScalar(value))
      if (comments.length > 0) addComment(map.keys.at(-1) as Node, 'head', comments.join('\n'))
      comments = []
    }
  }
  if (comments.length > 0 && map.keys.length > 0) addComment(map.keys.at(-1) as Node, 'foot', comments.join('\n'))
  setField(map, 'sops', sops)
  return map
}

/** `age__list_0__map_enc` is the field `enc` of the first of the list `age`. */
function addFlat(sops: Mapping, name: string, value: string): void {
  const [, list, at, inner] = /^(\w+?)__list_(\d{1,4})__map_(\w+)$/.exec(name) ?? []
  if (list === undefined || inner === undefined) return setField(sops, name, stringScalar(value))
  let found = field(sops, list)
  if (found === undefined) setField(sops, list, (found = new Sequence()))
  if (!(found instanceof Sequence)) return
  const i = Number(at)
  while (found.items.length <= i) found.items.push(new Mapping())
  setField(found.items[i] as Mapping, inner, stringScalar(value))
}
