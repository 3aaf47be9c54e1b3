/**
 * How the reference writes a kustomization file back: the fields in the order of the file, what is new after them in a
 * fixed order, every field printed anew. Comments above a field stay; those inside it move above it; the rest is lost.
 */

import { stringScalar } from '../../yaml/edit.ts'
import { emitSorted } from '../../yaml/emit.ts'
import { Mapping } from '../../yaml/node.ts'
import { foldCase } from '../shape.ts'
import type { EncodedFields } from './encode.ts'

/** Where a field stands that the file does not have yet. */
export const FIELD_ORDER: readonly string[] = [
  'apiVersion',
  'kind',
  'metadata',
  'sortOptions',
  'resources',
  'bases',
  'namePrefix',
  'nameSuffix',
  'namespace',
  'crds',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'patchesStrategicMerge',
  'patchesJson6902',
  'patches',
  'configMapGenerator',
  'secretGenerator',
  'helmCharts',
  'helmChartInflationGenerator',
  'helmGlobals',
  'generatorOptions',
  'vars',
  'images',
  'replacements',
  'replicas',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'components',
  'openapi',
  'buildMetadata',
]

/** A line that opens a field, and the comment lines that are printed above it. */
interface Opening {
  name: string
  comments: string
}

export function referenceForm(before: string, fields: EncodedFields): string {
  const openings = findOpenings(before)
  let out = ''
  for (const { name, comments } of openings) out += comments + printField(name, fields)
  for (const name of FIELD_ORDER) if (!openings.some((one) => one.name === name)) out += printField(name, fields)
  return out
}

/** All fields in their fixed order. */
export function printFields(fields: EncodedFields): string {
  return referenceForm('', fields)
}

function printField(name: string, fields: EncodedFields): string {
  const value = fields.get(name)
  return value === undefined ? '' : emitSorted(new Mapping([stringScalar(name)], [value]), { jsonTyped: true })
}

/** Only whole lines are looked at: a last one without a line break opens no field. */
function findOpenings(text: string): Opening[] {
  const openings: Opening[] = []
  let comments = ''
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end + 1)
    start = end + 1
    if (isCommentOrBlank(line)) {
      comments += line
      continue
    }
    const name = openedField(line)
    const last = openings[openings.length - 1]
    if (name !== undefined) openings.push({ name, comments })
    else if (last !== undefined) last.comments += comments
    else continue
    comments = ''
  }
  return openings
}

function isCommentOrBlank(line: string): boolean {
  return /^ *(?:#|\n)/.test(line)
}

function openedField(line: string): string | undefined {
  const colon = line.indexOf(':')
  if (colon < 0) return undefined
  const written = foldCase(line.slice(0, colon))
  return FIELD_ORDER.find((name) => foldCase(name) === written)
}
