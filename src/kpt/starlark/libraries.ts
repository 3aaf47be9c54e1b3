/** What programs may `load`: the libraries of the reference, those parts of them whose results are certain. */
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { RE2JS } from 're2js'
import { encodeBase64, encodeUtf8 } from '../../core/text.ts'
import { signature, unpack } from './arguments.ts'
import { decodeJson, encodeJson } from './json-library.ts'
import { trouble } from './limits.ts'
import { toFloat } from './operators.ts'
import { Builtin, Float, Module, type Thread, type Value } from './values.ts'

type Run = (given: (Value | undefined)[], thread: Thread) => Value

/** A function of a library; arguments may have names. */
export function libraryFunction(name: string, parameters: string, run: Run): [name: string, value: Builtin] {
  const taken = signature(parameters)
  return [name, new Builtin(name, (thread, given, named) => run(unpack(name, taken, given, named), thread))]
}

/** The files that can be loaded, and the name in each. */
export function libraries(): Map<string, ReadonlyMap<string, Value>> {
  const all = new Map<string, ReadonlyMap<string, Value>>()
  const add = (file: string, name: string, members: [string, Value][]) => {
    all.set(`${file}.star`, new Map([[name, new Module(name, new Map(members), () => true)]]))
  }
  add('encoding/json', 'json', [
    libraryFunction('encode', 'x any', ([value], { usage }) => encodeJson(value as Value, usage)),
    libraryFunction('decode', 'x string', ([text], { usage }) => decodeJson(text as string, usage)),
  ])
  add('encoding/base64', 'base64', [
    libraryFunction('encode', 'src string, encoding? string', ([text, encoding = 'standard'], { usage }) => {
      usage.memory((text as string).length * 2)
      const code = encodeBase64(encodeUtf8(text as string))
      const { isUrl, isRaw } = base64Form(encoding as string)
      const safe = isUrl ? code.replaceAll('+', '-').replaceAll('/', '_') : code
      return isRaw ? safe.replace(/={1,2}$/, '') : safe
    }),
    libraryFunction('decode', 'src string, encoding? string', ([text, encoding = 'standard'], { usage }) => {
      usage.memory((text as string).length)
      return decodeBase64(text as string, base64Form(encoding as string))
    }),
  ])
  add('hash', 'hash', [digest('md5', md5), digest('sha1', sha1), digest('sha256', sha256)])
  add('math', 'math', MATH)
  add('re', 're', [
    libraryFunction('sub', 'pattern string, repl string, string string', ([pattern, by, text], { usage }) => {
      if (/[$\\]/.test(by as string)) throw trouble('re.sub with $ or \\ in the replacement is not supported by strake')
      usage.memory((text as string).length)
      usage.step(((text as string).length * (pattern as string).length) >> 3)
      const parts = splitByPattern(pattern as string, text as string)
      usage.memory(parts.length * (by as string).length)
      return parts.join(by as string)
    }),
  ])
  for (const [file, name] of NOT_COVERED) add(file, name, [])
  all.set('zipfile.star', new Map([['ZipFile', new Builtin('ZipFile', () => refuse('ZipFile'))]]))
  return all
}

/** Loaded without complaint; what is used of them is refused. */
const NOT_COVERED = [
  ['bsoup', 'bsoup'],
  ['encoding/csv', 'csv'],
  ['encoding/yaml', 'yaml'],
  ['geo', 'geo'],
  ['html', 'html'],
  ['http', 'http'],
  ['time', 'time'],
  ['xlsx', 'xlsx'],
] as const

function refuse(name: string): never {
  throw trouble(`${name} is not supported by strake`)
}

function base64Form(encoding: string): { isUrl: boolean; isRaw: boolean } {
  const forms = ['standard', 'standard_raw', 'url', 'url_raw']
  if (!forms.includes(encoding)) throw trouble(`unsupported encoding format: "${encoding}"`)
  return { isUrl: encoding.startsWith('url'), isRaw: encoding.endsWith('raw') }
}

function decodeBase64(text: string, { isUrl, isRaw }: { isUrl: boolean; isRaw: boolean }): string {
  const given = text.replace(/[\r\n]/g, '')
  const wanted = isUrl ? /^[\w-]*(={0,2})$/ : /^[A-Za-z0-9+/]*(={0,2})$/
  const padding = wanted.exec(given)?.[1]
  const rest = given.length % 4
  if (padding === undefined || (isRaw ? padding !== '' || rest === 1 : rest !== 0)) {
    throw trouble('illegal base64 data')
  }
  const binary = atob(isUrl ? given.replaceAll('-', '+').replaceAll('_', '/') : given)
  try {
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw trouble('base64 of what is not UTF-8 is not supported by strake')
  }
}

function digest(name: string, hash: (bytes: Uint8Array) => Uint8Array): [string, Value] {
  return libraryFunction(name, 'string string', ([text], { usage }) => {
    usage.step((text as string).length)
    return Array.from(hash(encodeUtf8(text as string)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

/** The texts between the matches of a pattern, as Go cuts them: an empty match right behind another one is none. */
function splitByPattern(pattern: string, text: string): string[] {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('error parsing regexp')) throw trouble(error.message)
    throw error
  }
  const matcher = compiled.matcher(text)
  const parts: string[] = []
  let end = 0
  let hasMatch = false
  while (matcher.find()) {
    const start = matcher.start()
    if (hasMatch && matcher.end() === start && start === end) continue
    parts.push(text.slice(end, start))
    end = matcher.end()
    hasMatch = true
  }
  parts.push(text.slice(end))
  return parts
}

/** Functions whose results do not depend on how well a machine approximates. */
const MATH: [string, Value][] = [
  rounding('ceil', Math.ceil),
  rounding('floor', Math.floor),
  floating('fabs', Math.abs),
  floating('sqrt', Math.sqrt),
  floating('round', halfAway),
  ['e', new Float(Math.E)],
  ['pi', new Float(Math.PI)],
]

function rounding(name: string, round: (x: number) => number): [string, Value] {
  return libraryFunction(name, 'x number', ([x]) => {
    if (typeof x === 'bigint') return x
    const { value } = x as Float
    if (!Number.isFinite(value))
      throw trouble(`${name}: cannot convert float ${Number.isNaN(value) ? 'NaN' : 'infinity'} to integer`)
    return BigInt(round(value))
  })
}

function floating(name: string, run: (x: number) => number): [string, Value] {
  return libraryFunction(name, 'x number', ([x]) => new Float(run(toFloat(x as bigint | Float))))
}

/** To the nearest whole number, halves away from zero. */
function halfAway(x: number): number {
  const whole = Math.trunc(x)
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole
}
