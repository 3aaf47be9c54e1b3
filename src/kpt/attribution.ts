/** The note on Config Connector's resources that says which tools made them (kpt 6.6). */
import { annotation, setAnnotation } from '../krm/path-annotations.ts'
import { fieldText, type Mapping } from '../yaml/node.ts'

const KEY = 'cnrm.cloud.google.com/blueprint'
const PARTS = ['pkg', 'fn', 'live'] as const

/** Adds that a function was run, where the resource is one that is counted. */
export function addUsage(item: Mapping): void {
  if (!(fieldText(item, 'apiVersion') ?? '').includes('.cnrm.')) return
  const value = annotation(item, KEY)
  setAnnotation(item, KEY, value === undefined || value === '' ? 'krm-fn' : withFunction(value))
}

function withFunction(value: string): string {
  const parts = value.split(',')
  const at = parts.findIndex((part) => part.trim().startsWith('krm-'))
  if (at < 0) return `${value},krm-fn`
  const known = (parts[at] as string).trim().split('-').slice(1)
  parts[at] = ['krm', ...PARTS.filter((part) => part === 'fn' || known.includes(part))].join('-')
  return parts.join(',')
}
