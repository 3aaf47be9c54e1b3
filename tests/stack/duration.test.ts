import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatGoDuration, parseGoDuration } from '../../src/stack/duration.ts'

test('what is printed reads back as the same duration', () => {
  const limit = 2n ** 63n
  fc.assert(
    fc.property(fc.bigInt({ min: -limit, max: limit - 1n }), (value) => {
      expect(parseGoDuration(formatGoDuration(value))).toBe(value)
    }),
  )
})

test.each([
  ['1h30m', 5_400_000_000_000n],
  ['-1.5s', -1_500_000_000n],
  ['1µs1us1μs', 3_000n],
  ['0', 0n],
  ['.5m', 30_000_000_000n],
  ['1.0000000009ns', 1n],
  ['0.333333333333333333h', 1_199_999_999_999n],
  [`0.${'1'.repeat(100_000)}s`, 111_111_111n],
  ['-9223372036854775808ns', -(2n ** 63n)],
])('%.40s is a duration', (text, value) => {
  expect(parseGoDuration(text)).toBe(value)
})

test.each([
  ['', 'time: invalid duration ""'],
  ['-', 'time: invalid duration "-"'],
  ['.s', 'time: invalid duration ".s"'],
  ['1"', 'time: unknown unit "\\"" in duration "1\\""'],
  ['1ä', 'time: unknown unit "\\xc3\\xa4" in duration "1\\xc3\\xa4"'],
  ['1__proto__', 'time: unknown unit "__proto__" in duration "1__proto__"'],
  ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
  [`${'9'.repeat(100_000)}h`, `time: invalid duration "${'9'.repeat(100_000)}h"`],
])('%.40s is refused as Go does', (text, message) => {
  expect(() => parseGoDuration(text)).toThrow(new Error(message))
})
