/** A path into objects of some kinds, with creation rules, and the walk along it (build 5.1). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import type { Trace } from '../core/trace.ts'
import { setField, setTag, setValueAt, untype } from '../yaml/edit.ts'
import { ALIAS, indexOfField, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { type Gvk, isSelectedBy } from './gvk.ts'
import { idText } from './id.ts'
import { hasInternalAnnotations } from './internal-annotations.ts'
import type { Resource } from './resource.ts'
import { wrongNodeKind } from './wrong-kind.ts'

export interface FieldSpec {
  /** Empty group, version or kind: any. */
  group: string
  version: string
  kind: string
  path: string
  create: boolean
}

/** What a transformer puts where a field of its path is missing or null. */
export type NewNode = 'scalar' | 'mapping' | 'none'

interface PathPart {
  name: string
  isList: boolean
  /** Looks for an item of a list, which fails in a mapping. */
  isItem: boolean
}

/** A field spec with its path taken apart. */
export interface CompiledSpec {
  spec: FieldSpec
  parts: PathPart[]
}

export function compileSpec(spec: FieldSpec): CompiledSpec {
  const parts = splitPath(spec.path).map((part) => {
    const isList = part.endsWith('[]')
    const name = isList ? part.slice(0, -2) : part
    return { name, isList, isItem: /^(?:-|\+?\d+|\[.*=.*\])$/.test(name) }
  })
  return { spec, parts }
}

/** Splits at `/`; `\/` is a literal slash and a leading slash is dropped. */
export function splitPath(path: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let i = 0; i < path.length; i++) {
    const c = path[i] as string
    if (c === '\\' && path[i + 1] === '/') {
      part += '/'
      i++
    } else if (c === '/') {
      parts.push(part)
      part = ''
    } else {
      part += c
    }
  }
  parts.push(part)
  if (parts.length > 1 && parts[0] === '') parts.shift()
  return parts
}

/** Field specs that answers which of them apply to a kind, without asking each one every time. */
export class SpecTable {
  private readonly byGvk = new Map<string, Selected>()
  /** What was asked last for each kind, which has one version as a rule. */
  private readonly last = new Map<string, Selected>()
  private readonly compiled: CompiledSpec[]

  constructor(specs: readonly FieldSpec[]) {
    this.compiled = specs.map(compileSpec)
  }

  /** The specs that select this kind, in order. */
  for(gvk: Gvk): readonly CompiledSpec[] {
    const { group, version, kind } = gvk
    let found = this.last.get(kind)
    if (found !== undefined && found.version === version && found.group === group) return found.specs
    const key = `${group}\n${version}\n${kind}`
    found = this.byGvk.get(key)
    if (found === undefined) {
      found = { group, version, specs: this.compiled.filter(({ spec }) => isSelectedBy(gvk, spec)) }
      this.byGvk.set(key, found)
    }
    this.last.set(kind, found)
    return found.specs
  }
}

interface Selected {
  group: string
  version: string
  specs: CompiledSpec[]
}

/**
 * Calls `set` with every node the path leads to. `set` changes the node in place.
 * Failures are wrapped with the path and the object's id.
 */
export function walk(
  resource: Resource,
  { spec, parts }: CompiledSpec,
  make: NewNode,
  set: (node: Node) => void,
  trace?: Trace,
): void {
  try {
    // The reference's own annotations make the field be there (build 4.3).
    const create = spec.create || (isAnnotations(parts) && hasInternalAnnotations(resource))
    visit(resource.root, parts, 0, create, make, set, trace)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const message = `considering field '${spec.path}' of object ${idText(resource.presentId())}: ${error.message}`
    throw error.at.length > 0
      ? rephrase(message, error)
      : fail(error.code, message, { at: resource.locate(), hint: error.hint })
  }
}

function isAnnotations(parts: readonly PathPart[]): boolean {
  return parts.length === 2 && parts[0]?.name === 'metadata' && parts[1]?.name === 'annotations'
}

function visit(
  node: Node,
  parts: readonly PathPart[],
  i: number,
  create: boolean,
  make: NewNode,
  set: (node: Node) => void,
  trace: Trace | undefined,
): void {
  if (i === parts.length) {
    // A null where a map is wanted is left alone unless it was to be made.
    if (make !== 'mapping' || !isNull(node)) set(node)
    return
  }
  if (node.kind === ALIAS) return visit(node.target, parts, i, create, make, set, trace)
  if (isNull(node)) return
  if (node.kind === SEQUENCE) {
    for (const item of node.items) {
      try {
        visit(item, parts, i, create, make, set, trace)
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        const rest = parts.slice(i).map((part) => (part.isList ? `${part.name}[]` : part.name))
        throw rephrase(`visit traversal on path: [${rest.join(' ')}]: ${error.message}`, error)
      }
    }
    return
  }
  if (node.kind !== MAPPING) throw fail('FIELD_PATH', 'expected sequence or mapping node')
  const { name, isList, isItem } = parts[i] as PathPart
  if (name === '') throw fail('FIELD_PATH', 'cannot set or create an empty field name')
  if (name === '*') throw fail('FIELD_PATH', 'fieldName: *: wildcard is not supported in PathGetter')
  if (isItem) {
    const problem = wrongNodeKind(SEQUENCE, node)
    throw rephrase(`fieldName: ${name}: ${problem.message}`, problem)
  }
  const at = indexOfField(node, name)
  const last = i === parts.length - 1
  if (at < 0) {
    if (!create || make === 'none' || isList) return
    const made = last && make === 'scalar' ? new Scalar('') : new Mapping()
    setField(node, name, made, trace)
    return visit(made, parts, i + 1, create, make, set, trace)
  }
  let value = node.values[at] as Node
  if (isNull(value)) {
    const made = isList ? new Sequence() : replacementForNull(last, create, make)
    if (made !== undefined) {
      if (value.comments !== undefined) made.comments = value.comments
      setValueAt(node, at, made, trace)
      value = made
    }
  }
  visit(value, parts, i + 1, create, make, set, trace)
}

/** A written null becomes what the transformer would have created there. */
function replacementForNull(last: boolean, create: boolean, make: NewNode): Node | undefined {
  if (make === 'none' || !create) return undefined
  return last && make === 'scalar' ? new Scalar('') : new Mapping()
}

/** Sets a scalar's text as a field spec setter does: style stays, the type is that of the text unless `tag` says more. */
export function setScalar(node: Node, text: string, tag: string, trace?: Trace): void {
  if (node.kind !== SCALAR) throw wrongNodeKind(SCALAR, node)
  node.value = text
  if (tag === '') untype(node)
  else setTag(node, tag)
  if (trace !== undefined) trace.recorder.edited(node, trace.step)
}
