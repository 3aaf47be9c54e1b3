import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { preparePattern } from '../../src/core/pattern.ts'

describe('anchored', () => {
  test.each([
    ['web', 'web', ['web-1', 'aweb', '']],
    ['web.*', 'web-1', ['aweb', 'web\n']],
    ['^web$', 'web', ['web-1']],
    ['(web|api)-[0-9]+', 'api-42', ['api-', 'api-4x', 'db-1']],
    ['a|b.*', 'bcd', ['ab', 'ac']],
    ['.*foo.*', 'a foo b', ['fo']],
    ['a?b', 'ab', ['aab', 'a']],
    ['(?:x|)y', 'y', ['xx']],
    ['[^a-c]+', 'dé😀', ['da', '']],
    ['\\d\\.\\w', '1._', ['1a_']],
    ['a{2,3}', 'aaa', ['a', 'aaaa']],
    ['(?i)web', 'WEB', ['wob']],
  ])('%j matches %j and none of %j', async (pattern, matching, others) => {
    const { test: matches } = await preparePattern(pattern)
    expect(matches(matching)).toBe(true)
    for (const other of others) expect([other, matches(other)]).toEqual([other, false])
  })

  test('a pattern for one text says so', async () => {
    expect((await preparePattern('my\\.name')).literal).toBe('my.name')
    expect((await preparePattern('my.name')).literal).toBeUndefined()
  })
})

test('unanchored patterns match a part', async () => {
  const { test: matches, literal } = await preparePattern('b+', { anchored: false })
  expect(literal).toBeUndefined()
  expect(['abc', 'b', 'ac'].map(matches)).toEqual([true, true, false])
})

test.each([
  ['[', 'error parsing regexp: missing closing ]: `[)$`'],
  ['a(', 'error parsing regexp: missing closing ): `^(?:a()$`'],
  ['*', 'error parsing regexp: missing argument to repetition operator: `*`'],
  ['a|*', 'error parsing regexp: missing argument to repetition operator: `*`'],
  ['a)b', 'error parsing regexp: unexpected ): `^(?:a)b)$`'],
  ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
  ['\\y', 'error parsing regexp: invalid escape sequence: `\\y`'],
  ['[z-a]', 'error parsing regexp: invalid character class range: `z-a`'],
  ['a{2,1}', 'error parsing regexp: invalid repeat count: `{2,1}`'],
  ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
  ['a\\', 'error parsing regexp: missing closing ): `^(?:a\\)$`'],
])('%j is refused', async (pattern, message) => {
  await expect(preparePattern(pattern)).rejects.toMatchObject({ code: 'BAD_PATTERN', message })
})

test('many things that may be left out take no long time', async () => {
  const { test: matches } = await preparePattern('a?'.repeat(15) + 'a'.repeat(14))
  const before = performance.now()
  for (let i = 0; i < 100; i++) expect(matches(`${'a'.repeat(14 + (i % 3))}b`)).toBe(false)
  expect(performance.now() - before).toBeLessThan(1000)
})

test('a long text and many repeats take no long time', async () => {
  const { test: matches } = await preparePattern('.*a.*a.*a.*a.*b')
  const before = performance.now()
  expect(matches('a'.repeat(100_000))).toBe(false)
  expect(performance.now() - before).toBeLessThan(1000)
})

test('simple patterns mean what the engine says', async () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '.',
    '-',
    '[ab]',
    '[^a]',
    '[a-c-]',
    '(a|b)',
    '(?:ab|)',
    '*',
    '+',
    '?',
    '|',
    '^',
    '$',
    '\\.',
    '\\d',
    '\n',
    ')',
  )
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '-', '1', '\n', '^'), maxLength: 6 }), {
    minLength: 5,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), texts, fc.boolean(), async (pieces, candidates, anchored) => {
      const text = pieces.join('')
      let engine: RE2JS | undefined
      try {
        engine = RE2JS.compile(anchored ? `^(?:${text})$` : text)
      } catch {
        await expect(preparePattern(text, { anchored })).rejects.toThrow('error parsing regexp')
        return
      }
      const pattern = await preparePattern(text, { anchored })
      // Often enough for every way in which it may be matched.
      for (const candidate of Array(10).fill(candidates).flat()) {
        expect(pattern.test(candidate)).toBe(engine.matcher(candidate).find())
      }
    }),
    { numRuns: 2000 },
  )
})
