/** The quick reader and the exact one must agree, the quick one with comments and without. */
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { readExactly } from '../../src/yaml/exact.ts'
import { type Document, MAPPING, type Node, SCALAR, SEQUENCE } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { readQuickly } from '../../src/yaml/quick.ts'
import { readQuicklyWithComments } from '../../src/yaml/quick-comments.ts'
import { corpusRoot } from '../corpus.ts'
import { inputOf, type RoundtripVector, readVectors, type SuiteVector } from './vectors.ts'

const root = corpusRoot()

/** Everything about a tree, with its comments or without. */
function shape(node: Node, comments: boolean): unknown {
  const { head = '', line = '', foot = '' } = (comments ? node.comments : undefined) ?? {}
  const common = [node.kind, node.tag, node.anchor, node.start, node.end, head, line, foot]
  const each = (nodes: readonly Node[]) => nodes.map((one) => shape(one, comments))
  if (node.kind === SCALAR) return [...common, node.value, node.style]
  if (node.kind === SEQUENCE) return [...common, node.flow, each(node.items)]
  if (node.kind === MAPPING) return [...common, node.flow, each(node.keys), each(node.values)]
  return [...common, node.name]
}

function outcome(read: () => Document | undefined, comments = false): string {
  try {
    const document = read()
    if (document === undefined) return 'none'
    const { start, end, head, foot } = document
    return JSON.stringify([start, end, comments ? [head, foot] : [], shape(document.root, comments)])
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return error.message
  }
}

/** What the exact reader says of a text that the quick one could read; undefined when it could not. */
function difference(text: string): string | undefined {
  const source = new Source('', text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such texts never come to the quick reader
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]/.test(text)) return undefined
  let isRead = false
  for (const comments of [true, false]) {
    const quick = (comments ? readQuicklyWithComments : readQuickly)(source, 0, text.length)
    if (quick === undefined) continue
    isRead = true
    const wanted = outcome(() => readExactly(source, 0, text.length, true, 'v3', -1), comments)
    const got = outcome(() => quick, comments)
    if (got !== wanted) {
      const at = [...wanted].findIndex((character, i) => character !== got[i])
      const part = (shown: string) => shown.slice(Math.max(0, at - 120), at + 60)
      return `${JSON.stringify(text.slice(0, 1500))}\nexact ${part(wanted)}\nquick ${part(got)}`
    }
  }
  return isRead ? '' : undefined
}

/** Pseudo-random numbers, the same in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * below)
  }
}

const PARTS = [
  '\n',
  '\n  ',
  '\n    ',
  '- ',
  ': ',
  ':',
  ' #',
  '#',
  ' ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '|\n',
  '>-\n',
  '? ',
  '&a ',
  '*a',
  '!t ',
  '---\n',
  'a',
  'key: v\n',
  '\t',
  '\r\n',
  '%',
  '0',
  '-',
  '\n\n',
  '...\n',
  '|2\n',
  '\ufeff',
  '\u0085',
  ' # behind',
  '\n# above',
  '\n  # above\n',
  '\n    # above\n    ',
] // prettier-ignore

function mutate(text: string, random: (below: number) => number): string {
  let out = text
  for (let i = random(4); i >= 0; i--) {
    const at = random(out.length + 1)
    const part = PARTS[random(PARTS.length)] as string
    const cut = random(3) === 0 ? 0 : random(6)
    out = out.slice(0, at) + (random(4) === 0 ? '' : part) + out.slice(at + cut)
  }
  return out
}

/** Comments above some lines, in their column or another, and behind some. */
function commented(text: string, random: (below: number) => number): string {
  const often = 2 + random(12)
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.trim() === '' || random(often) > 0) return [line]
      const indent = ' '.repeat(
        Math.max(0, line.length - line.trimStart().length + (random(8) === 0 ? random(5) - 2 : 0)),
      )
      const above = `${indent}# ${random(100)}`
      const kind = random(8)
      if (kind < 3) return [above, line]
      if (kind === 3) return [above, above, line]
      if (kind === 4) return random(2) === 0 ? ['', above, line] : [above, '', line]
      return [`${line}${' '.repeat(random(3))}# ${random(100)}`]
    })
    .join('\n')
}

describe.skipIf(root === undefined)('quick and exact reader agree', () => {
  const texts = (): string[] => {
    const found = readVectors<SuiteVector>(root as string, 'suite.jsonl').map(({ input }) => input)
    for (const vector of readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')) {
      const input = inputOf(vector, root as string)
      if (input !== undefined) found.push(input)
    }
    return found
  }

  test('on the recorded vectors', () => {
    const differences = texts().map(difference)
    const read = differences.filter((one) => one !== undefined)
    console.log(`quick reader: ${read.length} of ${differences.length} vectors`)
    expect(read.filter((one) => one !== '')).toEqual([])
    expect(read.length).toBeGreaterThan(3000)
  })

  test('on comments in every line of them', () => {
    const random = randomNumbers(11)
    const all = texts()
    const failures: string[] = []
    let read = 0
    const runs = Number(process.env.STRAKE_RUNS ?? 20_000)
    for (let i = 0; i < runs; i++) {
      const text = commented((all[random(all.length)] as string).slice(0, 2000), random)
      const found = difference(text)
      if (found === undefined || !text.includes('#')) continue
      if (readQuicklyWithComments(new Source('', text), 0, text.length) !== undefined) read++
      if (found !== '') failures.push(found)
    }
    console.log(`quick reader: ${read} of ${runs} texts with comments`)
    expect(failures.slice(0, 5)).toEqual([])
    expect(read).toBeGreaterThan(runs / 20)
  })

  test('on mutations of them, which never crash a reader', () => {
    const random = randomNumbers(7)
    const all = texts()
    const failures: string[] = []
    let read = 0
    let refused = 0
    const runs = Number(process.env.STRAKE_RUNS ?? 20_000)
    for (let i = 0; i < runs; i++) {
      const text = mutate((all[random(all.length)] as string).slice(0, 3000), random)
      const found = difference(text)
      if (found !== undefined) {
        read++
        if (found !== '') failures.push(found)
        continue
      }
      refused++
      outcome(() => parse(new Source('', text)))
    }
    console.log(`quick reader: ${read} of ${runs} mutations, ${refused} left to the exact one`)
    expect(failures.slice(0, 5)).toEqual([])
  })
})
