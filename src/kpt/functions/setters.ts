/** Setters: names in comments such as `# kpt-set: ${image}:${tag}` that stand for parts of the field's value (functions 8). */
import { Source } from '../../core/source.ts'
import { type Node, SEQUENCE, type Sequence } from '../../yaml/node.ts'
import { parse, YamlError } from '../../yaml/parse.ts'
import { lineCommentOf } from './fields.ts'
import { goPattern } from './patterns.ts'

const SETTER = /\$\{([^}]*)\}/g
const MARK = '# kpt-set: '

/** The pattern in a node's comment; '' when there is none. */
export function setterPatternOf(node: Node): string {
  const line = lineCommentOf(node)
  return line.startsWith(MARK) ? line.slice(MARK.length) : ''
}

/** The pattern of a list: at its key in block style, else at the list. */
export function listPatternOf(key: Node, list: Sequence): string {
  return setterPatternOf(key) || setterPatternOf(list)
}

/** The setters in a pattern, in order, `${` and `}` included. */
export function settersIn(pattern: string): string[] {
  return pattern.match(SETTER) ?? []
}

/** The name of the one setter that a pattern consists of; undefined when it is anything else. */
export function onlySetterIn(pattern: string): string | undefined {
  const [only, second] = settersIn(pattern)
  return second === undefined && only === pattern ? only.slice(2, -1) : undefined
}

/** What the setters of a pattern stand for in a value; nothing when it does not fit, or one would be empty. */
export function currentValues(pattern: string, value: string): Map<string, string> {
  const setters = settersIn(pattern)
  const literals = pattern.split(SETTER).filter((_, i) => i % 2 === 0)
  const found = goPattern(literals.map(quoted).join('(.*)')).find(value)
  const values = new Map<string, string>()
  if (found === undefined || found.slice(1).includes('')) return values
  for (const [i, setter] of setters.entries()) values.set(setter.slice(2, -1), found[i + 1] as string)
  return values
}

function quoted(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')
}

/** A value that is the text of a list. */
export function listIn(text: string): Sequence | undefined {
  try {
    const root = parse(new Source('', text))?.root
    return root?.kind === SEQUENCE ? root : undefined
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}
