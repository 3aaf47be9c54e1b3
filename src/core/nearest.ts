/** The word that was probably meant. */

/** Comparing longer words takes long, and nobody types them. */
const LONGEST = 200

/**
 * The candidate nearest to a word, when one is near enough to be a slip of the fingers: about one edit in three
 * letters, a swap of neighbours counting as one, and letter case as nothing. The first of equals wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined
  const wanted = word.toLowerCase()
  let limit = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > limit) continue
    const distance = distanceWithin(wanted, candidate.toLowerCase(), limit)
    if (distance > limit) continue
    best = candidate
    if (distance === 0) return best
    limit = distance - 1
  }
  return best
}

/** Edits between two texts, or some number above the limit. Three rows are kept. */
function distanceWithin(a: string, b: string, limit: number): number {
  if (a === b) return 0
  let before: number[] = []
  let last: number[] = []
  for (let j = 0; j <= b.length; j++) last.push(j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1))
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      }
      row.push(cost)
      if (cost < least) least = cost
    }
    if (least > limit) return least
    before = last
    last = row
  }
  return last[b.length] as number
}
