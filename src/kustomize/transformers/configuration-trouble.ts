/** What is wrong with the configuration of a builtin step, and the configuration as the reference prints it. */
import { rephrase, ToolError } from '../../core/error.ts'
import { emitPlainValueSorted } from '../../yaml/emit.ts'
import { Mapping, type Node, Scalar, Sequence } from '../../yaml/node.ts'

/** Failures of the preparing stage name the transformer and print its configuration. */
export function configurationTrouble(kind: string, shown: unknown, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  if (error.code === 'NOT_YET') return error
  return rephrase(`trouble configuring builtin ${kind} with config: \`\n${yamlOf(shown)}\`: ${error.message}`, error)
}

/** Plain data as sorted YAML; fields that are undefined, '' or false are left out, as Go's `omitempty` does. */
export function yamlOf(value: unknown): string {
  return emitPlainValueSorted(nodeOf(value) ?? new Mapping())
}

function nodeOf(value: unknown): Node | undefined {
  if (value === undefined || value === null || value === '' || value === false) return undefined
  if (typeof value === 'string') return typed(value, '!!str')
  if (typeof value === 'number') return typed(String(value), '!!int')
  if (typeof value === 'boolean') return typed('true', '!!bool')
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined
    return new Sequence(
      value.map((item) => nodeOf(item) ?? (typeof item === 'string' ? typed('', '!!str') : new Mapping())),
    )
  }
  if (value instanceof Scalar || value instanceof Sequence || value instanceof Mapping) return value
  const map = new Mapping()
  for (const [key, inner] of Object.entries(value as object)) {
    const node = nodeOf(inner)
    if (node === undefined) continue
    map.keys.push(typed(key, '!!str'))
    map.values.push(node)
  }
  return map
}

function typed(text: string, tag: string): Scalar {
  const scalar = new Scalar(text)
  scalar.tag = tag
  return scalar
}
