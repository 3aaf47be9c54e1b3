/** Data of generated objects: env files, literals, files (build 5.13). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import { basename } from '../../core/path.ts'
import { decodeUtf8, encodeUtf8, goQuote } from '../../core/text.ts'
import type { GeneratorArgs } from '../types.ts'

/** Texts as texts, all else as bytes. */
export interface Pair {
  key: string
  value: string | Uint8Array
}

export type ReadFile = (path: string) => Promise<Uint8Array>

/** All pairs in the order env files, literals, files; each key once. */
export async function loadPairs(args: GeneratorArgs, read: ReadFile): Promise<Pair[]> {
  const pairs: Pair[] = []
  await within(`env source files: [${args.envs.join(' ')}]`, async () => {
    for (const path of args.envs) for (const pair of envPairs(await read(path))) pairs.push(pair)
  })
  await within(`literal sources [${args.literals.join(' ')}]`, async () => {
    for (const literal of args.literals) pairs.push(literalPair(literal))
  })
  await within(`file sources: [${args.files.join(' ')}]`, async () => {
    for (const source of args.files) {
      const { key, path } = fileSource(source)
      const bytes = await read(path)
      pairs.push({ key, value: decodeUtf8(bytes) ?? bytes })
    }
  })
  return pairs
}

async function within(sources: string, load: () => Promise<void>): Promise<void> {
  try {
    await load()
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'NOT_YET') throw error
    throw rephrase(`loading KV pairs: ${sources}: ${error.message}`, error)
  }
}

function literalPair(literal: string): Pair {
  const at = literal.indexOf('=')
  if (at <= 0) throw fail('LITERAL', `invalid literal source ${literal}, expected key=value`)
  return { key: literal.slice(0, at), value: withoutQuotes(literal.slice(at + 1)) }
}

function withoutQuotes(text: string): string {
  const first = text[0]
  const isQuoted = text.length > 1 && (first === '"' || first === "'") && text.endsWith(first)
  return isQuoted ? text.slice(1, -1) : text
}

/** `key=path`, or a path, whose last part is the key then. */
export function fileSource(source: string): { key: string; path: string } {
  const parts = source.split('=')
  const [key, path] = parts as [string, string?]
  if (path === undefined) return { key: basename(source), path: source }
  if (parts.length > 2) throw fail('FILE_SOURCE', `source ${goQuote(source)} key name or file path contains '='`)
  if (key === '')
    throw fail('FILE_SOURCE', `missing key name for file path ${goQuote(path)} in source ${goQuote(source)}`)
  if (path === '')
    throw fail('FILE_SOURCE', `missing file path for key name ${goQuote(key)} in source ${goQuote(source)}`)
  return { key, path }
}

/** Longer lines end the reading, as the reference's line scanner does. */
const LONGEST_LINE = 64 * 1024

function envPairs(bytes: Uint8Array): Pair[] {
  const pairs: Pair[] = []
  let start = 0
  let isFirst = true
  while (start < bytes.length) {
    let end = bytes.indexOf(0x0a, start)
    const next = end < 0 ? bytes.length : end + 1
    if (end < 0) end = bytes.length
    if (end - start >= LONGEST_LINE) break
    if (end > start && bytes[end - 1] === 0x0d) end--
    let line = decodeUtf8(bytes.subarray(start, end))
    if (line === undefined) {
      const raw = new TextDecoder().decode(bytes.subarray(start, end))
      throw fail('ENV_FILE', `line [${bytes.subarray(start, end).join(' ')}] has invalid utf8 bytes : ${raw}`)
    }
    if (isFirst && line.startsWith('\ufeff')) line = line.slice(1)
    isFirst = false
    start = next
    line = line.replace(/^(?:(?!\ufeff)[\s\x85])+/, '')
    if (line === '' || line.startsWith('#')) continue
    const at = line.indexOf('=')
    // A value without a key is passed over.
    if (at === 0) continue
    pairs.push(at < 0 ? { key: line, value: '' } : { key: line.slice(0, at), value: line.slice(at + 1) })
  }
  return pairs
}

export function bytesOf({ value }: Pair): Uint8Array {
  return typeof value === 'string' ? encodeUtf8(value) : value
}
