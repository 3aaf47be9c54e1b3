/** Texts of YAML changed at random, the same way in every run. */

/** Pseudo-random numbers, the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * below)
  }
}

const PARTS = [
  '\n',
  '\n  ',
  '\n    ',
  '- ',
  ': ',
  ':',
  ' #',
  '#',
  ' ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '|\n',
  '>-\n',
  '? ',
  '&a ',
  '*a',
  '!t ',
  '---\n',
  'a',
  'key: v\n',
  '\t',
  '\r\n',
  '%',
  '0',
  '-',
  '\n\n',
  '...\n',
  '|2\n',
  '\ufeff',
  '\u0085',
  ' # behind',
  '\n# above',
  '\n  # above\n',
  '\n    # above\n    ',
] // prettier-ignore

export function mutate(text: string, random: (below: number) => number): string {
  let out = text
  for (let i = random(4); i >= 0; i--) {
    const at = random(out.length + 1)
    const part = PARTS[random(PARTS.length)] as string
    const cut = random(3) === 0 ? 0 : random(6)
    out = out.slice(0, at) + (random(4) === 0 ? '' : part) + out.slice(at + cut)
  }
  return out
}

/** Comments above some lines, in their column or another, and behind some. */
export function commented(text: string, random: (below: number) => number): string {
  const often = 2 + random(12)
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.trim() === '' || random(often) > 0) return [line]
      const indent = ' '.repeat(
        Math.max(0, line.length - line.trimStart().length + (random(8) === 0 ? random(5) - 2 : 0)),
      )
      const dash = /^( *)- (?=[a-z])/.exec(line)
      if (dash !== null && random(3) === 0) {
        const below = `${dash[1]}  ${line.slice(dash[0].length)}`
        const comment = `${dash[1]}- # ${random(100)}`
        return random(2) === 0 ? [comment, below] : [comment, `${dash[1]}  # ${random(100)}`, below]
      }
      const above = `${indent}# ${random(100)}`
      const kind = random(8)
      if (kind < 3) return [above, line]
      if (kind === 3) return [above, above, line]
      if (kind === 4) return random(2) === 0 ? ['', above, line] : [above, '', line]
      return [`${line}${' '.repeat(random(3))}# ${random(100)}`]
    })
    .join('\n')
}
