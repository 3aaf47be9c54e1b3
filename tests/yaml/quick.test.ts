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
import { commented, mutate, randomNumbers } from './mutations.ts'
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
