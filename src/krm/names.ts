/**
 * Name references: after objects were renamed, the fields of other objects that name them follow (build 5.15).
 * Objects are found through the map's index of names, never by scanning.
 */
import { rephrase, ToolError } from '../core/error.ts'
import type { Trace } from '../core/trace.ts'
import { setField, setText, stringScalar } from '../yaml/edit.ts'
import { ALIAS, field, fieldText, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import type { FieldPaths } from '../yaml/outline.ts'
import { isNull } from '../yaml/resolve.ts'
import { type CompiledSpec, compileSpec, type FieldSpec, walk } from './fieldspec.ts'
import { type Gvk, isSelectedBy } from './gvk.ts'
import { effectiveNamespace, idText, type ResId } from './id.ts'
import { movesOf, roleRefFilter, subjectNamespaces } from './name-scopes.ts'
import { ambiguous, namelessReference, nestedList } from './reference-problems.ts'
import type { ResMap } from './resmap.ts'
import type { Resource } from './resource.ts'

/** Which fields may name objects of a kind. */
export interface NameReference extends Gvk {
  fieldSpecs: FieldSpec[]
  /** Of the specs at least those for a kind, where they are not all read yet. */
  fieldSpecsFor?(kind: string): FieldSpec[]
}

interface Rule {
  target: Gvk
  spec: CompiledSpec
  isRoleRef: boolean
}

/** The rules that concern a kind, in order, and their paths as a tree. */
interface KindRules {
  rules: Rule[]
  paths: PathTree
}

/** By kind, gathered as kinds come up. */
export type ReferenceRules = Map<string, KindRules>

interface PathTree extends FieldPaths {
  /** Positions of the rules whose path ends here. */
  ending: number[]
  /** Positions of all rules whose path leads through here. */
  below: number[]
  children: Map<string, PathTree>
}

/** The object whose fields are looked at. */
interface Referrer {
  resource: Resource
  /** Namespaces whose objects it may name besides those of its own. */
  bound: readonly string[]
  /** Whether an object that it may name was in this namespace at first. */
  seesOriginal(namespace: string): boolean
}

/** Rewrites every reference to a renamed object of the map. `rulesOf` is what was gathered of the same references before. */
export function fixNameReferences(
  map: ResMap,
  references: readonly NameReference[],
  trace?: Trace,
  rulesOf: ReferenceRules = new Map(),
): void {
  const found = new Set<number>()
  let moves: ReturnType<typeof movesOf> | undefined
  const wasRenamed = (name: string) => map.withAnyName(name).some(({ previous }) => previous.length > 0)
  for (const referrer of map.resources) {
    const original = referrer.originalId
    const key = `${original.group}\n${original.version}\n${original.kind}`
    let applicable = rulesOf.get(key)
    if (applicable === undefined) {
      applicable = rulesFor(original, references)
      rulesOf.set(key, applicable)
    }
    if (applicable.rules.length === 0) continue
    const { outline } = referrer
    if (outline !== undefined && !outline.needsTree(applicable.paths, wasRenamed)) continue
    found.clear()
    findRules(referrer.root, applicable.paths, found)
    if (found.size === 0) continue
    const bound = referrer.id.kind === 'RoleBinding' && !referrer.id.clusterScoped ? subjectNamespaces(referrer) : []
    const from: Referrer = {
      resource: referrer,
      bound,
      seesOriginal(namespace) {
        moves ??= movesOf(map)
        return moves.get(namespace)?.some((one) => isVisible(referrer.id, one, bound)) ?? false
      },
    }
    for (const [i, rule] of applicable.rules.entries()) {
      if (!found.has(i)) continue
      try {
        walk(referrer, rule.spec, 'none', (node) => fixNode(map, from, rule, node, trace), trace)
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        const prefix = `updating name reference in '${rule.spec.spec.path}' field of '${idText(referrer.id)}'`
        throw rephrase(`${prefix}: ${error.message}`, error)
      }
    }
  }
}

/** Of the rules there are, a kind needs few: only those are made ready. */
function rulesFor(kind: Gvk, references: readonly NameReference[]): KindRules {
  const rules: Rule[] = []
  const paths: PathTree = { ending: [], below: [], children: new Map() }
  for (const target of references) {
    for (const spec of target.fieldSpecsFor?.(kind.kind) ?? target.fieldSpecs) {
      if (!isSelectedBy(kind, spec)) continue
      const compiled = compileSpec(spec)
      let tree = paths
      for (const { name, isItem } of compiled.parts) {
        // Whatever stands there, the walk has something to say.
        if (isItem) break
        let child = tree.children.get(name)
        if (child === undefined) {
          child = { ending: [], below: [], children: new Map() }
          tree.children.set(name, child)
        }
        child.below.push(rules.length)
        tree = child
      }
      tree.ending.push(rules.length)
      rules.push({ target, spec: compiled, isRoleRef: spec.path.endsWith('roleRef/name') })
    }
  }
  return { rules, paths }
}

/**
 * Which rules have something to do in a tree: those whose path leads somewhere, or ends at something odd, which
 * {@link walk} then judges. Most paths of a kind begin alike and most objects have few of the fields.
 */
function findRules(node: Node, tree: PathTree, found: Set<number>): void {
  for (let i = 0; i < tree.ending.length; i++) found.add(tree.ending[i] as number)
  if (tree.children.size === 0) return
  if (node.kind === ALIAS) return findRules(node.target, tree, found)
  if (node.kind === SEQUENCE) {
    for (let i = 0; i < node.items.length; i++) findRules(node.items[i] as Node, tree, found)
    return
  }
  if (node.kind === SCALAR || tree.children.has('') || tree.children.has('*')) {
    for (const { below } of tree.children.values()) for (const rule of below) found.add(rule)
    return
  }
  for (let i = 0; i < node.keys.length; i++) {
    const key = node.keys[i] as Node
    const child = key.kind === SCALAR ? tree.children.get(key.value) : undefined
    if (child === undefined) continue
    const value = node.values[i] as Node
    if (isNull(value)) for (const rule of child.below) found.add(rule)
    else findRules(value, child, found)
  }
}

function fixNode(map: ResMap, referrer: Referrer, rule: Rule, node: Node, trace: Trace | undefined): void {
  if (isNull(node)) return
  if (node.kind === SCALAR) {
    const found = selectReferral(map, referrer, rule, node.value, false, undefined)
    if (found !== undefined) setText(node, found.id.name, trace)
  } else if (node.kind === MAPPING) {
    fixMapping(map, referrer, rule, node, trace)
  } else if (node.kind === SEQUENCE) {
    for (const item of node.items) {
      if (item.kind === SEQUENCE) throw nestedList(referrer.resource, item)
      fixNode(map, referrer, rule, item, trace)
    }
  } else {
    fixNode(map, referrer, rule, node.target, trace)
  }
}

function fixMapping(map: ResMap, referrer: Referrer, rule: Rule, node: Mapping, trace: Trace | undefined): void {
  const name = field(node, 'name')
  if (name === undefined) {
    throw namelessReference(referrer.resource, node)
  }
  if (name.kind !== SCALAR) return
  const found = selectReferral(map, referrer, rule, name.value, true, fieldText(node, 'namespace'))
  if (found === undefined) return
  setText(name, found.id.name, trace)
  const { namespace } = found.id
  if (namespace === '') return
  const old = field(node, 'namespace')
  if (old === undefined || old.kind !== SCALAR) setField(node, 'namespace', stringScalar(namespace), trace)
  else setText(old, namespace, trace)
}

/** The one object a name means for this referrer, or undefined when the field is to be left alone. */
function selectReferral(
  map: ResMap,
  { resource: referrer, bound, seesOriginal }: Referrer,
  rule: Rule,
  name: string,
  isMapping: boolean,
  namespace: string | undefined,
): Resource | undefined {
  let left = map.withAnyName(name).filter((one) => {
    const { previous } = one
    return (
      previous.some((id) => id.name === name) &&
      previous.some((id) => isSelectedBy({ group: one.id.group, version: one.id.version, kind: id.kind }, rule.target))
    )
  })
  if (left.length === 0) return undefined
  const id = referrer.id
  left = left.filter((one) => isVisible(id, one, bound))
  if (namespace !== undefined) {
    // Namespaces are compared as they take effect, so an empty one is nobody's.
    const idOf = seesOriginal(namespace) ? (one: Resource) => one.originalId : (one: Resource) => one.id
    left = left.filter((one) => effectiveNamespace(idOf(one)) === namespace)
  }
  if (rule.isRoleRef) left = left.filter(roleRefFilter(referrer))
  const here = effectiveNamespace(id)
  if (!id.clusterScoped) {
    left = left.filter(
      (one) => one.id.clusterScoped || one.id.kind === 'ServiceAccount' || effectiveNamespace(one.id) === here,
    )
  }
  if (left.length <= 1) return left[0]
  left = left.filter((one) => agree(referrer.prefixes, one.prefixes) && agree(referrer.suffixes, one.suffixes))
  if (left.length > 1) {
    const strict = (mine: readonly string[], other: readonly string[]) =>
      (mine.length === 0) === (other.length === 0) && agree(mine, other)
    left = left.filter((one) => strict(referrer.prefixes, one.prefixes) && strict(referrer.suffixes, one.suffixes))
  }
  const [first] = left
  if (first === undefined || left.length === 1) return first
  const same = left.every(
    (one) => one.id.name === first.id.name && (!isMapping || one.id.namespace === first.id.namespace),
  )
  if (same) return first
  throw ambiguous(referrer, left)
}

function isVisible(id: ResId, candidate: Resource, bound: readonly string[]): boolean {
  if (id.clusterScoped || candidate.id.clusterScoped) return true
  if (effectiveNamespace(candidate.id) === effectiveNamespace(id)) return true
  return bound.includes(candidate.id.namespace)
}

/** One list is the other's tail, or one is empty. */
function agree(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const offset = long.length - short.length
  return short.every((text, i) => text === long[offset + i])
}
