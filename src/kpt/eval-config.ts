/** The configuration that words on the command line stand for (kpt 11). */
import type { ArgumentData } from '../krm/function-arguments.ts'
import { setField, stringScalar } from '../yaml/edit.ts'
import { Mapping } from '../yaml/node.ts'

/** In the order of fields in which functions get it. */
export function argumentConfig({ kind, data }: ArgumentData): Mapping {
  const metadata = new Mapping()
  setField(metadata, 'name', stringScalar('function-input'))
  const values = new Mapping([], [], true)
  for (const [name, value] of data) setField(values, name, stringScalar(value))
  const config = new Mapping()
  setField(config, 'metadata', metadata)
  setField(config, 'data', values)
  setField(config, 'kind', stringScalar(kind))
  setField(config, 'apiVersion', stringScalar('v1'))
  return config
}
