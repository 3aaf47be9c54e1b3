/** What of an object no report may show: values of Secrets, and everything that SOPS has encrypted. */
import { parseApiVersion } from '../../krm/gvk.ts'
import { clone, setTag, setText } from '../../yaml/edit.ts'
import { MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from '../../yaml/node.ts'
import type { ObjectId } from '../object.ts'

/** As flux masks. */
const MASK = '*****'

type Side = 'before' | 'after'

/** What stands for a hidden text. */
export function maskOf(side: Side | undefined): string {
  return side === undefined ? MASK : `${MASK} (${side})`
}

/** Fields of a Secret that are no secrets. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'immutable', 'kind', 'metadata', 'type'])

/** Holds the whole object once more. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** The names of the fields that lead to a value; items of lists have none. */
type FieldNames = readonly string[]

export class Masks {
  private readonly isSecret: boolean

  constructor({ apiVersion, kind }: ObjectId) {
    this.isSecret = kind === 'Secret' && parseApiVersion(apiVersion).group === ''
  }

  /** Whether the text at a place is kept back. */
  hides(names: FieldNames, { value, tag }: Scalar): boolean {
    const [top = ''] = names
    if (top === 'sops' || (this.isSecret && (!OPEN_FIELDS.has(top) || names[2] === LAST_APPLIED))) return true
    return tag === '!!str' && isEncrypted(value)
  }

  /** The node with its hidden texts masked; itself when it has none. */
  masked(node: Node, names: FieldNames, side?: Side): Node {
    if (!this.hidesSome(node, names)) return node
    const copy = clone(node)
    this.mask(copy, names, side)
    return copy
  }

  private hidesSome(node: Node, names: FieldNames): boolean {
    if (node.kind === SCALAR) return this.hides(names, node)
    if (node.kind === SEQUENCE) return node.items.some((item) => this.hidesSome(item, names))
    if (node.kind !== MAPPING) return false
    return node.values.some((value, i) => this.hidesSome(value, [...names, nameOf(node.keys[i])]))
  }

  private mask(node: Node, names: FieldNames, side: Side | undefined): void {
    if (node.kind === SCALAR) {
      if (!this.hides(names, node)) return
      setText(node, maskOf(side))
      setTag(node, '!!str')
    } else if (node.kind === SEQUENCE) {
      for (const item of node.items) this.mask(item, names, side)
    } else if (node.kind === MAPPING) {
      node.values.forEach((value, i) => {
        this.mask(value, [...names, nameOf(node.keys[i])], side)
      })
    }
  }
}

function nameOf(key: Node | undefined): string {
  return key?.kind === SCALAR ? key.value : ''
}

/** A value of SOPS, a text that one was put into, or a file with such values. */
function isEncrypted(text: string): boolean {
  return text.includes('ENC[') && (text.startsWith('ENC[') || /ENC\[[A-Z0-9_]+,data:|sops/.test(text))
}
