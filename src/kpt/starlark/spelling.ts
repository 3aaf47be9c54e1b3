/** The name that someone may have meant. */

export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = folded(name)
  let best: string | undefined
  let distance = Math.trunc((wanted.length + 1) / 2)
  for (const candidate of candidates) {
    const found = editDistance(wanted, folded(candidate), distance)
    if (found >= distance) continue
    distance = found
    best = candidate
  }
  return best
}

function folded(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Edits between two words, or any number from `most` on when there are as many. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most || a.length > 100) return most
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
