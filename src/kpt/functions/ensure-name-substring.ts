/** Makes every name contain a text, in front or behind, and lets references follow (functions 2). */

import { fail, ToolError, wrap } from '../../core/error.ts'
import type { Trace } from '../../core/trace.ts'
import { parseReferences } from '../../krm/defaults/lines.ts'
import { nameReferences } from '../../krm/defaults/name-references.ts'
import { compileSpec, type FieldSpec, setScalar, splitPath, walk } from '../../krm/fieldspec.ts'
import { type Gvk, isSelectedBy } from '../../krm/gvk.ts'
import type { ResId } from '../../krm/id.ts'
import { fixNameReferences } from '../../krm/names.ts'
import { INDEX, LIST_INDENT, PATH } from '../../krm/path-annotations.ts'
import { ResMap } from '../../krm/resmap.ts'
import { Resource } from '../../krm/resource.ts'
import { removeField, setComments, setField } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { field, MAPPING, type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { fieldSpecsIn } from './config.ts'
import { DependsOn } from './depends-on.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { entriesOf, removeAnnotation, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { losesStyle } from './reference-style.ts'
import { knownScopes } from './scopes.ts'

export const ensureNameSubstring: CatalogFunction = {
  name: 'ensure-name-substring',
  run: ensureNames,
}

interface Config {
  substring: string
  editMode: string
  fields: FieldSpec[]
}

const API_VERSION = 'fn.kpt.dev/v1alpha1'

function readConfig(config: Mapping | undefined): Config {
  const gvk = config === undefined ? { group: '', version: '', kind: '' } : gvkOf(config)
  const apiVersion = textOf(config, 'apiVersion')
  let read: Config
  if (gvk.kind === 'ConfigMap' && apiVersion === 'v1') {
    const entries = entriesOf(field(config, 'data'))
    const [first] = entries
    if (first === undefined || entries.length > 1) {
      throw badConfig(`only 1 entry is allowed in the ConfigMap, but got: ${entries.length}`)
    }
    const [editMode] = first
    if (editMode !== 'prepend' && editMode !== 'append') {
      throw badConfig(`unknown editMode: ${editMode}, only prepend and append are allowed`)
    }
    read = { substring: textOf(field(config, 'data'), editMode), editMode, fields: [] }
  } else if (config !== undefined && gvk.kind === 'EnsureNameSubstring' && apiVersion === API_VERSION) {
    const editMode = textOf(config, 'editMode') || 'prepend'
    read = { substring: textOf(config, 'substring'), editMode, fields: fieldsIn(config) }
  } else {
    const shown = `${gvk.group === '' ? '' : `${gvk.group}/`}${gvk.version}, Kind=${gvk.kind}`
    const known = `/v1, Kind=ConfigMap or ${API_VERSION}, Kind=EnsureNameSubstring`
    throw badConfig(`function config must be either ${known}, but we got: ${shown}`)
  }
  if (read.substring === '') throw badConfig('substring must not be empty')
  return read
}

function fieldsIn(config: Mapping): FieldSpec[] {
  try {
    return fieldSpecsIn(config, 'additionalNameFields')
  } catch (error) {
    throw error instanceof ToolError ? badConfig(error.message) : error
  }
}

function badConfig(message: string): ToolError {
  return fail('FUNCTION_CONFIG', `failed to load the \`functionConfig\`: ${message}`)
}

/** Kinds whose own names stay; what they refer to may change. */
const KEPT: readonly Partial<Gvk>[] = [
  { kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
  { kind: 'Namespace' },
  { group: 'kpt.dev', kind: 'Kptfile' },
]

const NAME: FieldSpec = { group: '', version: '', kind: '', path: 'metadata/name', create: false }

function ensureNames({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const read = readConfig(config)
  const map = mapOf(items)
  const dependsOn = new DependsOn(map.resources)
  const trace = referenceFormat ? DROPPING_COMMENTS : undefined
  try {
    for (const resource of map.resources) {
      if (!KEPT.some((kind) => isSelectedBy(resource.id, kind))) {
        rename(map, resource, read, trace, () => {
          if (referenceFormat) dependsOn.expectRename(resource, (name) => affixed(name, read))
        })
      }
    }
  } catch (error) {
    throw wrap('failed to transform name substring', error)
  }
  if (!referenceFormat) dependsOn.follow()
  try {
    const references = parseReferences(nameReferences)
    // The reference leaves this one kind behind.
    const followed = referenceFormat ? references.filter(({ kind }) => kind !== LEFT_BEHIND) : references
    fixNameReferences(map, followed, trace)
  } catch (error) {
    throw wrap('failed to fix name back reference', error)
  }
  if (referenceFormat) for (const item of items) forgetPlace(item)
  return []
}

const LEFT_BEHIND = 'ValidatingAdmissionPolicy'

function mapOf(items: readonly Mapping[]): ResMap {
  const map = new ResMap()
  for (const item of items) {
    const resource = new Resource(item, knownScopes)
    if (map.withCurrentId(resource.id).length > 0) {
      const message = `may not add resource with an already registered id: ${shownId(resource.id)}`
      throw fail('DUPLICATE_ID', `failed to convert items to resource map: ${message}`)
    }
    map.append(resource)
  }
  return map
}

/** `~G_v1_ConfigMap|prod|x`, as in this function's messages. */
function shownId({ group, version, kind, namespace, name }: ResId): string {
  return `${group || '~G'}_${version || '~V'}_${kind || '~K'}|${namespace || '~X'}|${name || '~N'}`
}

/** The reference puts new nodes in place, without the comments of the old ones. */
const DROPPING_COMMENTS: Trace = {
  step: { kind: 'ensure-name-substring', file: '' },
  recorder: {
    edited: (node) => setComments(node as Node, undefined),
    copied: () => undefined,
  },
}

function affixed(name: string, { substring, editMode }: Config): string {
  if (editMode === 'prepend') return substring + name
  return editMode === 'append' ? name + substring : name
}

function rename(map: ResMap, resource: Resource, read: Config, trace: Trace | undefined, renamed: () => void): void {
  const { substring, editMode, fields } = read
  const original = resource.originalId
  for (const spec of [NAME, ...fields]) {
    if (!isSelectedBy(original, spec)) continue
    const isName = spec.path === NAME.path
    const value = isName ? resource.id.name : currentText(resource, spec.path)
    if (value.includes(substring)) continue
    if (isName) {
      if (editMode === 'prepend') resource.prefixes.push(substring)
      if (editMode === 'append') resource.suffixes.push(substring)
      map.remember(resource)
    }
    walk(
      resource,
      compileSpec(spec),
      'scalar',
      (node) => {
        // A name stays a text whatever it looks like; the reference lets its looks decide.
        setScalar(node, affixed('value' in node ? node.value : '', read), trace === undefined ? '!!str' : '', trace)
      },
      trace,
    )
    if (isName) map.changed(resource)
    renamed()
  }
}

/** The text at a path that goes through no list. */
function currentText(resource: Resource, path: string): string {
  const done: string[] = []
  let at: Node | undefined = resource.root
  for (const part of splitPath(path)) {
    if (at === undefined || isNull(at)) return ''
    if (at.kind !== MAPPING) {
      const kind = at.kind === SEQUENCE ? 'SequenceNode' : 'ScalarNode'
      const found = `wrong Node Kind for ${done.join('.')} expected: MappingNode was ${kind}: value: {${emitKept(at).trimEnd()}}`
      throw fail('WRONG_KIND', `unable to lookup path ${path} in ${shownId(resource.originalId)}: ${found}`)
    }
    done.push(part)
    at = field(at, part)
  }
  return at !== undefined && 'value' in at && !isNull(at) ? at.value : ''
}

const PLACES = [PATH.key, PATH.legacy, INDEX.key, INDEX.legacy, LIST_INDENT]

/** The reference forgets where items lie, so that all are filed anew, and prints their other annotations afresh. */
function forgetPlace(item: Mapping): void {
  for (const name of PLACES) removeAnnotation(item, name)
  const metadata = field(item, 'metadata')
  const annotations = field(metadata, 'annotations')
  if (metadata?.kind !== MAPPING || annotations?.kind !== MAPPING) return
  removeField(metadata, 'annotations')
  if (annotations.keys.length === 0) return
  losesStyle(annotations)
  setField(metadata, 'annotations', annotations)
}
