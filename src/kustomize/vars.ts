/** The old `$(NAME)` variables (build 5.12). */
import { fail, rephrase, ToolError } from '../core/error.ts'
import type { Log } from '../core/host.ts'
import { LONGEST_MADE_TEXT } from '../core/limits.ts'
import { compareBytes } from '../core/text.ts'
import type { Trace } from '../core/trace.ts'
import { type FieldSpec, SpecTable, walk } from '../krm/fieldspec.ts'
import { gvkText, parseApiVersion } from '../krm/gvk.ts'
import { effectiveNamespace, type ResId } from '../krm/id.ts'
import type { ResMap } from '../krm/resmap.ts'
import type { Resource } from '../krm/resource.ts'
import { setTag, setText } from '../yaml/edit.ts'
import { field, MAPPING, type Node, PLAIN, SCALAR, Scalar, SEQUENCE } from '../yaml/node.ts'
import { formatG } from '../yaml/numbers.ts'
import { isUntyped, tagOf } from '../yaml/resolve.ts'
import { unreadable } from '../yaml/sorted-refusals.ts'
import { startsWithTab } from '../yaml/string-form.ts'
import type { VarEntry } from './types.ts'

interface Variable {
  entry: VarEntry
  /** The object the variable reads, once found. */
  resource: Resource | undefined
}

export class VarSet {
  private readonly variables = new Map<string, Variable>()

  /** The variables of one kustomization, each tied to the object it names among those gathered so far. */
  addAll(entries: readonly VarEntry[], map: ResMap): void {
    if (entries.length === 0) return
    try {
      for (const entry of entries) this.add({ entry, resource: undefined })
      for (const { name } of entries) {
        const variable = this.variables.get(name) as Variable
        variable.resource = findTarget(variable.entry, map)
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw rephrase(`merging vars [${entries.map(writtenText).join(' ')}]: ${error.message}`, error)
    }
  }

  mergeAll(other: VarSet): void {
    for (const variable of other.variables.values()) this.add(variable)
  }

  private add(variable: Variable): void {
    const { entry } = variable
    if (this.variables.has(entry.name)) {
      throw fail('VAR_TWICE', `var '${entry.name}' already encountered`, { at: entry.at })
    }
    this.variables.set(entry.name, variable)
  }

  /** Replaces every `$(NAME)` where the configuration looks for them. */
  resolve(map: ResMap, specs: readonly FieldSpec[], log: Log | undefined, trace: Trace | undefined): void {
    if (this.variables.size === 0) return
    const values = new Map<string, Scalar | Node>()
    const sorted = [...this.variables.values()].sort((a, b) => compareBytes(a.entry.name, b.entry.name))
    for (const variable of sorted) values.set(variable.entry.name, valueOfVariable(variable, map))
    const unused = new Set(values.keys())
    const table = new SpecTable(specs)
    // As a string without quotes it may be written in a form that cannot be read.
    let at = 0
    let unreadableAt = -1
    const replace = (node: Scalar) => {
      replaceIn(node, values, unused, log, trace)
      if (unreadableAt < 0 && startsWithTab(node.value)) unreadableAt = at
    }
    try {
      for (const resource of map.resources) {
        for (const spec of table.for(resource.id)) walk(resource, spec, 'none', (node) => visit(node, replace), trace)
        at++
      }
      const broken = map.resources[unreadableAt]
      if (broken !== undefined) throw unreadable(broken.root)
    } finally {
      this.reportUnused(unused, log)
    }
  }

  private reportUnused(unused: ReadonlySet<string>, log: Log | undefined): void {
    if (unused.size === 0) return
    log?.emit({
      severity: 'warning',
      code: 'LOG',
      message: `well-defined vars that were never replaced: ${[...unused].join(',')}`,
      at: [...unused].flatMap((name) => this.variables.get(name)?.entry.at ?? []),
    })
  }
}

/** As written, before anything is filled in. */
function writtenText({ name, objref, fieldref }: VarEntry): string {
  return `{${name} ${gvkText(objref)} {${fieldref.fieldPath}}}`
}

/** With the group and version that apiVersion names. */
function resolvedText({ name, objref, fieldref }: VarEntry): string {
  return `{${name} ${gvkText(gvkOf(objref))} {${fieldref.fieldPath}}}`
}

function variableText({ name, objref, fieldref }: VarEntry): string {
  return `{${name} ${gvkText(gvkOf(objref))} {${fieldref.fieldPath || 'metadata.name'}}}`
}

function gvkOf({ apiVersion, group, version, kind }: VarEntry['objref']) {
  return apiVersion === '' ? { group, version, kind } : { ...parseApiVersion(apiVersion), kind }
}

function findTarget(entry: VarEntry, map: ResMap): Resource | undefined {
  const { objref } = entry
  const gvk = gvkOf(objref)
  const same = (id: ResId) =>
    id.name === objref.name && id.kind === gvk.kind && id.group === gvk.group && id.version === gvk.version
  const isExact = objref.namespace !== ''
  const found = map.withAnyName(objref.name).filter((resource) => {
    const { clusterScoped } = resource.id
    return resource.ids.some(
      (id) =>
        same(id) &&
        (!isExact || effectiveNamespace(id) === effectiveNamespace({ namespace: objref.namespace, clusterScoped })),
    )
  })
  if (found.length > 1) {
    const message = `found ${found.length} resId matches for var ${resolvedText(entry)} (unable to disambiguate)`
    throw fail('VAR_TARGET', message, { at: entry.at })
  }
  return found[0]
}

function valueOfVariable({ entry, resource }: Variable, map: ResMap): Node {
  const target = resource ?? findTarget(entry, map)
  if (target === undefined) {
    const message = `var '${variableText(entry)}' cannot be mapped to a field in the set of known resources`
    throw fail('VAR_TARGET', message, { at: entry.at })
  }
  const found = lookUp(target.root, entry.fieldref.fieldPath || 'metadata.name')
  const value = found?.kind === SCALAR ? typedScalar(found) : found
  if (value === undefined) {
    const message = `field specified in var '${variableText(entry)}' not found in corresponding resource`
    throw fail('VAR_FIELD', message, { at: entry.at })
  }
  return value
}

/** The value as Go reads it, in its own text; undefined for numbers it cannot read. */
function typedScalar(node: Scalar): Scalar | undefined {
  const tag = tagOf(node)
  const text = node.value
  switch (tag) {
    case '!!bool':
      return typed(text.toLowerCase(), tag)
    case '!!int': {
      if (!/^[-+]?[0-9]+$/.test(text)) return undefined
      const whole = BigInt(text.replace('+', ''))
      return BigInt.asIntN(64, whole) === whole ? typed(whole.toString(), tag) : undefined
    }
    case '!!float': {
      if (!/^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/.test(text)) return undefined
      return typed(formatG(Number(text)), tag)
    }
    default:
      return typed(text, '!!str')
  }
}

function typed(text: string, tag: string): Scalar {
  const scalar = new Scalar(text)
  scalar.tag = tag
  return scalar
}

/** A path of names joined by dots, `\.` for a dot in a name, `name[0]` for an item. */
function lookUp(root: Node, path: string): Node | undefined {
  let node: Node | undefined = root
  for (const part of path.replaceAll('\\.', '\0').split('.')) {
    const match = /^(.*?)((?:\[\d+\])*)$/.exec(part.replaceAll('\0', '.')) as RegExpExecArray
    const [, name, indexes] = match as unknown as [string, string, string]
    if (name !== '') {
      if (node?.kind === SEQUENCE && /^\d+$/.test(name)) node = node.items[Number(name)]
      else node = field(node, name)
    }
    for (const index of indexes.match(/\d+/g) ?? [])
      node = node?.kind === SEQUENCE ? node.items[Number(index)] : undefined
    if (node === undefined) return undefined
  }
  return node
}

function visit(node: Node, replace: (scalar: Scalar) => void): void {
  if (node.kind === SCALAR) {
    if (isString(node)) replace(node)
  } else if (node.kind === MAPPING) {
    for (const value of node.values) if (value.kind === SCALAR && isString(value)) replace(value)
  } else if (node.kind === SEQUENCE) {
    for (const item of node.items) {
      if (item.kind !== SCALAR || !isString(item)) throw fail('VAR_FIELD', 'invalid value type expect a string')
      replace(item)
    }
  }
}

function isString(node: Scalar): boolean {
  return isUntyped(node) || tagOf(node) === '!!str'
}

function replaceIn(
  node: Scalar,
  values: ReadonlyMap<string, Node>,
  unused: Set<string>,
  log: Log | undefined,
  trace: Trace | undefined,
): void {
  const input = node.value
  // Whatever is looked at becomes a string without quotes.
  setTag(node, '!!str')
  node.style = PLAIN
  if (!input.includes('$')) return
  let out = ''
  let copied = 0
  const lastClose = input.lastIndexOf(')')
  for (let i = 0; i < input.length - 1; i++) {
    if (input[i] !== '$') continue
    if (out.length > LONGEST_MADE_TEXT) throw fail('TOO_LARGE', 'a text with vars in it would be too large')
    out += input.slice(copied, i)
    const next = input[i + 1] as string
    const close = next === '(' && i < lastClose ? input.indexOf(')', i + 2) : -1
    if (close >= 0) {
      const name = input.slice(i + 2, close)
      const value = values.get(name)
      if (value?.kind === SCALAR) unused.delete(name)
      const isWhole = i === 0 && close === input.length - 1
      if (value !== undefined && value.kind !== SCALAR) {
        log?.emit({
          severity: 'warning',
          code: 'LOG',
          message: `MakePrimitiveReplacer: bad replacement type=${goType(value)} val=${goPrint(value)}`,
          at: [],
        })
      }
      if (value?.kind === SCALAR && isWhole) {
        setTag(node, value.tag)
        setText(node, value.value, trace)
        return
      }
      out += value?.kind === SCALAR ? value.value : input.slice(i, close + 1)
      i = close
    } else {
      out += next === '$' ? '$' : `$${next}`
      i++
    }
    copied = i + 1
  }
  out += input.slice(copied)
  setText(node, out, trace)
}

function goType(node: Node): string {
  return node.kind === MAPPING ? 'map[string]interface {}' : '[]interface {}'
}

/** Go's `%v` of the value. */
function goPrint(node: Node): string {
  if (node.kind === SCALAR) return tagOf(node) === '!!null' ? '<nil>' : (typedScalar(node)?.value ?? node.value)
  if (node.kind === SEQUENCE) return `[${node.items.map(goPrint).join(' ')}]`
  if (node.kind !== MAPPING) return ''
  const entries = node.keys.map((key, i) => [key.kind === SCALAR ? key.value : '', node.values[i] as Node] as const)
  entries.sort((a, b) => compareBytes(a[0], b[0]))
  return `map[${entries.map(([key, value]) => `${key}:${goPrint(value)}`).join(' ')}]`
}
