import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newBudget } from '../../src/core/limits.ts'
import { Source } from '../../src/core/source.ts'
import { expandAliases } from '../../src/yaml/anchors.ts'
import { readResources } from '../../src/yaml/documents.ts'
import { stringScalar } from '../../src/yaml/edit.ts'
import { emitKept, emitSorted } from '../../src/yaml/emit.ts'
import { type Document, Mapping, type Scalar } from '../../src/yaml/node.ts'
import { parse, parseAll } from '../../src/yaml/parse.ts'
import { corpusRoot } from '../corpus.ts'
import { type Answer, answerOf, inputOf, type RoundtripVector, readVectors, type SuiteVector } from './vectors.ts'

const root = corpusRoot()
const data = root === undefined ? '' : join(root, '../spec/data')

/** Sorted answers that are not matched, and why. */
const SORTED_SKIPS: Record<string, string> = {
  'scalar-key-224': 'a list tagged as a string used as a key: the error differs',
  'comment-more-082': 'a foot comment behind |+ adds an empty line to the text; comments are not read for a build',
  'random-083': 'as comment-more-082',
  'doc-027': 'an empty object is kept by the bare reader; a build has no use for it',
  'merge-012': 'null beside its quoted text: the list of repeated keys is longer in the reference',
  'ref-0044': 'line number in an error about a scalar document, moved by comments',
  'ref-0307': 'a ResourceList without items is no resource of a build',
}

/** Sorted answers of the public test suite that are not matched, and why. */
const SUITE_SKIPS: Record<string, string> = {
  '9WXW': 'line number in an error about a scalar document, moved by comments',
  F8F9: 'a comment behind |+ adds an empty line to the text: that is the work of the reader of resources',
}

/** Skipped by both printers: the reader passes over a byte order mark at the start of a later line. */
const READER_SKIPS = ['char-031']

function outcome(print: () => string): string {
  try {
    return print()
  } catch (error) {
    return `error: ${(error as Error).message}`
  }
}

/** Errors carry prefixes of the callers: of the reader in the vectors, of the printer in ours. */
function matches(wanted: Answer, got: string): boolean {
  if (typeof wanted === 'string') return wanted === got
  if ('chance' in wanted) return wanted.chance.some((one) => matches(one, got))
  if ('panic' in wanted) return got.startsWith('error: ')
  if (!('error' in wanted) || !got.startsWith('error: ')) return false
  const message = got.slice('error: '.length)
  const error = wanted.error
    .replace(/^(Error: )?(accumulating .*?': )?(MalformedYAMLError: )?/, '')
    .replace(/ in File: .*$/, '')
  return message === error || (/^(map)?\[/.test(message) && message.endsWith(`: ${error}`))
}

class Tally {
  readonly failures: string[] = []
  passed = 0
  skipped = 0

  check(id: string, input: string, wanted: Answer, got: string): void {
    if (matches(wanted, got)) this.passed++
    else this.failures.push(`${id}\n${input}\nwanted ${JSON.stringify(wanted)}\ngot    ${JSON.stringify(got)}`)
  }

  report(what: string): void {
    const of = this.passed + this.failures.length
    console.log(`${what}: ${this.passed} of ${of}${this.skipped > 0 ? `, ${this.skipped} skipped` : ''}`)
    expect(this.failures).toEqual([])
  }
}

describe.skipIf(root === undefined)('recorded outputs of the printers', () => {
  test('scalars, through reader and sorted printer', () => {
    const tally = new Tally()
    const vectors = JSON.parse(readFileSync(join(data, 'scalar-output.json'), 'utf8')) as {
      source: string
      output?: string
      error?: string
    }[]
    for (const { source, output, error } of vectors) {
      // The recorded errors name keys by number.
      const key = /"(k[0-9]+)":/.exec(error ?? '')?.[1] ?? 'k00'
      const input = `apiVersion: v1\nkind: Foo\nmetadata:\n  name: x\nspec:\n  ${key}: ${source === '(empty)' ? '' : source}\n`
      const wanted = output === undefined ? { error: error as string } : output.replace(/\n+$/, '')
      const got = outcome(() => {
        const text = emitSorted(readResources(new Source('', input))[0] as Mapping)
        return text
          .slice(text.indexOf(`  ${key}:`) + key.length + 3)
          .replace(/^ /, '')
          .replace(/\n+$/, '')
      })
      tally.check(source, input, wanted, got)
    }
    tally.report('scalar-output.json')
  })

  test('strings, folding and pairs of keys of the sorted printer', () => {
    const tally = new Tally()
    const vectors = JSON.parse(readFileSync(join(data, 'writer-vectors.json'), 'utf8')) as {
      strings: [string, string][]
      folded: [string, string][]
      keyPairs: [string, string][]
    }
    const of = (key: string, value: Mapping | Scalar) => new Mapping([stringScalar(key)], [value])
    for (const [text, printed] of vectors.strings) {
      tally.check(
        'string',
        text,
        `key: ${printed}\n`,
        outcome(() => emitSorted(of('key', stringScalar(text)))),
      )
    }
    for (const [text, printed] of vectors.folded) {
      const got = outcome(() => emitSorted(of('a', of('k00', stringScalar(text)))))
      tally.check('folded', text, `a:\n  k00: ${printed}\n`, got)
    }
    for (const [first, second] of vectors.keyPairs) {
      const x = stringScalar('x')
      const wanted = outcome(() => emitSorted(of(first, x)) + emitSorted(of(second, x)))
      const got = outcome(() => emitSorted(new Mapping([stringScalar(second), stringScalar(first)], [x, x])))
      tally.check('keys', `${first} | ${second}`, wanted, got)
    }
    tally.report('writer-vectors.json')
  })

  test('round trips, sorted', () => {
    const tally = new Tally()
    for (const vector of readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')) {
      const input = inputOf(vector, root as string)
      // Roots that are no mappings are wrapped by the recorder.
      if (
        input === undefined ||
        vector.id.startsWith('scalar-root') ||
        vector.id in SORTED_SKIPS ||
        READER_SKIPS.includes(vector.id)
      ) {
        tally.skipped++
        continue
      }
      const got = outcome(() => {
        const printed = readResources(new Source('', input)).map((one) => emitSorted(one as Mapping))
        return printed.join('---\n')
      })
      tally.check(vector.id, input, answerOf(vector.out, 'sorted', input), got)
    }
    tally.report('roundtrip.jsonl, sorted')
  })

  test('round trips, built: annotations as strings', () => {
    const tally = new Tally()
    for (const vector of readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')) {
      const input = inputOf(vector, root as string)
      const wanted = vector.out.build
      if (input === undefined || typeof wanted !== 'string') continue
      const got = outcome(() => {
        const roots = readResources(new Source('', input)) as Mapping[]
        return roots.map((one) => emitSorted(one, { annotationsAsStrings: true })).join('---\n')
      })
      // What else a build changes is not the printer's: blank namespaces, lists taken apart, order.
      if (got !== wanted && !/annotations/.test(input)) tally.skipped++
      else tally.check(vector.id, input, wanted, got)
    }
    tally.report('roundtrip.jsonl, build')
  })

  test('round trips, kept', () => {
    const tally = new Tally()
    for (const vector of readVectors<RoundtripVector>(root as string, 'roundtrip.jsonl')) {
      const input = inputOf(vector, root as string)
      if (input === undefined || READER_SKIPS.includes(vector.id)) {
        tally.skipped++
        continue
      }
      const keep = (text: string) => {
        const document = parse(new Source('', text))
        if (document === undefined) throw new Error('EOF')
        return emitKept(document)
      }
      const got = outcome(() => keep(input))
      tally.check(vector.id, input, answerOf(vector.out, 'string', input), got)
      if (vector.out.again !== undefined) {
        tally.check(
          `${vector.id} again`,
          got,
          answerOf(vector.out, 'again', input),
          outcome(() => keep(got)),
        )
      }
    }
    tally.report('roundtrip.jsonl, string')
  })

  test('the public test suite, kept', () => {
    const tally = new Tally()
    for (const { id, input, docs, error } of readVectors<SuiteVector>(root as string, 'suite.jsonl')) {
      const source = new Source('', input)
      docs.forEach((one, i) => {
        if (error !== undefined && i > 0) {
          tally.skipped++
          return
        }
        const document = error === undefined ? parseAll(source)[i] : parse(source)
        const wanted = answerOf({ ...one } as unknown as Record<string, Answer>, 'kept', input)
        tally.check(
          id,
          input,
          wanted,
          outcome(() => emitKept(document as NonNullable<typeof document>)),
        )
      })
    }
    tally.report('suite.jsonl, kept')
  })

  test('the public test suite, sorted', () => {
    const tally = new Tally()
    for (const { id, input, docs, error } of readVectors<SuiteVector>(root as string, 'suite.jsonl')) {
      const source = new Source('', input)
      docs.forEach((one, i) => {
        if ((error !== undefined && i > 0) || id in SUITE_SKIPS) {
          tally.skipped++
          return
        }
        const wanted = answerOf({ ...one } as unknown as Record<string, Answer>, 'sorted', input)
        const got = outcome(() => {
          const document = error === undefined ? parseAll(source)[i] : parse(source)
          const value = expandAliases((document as Document).root, newBudget())
          return emitSorted(one.wrapped ? new Mapping([stringScalar('value')], [value]) : (value as Mapping))
        })
        tally.check(id, input, wanted, got)
      })
    }
    tally.report('suite.jsonl, sorted')
  })

  test('the public test suite, as resource files of a build', () => {
    const tally = new Tally()
    for (const { id, input, stream } of readVectors<SuiteVector>(root as string, 'suite.jsonl')) {
      if (id in SUITE_SKIPS) {
        tally.skipped++
        continue
      }
      const got = outcome(() =>
        readResources(new Source('', input))
          .map((one) => emitSorted(one as Mapping))
          .join('---\n'),
      )
      tally.check(id, input, answerOf(stream, 'build', input), got)
    }
    tally.report('suite.jsonl, build')
  })
})
