/** Setters: names in comments such as `# kpt-set: ${image}:${tag}` that stand for parts of the field's value (functions 8). */
import { Source } from '../../core/source.ts'
import { type Node, SEQUENCE, type Sequence } from '../../yaml/node.ts'
import { parse, YamlError } from '../../yaml/parse.ts'
import { lineCommentOf } from './fields.ts'

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
  const values = new Map<string, string>()
  for (const line of value.split('\n')) {
    const found = textsBetween(literals, line)
    if (found === undefined) continue
    if (found.includes('')) break
    for (const [i, setter] of setters.entries()) values.set(setter.slice(2, -1), found[i] as string)
    break
  }
  return values
}

/**
 * The texts between literals in a line, as a greedy pattern of `(.*)` finds them: the first literal as early as it can
 * stand, all others as late as they can.
 */
function textsBetween([first = '', ...others]: readonly string[], line: string): string[] | undefined {
  const start = line.indexOf(first)
  if (start < 0) return undefined
  const begin = start + first.length
  const starts: number[] = []
  let end = line.length
  for (let i = others.length - 1; i >= 0; i--) {
    const latest = end - (others[i] as string).length
    const at = latest < begin ? -1 : line.lastIndexOf(others[i] as string, latest)
    if (at < begin) return undefined
    starts[i] = at
    end = at
  }
  let from = begin
  return others.map((literal, i) => {
    const text = line.slice(from, starts[i])
    from = (starts[i] as number) + literal.length
    return text
  })
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
