/**
 * The one tree for YAML. Four small classes, each always created with the same few fields in the same order so that
 * property access stays fast; a scalar's type is resolved (`resolve.ts`) only when someone asks.
 *
 * Reading is free for all; writing goes through `edit.ts`.
 */
export const SCALAR = 1
export const SEQUENCE = 2
export const MAPPING = 3
export const ALIAS = 4

/** Nesting the readers accept, flow and block together; deeper documents are refused (the reference: 10,000). */
export const MAX_DEPTH = 1_000

/** Scalar styles. */
export const PLAIN = 0
export const SINGLE = 1
export const DOUBLE = 2
export const LITERAL = 3
export const FOLDED = 4
export type ScalarStyle = 0 | 1 | 2 | 3 | 4

/**
 * Comment texts with their `#`, lines joined by `\n`. A text ends in `\n` when an empty line stood between it and the
 * node. Where each comment goes: `comments.ts`.
 */
export interface Comments {
  head: string
  line: string
  foot: string
}

/** Stands in for the end offset of scalars that have no type and take none on (`untype`). */
export const UNTYPED = -2

interface Common {
  /**
   * Short tag (`!!str`, `!local`) or '' when the text decides. On a scalar a non-empty tag is its type whatever the text
   * looks like, and the printer quotes or tags as needed.
   */
  tag: string
  /** The tag is written in the source and is printed. */
  tagged: boolean
  anchor: string
  comments: Comments | undefined
  /** Offsets into the source text the node was read from; -1 when made in memory. `end` is past the last character. */
  start: number
  end: number
}

export class Scalar implements Common {
  declare readonly kind: typeof SCALAR
  declare comments: Comments | undefined
  declare anchor: string
  declare tagged: boolean
  tag = ''
  constructor(
    /** The text after unquoting, unescaping and unfolding. */
    public value: string,
    public style: ScalarStyle = PLAIN,
    public start = -1,
    public end = -1,
  ) {}
}

export class Sequence implements Common {
  declare readonly kind: typeof SEQUENCE
  declare comments: Comments | undefined
  declare anchor: string
  declare tagged: boolean
  tag = ''
  constructor(
    public items: Node[] = [],
    public flow = false,
    public start = -1,
    public end = -1,
  ) {}
}

export class Mapping implements Common {
  declare readonly kind: typeof MAPPING
  declare comments: Comments | undefined
  declare anchor: string
  declare tagged: boolean
  tag = ''
  /** Key text → position, made by {@link indexOfField} for large mappings; dropped by `edit.ts` whenever keys change. */
  declare index: Map<string, number> | undefined
  constructor(
    /** `keys[i]` belongs to `values[i]`. */
    public keys: Node[] = [],
    public values: Node[] = [],
    public flow = false,
    public start = -1,
    public end = -1,
  ) {}
}

/** `*name`. Resource files have their aliases expanded right after reading. */
export class Alias implements Common {
  declare readonly kind: typeof ALIAS
  declare comments: Comments | undefined
  declare anchor: string
  declare tagged: boolean
  tag = ''
  constructor(
    public name: string,
    public target: Node,
    public start = -1,
    public end = -1,
  ) {}
}

/**
 * What hardly any node has stands on the prototypes until it is set: without them a tree takes a third less memory. So
 * these fields are only written where they change.
 */
const RARE = { comments: undefined, anchor: '', tagged: false }
Object.assign(Scalar.prototype, { kind: SCALAR, ...RARE })
Object.assign(Sequence.prototype, { kind: SEQUENCE, ...RARE })
Object.assign(Mapping.prototype, { kind: MAPPING, index: undefined, ...RARE })
Object.assign(Alias.prototype, { kind: ALIAS, ...RARE })

export type Node = Scalar | Sequence | Mapping | Alias

/** A document of a stream; its comments are those that belong to no node. */
export class Document {
  head = ''
  foot = ''
  constructor(
    public root: Node,
    public start = -1,
    public end = -1,
  ) {}
}

const INDEX_FROM = 24

/** Position of the first entry with this key text, or -1. */
export function indexOfField(map: Mapping, name: string): number {
  const { keys } = map
  if (keys.length < INDEX_FROM) {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      if (key.kind === SCALAR && key.value === name) return i
    }
    return -1
  }
  let { index } = map
  if (index === undefined) {
    index = new Map()
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i] as Node
      if (key.kind === SCALAR) index.set(key.value, i)
    }
    map.index = index
  }
  return index.get(name) ?? -1
}

/** The value of a field, or undefined when there is none. Undefined and non-mapping parents have no fields. */
export function field(map: Node | undefined, name: string): Node | undefined {
  if (map === undefined || map.kind !== MAPPING) return undefined
  const i = indexOfField(map, name)
  return i < 0 ? undefined : map.values[i]
}

/** The text of a scalar field, or undefined. */
export function fieldText(map: Node | undefined, name: string): string | undefined {
  const value = field(map, name)
  return value !== undefined && value.kind === SCALAR ? value.value : undefined
}
