/** The annotations that say where a resource was read from, as functions see them. */
import {
  appendEntry,
  removeEntryAt,
  removeField,
  setComments,
  setField,
  setTag,
  setText,
  setValueAt,
  stringScalar,
} from '../yaml/edit.ts'
import { field, fieldText, indexOfField, MAPPING, Mapping, SCALAR, Scalar, SEQUENCE, SINGLE } from '../yaml/node.ts'
import { isNull } from '../yaml/resolve.ts'
import { wrongNodeKind } from './wrong-kind.ts'

const PREFIX = 'internal.config.kubernetes.io/'

/** Each of these is known by two keys; the newer one counts where both are there. */
export interface AnnotationPair {
  name: 'path' | 'index' | 'id'
  key: string
  legacy: string
}

export const PATH: AnnotationPair = { name: 'path', key: `${PREFIX}path`, legacy: 'config.kubernetes.io/path' }
export const INDEX: AnnotationPair = { name: 'index', key: `${PREFIX}index`, legacy: 'config.kubernetes.io/index' }
export const ID: AnnotationPair = { name: 'id', key: `${PREFIX}id`, legacy: 'config.k8s.io/id' }

/** How lists are indented in the file: `wide` or `compact`. */
export const LIST_INDENT = `${PREFIX}seqindent`
/** Numbers the items of one run. */
export const MIGRATION_ID = `${PREFIX}annotations-migration-resource-id`
/** The absolute path of the package that a resource is part of. */
export const PACKAGE_PATH = `${PREFIX}package-path`

export function annotationsOf(item: Mapping): Mapping | undefined {
  const found = field(field(item, 'metadata'), 'annotations')
  return found !== undefined && found.kind === MAPPING ? found : undefined
}

export function annotation(item: Mapping, key: string): string | undefined {
  return fieldText(annotationsOf(item), key)
}

/** Empty under the newer key only where that says nothing; the older one says nothing then as if it were absent. */
export function pairedAnnotation(item: Mapping, { key, legacy }: AnnotationPair): string | undefined {
  const annotations = annotationsOf(item)
  const value = fieldText(annotations, key)
  return value || fieldText(annotations, legacy) || value
}

/** Sets an annotation in its place, or behind the others. Places are noted without the comment that stood there. */
export function setAnnotation(item: Mapping, key: string, value: string): void {
  const annotations = mappingAt(mappingAt(item, 'metadata'), 'annotations')
  const at = indexOfField(annotations, key)
  const old = annotations.values[at]
  if (old !== undefined && old.kind === SCALAR) {
    setTag(old, '!!str')
    setText(old, value)
    if (old.comments !== undefined && isPlaceAnnotation(key)) setComments(old, undefined)
  } else if (at < 0) appendEntry(annotations, new Scalar(key), stringScalar(value, SINGLE))
  else setValueAt(annotations, at, stringScalar(value, SINGLE))
}

/** Where only one annotation of a pair says something, the other one says the same. */
export function completePair(item: Mapping, { key, legacy }: AnnotationPair): void {
  const value = annotation(item, key) || undefined
  const old = annotation(item, legacy) || undefined
  if (value === undefined && old !== undefined) setAnnotation(item, key, old)
  else if (old === undefined && value !== undefined) setAnnotation(item, legacy, value)
}

export function setPairedAnnotation(item: Mapping, pair: AnnotationPair, value: string): void {
  setAnnotation(item, pair.legacy, value)
  setAnnotation(item, pair.key, value)
}

/** Where a resource stood in what was read, when no file is known. */
export function setReadIndex(item: Mapping, index: number): void {
  for (const pair of [PATH, INDEX, ID]) completePair(item, pair)
  setPairedAnnotation(item, INDEX, String(index))
}

/** Removes annotations, and the fields that held them when nothing else is in them. */
export function removeAnnotations(item: Mapping, isRemoved: (key: string) => boolean): void {
  const annotations = annotationsOf(item)
  if (annotations === undefined) return
  for (let i = annotations.keys.length - 1; i >= 0; i--) {
    const key = annotations.keys[i]
    if (key !== undefined && key.kind === SCALAR && isRemoved(key.value)) removeEntryAt(annotations, i)
  }
  if (annotations.keys.length > 0) return
  const metadata = field(item, 'metadata') as Mapping
  removeField(metadata, 'annotations')
  if (metadata.keys.length === 0) removeField(item, 'metadata')
}

const PLACES: readonly string[] = [PATH.key, PATH.legacy, INDEX.key, INDEX.legacy, LIST_INDENT]

export function isPlaceAnnotation(key: string): boolean {
  return PLACES.includes(key)
}

/** Takes off what reading put on. */
export function removePlaceAnnotations(item: Mapping): void {
  removeAnnotations(item, isPlaceAnnotation)
}

/** An empty field goes, and a new one comes at the end; annotations that are a text go as well. */
function mappingAt(parent: Mapping, name: 'metadata' | 'annotations'): Mapping {
  const found = field(parent, name)
  if (found !== undefined) {
    if (found.kind === MAPPING && found.keys.length > 0) return found
    const isFilled = name === 'metadata' ? !isNull(found) : found.kind === SEQUENCE && found.items.length > 0
    if (found.kind !== MAPPING && isFilled) throw wrongNodeKind(MAPPING, found)
    removeField(parent, name)
  }
  const made = new Mapping()
  setField(parent, name, made)
  return made
}
