/** Replaces aliases by copies and applies merge keys (build 6.1, step 4). */
import { fail, type ToolError } from '../core/error.ts'
import type { Budget } from '../core/limits.ts'
import { scalarCost } from './copies.ts'
import { clone, dropIndex } from './edit.ts'
import { ALIAS, type Alias, MAPPING, MAX_DEPTH, type Mapping, type Node, SCALAR, SEQUENCE } from './node.ts'

/** The same tree without anchors, aliases and merge keys; the given one is used up. */
export function expandAliases(root: Node, budget: Budget): Node {
  return hasAnchors(root) ? new Expander(budget).expand(root, 1) : root
}

function hasAnchors(node: Node): boolean {
  if (node.anchor !== '' || node.kind === ALIAS) return true
  if (node.kind === MAPPING) {
    const { keys, values } = node
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      if (key.kind !== SCALAR ? hasAnchors(key) : key.anchor !== '' || key.value === '<<') return true
      const value = values[i] as Node
      if (value.kind !== SCALAR ? hasAnchors(value) : value.anchor !== '') return true
    }
  } else if (node.kind === SEQUENCE) {
    for (const item of node.items) if (item.kind !== SCALAR ? hasAnchors(item) : item.anchor !== '') return true
  }
  return false
}

class Expander {
  private readonly open = new Set<Node>()
  private readonly done = new Set<Node>()

  constructor(private readonly budget: Budget) {}

  expand(node: Node, depth: number): Node {
    if (node.kind === ALIAS) return this.copyTarget(node, depth)
    if (node.anchor !== '') node.anchor = ''
    if (node.kind === SCALAR || this.done.has(node)) return node
    this.open.add(node)
    if (node.kind === MAPPING) this.mapping(node, depth + 1)
    else for (let i = 0; i < node.items.length; i++) node.items[i] = this.expand(node.items[i] as Node, depth + 1)
    this.open.delete(node)
    this.done.add(node)
    return node
  }

  private copyTarget(alias: Alias, depth: number): Node {
    if (this.open.has(alias.target)) {
      throw fail('ALIAS_CYCLE', `yaml: anchor '${alias.name}' value contains itself`, {
        hint: 'an alias cannot stand inside the value of its own anchor',
      })
    }
    const target = this.expand(alias.target, depth)
    this.spend(target, depth)
    return clone(target)
  }

  /** Takes what a copy will cost from the budget before it is made. */
  private spend(node: Node, depth: number): void {
    this.budget.left -= node.kind === SCALAR ? scalarCost(node) : 1
    if (this.budget.left < 0) throw fail('YAML_SYNTAX', 'yaml: document contains excessive aliasing')
    if (node.kind === SCALAR || node.kind === ALIAS) return
    if (depth > MAX_DEPTH) throw fail('YAML_SYNTAX', `yaml: exceeded max depth of ${MAX_DEPTH}`)
    if (node.kind === MAPPING) for (const key of node.keys) this.spend(key, depth + 1)
    for (const child of node.kind === MAPPING ? node.values : node.items) this.spend(child, depth + 1)
  }

  private mapping(map: Mapping, depth: number): void {
    const { keys, values } = map
    let mergeAt = -1
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      if (isMergeKey(key)) {
        if (mergeAt >= 0) throw mergeProblem('duplicate merge key')
        mergeAt = i
      }
    }
    // A quoted `<<` is no merge key; it goes, and its value with it.
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i] as Node
      if (i === mergeAt || key.kind !== SCALAR || key.value !== '<<') continue
      keys.splice(i, 1)
      values.splice(i, 1)
      if (i < mergeAt) mergeAt--
    }
    let merged: Node | undefined
    if (mergeAt >= 0) {
      merged = values[mergeAt]
      keys.splice(mergeAt, 1)
      values.splice(mergeAt, 1)
    }
    for (let i = 0; i < keys.length; i++) {
      keys[i] = this.expand(keys[i] as Node, depth)
      values[i] = this.expand(values[i] as Node, depth)
    }
    dropIndex(map)
    if (merged === undefined) return
    const own = new Set<string>()
    for (const key of keys) if (key.kind === SCALAR) own.add(key.value)
    for (const source of this.mergeSources(merged, depth - 1)) {
      for (let i = 0; i < source.keys.length; i++) {
        const key = source.keys[i] as Node
        const name = key.kind === SCALAR ? key.value : ''
        if (key.kind === SCALAR && own.has(name)) continue
        own.add(name)
        keys.push(key)
        values.push(source.values[i] as Node)
      }
    }
  }

  private mergeSources(node: Node, depth: number): Mapping[] {
    if (node.kind === ALIAS) return [this.mergeAlias(node, depth)]
    if (node.kind === MAPPING) return [this.expand(node, depth) as Mapping]
    if (node.kind === SEQUENCE) {
      return node.items.map((item) => {
        if (item.kind === ALIAS) return this.mergeAlias(item, depth)
        if (item.kind === MAPPING) return this.expand(item, depth) as Mapping
        if (item.kind === SEQUENCE) throw mergeProblem('invalid map merge: received a nested sequence')
        throw mergeProblem('map merge requires map or sequence of maps as the value')
      })
    }
    throw mergeProblem('map merge requires map or sequence of maps as the value')
  }

  private mergeAlias(alias: Alias, depth: number): Mapping {
    if (alias.target.kind !== MAPPING) {
      if (alias.target.kind === ALIAS) throw mergeProblem(`anchor "${alias.name}" defined using alias`)
      throw mergeProblem('invalid map merge: received alias for a non-map value')
    }
    return this.copyTarget(alias, depth) as Mapping
  }
}

function isMergeKey(key: Node): boolean {
  return key.kind === SCALAR && key.value === '<<' && (key.tag === '' ? key.style === 0 : key.tag === '!!merge')
}

function mergeProblem(message: string): ToolError {
  return fail('MERGE_KEY', message)
}
