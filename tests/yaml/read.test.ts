import { describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { utf8Problem } from '../../src/core/text.ts'
import { toJson } from '../../src/yaml/json.ts'
import type { Document } from '../../src/yaml/node.ts'
import { parse, parseAll } from '../../src/yaml/parse.ts'
import { readYaml11 } from '../../src/yaml/yaml11.ts'
import { corpusRoot } from '../corpus.ts'
import { answerOf, inputOf, nodeJson, notesOf, type RoundtripVector, readVectors, type SuiteVector } from './vectors.ts'

const root = corpusRoot()

/** The documents before the first error, and its message. */
function readAll(text: string): { documents: Document[]; error: string | undefined } {
  const source = new Source('', text)
  let error: string | undefined
  try {
    return { documents: parseAll(source), error }
  } catch (problem) {
    error = (problem as Error).message
  }
  try {
    const first = parse(source)
    return { documents: first === undefined ? [] : [first], error }
  } catch {
    return { documents: [], error }
  }
}

function outcome(read: () => string): string {
  try {
    return read()
  } catch (error) {
    return `error: ${(error as Error).message}`
  }
}

/** What the version 2 reader makes of a text, as JSON in which numbers are doubles. */
function values(text: string): string {
  const node = readYaml11(new Source('', text))
  return node === undefined ? 'null' : JSON.stringify(JSON.parse(toJson(node)))
}

const EMPTY_KEY = 'an empty flow collection as a key comes apart in the version 2 reader; here it is refused as a key'

/** Texts in UTF-16, which the recorded program reads; files here are UTF-8. */
const UTF_16 = ['char-099', 'char-100']

/** Answers of the version 2 reader that are not matched, and why. */
const VERSION_2_SKIPS: Record<string, string> = {
  '565N': 'bytes that are no UTF-8: Go writes them as an escape, a replacement character in the text as itself',
  'M2N8-2': EMPTY_KEY,
  'key-073': EMPTY_KEY,
  'key-074': EMPTY_KEY,
}

/** Refused or changed by the printer of the recorded program, which reads once more, not by its reader. */
const PRINTER = [
  ...['scalar-231', 'scalar-232', 'scalar-238', 'scalar-239', 'scalar-248', 'scalar-249'],
  ...['scalar-seq-231', 'scalar-seq-232', 'scalar-seq-238', 'scalar-seq-239', 'scalar-seq-248', 'scalar-seq-249'],
  ...['scalar-flow-118', 'scalar-flow-119', 'scalar-flow-125', 'scalar-flow-126', 'scalar-flow-135', 'scalar-flow-136'],
  // Quoted `<<`, printed bare.
  ...['scalar-key-175', 'scalar-key-177', 'anchor-057', 'anchor-058', 'anchor-060', 'object-036'],
  ...['anchor-nested-020', 'anchor-nested-021', 'anchor-nested-023'],
  ...['scalar-key-192', 'scalar-key-199', 'limit-055', 'limit-068', 'limit-069', 'limit-071'],
]

describe.skipIf(root === undefined)('recorded YAML vectors', () => {
  test('the public test suite: values and errors', () => {
    const failures: string[] = []
    let passed = 0
    const vectors = readVectors<SuiteVector>(root as string, 'suite.jsonl')
    for (const { id, input, docs, error } of vectors) {
      const got = readAll(input)
      const values = got.documents.map((document) => JSON.stringify(JSON.parse(nodeJson(document.root))))
      const wanted = docs.slice(0, error === undefined ? undefined : 1).map(({ value }) => JSON.stringify(value))
      if (values.join('\n') === wanted.join('\n') && got.error === error) passed++
      else
        failures.push(
          `${id}\n${input}\nwanted ${wanted.join(' | ')} ${error}\ngot    ${values.join(' | ')} ${got.error}`,
        )
    }
    console.log(`suite.jsonl, values and errors: ${passed} of ${vectors.length}`)
    expect(failures).toEqual([])
  })

  test('the public test suite: the version 2 reader', () => {
    const failures: string[] = []
    let passed = 0
    let skipped = 0
    const vectors = readVectors<SuiteVector>(root as string, 'suite.jsonl')
    for (const { id, input, stream } of vectors) {
      const answer = answerOf(stream, 'v2json', input)
      const wanted = answer instanceof Object && 'error' in answer ? `error: ${answer.error}` : answer
      const got = outcome(() => {
        const node = readYaml11(new Source('', input))
        return node === undefined ? 'null' : toJson(node)
      })
      if (got === wanted) passed++
      else if (VERSION_2_SKIPS[id] !== undefined) skipped++
      else failures.push(`${id}\n${input}\nwanted ${JSON.stringify(wanted)}\ngot    ${JSON.stringify(got)}`)
    }
    console.log(`suite.jsonl, version 2: ${passed} of ${vectors.length}, ${skipped} skipped`)
    expect(failures).toEqual([])
  })

  test('round trips: bytes that are no UTF-8', () => {
    const vectors = readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')
    const found = vectors.flatMap(({ id, input_b64, out }) => {
      if (input_b64 === undefined || UTF_16.includes(id)) return []
      const { problem } = utf8Problem(Uint8Array.from(atob(input_b64), (c) => c.charCodeAt(0))) ?? {}
      return [[id, { error: `yaml: ${problem}` }, out.string]]
    })
    expect(found.map(([id, got]) => [id, got])).toEqual(found.map(([id, , wanted]) => [id, wanted]))
    expect(found.length).toBe(6)
  })

  test('round trips: the version 2 reader', () => {
    const failures: string[] = []
    let passed = 0
    let skipped = 0
    let unreadable = 0
    const vectors = readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')
    for (const vector of vectors) {
      const input = inputOf(vector, root as string)
      if (input === undefined) {
        unreadable++
        continue
      }
      // The recorded text is a printer's, to which all numbers are doubles: what counts is the values.
      const answer = answerOf(vector.out, 'sigs', input)
      const got = outcome(() => values(input))
      const wanted = (typeof answer === 'object' && 'chance' in answer ? answer.chance : [answer]).map((one) => {
        if (typeof one === 'string') return outcome(() => values(one))
        // The prefix is the caller's.
        return 'error' in one
          ? `error: ${one.error.replace('error converting YAML to JSON: ', '')}`
          : JSON.stringify(one)
      })
      if (wanted.includes(got)) passed++
      else if (VERSION_2_SKIPS[vector.id] !== undefined || PRINTER.includes(vector.id)) skipped++
      else failures.push(`${vector.id}\n${input.slice(0, 1000)}\nwanted ${wanted}\ngot    ${got}`)
    }
    console.log(
      `roundtrip.jsonl, version 2: ${passed} of ${vectors.length}, ${skipped} skipped, ${unreadable} not UTF-8`,
    )
    expect(failures).toEqual([])
  })

  test('round trips: comments and errors', () => {
    const failures: string[] = []
    let passed = 0
    let unreadable = 0
    const vectors = readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')
    for (const vector of vectors) {
      const input = inputOf(vector, root as string)
      if (input === undefined) {
        unreadable++
        continue
      }
      const answer = answerOf(vector.out, 'string', input)
      const isError = answer instanceof Object && 'error' in answer
      // No notes are recorded for the documents of other corpora.
      const hasNotes = vector.ref === undefined
      const wanted = isError ? `error: ${answer.error}` : hasNotes ? JSON.stringify(vector.notes ?? []) : 'read'
      const got = outcome(() => {
        const document = parse(new Source('', input))
        if (document === undefined) return 'error: EOF'
        return hasNotes ? JSON.stringify(notesOf(document)) : 'read'
      })
      if (got === wanted) passed++
      else failures.push(`${vector.id}\n${input.slice(0, 1000)}\nwanted ${wanted}\ngot    ${got}`)
    }
    console.log(`roundtrip.jsonl, comments and errors: ${passed} of ${vectors.length}, ${unreadable} not UTF-8`)
    expect(failures).toEqual([])
  })
})
