/** Natural order of mapping keys (build 6.4): letters by code, digit runs by value, other characters before letters. */

/** Negative when `a` comes first. Exact for any two keys, though not transitive for odd mixes of digits and signs. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return compareAt(a, b, i, x, y)
  }
  return a.length - b.length
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39
}

function isLetter(text: string, i: number, c: number): boolean {
  if (c < 0x80) return (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a)
  return /\p{L}/u.test(String.fromCodePoint(text.codePointAt(i) as number))
}

function compareAt(a: string, b: string, i: number, x: number, y: number): number {
  const letterA = isLetter(a, i, x)
  const letterB = isLetter(b, i, y)
  if (letterA && letterB) return codeAt(a, i, x) - codeAt(b, i, y)
  if (letterA || letterB) return letterA ? 1 : -1
  let numberA = 0
  let numberB = 0
  if (x === 0x30 || y === 0x30) {
    for (let j = i - 1; j >= 0 && isDigit(a.charCodeAt(j)); j--) {
      if (a.charCodeAt(j) !== 0x30) {
        numberA = 1
        numberB = 1
        break
      }
    }
  }
  let endA = i
  for (; endA < a.length && isDigit(a.charCodeAt(endA)); endA++) numberA = numberA * 10 + a.charCodeAt(endA) - 0x30
  let endB = i
  for (; endB < b.length && isDigit(b.charCodeAt(endB)); endB++) numberB = numberB * 10 + b.charCodeAt(endB) - 0x30
  if (numberA !== numberB) return numberA - numberB
  if (endA !== endB) return endA - endB
  return codeAt(a, i, x) - codeAt(b, i, y)
}

/** The code point, also when the difference is in the second half of a surrogate pair. */
function codeAt(text: string, i: number, c: number): number {
  if (c < 0xd800 || c > 0xdfff) return c
  return text.codePointAt(c >= 0xdc00 ? i - 1 : i) as number
}

/** Up to so many are sorted as the reference's library does it, which shows where the order is not transitive. */
const FEW = 12

/** Positions of texts in natural order; equal ones stay as they were. */
export function naturalOrder(texts: readonly string[]): number[] {
  const order = new Array<number>(texts.length)
  if (texts.length <= FEW) {
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] as string
      let j = i
      for (; j > 0 && compareKeys(text, texts[order[j - 1] as number] as string) < 0; j--)
        order[j] = order[j - 1] as number
      order[j] = i
    }
    return order
  }
  let isSorted = true
  for (let i = 0; i < texts.length; i++) {
    order[i] = i
    if (isSorted && i > 0 && compareKeys(texts[i - 1] as string, texts[i] as string) > 0) isSorted = false
  }
  if (isSorted) return order
  return order.sort((i, j) => compareKeys(texts[i] as string, texts[j] as string) || i - j)
}
