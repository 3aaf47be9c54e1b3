/** Words of a command line as the data of a function's configuration: an optional kind, then `key=value`. */
import { fail } from '../core/error.ts'

export interface ArgumentData {
  kind: string
  /** In the order of the words. */
  data: Map<string, string>
}

/** @throws ToolError for a word that is no `key=value` */
export function argumentData(words: readonly string[]): ArgumentData {
  const [first] = words
  const hasKind = first !== undefined && !first.includes('=')
  const data = new Map<string, string>()
  for (const word of hasKind ? words.slice(1) : words) {
    const equals = word.indexOf('=')
    if (equals < 0) throw fail('USAGE', 'args must have keys and values separated by =')
    data.set(word.slice(0, equals), word.slice(equals + 1))
  }
  return { kind: hasKind ? first : 'ConfigMap', data }
}
