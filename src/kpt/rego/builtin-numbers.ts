/** Numbers, and texts that are read as numbers. */

import { type BuiltinRow, listOf, row } from './builtin.ts'
import { without } from './builtin-collections.ts'
import type { Usage } from './limits.ts'
import { RegoSet, type Value } from './values.ts'

export function numberBuiltins(): BuiltinRow[] {
  return [
    row('plus', ['number', 'number'], ([a, b], usage) => sum(a, b, usage)),
    row('minus', ['any', 'any'], ([a, b], usage) => {
      if (typeof a === 'number' && typeof b === 'number') return sum(a, -b, usage)
      return a instanceof RegoSet && b instanceof RegoSet ? without(a, b) : undefined
    }),
    row('mul', ['number', 'number'], ([a, b], usage) => product(a, b, usage)),
    row('div', ['number', 'number'], ([a, b]) => (b === 0 ? undefined : rounded(a / b))),
    row('rem', ['number', 'number'], ([a, b]) =>
      Number.isInteger(a) && Number.isInteger(b) && b !== 0 ? (a % b) + 0 : undefined,
    ),
    row('sum', ['list'], ([list], usage) => folded(list, 0, (a, b) => sum(a, b, usage))),
    row('product', ['list'], ([list], usage) => folded(list, 1, (a, b) => product(a, b, usage))),
    row('abs', ['number'], ([value]) => Math.abs(value)),
    row('ceil', ['number'], ([value]) => Math.ceil(value) + 0),
    row('floor', ['number'], ([value]) => Math.floor(value)),
    // Halves go away from zero.
    row('round', ['number'], ([value]) => Math.sign(value) * Math.round(Math.abs(value)) + 0),
    row('numbers.range', ['number', 'number'], ([from, to], usage) => {
      if (!Number.isInteger(from) || !Number.isInteger(to)) return undefined
      const length = Math.abs(to - from) + 1
      usage.spend(length)
      return Array.from({ length }, (_, i) => (to < from ? from - i : from + i))
    }),
    row('to_number', ['any'], ([value]) => toNumber(value)),
    row('format_int', ['number', 'number'], ([value, base]) =>
      [2, 8, 10, 16].includes(base) ? Math.trunc(value).toString(base) : undefined,
    ),
    row('units.parse_bytes', ['string'], ([text]) => parseUnits(text.toLowerCase().replace(/b$/, ''), BYTES, true)),
    row('units.parse', ['string'], ([text]) => parseUnits(text, UNITS, false)),
  ]
}

function sum(a: number, b: number, usage: Usage): number {
  return exact(a + b, [a, b], (x, y) => x + y, usage)
}

function product(a: number, b: number, usage: Usage): number {
  return exact(a * b, [a, b], (x, y) => x * y, usage)
}

/** Whole numbers are exact, or the policy ends: a wrong one would let pass what it forbids. */
function exact(
  value: number,
  [a, b]: readonly [number, number],
  inWhole: (a: bigint, b: bigint) => bigint,
  usage: Usage,
): number {
  if (Number.isSafeInteger(value)) return value + 0
  if (!Number.isInteger(a) || !Number.isInteger(b)) return rounded(value)
  if (Number.isFinite(value) && BigInt(value) === inWhole(BigInt(a), BigInt(b))) return value
  throw usage.failure('eval_limit_error', `the whole number ${value} cannot be held exactly`)
}

/** Fractions are those of decimal numbers, as far as these go: 0.1 and 0.2 are 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(15)) + 0
}

function folded(
  list: readonly Value[] | RegoSet,
  start: number,
  join: (a: number, b: number) => number,
): number | undefined {
  let total = start
  for (const one of listOf(list)) {
    if (typeof one !== 'number') return undefined
    total = join(total, one)
  }
  return total
}

function toNumber(value: Value): number | undefined {
  if (value === null || value === false) return 0
  if (value === true) return 1
  if (typeof value === 'number') return value
  const isNumber = typeof value === 'string' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined
}

const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  ...{ k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15, e: 1e18 },
  ...{ ki: 2 ** 10, mi: 2 ** 20, gi: 2 ** 30, ti: 2 ** 40, pi: 2 ** 50, ei: 2 ** 60 },
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ...{ m: 1e-3, k: 1e3, K: 1e3, M: 1e6, g: 1e9, G: 1e9, t: 1e12, T: 1e12, p: 1e15, P: 1e15, e: 1e18, E: 1e18 },
  ...{ Ki: 2 ** 10, ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, gi: 2 ** 30, Ti: 2 ** 40, ti: 2 ** 40 },
  ...{ Pi: 2 ** 50, pi: 2 ** 50, Ei: 2 ** 60, ei: 2 ** 60 },
}

function parseUnits(text: string, units: Readonly<Record<string, number>>, whole: boolean): number | undefined {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)([A-Za-z]*)$/.exec(text.replaceAll('"', '')) ?? []
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (digits === '' || factor === undefined) return undefined
  const value = Number(digits) * factor
  return whole ? Math.trunc(value) : rounded(value)
}
