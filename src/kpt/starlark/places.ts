/** Values inside of values: by index, by slice, and put there. */
import { trouble, type Usage } from './limits.ts'
import { repr } from './show.ts'
import { byteLength, pickBytes, sliceBytes } from './utf8.ts'
import { Dict, List, Range, Tuple, typeOf, type Value } from './values.ts'

/** How many elements or bytes a value has, or undefined. */
export function lengthOf(value: Value): number | undefined {
  if (typeof value === 'string') return byteLength(value)
  if (value instanceof List || value instanceof Tuple) return value.items.length
  return value instanceof Range ? value.length : undefined
}

export function valueAt(holder: Value, index: Value, usage: Usage): Value {
  usage.touch(holder)
  usage.touch(index)
  if (holder instanceof Dict) {
    const found = holder.get(index)
    if (found === undefined) throw trouble(`key ${repr(index, usage)} not in ${typeOf(holder)}`)
    return found
  }
  const length = lengthOf(holder)
  if (length === undefined) throw trouble(`unhandled index operation ${typeOf(holder)}[${typeOf(index)}]`)
  if (typeof index !== 'bigint') throw trouble(`${typeOf(holder)} index: got ${typeOf(index)}, want int`)
  const i = positionOf(index, length, typeOf(holder))
  if (typeof holder === 'string') return sliceBytes(holder, i, i + 1)
  return holder instanceof Range ? holder.at(i) : ((holder as List | Tuple).items[i] as Value)
}

export function putAt(holder: Value, index: Value, value: Value): void {
  if (holder instanceof Dict) return holder.set(index, value)
  if (!(holder instanceof List)) throw trouble(`${typeOf(holder)} value does not support item assignment`)
  if (typeof index !== 'bigint') throw trouble(`got ${typeOf(index)}, want int`)
  const i = positionOf(index, holder.items.length, 'list')
  holder.checkChange('assign to element of')
  holder.items[i] = value
}

function positionOf(index: bigint, length: number, type: string): number {
  const i = Number(index < 0n ? index + BigInt(length) : index)
  if (i >= 0 && i < length) return i
  if (length === 0) throw trouble(`index ${index} out of range: empty ${type}`)
  throw trouble(`${type} index ${index} out of range [${-length}:${length - 1}]`)
}

export function slice(holder: Value, start: Value, end: Value, step: Value, usage: Usage): Value {
  const length = lengthOf(holder)
  if (length === undefined) throw trouble(`invalid slice operand ${typeOf(holder)}`)
  const by = step === null ? 1 : bound(step, 'slice step')
  if (by === 0) throw trouble('zero is not a valid slice step')
  const first = limited(start, 'start', length, by)
  const last = limited(end, 'end', length, by)
  const positions: number[] = []
  if (by > 0) for (let i = first; i < last; i += by) positions.push(i)
  else for (let i = first; i > last; i += by) positions.push(i)
  if (typeof holder === 'string') {
    usage.memory(positions.length)
    return by === 1 ? sliceBytes(holder, first, Math.max(first, last)) : pickBytes(holder, positions)
  }
  usage.elements(positions.length)
  if (holder instanceof Range) {
    const at = (i: number) => holder.start + holder.step * BigInt(i)
    const end = by > 0 ? Math.max(first, last) : last
    const begin = by > 0 ? first : Math.max(first, last)
    return new Range(at(begin), at(end), holder.step * BigInt(by), positions.length)
  }
  const { items } = holder as List | Tuple
  const picked = positions.map((i) => items[i] as Value)
  return holder instanceof List ? new List(picked) : new Tuple(picked)
}

function bound(value: Value, what: string): number {
  if (typeof value !== 'bigint') throw trouble(`${what}: got ${typeOf(value)}, want int`)
  return Number(value)
}

/** The position that a slice begins or ends with. */
function limited(value: Value, side: 'start' | 'end', length: number, step: number): number {
  const isForward = step > 0
  if (value === null) {
    if (side === 'start') return isForward ? 0 : length - 1
    return isForward ? length : -1
  }
  const given = bound(value, `invalid ${side} index`)
  const i = given < 0 ? given + length : given
  return isForward ? Math.min(Math.max(i, 0), length) : Math.min(Math.max(i, -1), length - 1)
}

/** The byte positions that optional `start` and `end` of a method mean. */
export function span(start: Value, end: Value, length: number, name: string): [start: number, end: number] {
  const side = (value: Value, absent: number) => {
    if (value === null) return absent
    if (typeof value !== 'bigint') throw trouble(`${name}: got ${typeOf(value)}, want int`)
    const i = Number(value)
    return Math.min(Math.max(i < 0 ? i + length : i, 0), length)
  }
  return [side(start, 0), side(end, length)]
}
