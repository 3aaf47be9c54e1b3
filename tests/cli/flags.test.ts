/** The flag syntax and its messages, which are pflag's. */
import { describe, expect, test } from 'vitest'
import { type FlagSpec, parseFlags } from '../../src/cli/flags.ts'

const SPECS: FlagSpec[] = [
  { name: 'output', short: 'o', type: 'string' },
  { name: 'order', type: 'string', default: 'usual', deprecated: 'say nothing instead.' },
  { name: 'env', short: 'e', type: 'stringArray' },
  { name: 'verbose', short: 'v', type: 'bool' },
  { name: 'fast', short: 'f', type: 'bool' },
]

function read(...words: string[]) {
  const flags = parseFlags(SPECS, words)
  return {
    output: flags.string('output'),
    env: flags.list('env'),
    verbose: flags.bool('verbose'),
    fast: flags.bool('fast'),
    words: flags.words,
  }
}

const none = { output: '', env: [], verbose: false, fast: false, words: [] }

describe('forms', () => {
  const forms: [string[], Partial<ReturnType<typeof read>>][] = [
    [[], {}],
    [['--output', 'x'], { output: 'x' }],
    [['--output=x'], { output: 'x' }],
    [['--output='], { output: '' }],
    [['--output=a=b'], { output: 'a=b' }],
    [['-o', 'x'], { output: 'x' }],
    [['-ox'], { output: 'x' }],
    [['-o=x'], { output: 'x' }],
    [['-o='], { output: '=' }],
    [['-o', '--verbose'], { output: '--verbose' }],
    [['-vf'], { verbose: true, fast: true }],
    [['-vfox'], { verbose: true, fast: true, output: 'x' }],
    [['-v=false', '-f=T'], { fast: true }],
    [['--verbose=1', '--verbose=0'], {}],
    [['--verbose', 'false'], { verbose: true, words: ['false'] }],
    [['-e', 'a', '--env=b,c', '-ed'], { env: ['a', 'b,c', 'd'] }],
    [['--output', 'x', '--output', 'y'], { output: 'y' }],
    [['a', '-v', 'b'], { verbose: true, words: ['a', 'b'] }],
    [['-v', '--', '-f', '--'], { verbose: true, words: ['-f', '--'] }],
    [['-', ''], { words: ['-', ''] }],
  ]
  test.each(forms)('%j', (words, expected) => {
    expect(read(...words)).toEqual({ ...none, ...expected })
  })
})

describe('messages', () => {
  const messages: [string[], string][] = [
    [['--foo'], 'unknown flag: --foo'],
    [['--foo=1'], 'unknown flag: --foo'],
    [['-x'], "unknown shorthand flag: 'x' in -x"],
    [['-vxf'], "unknown shorthand flag: 'x' in -xf"],
    [['-='], "unknown shorthand flag: '=' in -="],
    [['--output'], 'flag needs an argument: --output'],
    [['-o'], "flag needs an argument: 'o' in -o"],
    [['-vo'], "flag needs an argument: 'o' in -o"],
    [['---'], 'bad flag syntax: ---'],
    [['--=x'], 'bad flag syntax: --=x'],
    [
      ['--verbose=no'],
      'invalid argument "no" for "-v, --verbose" flag: strconv.ParseBool: parsing "no": invalid syntax',
    ],
    [['-v='], "unknown shorthand flag: '=' in -="],
  ]
  test.each(messages)('%j', (words, message) => {
    expect(() => parseFlags(SPECS, words)).toThrow(expect.objectContaining({ message, code: 'USAGE' }))
  })
})

test('defaults, what was given, and deprecated flags', () => {
  const unused = parseFlags(SPECS, [])
  expect([unused.string('order'), unused.has('order'), unused.deprecations]).toEqual(['usual', false, []])
  const used = parseFlags(SPECS, ['--order=other'])
  expect([used.string('order'), used.has('order')]).toEqual(['other', true])
  expect(used.deprecations).toEqual(['Flag --order has been deprecated, say nothing instead.'])
})

test.each([['-h'], ['--help'], ['-vh'], ['--help=x']])('%s asks for help, and nothing after it is read', (word) => {
  const flags = parseFlags(SPECS, [word, '--unknown'])
  expect(flags.help).toBe(true)
})
