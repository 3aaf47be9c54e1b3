/** The arguments of executable plugins (build 5.21). */
import { fail } from '../../core/error.ts'

/**
 * The words of `argsOneLiner`: blanks part them, quotes join, a backslash takes the next character as it is except within
 * single quotes, and `#` outside of quotes ends it all.
 *
 * @example lineWords(`a 'b c' d\\ e # f`) // ['a', 'b c', 'd e']
 */
export function lineWords(line: string): string[] {
  const words: string[] = []
  let word = ''
  let quote = ''
  const finish = () => {
    // Quotes around nothing make no word.
    if (word !== '') words.push(word)
    word = ''
  }
  for (let i = 0; i < line.length; i++) {
    const c = line[i] as string
    if (c === '\\' && quote !== "'") word += line[++i] ?? ''
    else if (c === quote) quote = ''
    else if (quote !== '') word += c
    else if (c === '"' || c === "'") quote = c
    else if (c === '#') break
    else if (/\s/.test(c)) finish()
    else word += c
  }
  if (quote !== '') throw fail('PLUGIN_ARGUMENTS', 'failed to parse argsOneLiner: unclosed quote in string')
  finish()
  return words
}

/** The words of `argsFromFile`, one a line; blanks before them go. */
export function fileWords(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^ +/, ''))
    .filter((line) => line !== '')
}
