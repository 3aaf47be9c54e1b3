/** Sets annotations, also those of templates (functions 5). */

import { fail, ToolError } from '../../core/error.ts'
import { compareBytes } from '../../core/text.ts'
import { type CompiledSpec, type FieldSpec, SpecTable, walk } from '../../krm/fieldspec.ts'
import { INDEX, PATH } from '../../krm/path-annotations.ts'
import { readsAsText } from '../../krm/reads-as-text.ts'
import { Resource } from '../../krm/resource.ts'
import { wrongNodeKind } from '../../krm/wrong-kind.ts'
import { setField, setTag, setText, setValueAt, stringScalar } from '../../yaml/edit.ts'
import { DOUBLE, field, indexOfField, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { fieldSpecsIn, goJson } from './config.ts'
import { inOlderKit } from './ended.ts'
import { type CatalogFunction, FunctionFailure, type FunctionInput, type FunctionResult } from './function.ts'
import { entriesOf, fieldAt, fileIndexOf, filePathOf, textOf } from './items.ts'
import { knownScopes } from './scopes.ts'

export const setAnnotations: CatalogFunction = { name: 'set-annotations', run: annotate }

const ANY = { group: '', version: '', kind: '', create: true }

const FIELDS: readonly FieldSpec[] = [
  { ...ANY, path: 'metadata/annotations' },
  { ...ANY, version: 'v1', kind: 'ReplicationController', path: 'spec/template/metadata/annotations' },
  { ...ANY, kind: 'Deployment', path: 'spec/template/metadata/annotations' },
  { ...ANY, kind: 'ReplicaSet', path: 'spec/template/metadata/annotations' },
  { ...ANY, kind: 'DaemonSet', path: 'spec/template/metadata/annotations' },
  { ...ANY, kind: 'StatefulSet', path: 'spec/template/metadata/annotations' },
  { ...ANY, group: 'batch', kind: 'Job', path: 'spec/template/metadata/annotations' },
  { ...ANY, group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/metadata/annotations' },
  { ...ANY, group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/spec/template/metadata/annotations' },
]

interface Config {
  annotations: [name: string, value: string][]
  fields: FieldSpec[]
}

function readConfig(config: Mapping | undefined): Config {
  const kind = textOf(config, 'kind')
  const isOwn = kind === 'SetAnnotations' || kind === 'SetAnnotationConfig'
  if (config === undefined || (!isOwn && kind !== 'ConfigMap')) {
    throw fail('FUNCTION_CONFIG', '`functionConfig` must be a `ConfigMap` or `SetAnnotations`')
  }
  const annotations = entriesOf(field(config, isOwn ? 'annotations' : 'data')).map(
    ([name, value]): [string, string] => [name, value.kind === SCALAR ? value.value : ''],
  )
  if (annotations.length === 0) throw fail('FUNCTION_CONFIG', 'input annotation list cannot be empty')
  annotations.sort((a, b) => compareBytes(a[0], b[0]))
  return { annotations, fields: isOwn ? fieldSpecsIn(config, 'additionalAnnotationFields') : [] }
}

function annotate({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  let read: Config
  try {
    read = readConfig(config)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const message = `failed to configure function: ${error.message}`
    throw new FunctionFailure(`[error]: ${message}`, [{ message, severity: 'error' }])
  }
  const { annotations, fields } = read
  const table = new SpecTable([...FIELDS, ...fields])
  const message = `set annotations: ${goJson(annotations)}`
  const results = new Map<string, FunctionResult>()
  const change = () => {
    for (const item of items) {
      const resource = new Resource(item, knownScopes)
      const file = { path: filePathOf(item), index: fileIndexOf(item) ?? 0 }
      for (const spec of table.for(resource.id)) {
        walk(resource, spec, 'mapping', (node) => {
          if (node.kind !== MAPPING) throw wrongNodeKind(MAPPING, node)
          setAll(node, annotations, referenceFormat === true)
          const path = shownPath(item, spec)
          results.set(`${file.path}\n${file.index}\n${path}`, {
            message,
            field: { path },
            file: file.index === 0 ? { path: file.path } : file,
          })
        })
      }
    }
    for (const item of items) keepTogether(item, annotations)
    if (results.size === 0) return [{ message: 'no annotations applied' }]
    return [...results.values()].sort(compareResults)
  }
  return inOlderKit({ said: (message) => `failed to set annotations: ${message}`, printed: 'once' }, change)
}

/** Two spellings of where an item lies: what is set of the one holds for the other. */
const SPELLINGS = [
  [PATH.legacy, PATH.key],
  [INDEX.legacy, INDEX.key],
] as const

function keepTogether(item: Mapping, annotations: Config['annotations']): void {
  const given = new Map(annotations)
  const map = fieldAt(item, 'metadata', 'annotations')
  for (const [one, other] of SPELLINGS) {
    for (const [from, to] of [[one, other] as const, [other, one] as const]) {
      const text = given.get(from)
      const node = field(map, to)
      if (text !== undefined && !given.has(to) && node?.kind === SCALAR) setText(node, text)
    }
  }
}

function compareResults(a: FunctionResult, b: FunctionResult): number {
  return (
    compareBytes(a.file?.path ?? '', b.file?.path ?? '') ||
    (a.file?.index ?? 0) - (b.file?.index ?? 0) ||
    compareBytes(a.field?.path ?? '', b.field?.path ?? '')
  )
}

function setAll(map: Mapping, annotations: Config['annotations'], dropComments: boolean): void {
  for (const [name, value] of annotations) {
    const i = indexOfField(map, name)
    const old = map.values[i]
    if (old !== undefined && old.kind === SCALAR) {
      setTag(old, '!!str')
      setText(old, value)
      // The reference puts a new value in place, without the comment of the old one.
      if (dropComments) old.comments = undefined
      continue
    }
    const made = stringScalar(value, readsAsText(value) ? 0 : DOUBLE)
    if (old === undefined) setField(map, name, made)
    else setValueAt(map, i, made)
  }
}

/** The path from the innermost list on, in dots: where lists begin, the reference forgets what lies before. */
function shownPath(item: Mapping, { parts }: CompiledSpec): string {
  let from = 0
  let at: Node | undefined = item
  for (let i = 0; i < parts.length && at !== undefined && !isNull(at); i++) {
    if (at.kind === SEQUENCE) {
      from = i
      at = at.items[0]
    }
    at = field(at, parts[i]?.name ?? '')
  }
  return parts
    .slice(from)
    .map(({ name }) => name)
    .join('.')
}
