/** Finds fields by value or path, and gives them other values or comments (functions 9). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { setField, setTag, setText } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { DOUBLE, field, type Mapping, type Node, PLAIN, SCALAR, Scalar, Sequence } from '../../yaml/node.ts'
import { inOlderKit } from './ended.ts'
import { lineCommentOf, setLineComment, textIn, visitFields } from './fields.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { globPattern } from './glob.ts'
import { entriesOf, fileOf, filePathOf, mappingIn } from './items.ts'
import { type GoPattern, goPattern } from './patterns.ts'

export const searchReplace: CatalogFunction = {
  name: 'search-replace',
  run: (list) =>
    inOlderKit(
      { said: (message) => `failed to perform search-replace operation: ${goQuote(message)}`, printed: 'twice' },
      () => search(list),
    ),
}

const KEYS = ['by-value', 'by-file-path', 'by-value-regex', 'by-path', 'put-value', 'put-comment'] as const

interface Query {
  byValue: string
  valuePattern: GoPattern | undefined
  byPath: string
  matchesPath(path: string): boolean
  file: GoPattern | undefined
  putValue: string
  putComment: string
}

function readQuery(config: Mapping | undefined): Query {
  const given = new Map<string, string>()
  for (const [name, value] of entriesOf(field(config, 'data'))) {
    if (!(KEYS as readonly string[]).includes(name)) {
      const known = KEYS.map(goQuote).join(' ')
      throw fail('FUNCTION_CONFIG', `invalid matcher ${goQuote(name)}, must be one of [${known}]`)
    }
    given.set(name, textIn(value))
  }
  const of = (name: (typeof KEYS)[number]) => given.get(name) ?? ''
  if (of('by-value') !== '' && of('by-value-regex') !== '') {
    throw fail('FUNCTION_CONFIG', 'only one of ["by-value", "by-value-regex"] can be provided')
  }
  const byPath = of('by-path')
  const parts = pathParts(byPath)
  return {
    byValue: of('by-value'),
    valuePattern: of('by-value-regex') === '' ? undefined : goPattern(of('by-value-regex')),
    byPath,
    matchesPath: (path) => byPath !== '' && matchesParts(parts, pathParts(path)),
    file: of('by-file-path') === '' ? undefined : globPattern(of('by-file-path')),
    putValue: of('put-value'),
    putComment: of('put-comment'),
  }
}

function search({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const query = readQuery(config)
  const results: FunctionResult[] = []
  const changes = query.putValue !== '' || query.putComment !== ''
  for (const item of items) {
    if (query.file !== undefined && query.file.find(filePathOf(item)) === undefined) continue
    // The path may be what is changed.
    const file = fileOf(item)
    const note = (value: Node, path: string) => {
      const shown = goQuote(emitKept(value).trim())
      const message = `${changes ? 'Mutated field value to' : 'Matched field value'} ${shown}`
      results.push({ message, field: { path }, ...file })
    }
    if (isLiteral(query)) {
      const made = setAtPath(item, query, referenceFormat === true)
      if (made !== undefined) note(made, query.byPath)
      continue
    }
    visitFields(item, {
      list(key, list, path) {
        if (query.putComment === '' || !query.matchesPath(path)) return
        setLineComment(key, query.putComment)
        note(flowCopy(list), `${path} ${lineCommentOf(key)}`)
        list.flow = false
      },
      scalar(scalar, path) {
        if (!isMatch(scalar, path, query)) return
        change(scalar, query, referenceFormat === true)
        note(scalar, path)
      },
    })
  }
  return results.length === 0 ? [{ message: 'no matches' }] : results
}

/** The list on one line, as messages show it. */
function flowCopy(list: Sequence): Sequence {
  return new Sequence(list.items, true)
}

function isMatch({ value }: Scalar, path: string, query: Query): boolean {
  if (query.byPath !== '' && !query.matchesPath(path)) return false
  if (query.byValue !== '') return value === query.byValue
  if (query.valuePattern !== undefined) return query.valuePattern.find(value) !== undefined
  return query.byPath !== ''
}

function change(scalar: Scalar, query: Query, emptiesFirst: boolean): void {
  const groups = query.valuePattern?.find(scalar.value)
  if (query.putComment !== '') setLineComment(scalar, resolved(query.putComment, groups))
  if (query.putValue === '') return
  // What a failed run of the reference leaves behind is a field without its value.
  if (emptiesFirst && groups !== undefined && isUnresolved(query.putValue, groups)) setValue(scalar, '')
  setValue(scalar, resolved(query.putValue, groups))
}

/** The type is decided afresh by the text. */
function setValue(scalar: Scalar, text: string): void {
  setTag(scalar, '')
  setText(scalar, text)
  if (text === '' && scalar.style === PLAIN) scalar.style = DOUBLE
}

function isUnresolved(text: string, groups: readonly string[]): boolean {
  return [...text.matchAll(/\$\{(\d+)\}/g)].some(([, number]) => groups[Number(number)] === undefined)
}

/** Captured groups in place of `${1}` and so on. */
function resolved(text: string, groups: readonly string[] | undefined): string {
  if (groups === undefined) return text
  if (isUnresolved(text, groups)) throw fail('CAPTURE_GROUP', 'unable to resolve capture groups')
  return text.replace(/\$\{(\d+)\}/g, (_, number: string) => groups[Number(number)] as string)
}

/** A value for one path, without a search: the field is set wherever it can be, and made where it is missing. */
function isLiteral({ byPath, byValue, valuePattern, putValue }: Query): boolean {
  return byPath !== '' && !/[*[]/.test(byPath) && byValue === '' && valuePattern === undefined && putValue !== ''
}

function setAtPath(item: Mapping, query: Query, dropsComment: boolean): Node | undefined {
  const names = query.byPath.split('.')
  const last = names.pop() ?? ''
  let at: Mapping = item
  for (const name of names) {
    const next = mappingIn(at, name)
    if (next === undefined) throw fail('WRONG_KIND', `expected a mapping at ${goQuote(name)} of ${query.byPath}`)
    at = next
  }
  const old = field(at, last)
  const made = new Scalar(query.putValue)
  const isScalar = old?.kind === SCALAR
  if (isScalar) made.style = old.style
  if (isScalar && !dropsComment && old.comments !== undefined) made.comments = old.comments
  if (query.putComment !== '') setLineComment(made, query.putComment)
  setField(at, last, made)
  return made
}

function pathParts(path: string): string[] {
  return path.split('.')
}

/** `*` is any part without an index, `**` any parts, and an index in brackets is looked for apart. */
function matchesParts(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = new Set([0])
  for (const part of pattern) {
    const next = new Set<number>()
    if (part === '**') {
      for (let i = Math.min(...reached); i <= path.length; i++) next.add(i)
    } else {
      for (const i of reached) if (i < path.length && matchesPart(part, path[i] as string)) next.add(i + 1)
    }
    if (next.size === 0) return false
    reached = next
  }
  return reached.has(path.length)
}

function matchesPart(pattern: string, part: string): boolean {
  const [wanted, found] = [pattern.split('['), part.split('[')]
  return wanted.length === found.length && wanted.every((one, i) => matchesName(one, found[i] as string))
}

function matchesName(pattern: string, name: string): boolean {
  return pattern === name || pattern === '*' || (pattern === '*]' && name.endsWith(']'))
}
