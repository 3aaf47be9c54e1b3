/** The quick reader and the exact one must agree: the exact one is asked for comments, which the quick one cannot give. */
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { readExactly } from '../../src/yaml/exact.ts'
import { type Document, MAPPING, type Node, SCALAR, SEQUENCE } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'
import { readQuickly } from '../../src/yaml/quick.ts'
import { corpusRoot } from '../corpus.ts'
import { inputOf, type RoundtripVector, readVectors, type SuiteVector } from './vectors.ts'

const root = corpusRoot()

/** Everything about a tree but comments. */
function shape(node: Node): unknown {
  const common = [node.kind, node.tag, node.anchor, node.start, node.end]
  if (node.kind === SCALAR) return [...common, node.value, node.style]
  if (node.kind === SEQUENCE) return [...common, node.flow, node.items.map(shape)]
  if (node.kind === MAPPING) return [...common, node.flow, node.keys.map(shape), node.values.map(shape)]
  return [...common, node.name]
}

function outcome(read: () => Document | undefined): string {
  try {
    const document = read()
    return document === undefined ? 'none' : JSON.stringify([document.start, document.end, shape(document.root)])
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
  const quick = readQuickly(source, 0, text.length)
  if (quick === undefined) return undefined
  const wanted = outcome(() => readExactly(source, 0, text.length, true, 'v3', -1))
  const got = outcome(() => quick)
  return got === wanted ? '' : `${text.slice(0, 1500)}\nexact ${wanted}\nquick ${got}`
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
