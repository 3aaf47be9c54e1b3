/** The recorded YAML vectors: reading them, and nodes in the form they are recorded in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALIAS, type Document, MAPPING, type Node, SCALAR, SEQUENCE } from '../../src/yaml/node.ts'
import { tagOf } from '../../src/yaml/resolve.ts'

export type Answer =
  | string
  | { error: string }
  | { panic: string }
  | { as: string }
  | { chance: Answer[] }
  | { b64: string }

export interface SuiteVector {
  id: string
  input: string
  docs: { value: unknown; kept: Answer; wrapped?: boolean; sorted: Answer }[]
  error?: string
  stream: Record<string, Answer>
}

export interface RoundtripVector {
  id: string
  input?: string
  input_b64?: string
  ref?: { path: string; doc: number; sha256: string }
  notes?: [string, string, string][]
  out: Record<string, Answer>
}

export function readVectors<T>(root: string, file: string): T[] {
  const lines = readFileSync(join(root, 'yaml', file), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

/** The text of a round trip vector; undefined when it is no UTF-8. */
export function inputOf(vector: RoundtripVector, root: string): string | undefined {
  if (vector.input !== undefined) return vector.input
  if (vector.ref !== undefined) {
    const text = readFileSync(join(root, vector.ref.path), 'utf8').replaceAll('\r\n', '\n')
    return pieces(text)[vector.ref.doc]
  }
  return undefined
}

function pieces(text: string): string[] {
  const found: string[] = []
  let rest = text
  for (;;) {
    const cut = /\n---.*\n/.exec(rest)
    if (cut === null) break
    found.push(rest.slice(0, cut.index + 1))
    rest = rest.slice(cut.index + cut[0].length)
  }
  found.push(rest)
  return found
}

/** An answer with its references to other answers followed. */
export function answerOf(
  answers: Record<string, Answer>,
  name: string,
  input: string,
): Exclude<Answer, { as: string }> {
  let answer = answers[name] as Answer
  while (typeof answer === 'object' && 'as' in answer) {
    answer = answer.as === 'input' ? input : (answers[answer.as] as Answer)
  }
  return answer
}

const JSON_NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/

/** A node as JSON text in the form of `suite.jsonl`. */
export function nodeJson(node: Node): string {
  if (node.kind === ALIAS) return `{${JSON.stringify(`*${node.name}`)}:null}`
  if (node.anchor !== '') {
    const { anchor } = node
    node.anchor = ''
    const inner = nodeJson(node)
    node.anchor = anchor
    return `{${JSON.stringify(`&${anchor}`)}:${inner}}`
  }
  const tag = tagOf(node)
  const tagged = (name: string, json: string) => `{${JSON.stringify(name)}:${json}}`
  if (node.kind === MAPPING) {
    const seen = new Set<string>()
    let isPlain = true
    for (const key of node.keys) {
      if (key.kind !== SCALAR || key.anchor !== '' || tagOf(key) !== '!!str' || seen.has(key.value)) isPlain = false
      else seen.add(key.value)
    }
    const [only] = node.keys
    if (node.keys.length === 1 && only?.kind === SCALAR && /^[!&*]/.test(only.value)) isPlain = false
    const entries = node.keys.map((key, i) => {
      const value = nodeJson(node.values[i] as Node)
      return isPlain && key.kind === SCALAR ? `${JSON.stringify(key.value)}:${value}` : `[${nodeJson(key)},${value}]`
    })
    const json = isPlain ? `{${entries.join()}}` : tagged('!!map', `[${entries.join()}]`)
    return tag === '!!map' ? json : tagged(tag, json)
  }
  if (node.kind === SEQUENCE) {
    const json = `[${node.items.map(nodeJson).join()}]`
    return tag === '!!seq' ? json : tagged(tag, json)
  }
  const { value } = node
  switch (tag) {
    case '!!str':
      return JSON.stringify(value)
    case '!!null':
      return 'null'
    case '!!bool':
      if (/^(true|false)$/i.test(value)) return value.toLowerCase()
      break
    case '!!int':
    case '!!float':
      if (JSON_NUMBER.test(value) && (tag === '!!float' || !/[.eE]/.test(value))) return value
  }
  return tagged(tag, JSON.stringify(value))
}

/** The comments of a document in the form of `roundtrip.jsonl`. */
export function notesOf(document: Document): [string, string, string][] {
  const notes: [string, string, string][] = []
  const add = (path: string, on: string, role: string, text: string | undefined) => {
    if (text !== undefined && text !== '') notes.push([path, `${on}.${role}`, text])
  }
  const addAll = (path: string, on: string, node: Node) => {
    add(path, on, 'head', node.comments?.head)
    add(path, on, 'line', node.comments?.line)
    add(path, on, 'foot', node.comments?.foot)
  }
  const walk = (path: string, node: Node) => {
    addAll(path, 'value', node)
    if (node.kind === MAPPING) {
      node.keys.forEach((key, i) => {
        const inner = `${path}/${key.kind === SCALAR ? key.value : key.kind === ALIAS ? key.name : `?${i}`}`
        if (key.kind === SCALAR || key.kind === ALIAS) addAll(inner, 'key', key)
        else walk(`${inner}?`, key)
        walk(inner, node.values[i] as Node)
      })
    } else if (node.kind === SEQUENCE) {
      node.items.forEach((item, i) => {
        walk(`${path}/${i}`, item)
      })
    }
  }
  add('', 'document', 'head', document.head)
  add('', 'document', 'foot', document.foot)
  walk('', document.root)
  return notes
}
