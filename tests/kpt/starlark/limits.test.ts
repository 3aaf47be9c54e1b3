import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/kpt/starlark/limits.ts'
import { output } from './run.ts'

const SMALL = { ...LIMITS, steps: 10_000, bytes: 100_000 }

describe('a program that takes too much ends with an error', () => {
  it.each([
    ['endless loop', 'while True:\n  pass', 'prog:2:3: the program takes more than 10000 steps'],
    ['long range', 'x = list(range(100000000000))', 'prog:1:9: the program takes more than 10000 steps'],
    [
      'text that doubles',
      'x = "ab"\nwhile True:\n  x += x',
      'prog:3:5: the program makes more than 100000 bytes of values',
    ],
    ['long text at once', 'x = "a" * 1000000000000', 'prog:1:9: the program makes more than 100000 bytes of values'],
    [
      'list that doubles',
      'x = [1]\nwhile True:\n  x = x + x',
      'prog:3:9: the program makes more than 100000 bytes of values',
    ],
    [
      'list that grows by itself',
      'x = [1]\nwhile True:\n  x += x',
      'prog:3:5: the program takes more than 10000 steps',
    ],
    [
      'number that squares',
      'x = 3\nwhile True:\n  x = x * x',
      'int numbers of more than 100000 bits are not supported by strake',
    ],
    [
      'list within lists, shown',
      'x = [1]\nfor i in range(50): x = [x, x]\nprint(x)',
      'prog:3:6: the program takes more than 10000 steps',
    ],
  ])('%s', (_, program, message) => {
    expect(output(program, SMALL)).toEqual([`error: ${message}`])
  })

  it.each([
    ['calls', 'def f(n): return f(n + 1)\nf(0)', 'prog:1:11: the program nests more than 1000 levels deep'],
    [
      'lambdas in comprehensions',
      'f = lambda n: [f(n + 1) for x in [n]]\nf(0)',
      'prog:1:17: the program nests more than 1000 levels deep',
    ],
    [
      'calls through a built-in function',
      'def f(n): return sorted([n], key = f)\nf(0)',
      'prog:1:11: the program nests more than 1000 levels deep',
    ],
    [
      'blocks and calls',
      'def f(n):\n  if True:\n    for x in [1]:\n      while True:\n        if n:\n          return f(n)\nf(1)',
      'prog:4:7: the program nests more than 1000 levels deep',
    ],
    [
      'lists, shown',
      'x = []\nfor i in range(2000): x = [x]\nprint(x)',
      'prog:3:6: the program nests more than 1000 levels deep',
    ],
  ])('that nest: %s', (_, program, message) => {
    expect(output(program)).toEqual([`error: ${message}`])
  })

  it.each([
    ['parentheses', `${'('.repeat(200_000)}1`],
    ['lists', `x = ${'['.repeat(200_000)}`],
    ['signs', `x = ${'-'.repeat(200_000)}1`],
    ['negations', `x = ${'not '.repeat(200_000)}1`],
    ['lambdas', `x = ${'lambda: '.repeat(200_000)}1`],
    ['conditions', `x = ${'1 if 1 else '.repeat(200_000)}1`],
    ['calls', `x = a${'()'.repeat(200_000)}`],
    ['blocks', Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}if 1:`).join('\n')],
  ])('whose text nests: %s', (_, program) => {
    expect(output(program)).toEqual([expect.stringMatching(/^error: prog:\d+:\d+: .* not supported by strake$/)])
  })

  it('texts that are long and not deep are no trouble', () => {
    expect(output(`print(${'1 + '.repeat(50_000)}1)`)).toEqual(['50001'])
    expect(output(`x = 3\nif x == 0: print(0)\n${'elif x == 1: print(1)\n'.repeat(20_000)}else: print("end")`)).toEqual(
      ['end'],
    )
    expect(output(`print(len([${'1, '.repeat(100_000)}]))`)).toEqual(['100000'])
    expect(output(`print(len("${'a'.repeat(1_000_000)}".split("a")))`)).toEqual(['1000001'])
  })
})
