/** What plugins give back: read, told from what they were given, and freed from bookkeeping (build 5.21). */
import { fail } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { asResource, readResourceList } from '../../krm/functions.ts'
import { idKey, type ResId } from '../../krm/id.ts'
import { isBookkeeping, readBack, readOriginTexts } from '../../krm/internal-annotations.ts'
import { objectsOf } from '../../krm/objects.ts'
import {
  annotation,
  ID,
  INDEX,
  MIGRATION_ID,
  PATH,
  removeAnnotations,
  setPairedAnnotation,
} from '../../krm/path-annotations.ts'
import { ResMap } from '../../krm/resmap.ts'
import { Resource } from '../../krm/resource.ts'
import { expandAliases } from '../../yaml/anchors.ts'
import { jsonString } from '../../yaml/json.ts'
import { field, type Mapping } from '../../yaml/node.ts'
import { isNull, scalarText } from '../../yaml/resolve.ts'
import type { BuildContext } from '../context.ts'
import type { Generated } from '../generators/generator.ts'
import { GIVEN_ID } from './sent.ts'

const NEEDS_HASH = 'kustomize.config.k8s.io/needs-hash'
const BEHAVIOR = 'kustomize.config.k8s.io/behavior'
const OF_ONE_RUN = [INDEX.key, INDEX.legacy, ID.key, ID.legacy, MIGRATION_ID]

/** The items in what a function printed. One that says no path gets one, as if it were to be written to a file. */
export function functionItems(text: string, { budget }: BuildContext): Mapping[] {
  budget.left += text.length
  const { items } = readResourceList(new Source('', text))
  return items
    .filter((item) => !isNull(item))
    .map((item) => {
      const root = asResource(expandAliases(item, budget))
      removeAnnotations(root, (key) => OF_ONE_RUN.includes(key))
      const path = annotation(root, PATH.key) ?? annotation(root, PATH.legacy) ?? defaultPath(root)
      setPairedAnnotation(root, PATH, path)
      return root
    })
}

function defaultPath(root: Mapping): string {
  const metadata = field(root, 'metadata')
  const namespace = scalarText(field(metadata, 'namespace'))
  const kind = scalarText(field(root, 'kind')).toLowerCase()
  const file = `${kind}_${scalarText(field(metadata, 'name'))}.yaml`
  return namespace === '' ? file : `${namespace}/${file}`
}

/** Objects a generator made, with what they say about how they join those there are. */
export function generatedBy(items: readonly Mapping[], context: BuildContext): Generated[] {
  const made = new ResMap()
  for (const root of objectsOf(items)) made.append(new Resource(root, context.schema))
  return made.resources.map(({ root }) => {
    const needsHash = annotation(root, NEEDS_HASH)
    const behavior = annotation(root, BEHAVIOR) ?? ''
    const generated = { root, behavior, needsHash: needsHash !== undefined && isTrue(needsHash) }
    removeAnnotations(root, (key) => key === NEEDS_HASH || key === BEHAVIOR)
    return generated
  })
}

function isTrue(text: string): boolean {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false
  throw fail('PLUGIN_OPTION', `the annotation "${NEEDS_HASH}" contains an invalid value ("${text}")`)
}

/**
 * Objects with an identity that was there before take the place of the old ones, others come at the end, and what did not
 * come back is gone.
 */
export function replaceObjects(map: ResMap, items: readonly Mapping[], plugin: string, context: BuildContext): void {
  const made = new Map<string, Resource>()
  for (const root of objectsOf(items)) {
    const resource = new Resource(root, context.schema)
    takeBookkeeping(resource, context)
    const key = idKey(resource.id)
    if (made.has(key)) {
      throw fail('PLUGIN_DUPLICATE', `plugin ${plugin} generated duplicate resource: ${idJson(resource.id)}`)
    }
    made.set(key, resource)
  }
  const kept: Resource[] = []
  for (const { id } of map.resources) {
    const key = idKey(id)
    const same = made.get(key)
    if (same === undefined) continue
    kept.push(same)
    made.delete(key)
  }
  map.remove(() => true)
  map.appendEach([...kept, ...made.values()])
}

function idJson(id: ResId): string {
  const names = ['group', 'version', 'kind', 'name', 'namespace'] as const
  const pairs = names.filter((name) => id[name] !== '').map((name) => `"${name}":${jsonString(id[name])}`)
  return `{${pairs.join(',')}}`
}

/** From the annotations into the object's fields: a plugin that drops them makes the object forget its history. */
function takeBookkeeping(resource: Resource, context: BuildContext): void {
  const { root } = resource
  readBack(resource)
  if (context.tracksOrigins) readOriginTexts(resource)
  removeAnnotations(root, (key) => key === GIVEN_ID || isBookkeeping(key))
}
