import type { Source } from '../core/source.ts'
import type { Document } from './node.ts'

export function readQuickly(_source: Source, _start: number, _end: number): Document | undefined {
  return undefined
}
