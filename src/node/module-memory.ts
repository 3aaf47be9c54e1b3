/** A WebAssembly module says itself how much memory it may take at most; here it is made to say no more than is allowed. */

const HEADER = 8
const MEMORY_SECTION = 5
/** Of the flags of a memory: it names a maximum. */
const HAS_MAXIMUM = 1

/**
 * The module with no memory that can grow beyond `most` pages of 64 KiB. Bytes that are no module come back as they are: who
 * makes a module of them refuses them.
 *
 * @example limitMemory(bytes, 8192)
 */
export function limitMemory(bytes: Uint8Array, most: number): Uint8Array {
  let at = HEADER
  while (at < bytes.length) {
    const [size, start] = readNumber(bytes, at + 1)
    const end = start + size
    if (bytes[at] === MEMORY_SECTION && end <= bytes.length) {
      const section = limited(bytes.subarray(start, end), most)
      const head = [MEMORY_SECTION, ...numberBytes(section.length)]
      return Buffer.concat([
        bytes.subarray(0, at),
        Uint8Array.from(head),
        Uint8Array.from(section),
        bytes.subarray(end),
      ])
    }
    at = end
  }
  return bytes
}

function limited(section: Uint8Array, most: number): number[] {
  let [count, at] = readNumber(section, 0)
  const made = numberBytes(count)
  for (; count > 0 && at < section.length; count--) {
    const flags = section[at] as number
    const [least, afterLeast] = readNumber(section, at + 1)
    const [maximum, end] = (flags & HAS_MAXIMUM) === 0 ? [most, afterLeast] : readNumber(section, afterLeast)
    made.push(flags | HAS_MAXIMUM, ...numberBytes(least), ...numberBytes(Math.min(maximum, most)))
    at = end
  }
  return made
}

/** An unsigned LEB128 number, and where it ends; not a number when the bytes end first. */
function readNumber(bytes: Uint8Array, at: number): [number, number] {
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++]
    if (byte === undefined) return [Number.NaN, at]
    value += (byte & 127) * scale
    if (byte < 128) return [value, at]
  }
}

function numberBytes(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  bytes.push(left)
  return bytes
}
