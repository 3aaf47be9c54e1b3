/** The configuration that words on the command line stand for (kpt 11). */
import { fail } from '../core/error.ts'
import { setField, stringScalar } from '../yaml/edit.ts'
import { Mapping } from '../yaml/node.ts'

export interface ArgumentData {
  kind: string
  data: Record<string, string>
}

/** @throws ToolError for a word that is no `key=value` */
export function argumentData(words: readonly string[]): ArgumentData {
  const [first] = words
  const hasKind = first !== undefined && !first.includes('=')
  const data: Record<string, string> = Object.create(null)
  for (const word of hasKind ? words.slice(1) : words) {
    const equals = word.indexOf('=')
    if (equals < 0) throw fail('FLAGS', 'args must have keys and values separated by =')
    data[word.slice(0, equals)] = word.slice(equals + 1)
  }
  return { kind: hasKind ? first : 'ConfigMap', data }
}

/** In the order of fields in which functions get it. */
export function argumentConfig({ kind, data }: ArgumentData): Mapping {
  const metadata = new Mapping()
  setField(metadata, 'name', stringScalar('function-input'))
  const values = new Mapping([], [], true)
  for (const [name, value] of Object.entries(data)) setField(values, name, stringScalar(value))
  const config = new Mapping()
  setField(config, 'metadata', metadata)
  setField(config, 'data', values)
  setField(config, 'kind', stringScalar(kind))
  setField(config, 'apiVersion', stringScalar('v1'))
  return config
}
