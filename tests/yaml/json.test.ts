import { describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { goSyntax } from '../../src/yaml/go-syntax.ts'
import { parseJson, toJson } from '../../src/yaml/json.ts'
import type { Node } from '../../src/yaml/node.ts'
import { parse } from '../../src/yaml/parse.ts'

const read = (text: string) => parse(new Source('', text))?.root as Node
const failure = (text: string) => {
  try {
    parseJson(new Source('', text))
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}

describe('toJson', () => {
  test('keys by bytes, HTML characters and separators escaped', () => {
    expect(toJson(read('b: <a> & "c"\né: 1\nB: "\\u2028\\t\\u0001/"\n"😀": x\n"\\ue000": y\n'))).toBe(
      '{"B":"\\u2028\\t\\u0001/","b":"\\u003ca\\u003e \\u0026 \\"c\\"","é":1,"\ue000":"y","😀":"x"}',
    )
  })

  test('scalars as the version 3 reader sees them', () => {
    expect(toJson(read('[~, yes, true, 0x1F, 010, 1_000, 1.50, 1e3, 1e21, 0.0000001, "1", 2020-1-2, .5]'))).toBe(
      '[null,"yes",true,31,8,1000,1.5,1000,1e+21,1e-7,"1","2020-1-2",0.5]'.replace(
        '"2020-1-2"',
        '"2020-01-02T00:00:00Z"',
      ),
    )
  })

  test('numbers without a JSON form', () => {
    expect(() => toJson(read('.inf'))).toThrow('json: unsupported value: +Inf')
    expect(() => toJson(read('.nan'))).toThrow('json: unsupported value: NaN')
  })
})

test('goSyntax', () => {
  expect(goSyntax(read('b: [1, x, ~, true, 1e6]\na: {c: "d\\n", e: }\nf:\n  2: z\n  1:\n'))).toBe(
    'map[string]interface {}{"a":map[string]interface {}{"c":"d\\n", "e":""}, ' +
      '"b":[]interface {}{1, "x", interface {}(nil), true, 1e+06}, ' +
      '"f":map[interface {}]interface {}{1:interface {}(nil), 2:"z"}}',
  )
})

describe('parseJson', () => {
  test('values and the last of repeated keys', () => {
    expect(toJson(parseJson(new Source('', ' {"a": [1, 2.50, "x\\u0041"], "b": null, "a": {"c": true}} ')))).toBe(
      '{"a":{"c":true},"b":null}',
    )
  })

  test.each([
    ['', 'unexpected end of JSON input'],
    ['{"a": ', 'unexpected end of JSON input'],
    ['{"a"', 'unexpected end of JSON input'],
    ['["a', 'unexpected end of JSON input'],
    ['x', "invalid character 'x' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{} {}', "invalid character '{' after top-level value"],
    ['{1: 2}', "invalid character '1' looking for beginning of object key string"],
    ['{"a": 1,}', "invalid character '}' looking for beginning of object key string"],
    ['trux', "invalid character 'x' in literal true (expecting 'e')"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
  ])('%s', (text, message) => {
    expect(failure(text)).toBe(message)
  })
})
