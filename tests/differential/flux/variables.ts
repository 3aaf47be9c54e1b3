/** Variables, and expressions strewn over objects. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import * as fc from 'fast-check'
import { type Dice, isLinked } from '../places.ts'
import { scalar, type Yaml } from '../yaml-text.ts'

const NAMES = ['a', 'b', 'host', 'port', '_x1', 'EMPTY']

/** Source texts of values, for any field that takes texts. */
// biome-ignore format: a table
const VALUES = [
  'web', 'one two', 'a.b.c', 'x/y/z', 'aXbXc', '"8080"', '"+1"', '"007"', '"0x1f"', '"1_000"', '"1.50"', '"1e3"', '"0o17"', '"true"', '"yes"', '"n"', '"null"', '"~"', '""',
  '" "', '"#x"', '"2024-01-02"', '"12:30:45"', '"{a: 1}"', '"[a, b]"', '"a #b"', "'\"42\"'", '"\'true\'"', '"two\\nlines"', '"é中😀"', '"end "', '" start"', '"9007199254740993"',
  '"12345678901234567890"', '"&x"', '"!x"', '"${a}"', '"$$"', '"-7"', '"1Gi"', '"0.5"', '"tab\\there"', '"<<"', '"="', '"a\\rb"', '"0b11"', '".5"', '"1."', '"-"', '"\\u0085"',
  '"long words that go on and on until the line is longer than what a printer leaves in one line of text"', 'UPPER', 'Ünïcode', 'ǆungla', '"ﬁn"', '"straße"',
]
/** Most of these break the document around them, or are no texts. */
const RARE_VALUES = [
  '"*x"',
  '".inf"',
  '".nan"',
  '"a: b"',
  '"\\"q"',
  '"it\'s"',
  '"back\\\\slash"',
  '8080',
  'true',
  'null',
  '1.50',
  '0755',
  '"@x"',
]

const some: fc.Arbitrary<Record<string, string>> = fc
  .uniqueArray(
    fc.tuple(
      fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...NAMES) },
        { weight: 1, arbitrary: fc.constantFrom('my-var', '1x', 'on', 'N', '"é"', '"y"') },
      ),
      fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...VALUES) },
        { weight: 1, arbitrary: fc.constantFrom(...RARE_VALUES) },
      ),
    ),
    { maxLength: 5, selector: ([name]) => name },
  )
  .map((entries) => Object.fromEntries(entries))

/** Names with the source texts of their values. One that is used and has none stops the controller, so most have all. */
export const variables: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 1, arbitrary: some },
  {
    weight: 5,
    arbitrary: some.map((given) => ({ ...Object.fromEntries(NAMES.map((name) => [name, 'web'])), ...given })),
  },
)

// biome-ignore format: a table
const FORMS = [
  '${@}', '${@}', '${@}', '${@:=x}', '${@:-a b}', '${@=d}', '${@:?d}', '${@:+d}', '${nope:-8080}', '${nope:="q"}', '${nope:=[a, b]}', '${nope:=a: b}', '${nope=}x', '${nope:-}', '${@:1}', '${@:1:2}',
  '${@: -1}', '${@:0:-1}', '${@:-4}', '${@:99}', '${@:0:1}', '${#@}', '${@^}', '${@^^}', '${@,}', '${@,,}', '${@/a/b}', '${@//a/b}', '${@/#a/b}', '${@/%c/b}', '${@//X/}', '${@#*.}', '${@##*.}',
  '${@%.*}', '${@%%.*}', '${@#[a-z]}', '${@%/*}', '${@#?}', '${@%?}', '$${@}', '$$$${@}', '$$', '$@', '$(@)', '${nope:=${@}}', '${nope:-x${@}y}', '${@:=${nope:-deep}}', '${@//${EMPTY:-a}/b}', '$${@}${@}',
  '${@//\\//-}', '${nope:=$$}', 'pre-${@}-post', '${@}:${host}', '${@} # no comment', '- ${@}', "it's ${@}", '"${@}"', '{${@}}', '${@}\n${host}\n', '\t${@}', '😀${@}', 'a long text before the value that is put in here: ${@} and some more words after it',
  'https://${@:=example.com}:${port:=8080}/path', '${@:=a long default that has to be folded because it is longer than eighty columns are}', '${@//long words that/short}', '${@^^}${@,,}', '${@::}', '${@:x}', '${@:1:}', '${@/a}b/c}',
  '${nope:-true}', '${nope:-1.50}', '${nope:-007}', '${nope:-"007"}', '${nope:-~}', '${nope:=a #b}', '#${@}', 'true${EMPTY:-}', '${@}${@}', '12345678901234567890', '9007199254740993', '${@:= }', '${@:=\\}', '${@//\\\\/x}', '${é:-x}', '${1:-x}',
] // Most of what is no expression stops everything.
const RARE_FORMS = [
  '${}',
  '${@',
  '${a.b}',
  '${{ @ }}',
  '${nope}',
  '${@-d}',
  '${@/a}',
  '${@^^^}',
  '${@,^}',
  '${',
  '${@ }',
  '${@:=}${@',
  '${@#}',
  '${@/}',
  '\0${@}',
]

function expression(roll: Dice): string {
  const forms = roll(150) === 0 ? RARE_FORMS : FORMS
  return (forms[roll(forms.length)] as string).replaceAll('@', () => NAMES[roll(NAMES.length)] as string)
}

/** A copy with expressions in place of some scalars, and seldom of keys. */
export function strewn(node: Yaml, roll: Dice, often: number): Yaml {
  const visit = (one: Yaml, depth: number): Yaml => {
    if (one.type === 'list') return { ...one, items: one.items.map((item) => visit(item, depth + 1)) }
    if (one.type === 'map') {
      const entries = one.entries.map(([key, value]): [string, Yaml] => {
        const isIdentity = depth === 0 ? ['apiVersion', 'kind'].includes(key) : depth === 1 && key === 'name'
        if (key === '<<' || isIdentity) return [key, value]
        const isPlain = /^[a-z]/.test(key) && depth > 0 && key !== 'name'
        return [isPlain && roll(often * 40) === 0 ? text(roll) : key, visit(value, depth + 1)]
      })
      return { ...one, entries }
    }
    if (isLinked(one) || roll(often) > 0) return one
    return scalar(text(roll))
  }
  return visit(node, 0)
}

function text(roll: Dice): string {
  return JSON.stringify(expression(roll)).replace('\\u0000', '\\0')
}
