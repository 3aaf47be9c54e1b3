/**
 * A case in one file: lines of explanation, the input tree, what came out.
 *
 *   # Why this case is here.
 *   -- base/kustomization.yaml --        a file; after a bar: `| no newline`, `| crlf`, `| base64`
 *   -- link.yaml | to ../other.yaml --   a symbolic link
 *   -- empty/ --                         a folder
 *   == arguments ==                      the words after `build`, when there are any
 *   == output ==                         standard output, or
 *   == error ==                          the message of a failing build, `$ROOT` being the folder it ran in
 *   == warnings ==                       lines on standard error of the reference
 *
 * What came out is recorded from the reference program (`npm run cases:record`), never from our own.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface CaseFile {
  notes: string[]
  tree: TreeEntry[]
  arguments: string[]
  output?: string
  error?: string
  warnings?: string
}

export interface TreeEntry {
  path: string
  /** `no newline`, `crlf`, `base64`, `to TARGET`, or nothing. */
  how: string
  /** The lines as they stand in the case file. */
  text: string
}

const FILE = /^-- ([^|]+?)(?: \| (.+?))? --$/
const RESULT = /^== (arguments|output|error|warnings) ==$/

export function readCase(text: string): CaseFile {
  const found: CaseFile = { notes: [], tree: [], arguments: [] }
  let add: (line: string) => void = (line) => {
    if (line !== '') found.notes.push(line)
  }
  const lines = text.split('\n')
  if (lines[lines.length - 1] === '') lines.pop()
  for (const line of lines) {
    const file = FILE.exec(line)
    const result = RESULT.exec(line)
    if (file) {
      const entry: TreeEntry = { path: file[1] as string, how: file[2] ?? '', text: '' }
      found.tree.push(entry)
      add = (next) => {
        entry.text += `${next}\n`
      }
    } else if (result && result[1] === 'arguments') {
      add = (next) => found.arguments.push(...next.split(' ').filter((word) => word !== ''))
    } else if (result) {
      const section = result[1] as 'output' | 'error' | 'warnings'
      found[section] = ''
      add = (next) => {
        found[section] += `${next}\n`
      }
    } else add(line)
  }
  return found
}

export function writeCase(found: CaseFile): string {
  let out = found.notes.map((line) => `${line}\n`).join('')
  for (const { path, how, text } of found.tree) out += `-- ${path}${how === '' ? '' : ` | ${how}`} --\n${text}`
  if (found.arguments.length > 0) out += `== arguments ==\n${found.arguments.join(' ')}\n`
  for (const section of ['output', 'error', 'warnings'] as const) {
    const text = found[section]
    if (text !== undefined) out += `== ${section} ==\n${text}`
  }
  return out
}

/** The bytes a file of the tree has; undefined for folders and links. */
export function bytesOf(entry: TreeEntry): Uint8Array | undefined {
  if (entry.path.endsWith('/') || entry.how.startsWith('to ')) return undefined
  if (entry.how === 'base64') return Buffer.from(entry.text, 'base64')
  if (entry.how === 'no newline') return Buffer.from(entry.text.slice(0, -1))
  if (entry.how === 'crlf') return Buffer.from(entry.text.replaceAll('\n', '\r\n'))
  return Buffer.from(entry.text)
}

/** Puts the tree of a case on disk. */
export function layOut(found: CaseFile, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const entry of found.tree) {
    const path = join(folder, entry.path)
    mkdirSync(entry.path.endsWith('/') ? path : dirname(path), { recursive: true })
    const bytes = bytesOf(entry)
    if (bytes !== undefined) writeFileSync(path, bytes)
    else if (entry.how.startsWith('to ')) symlinkSync(entry.how.slice('to '.length), path)
  }
}

/** Every case below a folder: its name (path without `.case`) and its file. */
export function listCases(folder: string, prefix = ''): { name: string; file: string }[] {
  const found: { name: string; file: string }[] = []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...listCases(file, `${prefix}${entry.name}/`))
    else if (entry.name.endsWith('.case')) found.push({ name: prefix + entry.name.slice(0, -'.case'.length), file })
  }
  return found
}

export function loadCase(file: string): CaseFile {
  return readCase(readFileSync(file, 'utf8'))
}
