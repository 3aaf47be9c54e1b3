/** Policies are strangers' texts: they end, and what is not supported is said with its place. */
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/kpt/rego/limits.ts'
import { trouble, violations } from './run.ts'

const policy = (body: string) => `package p\nviolation[x] {\n${body}\n}\n`

describe('a policy ends when it', () => {
  const small = { steps: 1000, size: 2000, depth: 50 }

  it('takes too many steps', () => {
    const rows = 'a := numbers.range(1, 100)\nx := count([1 | a[_]; a[_]])'
    expect(trouble(() => violations(policy(rows), {}, false, small))).toBe(
      'p:4: eval_limit_error: the policy takes more than 1000 steps',
    )
  })

  it('makes too much', () => {
    expect(trouble(() => violations(policy('x := numbers.range(1, 1e9)'), {}, false, small))).toBe(
      'p:3: eval_limit_error: the policy makes values of more than 2000 characters',
    )
    const doubled = Array.from({ length: 60 }, (_, i) => `a${i + 1} := concat("", [a${i}, a${i}])`)
    expect(trouble(() => violations(policy(`a0 := "ab"\n${doubled.join('\n')}\nx := a60`)))).toMatch(
      /^p:\d+: eval_limit_error: the policy makes values of more than 100000000 characters$/,
    )
  })

  it('nests too deep', () => {
    const deep = `${Array.from({ length: 60 }, (_, i) => `a${i} := input.a`).join('\n')}\nx := 1`
    expect(trouble(() => violations(policy(deep), { a: 1 }, false, small))).toBe(
      'p:53: eval_limit_error: the policy nests more than 50 steps',
    )
    const brackets = `x := ${'['.repeat(100_000)}`
    expect(trouble(() => violations(policy(brackets)))).toMatch(
      /^1 error occurred: p:3: rego_parse_error: more than 200/,
    )
  })

  it('has bodies that are too long', () => {
    const long = Array.from({ length: 501 }, (_, i) => `a${i} := input.a`)
    expect(trouble(() => violations(policy(`${long.join('\n')}\nx := 1`)))).toBe(
      '1 error occurred: p:3: rego_compile_error: a body has more than 500 expressions',
    )
  })

  it('asks for a whole number that cannot be held exactly', () => {
    expect(trouble(() => violations(policy('x := 9007199254740993 * 3')))).toMatch(/cannot be held exactly/)
    expect(trouble(() => violations(policy('x := 9007199254740991 + 2')))).toBe(
      'p:3: eval_limit_error: the whole number 9007199254740992 cannot be held exactly',
    )
  })
})

it('a long body and many rules in a row fit the stack', () => {
  const body = Array.from({ length: 400 }, (_, i) => `a${i} := [input.a, ${i}]`).join('\n')
  const rules = Array.from({ length: 90 }, (_, i) => `f${i + 1}(y) = z { z := f${i}(y) }`).join('\n')
  const text = `${policy(`${body}\nx := f90(a399[1])`)}f0(y) = y { true }\n${rules}\n`
  expect(violations(text, { a: 1 }, false, LIMITS)).toEqual(['399'])
})

it.each([
  ['x := 1 with input as 2', 'p:3: rego_parse_error: with is not supported\n\tx := 1 with input as 2\n\t       ^'],
  ['x := http.send({})', 'p:3: rego_type_error: undefined function http.send'],
  ['x := time.now_ns()', 'p:3: rego_type_error: undefined function time.now_ns'],
  [
    'x := data.other.thing',
    'p:3: rego_compile_error: data.other.thing is neither data.inventory nor a rule of this policy',
  ],
])('what is not supported is said with its place: %s', (body, message) => {
  expect(trouble(() => violations(policy(body)))).toBe(`1 error occurred: ${message}`)
})

it.each([
  ['package p\ndefault f(x) = 1', 'p:2: rego_parse_error: default functions are not supported'],
  ['package p\na.b = 1', 'p:2: rego_parse_error: rules with dots in their names are not supported'],
  ['package p\na[1][2] = 1', 'p:2: rego_parse_error: rules with more than one key are not supported'],
])('a form of rules that is not supported is said with its place: %s', (text, message) => {
  expect(trouble(() => violations(text)).split('\n')[0]).toBe(`1 error occurred: ${message}`)
})
