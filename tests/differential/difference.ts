/** Where two texts part: five lines of each from there. */
export function difference(expected: string, actual: string): string {
  const left = expected.split('\n')
  const right = actual.split('\n')
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const show = (sign: string, lines: string[]) => lines.slice(at, at + 5).map((line) => `  ${at + 1} ${sign} ${line}`)
  return [...show('-', left), ...show('+', right)].join('\n')
}
