/**
 * `kustomize __complete WORDS…`: what can be typed in place of the last word. Completion scripts ask this, those that
 * were made by the reference too. The last line is a colon and 4 when files make no sense there, else 0.
 */
import { type FlagSpec, parseFlags } from '../flags.ts'
import { findRow, specsOf } from './find.ts'
import { flagsOf, listedRows, nameOf } from './help.ts'
import type { Row, RowFlag } from './row.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'powershell']
/** Values of flags that have but a few. */
const VALUES: Record<string, readonly string[]> = {
  'build --load-restrictor': ['LoadRestrictionsNone', 'LoadRestrictionsRootOnly'],
}

export interface Offer {
  word: string
  meaning: string
}

/** Nothing but words of these: files are no use. */
interface Offers {
  offers: readonly Offer[]
  onlyThese: boolean
}

const FILES: Offers = { offers: [], onlyThese: false }

export function completionText(words: readonly string[], withMeanings: boolean): { text: string; note: string } {
  const { offers, onlyThese } = offersFor(words.slice(0, -1), words.at(-1) ?? '')
  const line = ({ word, meaning }: Offer) => {
    const first = meaning.split('\n')[0] as string
    return `${word}${withMeanings && first !== '' ? `\t${first}` : ''}\n`
  }
  return {
    text: `${offers.map(line).join('')}:${onlyThese ? 4 : 0}\n`,
    note: `Completion ended with directive: ShellCompDirective${onlyThese ? 'NoFileComp' : 'Default'}\n`,
  }
}

function offersFor(before: readonly string[], word: string): Offers {
  const { row, rest } = findRow(before)
  const flags = flagsOf(row)
  const specs = specsOf(row)
  const last = before.at(-1)
  const named = (name: string) => flags.find((flag) => `--${flag.name}` === name || `-${flag.short}` === name)
  const waiting = last?.startsWith('-') && !last.includes('=') ? named(last) : undefined
  if (waiting !== undefined && waiting.type !== 'bool') return valuesOf(row, waiting, word)
  const equals = word.indexOf('=')
  if (word.startsWith('-') && equals >= 0) {
    const flag = named(word.slice(0, equals))
    return flag === undefined ? FILES : valuesOf(row, flag, word.slice(equals + 1))
  }
  const parsed = tryParse(specs, rest)
  if (parsed === undefined) return FILES
  if (word.startsWith('-')) return flagOffers(row, word, (name) => parsed.has(name))
  return wordOffers(row, parsed.words, word)
}

function tryParse(specs: readonly FlagSpec[], words: readonly string[]) {
  try {
    return parseFlags(specs, words)
  } catch {
    // A command line that is wrong already: there is nothing to offer.
    return undefined
  }
}

function valuesOf(row: Row, flag: RowFlag, word: string): Offers {
  const values = VALUES[`${row.path} --${flag.name}`]
  if (values === undefined) return FILES
  return starting(
    word,
    values.map((value) => ({ word: value, meaning: '' })),
  )
}

function flagOffers(row: Row, word: string, isGiven: (name: string) => boolean): Offers {
  const shown = flagsOf(row).filter(({ deprecated }) => deprecated === undefined)
  // The global flag comes first, except among its own.
  const rank = ({ name }: RowFlag) => (row.path !== '' && name === 'stack-trace' ? '' : name)
  shown.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const offers: Offer[] = []
  for (const { name, short, type, meaning = '' } of shown) {
    if (isGiven(name) && type !== 'stringArray' && type !== 'strings') continue
    offers.push({ word: `--${name}`, meaning })
    if (short !== undefined) offers.push({ word: `-${short}`, meaning })
  }
  return starting(word, offers)
}

function wordOffers(row: Row, words: readonly string[], word: string): Offers {
  if (row.path === 'help') {
    const { row: topic, unknown } = findRow(words)
    return unknown === undefined ? commandOffers(topic, word) : FILES
  }
  if (words.length > 0) return FILES
  if (row.path === 'completion')
    return starting(
      word,
      SHELLS.map((shell) => ({ word: shell, meaning: '' })),
    )
  return row.use === undefined ? commandOffers(row, word) : FILES
}

function commandOffers(row: Row, word: string): Offers {
  return starting(
    word,
    listedRows(row).map((inner) => ({ word: nameOf(inner), meaning: inner.short })),
  )
}

function starting(word: string, offers: readonly Offer[]): Offers {
  return { offers: offers.filter((offer) => offer.word.startsWith(word)), onlyThese: true }
}
