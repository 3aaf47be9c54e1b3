// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language under test is written like that
/** What is not among the recorded vectors: compared with Flux's library by hand, and limits of our own. */
import { describe, expect, test } from 'vitest'
import { orderByDependencies } from '../../src/flux/depends-on.ts'
import { substitute } from '../../src/flux/envsubst.ts'

const variables = new Map(
  Object.entries({ N: 'aha north', O: '-4', B: 'beta', A: 'alpha', U: 'Ünï', SS: 'straße', I: 'İX', G: 'ᾳ' }),
)

describe('substitution', () => {
  test.each([
    ['several colons are one', '${N:2::3}', 'a n'],
    ['several slashes before a replacement are one', '${N/a//x}', 'xha north'],
    ['an offset from a variable may count from the end', '${N:${O}:2}', 'or'],
    ['a length from a variable may count from the end', '${N:2:${O}}', 'a n'],
    ['nothing is deleted at the start', '${N/#a/}', 'aha north'],
    ['nothing is deleted at the end', '${N/%h/}', 'aha north'],
    ['a question mark may take one byte of a character', '${U#?}', '\udc9cnï'],
    ['at the end such a byte becomes a replacement character', '${U%?}', 'Ün\ufffd'],
    ['halves of a character side by side are the character', '${U:0:1}${U:1}', 'Ünï'],
    ['letters whose capital form is two letters stay', '${SS^^}', 'STRAßE'],
    ['a dotted capital I becomes a plain i', '${I,,}', 'ix'],
    ['a Greek letter with iota below has a capital form', '${G^}', 'ᾼ'],
    ['digits of other scripts are part of a name', '${a٣:=q}', 'q'],
    ['a backslash before a slash keeps the slash', '${N/a\\/x/y}', 'aha north'],
    ['a class that begins with a bracket is none', '${N#[]a]}', 'aha north'],
  ])('%s', (_, template, expected) => {
    expect(substitute(template, variables)).toBe(expected)
  })

  test('what is missing in an argument is said before what is missing itself', () => {
    expect(() => substitute('${X/${Y}/z}', variables, { strict: true })).toThrow('variable not set (strict mode): "Y"')
  })

  test('a character of several bytes behind the colon is no offset', () => {
    expect(() => substitute('${N:Ü}', variables)).toThrow('bad substitution')
  })

  test('replacements inside replacements cannot make texts without end', () => {
    const inner = (depth: number): string => (depth === 0 ? '${S}' : `\${S//a/${inner(depth - 1)}}`)
    expect(() => substitute(inner(9), new Map([['S', 'a'.repeat(1000)]]))).toThrow(
      'substitution makes more than 64 million characters',
    )
  })

  test('expressions nested without end are refused', () => {
    expect(() => substitute('${A:='.repeat(100_000), variables)).toThrow('expressions are nested more than 500 deep')
  })

  test('a pattern of many stars takes no exponential time', () => {
    const text = 'a'.repeat(20_000)
    const template = `\${S##${'*a'.repeat(30)}b}`
    const started = performance.now()
    expect(substitute(template, new Map([['S', text]]))).toBe(text)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

test('a chain of a hundred thousand dependencies is ordered', () => {
  const dependents = Array.from({ length: 100_000 }, (_, i) => ({
    name: `k${i}`,
    namespace: 'n',
    dependsOn: i < 99_999 ? [{ name: `k${i + 1}` }] : [],
  }))
  const order = orderByDependencies(dependents)
  expect([order.length, order[0], order.at(-1)]).toEqual([100_000, 'n/k99999', 'n/k0'])
})
