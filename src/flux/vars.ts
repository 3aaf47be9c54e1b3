/** The variables of a repository: where they are defined and used, and what goes wrong when they are put in (flux 6). */
import { ToolError } from '../core/error.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../yaml/node.ts'
import { tagAfterPrinting } from '../yaml/resolve.ts'
import { DEFAULTS, substitute } from './envsubst.ts'
import { type Expression, type Part, parseTemplate } from './expression.ts'
import { isFluxKustomization } from './kustomization.ts'
import { type FluxObject, idOf, shownId } from './object.ts'
import { substituteText } from './post-build.ts'
import { type FluxTree, objectsOf, type TreeKustomization } from './tree.ts'
import { TypedKinds } from './typed.ts'

export interface VariableReport {
  kustomizations: KustomizationVariables[]
  findings: VariableFinding[]
}

export interface KustomizationVariables {
  /** As in the tree. */
  id: string
  /** By name. */
  variables: Variable[]
}

export interface Variable {
  name: string
  /** The last one counts; none for a variable that is not set. */
  definitions: Definition[]
  uses: Use[]
  /** Undefined when it is not set, or when it comes from a Secret. */
  value: string | undefined
  isSecret: boolean
}

export interface Definition {
  /** `Kind/namespace/name`. */
  object: string
  field: string
}

export interface Use {
  /** `Kind/namespace/name`. */
  object: string
  field: string
  hasDefault: boolean
}

export type FindingCode = 'UNDEFINED' | 'UNUSED' | 'TYPE' | 'TEXT' | 'EXPRESSION' | 'NOT_TEXT'

export interface VariableFinding {
  severity: 'error' | 'warning'
  code: FindingCode
  /** Of the Kustomization. */
  kustomization: string
  variables: string[]
  message: string
  /** What to write instead. */
  fix: string
}

/** Told of objects while a tree is rendered, and asked when it is. */
export interface VariableWatch {
  /** For the option of a tree of this name. */
  onSubstitution(by: TreeKustomization, object: FluxObject, variables: ReadonlyMap<string, string>): void
  report(tree: FluxTree): VariableReport
}

interface Seen {
  uses: Map<string, Use[]>
  findings: VariableFinding[]
}

/**
 * @param strict variables that are not set are errors, as for the controller
 *
 * @example
 * const watch = watchVariables(true)
 * const tree = await renderTree({ fs, repository, folder, strict: false, onSubstitution: watch.onSubstitution })
 * watch.report(tree).findings.map(({ message }) => message)
 */
export function watchVariables(strict: boolean): VariableWatch {
  const types = new TypedKinds()
  // One that is rendered again is looked at again.
  const seen = new Map<string, Map<string, Seen>>()
  return {
    onSubstitution(by, object, variables) {
      const objects = seen.get(by.id) ?? new Map<string, Seen>()
      seen.set(by.id, objects)
      objects.set(shownId(idOf(object)), usesIn(by, object, variables, { strict, types }))
    },
    report(tree) {
      const findings: VariableFinding[] = notTexts(tree)
      const kustomizations = tree.kustomizations.map((one) => {
        const objects = [...(seen.get(one.id)?.values() ?? [])]
        findings.push(...objects.flatMap((object) => object.findings))
        return { id: one.id, variables: variablesOf(one, objects) }
      })
      findings.push(...unused(kustomizations))
      return { kustomizations, findings }
    },
  }
}

interface Look {
  strict: boolean
  types: TypedKinds
}

function usesIn(by: TreeKustomization, object: FluxObject, variables: ReadonlyMap<string, string>, look: Look): Seen {
  const found: Seen = { uses: new Map(), findings: [] }
  const shown = shownId(idOf(object))
  const secret = secretNames(by)
  const add = (code: FindingCode, severity: 'error' | 'warning', names: string[], message: string, fix: string) =>
    found.findings.push({ severity, code, kustomization: by.id, variables: names, message, fix })
  const missing = new Set<string>()
  const note = (text: string, place: readonly string[]): void => {
    const where = place.join('.')
    let parts: Part[]
    try {
      parts = parseTemplate(text)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      const fix = 'write $${ for the text ${'
      return void add('EXPRESSION', 'error', [], `${shown} ${where}: ${error.message}`, fix)
    }
    for (const { name, operator } of expressionsIn(parts)) {
      const hasDefault = DEFAULTS.has(operator)
      const uses = found.uses.get(name)
      const use = { object: shown, field: where, hasDefault }
      if (uses === undefined) found.uses.set(name, [use])
      else uses.push(use)
      if (variables.has(name) || hasDefault) continue
      if (look.strict) missing.add(name)
      const message = `${shown} ${where}: ${name} is not defined${look.strict ? '' : ', and becomes empty'}`
      add('UNDEFINED', look.strict ? 'error' : 'warning', [name], message, `define it, or write \${${name}:=DEFAULT}`)
    }
  }
  eachText(object.root, [], note)
  if (found.uses.size > 0) lookAtResult(object, variables, { ...look, secret, missing, add })
  return found
}

interface ResultLook extends Look {
  secret: ReadonlySet<string>
  /** What they would stand for is not known. */
  missing: ReadonlySet<string>
  add(code: FindingCode, severity: 'error' | 'warning', names: string[], message: string, fix: string): void
}

/** Compares an object with what substitution makes of it. */
function lookAtResult(object: FluxObject, variables: ReadonlyMap<string, string>, look: ResultLook): void {
  const shown = shownId(idOf(object))
  let after: Node
  try {
    after = substituteText(object, { variables, strict: false }).root
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    if (error.code === 'VARIABLE_NAME' || look.missing.size > 0) return
    const isSecret = [...look.secret].some((name) => variables.has(name))
    const message = isSecret ? 'a value breaks the text around it' : error.message
    return look.add('EXPRESSION', 'error', [], `${shown}: ${message}`, 'quote the value: NAME: \'"VALUE"\'')
  }
  compare(object.root, after, [], (text, made, place) => lookAtField(object, variables, look, { text, made, place }))
}

function lookAtField(
  object: FluxObject,
  variables: ReadonlyMap<string, string>,
  look: ResultLook,
  { text, made, place }: { text: string; made: Node; place: readonly string[] },
): void {
  if (place[0] === 'metadata' && (place[1] === 'labels' || place[1] === 'annotations')) return
  const names = [...new Set(expressionsIn(parseTemplate(text)).map(({ name }) => name))]
  if (names.length === 0 || names.some((name) => look.missing.has(name))) return
  const id = idOf(object)
  const where = `${shownId(id)} ${place.join('.')}`
  const isSecret = names.some((name) => look.secret.has(name))
  const value = substitute(text, variables)
  const kind = kindOf(made)
  const fix = fixOf(text, isSecret ? 'VALUE' : value)
  if (kind !== undefined) {
    const { group, version } = parseApiVersion(id.apiVersion)
    const takesText = look.types.takesText(`${group}/${version}/${id.kind}`, place)
    if (takesText === false && kind !== 'null') return
    const ending = takesText === true ? ', and the field takes texts only' : ''
    const message = `${where}: ${text} becomes ${shownAs(kind, made, isSecret)}${ending}`
    return look.add('TYPE', takesText === true ? 'error' : 'warning', names, message, fix)
  }
  if (made.kind !== SCALAR || made.value === value || /["'\n]/.test(value)) return
  const lost = isSecret
    ? 'loses a part of its text'
    : `becomes ${JSON.stringify(made.value)}, not ${JSON.stringify(value)}`
  look.add('TEXT', 'warning', names, `${where}: ${text} ${lost}`, fix)
}

/** Quotes that are part of a value make a text of it, where it is the whole one. */
function fixOf(text: string, value: string): string {
  const name = /^\$\{(\w+)\}$/.exec(text)?.[1]
  if (name !== undefined) return `for a text write ${name}: '"${value}"'`
  return `for a text make all of it the value of one variable: NAME: '"${value}"'`
}

function shownAs(kind: string, node: Node, isSecret: boolean): string {
  if (kind === 'null') return 'null'
  if (node.kind !== SCALAR || isSecret) return `a ${kind}`
  return `the ${kind} ${node.value}`
}

/** What a text has become; undefined when it is one still. */
function kindOf(node: Node): string | undefined {
  if (node.kind !== SCALAR) return node.kind === MAPPING ? 'map' : 'list'
  switch (tagAfterPrinting(node)) {
    case '!!int':
    case '!!float':
      return 'number'
    case '!!bool':
      return 'boolean'
    case '!!null':
      return 'null'
  }
  return undefined
}

function expressionsIn(parts: readonly Part[]): Expression[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...expressionsIn(part.args)]))
}

function eachText(node: Node, place: readonly string[], each: (text: string, place: readonly string[]) => void): void {
  if (node.kind === SCALAR) {
    if (node.value.includes('${')) each(node.value, place)
  } else if (node.kind === SEQUENCE) {
    for (const [i, item] of node.items.entries()) eachText(item, [...place, `${i}`], each)
  } else if (node.kind === MAPPING) {
    for (const [i, key] of node.keys.entries()) {
      const name = key.kind === SCALAR ? key.value : ''
      if (name.includes('${')) each(name, [...place, name])
      eachText(node.values[i] as Node, [...place, name], each)
    }
  }
}

/** Fields with expressions, and what has become of them; not below names that have changed. */
function compare(
  before: Node,
  after: Node | undefined,
  place: readonly string[],
  each: (text: string, made: Node, place: readonly string[]) => void,
): void {
  if (after === undefined) return
  if (before.kind === SCALAR) {
    if (before.value.includes('${')) each(before.value, after, place)
  } else if (before.kind === SEQUENCE && after.kind === SEQUENCE) {
    for (const [i, item] of before.items.entries()) compare(item, after.items[i], [...place, `${i}`], each)
  } else if (before.kind === MAPPING && after.kind === MAPPING) {
    for (const [i, key] of before.keys.entries())
      if (key.kind === SCALAR) compare(before.values[i] as Node, field(after, key.value), [...place, key.value], each)
  }
}

/** Variables whose values are not shown: those of Secrets, and those that are decrypted. */
function secretNames({ references, hiddenVariables }: TreeKustomization): ReadonlySet<string> {
  const fromSecrets = references.flatMap(({ kind, values, hidden }) =>
    kind === 'Secret' ? Object.keys(values ?? {}) : [...hidden],
  )
  return new Set([...fromSecrets, ...hiddenVariables])
}

function variablesOf(one: TreeKustomization, objects: readonly Seen[]): Variable[] {
  const { kustomization, references } = one
  const { metadata, spec } = kustomization
  const found = new Map<string, Variable>()
  const of = (name: string): Variable => {
    let variable = found.get(name)
    if (variable === undefined) {
      variable = { name, definitions: [], uses: [], value: undefined, isSecret: false }
      found.set(name, variable)
    }
    return variable
  }
  const define = (name: string, value: string, definition: Definition, isSecret: boolean) => {
    const variable = of(name)
    variable.definitions.push(definition)
    variable.value = isSecret ? undefined : value.replaceAll('\n', '')
    variable.isSecret = isSecret
  }
  for (const { kind, name: object, values = {}, hidden } of references)
    for (const [name, value] of Object.entries(values)) {
      const definition = { object: `${kind}/${metadata.namespace}/${object}`, field: `data.${name}` }
      define(name, value, definition, kind === 'Secret' || hidden.has(name))
    }
  for (const [name, value] of Object.entries(spec.postBuild?.substitute ?? {})) {
    const definition = { object: `Kustomization/${one.id}`, field: `spec.postBuild.substitute.${name}` }
    define(name, value, definition, one.hiddenVariables.has(name))
  }
  for (const { uses } of objects) for (const [name, list] of uses) of(name).uses.push(...list)
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A variable of a ConfigMap or Secret may be meant for one of several Kustomizations. */
function unused(kustomizations: readonly KustomizationVariables[]): VariableFinding[] {
  const byDefinition = new Map<string, { id: string; name: string; definition: Definition; isUsed: boolean }>()
  for (const { id, variables } of kustomizations) {
    for (const { name, definitions, uses } of variables) {
      for (const definition of definitions) {
        const key = `${definition.object} ${definition.field}`
        const known = byDefinition.get(key)
        const isUsed = uses.length > 0 && definition === definitions.at(-1)
        if (known === undefined) byDefinition.set(key, { id, name, definition, isUsed })
        else known.isUsed ||= isUsed
      }
    }
  }
  return [...byDefinition.values()]
    .filter(({ isUsed }) => !isUsed)
    .map(({ id, name, definition }) => ({
      severity: 'warning',
      code: 'UNUSED',
      kustomization: id,
      variables: [name],
      message: `${definition.object} ${definition.field}: nothing uses ${name}`,
      fix: 'remove it',
    }))
}

/** Values in a Kustomization that are no texts: the API server refuses them. */
function notTexts(tree: FluxTree): VariableFinding[] {
  return tree.kustomizations.flatMap((by) =>
    objectsOf(by).flatMap((object) => {
      const id = idOf(object)
      if (!isFluxKustomization(id)) return []
      const map = field(field(field(object.root, 'spec'), 'postBuild'), 'substitute')
      if (map?.kind !== MAPPING) return []
      return map.keys.flatMap((key, i): VariableFinding[] => {
        const value = map.values[i] as Node
        const kind = kindOf(value)
        if (key.kind !== SCALAR || kind === undefined) return []
        const shown = value.kind === SCALAR && object.hidden === undefined ? ` ${value.value}` : ''
        return [
          {
            severity: 'error',
            code: 'NOT_TEXT',
            kustomization: by.id,
            variables: [key.value],
            message: `${shownId(id)} spec.postBuild.substitute.${key.value}: the ${kind}${shown} is no text, and the API server refuses it`,
            fix: `${key.value}: "${shown === '' ? 'VALUE' : shown.trim()}"`,
          },
        ]
      })
    }),
  )
}
