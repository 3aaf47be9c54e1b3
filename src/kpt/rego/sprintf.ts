/** Go's formatting of numbers and texts; every other value is formatted as the text that policies write it as. */
import { encodeUtf8, goQuote } from '../../core/text.ts'
import type { Usage } from './limits.ts'
import { show, type Value } from './values.ts'

const VERB = /%([-+# 0]*)(\d*)(?:\.(\d*))?(.)?/gsu
const MOST_WIDTH = 10_000

export function sprintf(format: string, words: readonly Value[], usage: Usage): string {
  let used = 0
  const text = format.replace(VERB, (whole, flags: string, width: string, precision: string, verb: string) => {
    if (verb === undefined) return '%!(NOVERB)'
    if (verb === '%') return '%'
    if (Number(width) > MOST_WIDTH || Number(precision) > MOST_WIDTH)
      throw usage.failure('eval_limit_error', `sprintf: ${whole} is too wide`)
    if (used >= words.length) return `%!${verb}(MISSING)`
    const word = words[used++] as Value
    const spec = { flags, width: Number(width), precision: precision === undefined ? undefined : Number(precision) }
    const known = typeof word !== 'number' ? 'vsqxX' : Number.isInteger(word) ? 'vdbcoOqxXU' : 'veEfFgGbxX'
    const right = known.includes(verb)
    const made = formatted(right ? verb : 'v', spec, word)
    if (made === undefined) throw usage.failure('rego_type_error', `sprintf: ${whole} is not supported`)
    const shown = padded(made, spec, typeof word === 'number')
    usage.spend(shown.length)
    return right ? shown : `%!${verb}(${typeName(word)}=${shown})`
  })
  if (used === words.length) return text
  return `${text}%!(EXTRA ${words.slice(used).map(typed).join(', ')})`
}

interface Spec {
  flags: string
  width: number
  precision: number | undefined
}

/** Undefined for what is right in Go and rarely asked for. */
function formatted(verb: string, { flags, precision }: Spec, word: Value): string | undefined {
  const sign = flags.includes('+') && typeof word === 'number' && word >= 0 ? '+' : ''
  if (typeof word === 'number' && Number.isInteger(word)) {
    const digits = String(BigInt(Math.abs(word))).padStart(precision ?? 0, '0')
    if (verb === 'd' || verb === 'v') return (word < 0 ? '-' : sign) + digits
    return verb === 'x' && flags === '' && precision === undefined ? word.toString(16) : undefined
  }
  if (typeof word === 'number') {
    if (verb === 'f' || verb === 'F') return sign + fixed(word, precision ?? 6)
    return (verb === 'g' || verb === 'v') && precision === undefined ? sign + shortest(word) : undefined
  }
  const text = typeof word === 'string' ? word : show(word)
  const cut = precision === undefined ? text : [...text].slice(0, precision).join('')
  if (verb === 's' || verb === 'v') return cut
  if (verb === 'q' && !/[#+ ]/.test(flags)) return goQuote(cut)
  if (verb !== 'x' || flags !== '') return undefined
  return [...encodeUtf8(cut)].map((one) => one.toString(16).padStart(2, '0')).join('')
}

function typeName(word: Value): string {
  return typeof word !== 'number' ? 'string' : Number.isInteger(word) ? 'int64' : 'float64'
}

function typed(word: Value): string {
  const spec: Spec = { flags: '', width: 0, precision: undefined }
  return `${typeName(word)}=${formatted('v', spec, word)}`
}

/** Halves go to the even digit, as in Go. */
function fixed(value: number, precision: number): string {
  const digits = Math.min(precision, 90)
  const rounded = value.toFixed(digits)
  const exact = value.toFixed(100)
  const isHalf = /^50*$/.test(exact.slice(exact.indexOf('.') + 1 + digits))
  const isOdd = /[13579]$/.test(rounded)
  if (!isHalf || !isOdd) return rounded
  return exact.slice(0, exact.indexOf('.') + (digits === 0 ? 0 : 1 + digits))
}

/** Go takes an exponent below -4 and from 6 digits on. */
function shortest(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value)
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
}

function padded(text: string, { flags, width }: Spec, isNumber: boolean): string {
  const missing = width - [...text].length
  if (missing <= 0) return text
  if (flags.includes('-')) return text + ' '.repeat(missing)
  if (!flags.includes('0') || !isNumber) return ' '.repeat(missing) + text
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return sign + '0'.repeat(missing) + text.slice(sign.length)
}
