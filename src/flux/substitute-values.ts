/**
 * Substitution in the values of an object, without the way over its text. Only where that way is sure to come to the same:
 * values that are one plain word, line or block before and after, with whole `${NAME}` in them, in an object that is
 * certain to be printed and read again as it is. All else is left to the text.
 */

import { stringScalar } from '../yaml/edit.ts'
import { FOLDED, MAPPING, Mapping, type Node, PLAIN, SCALAR, type Scalar, SEQUENCE, Sequence } from '../yaml/node.ts'
import { resolvePlain } from '../yaml/resolve.ts'
import { formOf, isPlainString, LITERAL_FORM, PLAIN_FORM } from '../yaml/string-form.ts'

/** Longer keys are printed in another form. */
const LONGEST_KEY = 128
/** Characters of all values that were substituted in; the text has a limit of its own. */
const MOST_CHARACTERS = 1_000_000

/** `${NAME}`, and what would be something else. */
const EXPRESSION = /\$(?:\{([_A-Za-z][_A-Za-z0-9]*)\}|[${])/g
/** Small enough to be exact however they are read. */
const NUMBER = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{0,5}[1-9])?$/
/** Printable, neither beginning nor ending in blanks but for one line break. */
const TEXT = /^(?:[!-~](?:[ -~\n]*[!-~])?\n?)?$/
const BLOCK = /^[!-~][ -~\n]*$/

/** The object with its variables put in, itself when it has none; undefined when its text has to be asked. */
export function substituteValues(root: Mapping, variables: ReadonlyMap<string, string>): Mapping | undefined {
  return new ValueSubstitution(variables).node(root) as Mapping | undefined
}

class ValueSubstitution {
  private left = MOST_CHARACTERS

  constructor(private readonly variables: ReadonlyMap<string, string>) {}

  node(node: Node): Node | undefined {
    switch (node.kind) {
      case SCALAR:
        return this.scalar(node)
      case MAPPING: {
        if (!areUsualKeys(node.keys)) return undefined
        const values = this.all(node.values)
        return values === node.values ? node : values && new Mapping(node.keys, values)
      }
      case SEQUENCE: {
        const items = this.all(node.items)
        return items === node.items ? node : items && new Sequence(items)
      }
      default:
        return undefined
    }
  }

  /** The list itself as long as nothing in it changes. */
  private all(nodes: Node[]): Node[] | undefined {
    let made = nodes
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as Node
      const one = this.node(node)
      if (one === undefined) return undefined
      if (one === node) continue
      if (made === nodes) made = nodes.slice()
      made[i] = one
    }
    return made
  }

  private scalar(node: Scalar): Scalar | undefined {
    const { tag, value, style } = node
    if ((tag !== '' && tag !== '!!str') || node.tagged || style === FOLDED) return undefined
    if (value.includes('$')) {
      const text = this.substituted(value)
      return text !== undefined && isSure(value, text) ? stringScalar(text) : undefined
    }
    if (isPlainString(value)) return node
    if (!TEXT.test(value)) return undefined
    if (style !== PLAIN || tag === '!!str' || value === 'true' || value === 'false' || NUMBER.test(value)) return node
    return resolvePlain(value) === '!!str' && formOf(value) === PLAIN_FORM ? node : undefined
  }

  private substituted(template: string): string | undefined {
    let isWhole = true
    const text = template.replace(EXPRESSION, (_, name: string | undefined) => {
      const value = name === undefined ? undefined : this.variables.get(name)
      if (value === undefined) isWhole = false
      return value ?? ''
    })
    this.left -= text.length
    return isWhole && this.left >= 0 ? text : undefined
  }
}

/** Both are printed without quotes, or as blocks of the same kind, so that the second is what becomes of the first. */
function isSure(before: string, after: string): boolean {
  const form = formOf(before)
  if (form === PLAIN_FORM) return isPlainString(after)
  if (form !== LITERAL_FORM || !BLOCK.test(before) || !BLOCK.test(after)) return false
  const body = before.replace(/\n+$/, '')
  const last = after.charCodeAt(after.length - 1 - (before.length - body.length))
  return last > 0x20
}

function areUsualKeys(keys: readonly Node[]): boolean {
  let previous = ''
  let areSorted = true
  for (const key of keys) {
    if (key.kind !== SCALAR || (key.tag !== '' && key.tag !== '!!str') || key.tagged) return false
    const { value } = key
    if (value.length > LONGEST_KEY || value.includes('$') || !isPlainString(value)) return false
    if (value <= previous) areSorted = false
    previous = value
  }
  return areSorted || new Set(keys.map((key) => (key as Scalar).value)).size === keys.length
}
