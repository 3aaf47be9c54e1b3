/** The command line of a function cut into words, as a POSIX shell would without expansions (kpt 1.2, 10.5). */
import { fail } from '../core/error.ts'

/** @throws ToolError when a quote is not closed */
export function commandWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  for (let i = 0; i < line.length; i++) {
    const c = line[i] as string
    if (c === '\\') {
      if (i + 1 === line.length) throw invalid(line, 'EOF found after escape character')
      word = (word ?? '') + line[++i]
    } else if (c === "'" || c === '"') {
      const [text, end] = quoted(line, i, c)
      word = (word ?? '') + text
      i = end
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (c === '#' && word === undefined) {
      const end = line.indexOf('\n', i)
      i = end < 0 ? line.length : end
    } else word = (word ?? '') + c
  }
  if (word !== undefined) words.push(word)
  return words
}

/** The text behind a quote, and where the closing one is. */
function quoted(line: string, start: number, quote: string): [string, number] {
  let text = ''
  for (let i = start + 1; i < line.length; i++) {
    const c = line[i] as string
    if (c === quote) return [text, i]
    if (c === '\\' && quote === '"' && i + 1 < line.length) text += line[++i]
    else text += c
  }
  throw invalid(line, 'EOF found when expecting closing quote')
}

function invalid(line: string, reason: string): Error {
  return fail('EXEC_LINE', `exec command "${line}" must be valid: ${reason}`)
}
