/**
 * Functions know the annotations of places by older or newer keys, and may change one of a pair: around each run both are
 * brought into line again (kpt 3).
 */
import { fail } from '../core/error.ts'
import type { Mapping } from '../yaml/node.ts'
import {
  type AnnotationPair,
  annotation,
  completePair,
  ID,
  INDEX,
  PATH,
  removeAnnotations,
  setAnnotation,
} from './path-annotations.ts'

const PAIRS = [PATH, INDEX, ID]

/** What a run began with. */
export interface PlacesBefore {
  usesNew: boolean
  usesLegacy: boolean
  /** Path and index of each item, for the item that comes back in its place. */
  known: Map<Mapping, Place>
}

interface Place {
  path: string | undefined
  index: string | undefined
}

/** Fills in what is missing of each pair, and notes what there is. */
export function notePlaces(items: readonly Mapping[]): PlacesBefore {
  const before: PlacesBefore = { ...formsOf(items), known: new Map() }
  for (const item of items) {
    for (const pair of PAIRS) {
      completePair(item, pair)
      if (!isEven(item, pair)) throw mismatch(pair)
    }
    before.known.set(item, { path: annotation(item, PATH.key), index: annotation(item, INDEX.key) })
  }
  return before
}

function formsOf(items: readonly Mapping[]): { usesNew: boolean; usesLegacy: boolean } {
  let withNew = 0
  let withLegacy = 0
  let counted = 0
  for (const item of items) {
    const hasNew = PAIRS.some(({ key }) => annotation(item, key) !== undefined)
    const hasLegacy = PAIRS.some(({ legacy }) => annotation(item, legacy) !== undefined)
    if (!hasNew && !hasLegacy) continue
    counted++
    if (hasNew) withNew++
    if (hasLegacy) withLegacy++
  }
  if (counted === 0) return { usesNew: items.length === 0, usesLegacy: items.length === 0 }
  const isMixed = (count: number) => count > 0 && count < counted
  if (isMixed(withNew) || isMixed(withLegacy)) {
    throw fail('ANNOTATIONS', 'the annotation formatting in the input resources is not consistent')
  }
  return { usesNew: withNew > 0, usesLegacy: withLegacy > 0 }
}

/** Makes the pairs of what came back equal; `inputOf` tells which item it was, when that is known. */
export function alignPlaces(
  items: readonly Mapping[],
  before: PlacesBefore,
  inputOf: (item: Mapping) => Mapping | undefined,
): void {
  for (const item of items) {
    for (const pair of PAIRS) completePair(item, pair)
    const input = inputOf(item)
    const known = input === undefined ? undefined : before.known.get(input)
    if (known !== undefined) {
      followChange(item, PATH, known.path)
      followChange(item, INDEX, known.index)
    }
    if (!before.usesNew) removeAnnotations(item, (key) => PAIRS.some((pair) => pair.key === key))
    if (!before.usesLegacy) removeAnnotations(item, (key) => PAIRS.some((pair) => pair.legacy === key))
    if (!before.usesNew || !before.usesLegacy) continue
    for (const pair of PAIRS) if (!isEven(item, pair)) throw mismatch(pair)
  }
}

function followChange(item: Mapping, pair: AnnotationPair, known: string | undefined): void {
  const value = annotation(item, pair.key)
  const legacy = annotation(item, pair.legacy)
  if (value === undefined || legacy === undefined || value === legacy) return
  if (value !== known && legacy !== known) throw mismatch(pair)
  if (value !== known) setAnnotation(item, pair.legacy, value)
  else setAnnotation(item, pair.key, legacy)
}

/** An empty annotation says no more than an absent one. */
function isEven(item: Mapping, { key, legacy }: AnnotationPair): boolean {
  return (annotation(item, key) ?? '') === (annotation(item, legacy) ?? '')
}

function mismatch({ name }: AnnotationPair): Error {
  return fail('ANNOTATIONS', `resource input to function has mismatched legacy and internal ${name} annotations`)
}
