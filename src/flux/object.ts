/** Objects between a build and their output: trees as built, or JSON-typed ones that were read back. */
import { ToolError } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import { rewriteStringMap } from '../krm/string-maps.ts'
import { printingProblem } from '../kustomize/printing-problem.ts'
import { appendEntry, mappingField, setField, setText, setValueAt, stringScalar } from '../yaml/edit.ts'
import { emitSorted } from '../yaml/emit.ts'
import { field, indexOfField, MAPPING, Mapping, type Node, PLAIN, SCALAR, type Scalar, SEQUENCE } from '../yaml/node.ts'
import { formatJsonFloat } from '../yaml/numbers.ts'
import { isNull, parseInteger, tagAfterPrinting, tagOf } from '../yaml/resolve.ts'
import { FLUX_GROUP } from './kustomization.ts'
import { settleTexts } from './printed-texts.ts'

/** The ways to values, made by `wayOf`; `all` when it is not known which ones. */
export type Hidden = ReadonlySet<string> | 'all'

export interface FluxObject {
  root: Mapping
  /** Read back from text as JSON (`yaml11.ts`). */
  jsonTyped: boolean
  /** Its annotations are those that are printed; else they become texts when they are. */
  hasOwnAnnotations?: boolean | undefined
  /** The values that decryption has put into it: they are not shown. */
  hidden?: Hidden | undefined
  /** Where it is written, as far as somebody has written it. */
  at?: Location | undefined
  /** What it is called, where that was found out and nothing changes it any more. */
  id?: ObjectId | undefined
}

/** The object as YAML, keys in natural order, ending in a line break (flux 5). */
export function printObject(object: FluxObject): string {
  const { root, jsonTyped } = object
  try {
    return emitSorted(root, { annotationsAsStrings: !hasOwnAnnotations(object), jsonTyped })
  } catch (error) {
    throw printingProblem(root, error as ToolError)
  }
}

/** Whether its annotations stay what they are when it is printed. */
export function hasOwnAnnotations({ jsonTyped, hasOwnAnnotations = jsonTyped }: FluxObject): boolean {
  return hasOwnAnnotations
}

const SHOWN = /^map\[string\]interface \{\}(?:\(nil\)|\{.*\}): /s

/** The same where the reference does not show the object when it cannot be printed. */
export function printUnshown(object: FluxObject): string {
  try {
    return printObject(object)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { code, message, at, hint, also } = error
    throw new ToolError(code, message.replace(SHOWN, ''), { at, hint, also })
  }
}

/** The text of a field that is a string when the object is read back; '' for everything else. */
export function stringField(map: Node | undefined, name: string): string {
  const value = field(map, name)
  return value?.kind === SCALAR && tagAfterPrinting(value) === '!!str' ? value.value : ''
}

/** Whether it is a string once it was printed and read again: what reads as a time is printed as one. */
export function isText(scalar: Scalar): boolean {
  return isTextTag(tagAfterPrinting(scalar))
}

export function isTextTag(tag: string): boolean {
  return tag === '!!str' || tag === '!!timestamp'
}

/** Whether a field is the boolean. */
export function isTrue(node: Node | undefined): boolean {
  return node?.kind === SCALAR && node.value === 'true'
}

export interface ObjectId {
  apiVersion: string
  kind: string
  namespace: string
  name: string
}

export function idOf({ root, id }: FluxObject): ObjectId {
  if (id !== undefined) return id
  const metadata = field(root, 'metadata')
  return {
    apiVersion: stringField(root, 'apiVersion'),
    kind: stringField(root, 'kind'),
    namespace: stringField(metadata, 'namespace'),
    name: stringField(metadata, 'name'),
  }
}

/** `Kind/namespace/name`, without the namespace where there is none. */
export function shownId({ kind, namespace, name }: ObjectId): string {
  return namespace === '' ? `${kind}/${name}` : `${kind}/${namespace}/${name}`
}

const OWNER = [`${FLUX_GROUP}/name`, `${FLUX_GROUP}/namespace`] as const

/** The labels that say which Kustomization an object belongs to, as the controller sets them (flux 8). */
export function addOwner(object: FluxObject, owner: { name: string; namespace: string }): void {
  setTexts(object, 'labels', [
    [OWNER[0], owner.name],
    [OWNER[1], owner.namespace],
  ])
}

/** The same in the command line, which sets each label by itself: others stay what they are, and `labels: null` gets none. */
export function addOwnerLabels({ root }: FluxObject, owner: { name: string; namespace: string }): void {
  const metadata = mappingField(root, 'metadata')
  if (isNull(field(metadata, 'labels'))) return
  const labels = mappingField(metadata, 'labels')
  setField(labels, OWNER[0], stringScalar(owner.name))
  setField(labels, OWNER[1], stringScalar(owner.namespace))
}

/** Labels and annotations of the object itself, whatever stands there. */
export function addCommonMetadata(
  object: FluxObject,
  common: { labels?: Record<string, string>; annotations?: Record<string, string> } | undefined,
): void {
  if (common === undefined) return
  setTexts(object, 'labels', Object.entries(common.labels ?? {}))
  setTexts(object, 'annotations', Object.entries(common.annotations ?? {}))
}

function setTexts(
  object: FluxObject,
  name: 'labels' | 'annotations',
  entries: readonly (readonly [key: string, text: string])[],
): void {
  if (name === 'annotations' && !hasOwnAnnotations(object)) {
    rewriteStringMap(object.root, name)
    object.hasOwnAnnotations = true
  }
  const metadata = mappingField(object.root, 'metadata')
  const map = textsOf(field(metadata, name))
  if (entries.length === 0) return
  setField(metadata, name, map)
  for (const [key, text] of entries) {
    const i = indexOfField(map, key)
    if (i < 0) appendEntry(map, stringScalar(key), stringScalar(text))
    else setValueAt(map, i, stringScalar(text))
  }
}

/** A map as the reference gets it before it sets something in it: empty when one value is no text. */
function textsOf(node: Node | undefined): Mapping {
  if (node?.kind !== MAPPING) return new Mapping()
  if (!node.values.every((value) => isNull(value) || (value.kind === SCALAR && isText(value)))) return new Mapping()
  node.values.forEach((value, i) => {
    if (isNull(value)) setValueAt(node, i, stringScalar(''))
  })
  return node
}

/** What is left when the output is read back: lists are taken apart, what is no object goes without a word (flux 9). */
export function readBack(objects: readonly FluxObject[]): FluxObject[] {
  const kept: FluxObject[] = []
  for (const object of objects) {
    for (const item of itemsOf(object)) {
      item.id = idOf(item)
      if (isNameless(item.id) || (item === object && isKustomizationFile(item.id))) continue
      if (item.jsonTyped) roundIntegers(item.root, MAX_INT64)
      else settleTexts(item.root, !hasOwnAnnotations(item), () => printObject(object), roundToInt64)
      kept.push(item)
    }
  }
  return kept
}

const MAX_INT64 = 9223372036854775807n

const roundToInt64 = (scalar: Scalar): void => roundInteger(scalar, MAX_INT64)

function roundInteger(scalar: Scalar, limit: bigint): void {
  const { value } = scalar
  if (value.length < 16 || scalar.style !== PLAIN || !/^[-+0-9]/.test(value)) return
  const whole = tagOf(scalar) === '!!int' ? parseInteger(value) : undefined
  if (whole !== undefined && (whole > limit || whole < -limit)) setText(scalar, formatJsonFloat(Number(whole)))
}

/** Integers beyond a limit become floats. */
export function roundIntegers(node: Node, limit: bigint): void {
  if (node.kind === SCALAR) {
    roundInteger(node, limit)
  } else if (node.kind === MAPPING) {
    for (const value of node.values) roundIntegers(value, limit)
  } else if (node.kind === SEQUENCE) {
    for (const item of node.items) roundIntegers(item, limit)
  }
}

function itemsOf(object: FluxObject): FluxObject[] {
  const items = field(object.root, 'items')
  if (items?.kind !== SEQUENCE) return [object]
  const maps = items.items.filter((item) => item.kind === MAPPING)
  const hidden = object.hidden && 'all'
  return maps.map((root) => ({ ...object, root, hidden, hasOwnAnnotations: true, id: undefined }))
}

function isNameless({ apiVersion, kind, name }: ObjectId): boolean {
  return apiVersion === '' || kind === '' || name === ''
}

/** One that stands by itself is no object of a cluster. */
function isKustomizationFile({ apiVersion, kind }: ObjectId): boolean {
  return kind.toLowerCase() === 'kustomization' && apiVersion.startsWith('kustomize.config.k8s.io/')
}
