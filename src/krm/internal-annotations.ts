/**
 * The reference keeps its bookkeeping in annotations of the objects themselves (build 4.3); here it lives beside them.
 * Where the difference would show (JSON patches see the annotations, some errors print them) they are written out.
 */
import { Source } from '../core/source.ts'
import { clone, removeField, setField, stringScalar } from '../yaml/edit.ts'
import { emitKept } from '../yaml/emit.ts'
import { toJson } from '../yaml/json.ts'
import { styleOfText } from '../yaml/kept.ts'
import { field, fieldText, MAPPING, Mapping, type Node, SEQUENCE, SINGLE } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { isNull, scalarText } from '../yaml/resolve.ts'
import { HELM_GENERATED } from './helm-mark.ts'
import type { Origin, Resource } from './resource.ts'
import { rewriteStringMap } from './string-maps.ts'

const PREFIX = 'internal.config.kubernetes.io/'
export const ORIGIN = 'config.kubernetes.io/origin'
export const TRANSFORMATIONS = 'alpha.config.kubernetes.io/transformations'

/** The bookkeeping of an object as annotation pairs, in the reference's names. */
function internalAnnotations(resource: Resource): [string, string][] {
  const pairs: [string, string][] = []
  const { previous } = resource
  // What is empty is not noted.
  const note = (name: string, texts: string[]) => {
    const noted = texts.filter((text) => text !== '')
    if (noted.length > 0) pairs.push([PREFIX + name, noted.join(',')])
  }
  const noteAffixes = () => {
    if (resource.prefixes.length > 0) pairs.push([`${PREFIX}prefixes`, resource.prefixes.join(',')])
    if (resource.suffixes.length > 0) pairs.push([`${PREFIX}suffixes`, resource.suffixes.join(',')])
  }
  // The order in which it was noted, which messages show: an affix before the name that it changed.
  const [first] = previous
  const beginsWithAffix = first !== undefined && first.name !== (previous[1]?.name ?? resource.id.name)
  if (beginsWithAffix) noteAffixes()
  note(
    'previousNames',
    previous.map((one) => one.name),
  )
  note(
    'previousNamespaces',
    previous.map((one) => one.namespace),
  )
  note(
    'previousKinds',
    previous.map((one) => one.kind),
  )
  if (!beginsWithAffix) noteAffixes()
  if (resource.behavior !== undefined) pairs.push([`${PREFIX}generatorBehavior`, resource.behavior])
  if (resource.needsHash) pairs.push([`${PREFIX}needsHashSuffix`, 'enabled'])
  if (resource.allowNameChange) pairs.push([`${PREFIX}allowNameChange`, 'enabled'])
  if (resource.allowKindChange) pairs.push([`${PREFIX}allowKindChange`, 'enabled'])
  if (resource.origin !== undefined) pairs.push([ORIGIN, originText(resource.origin)])
  if (resource.transformations.length > 0) pairs.push([TRANSFORMATIONS, originListText(resource.transformations)])
  return pairs
}

/** Whether the reference has annotations of its own in the object. */
export function hasInternalAnnotations(resource: Resource): boolean {
  return internalAnnotations(resource).length > 0
}

/** Some bookkeeping is written together with all other annotations, which become strings on that occasion. */
export function isRewritten({ transformations, behavior, needsHash }: Resource): boolean {
  return transformations.length > 0 || behavior !== undefined || needsHash
}

/** Writes the bookkeeping into the tree; undone by {@link stripInternalAnnotations}. */
export function writeInternalAnnotations(resource: Resource, root: Mapping = resource.root): void {
  const pairs = internalAnnotations(resource)
  if (pairs.length === 0) return
  if (isRewritten(resource)) rewriteStringMap(root, 'annotations')
  const metadata = mappingAt(root, 'metadata')
  const annotations = mappingAt(metadata, 'annotations')
  for (const [key, value] of pairs) setField(annotations, key, stringScalar(value, SINGLE))
}

/** Takes the bookkeeping out again after an edit that saw it. */
export function readInternalAnnotations(resource: Resource): void {
  readBack(resource)
  stripInternalAnnotations(resource.root)
}

const BOOKKEEPING = [
  ...['previousNames', 'previousNamespaces', 'previousKinds', 'prefixes', 'suffixes', 'generatorBehavior'],
  ...['needsHashSuffix', 'allowNameChange', 'allowKindChange'],
].map((name) => PREFIX + name)

export function isBookkeeping(key: string): boolean {
  return BOOKKEEPING.includes(key)
}

/** The bookkeeping as the annotations have it: an edit may have removed it or put that of another object in its place. */
export function readBack(resource: Resource): void {
  const annotations = field(field(resource.root, 'metadata'), 'annotations')
  const has = (name: string) => field(annotations, PREFIX + name) !== undefined
  const listed = (name: string) => fieldText(annotations, PREFIX + name)?.split(',') ?? []
  const names = listed('previousNames')
  // A list that is left out is one of one empty text.
  const beside = (name: string) => {
    const list = listed(name)
    return list.length === 0 && names.length === 1 ? [''] : list
  }
  const namespaces = beside('previousNamespaces')
  const kinds = beside('previousKinds')
  const { previous } = resource
  // Empty names are not noted, so that the lists need not fit.
  if (names.length === 0 || (names.length === kinds.length && names.length === namespaces.length)) {
    const read = names.map((name, i) => ({ name, namespace: namespaces[i] as string, kind: kinds[i] as string }))
    previous.splice(0, previous.length, ...read)
  }
  resource.prefixes.splice(0, resource.prefixes.length, ...listed('prefixes'))
  resource.suffixes.splice(0, resource.suffixes.length, ...listed('suffixes'))
  resource.behavior = fieldText(annotations, `${PREFIX}generatorBehavior`) as Resource['behavior']
  resource.allowNameChange = has('allowNameChange')
  resource.allowKindChange = has('allowKindChange')
  resource.needsHash = has('needsHashSuffix')
  readOriginAnnotations(resource)
}

/** The same after a JSON patch, which the reference keeps from removing anything but origins. */
export function readOriginAnnotations(resource: Resource): void {
  const annotations = field(field(resource.root, 'metadata'), 'annotations')
  if (field(annotations, ORIGIN) === undefined) resource.origin = undefined
  if (field(annotations, TRANSFORMATIONS) === undefined) resource.transformations.length = 0
}

/** Takes the origins that the annotations name, which come back from plugins as text. */
export function readOriginTexts(resource: Resource): void {
  const annotations = field(field(resource.root, 'metadata'), 'annotations')
  const read = (name: string) => {
    const text = fieldText(annotations, name)
    return text === undefined ? undefined : parse(new Source('', text), { comments: false })?.root
  }
  const origin = read(ORIGIN)
  const list = read(TRANSFORMATIONS)
  if (origin !== undefined) resource.origin = originFrom(origin)
  if (list?.kind === SEQUENCE) resource.transformations.push(...list.items.map(originFrom))
}

function originFrom(node: Node): Origin {
  const by = field(node, 'configuredBy')
  return {
    path: scalarText(field(node, 'path')),
    repo: scalarText(field(node, 'repo')),
    ref: scalarText(field(node, 'ref')),
    configuredIn: scalarText(field(node, 'configuredIn')),
    configuredBy: {
      apiVersion: scalarText(field(by, 'apiVersion')),
      kind: scalarText(field(by, 'kind')),
      name: scalarText(field(by, 'name')),
      namespace: scalarText(field(by, 'namespace')),
    },
  }
}

/** A copy of the tree with the bookkeeping written in, for messages. */
export function copyWithInternalAnnotations(resource: Resource, tree: Mapping = resource.root): Mapping {
  const root = clone(tree)
  writeInternalAnnotations(resource, root)
  return root
}

/** An object in messages: its JSON, or in angle brackets why it has none. */
export function shownObject(resource: Resource): string {
  try {
    return toJson(copyWithInternalAnnotations(resource))
  } catch (error) {
    return `<${error instanceof Error ? error.message : ''}>`
  }
}

/** Takes the bookkeeping out again, and with it an annotations field that holds nothing else. */
export function stripInternalAnnotations(root: Mapping): void {
  const metadata = field(root, 'metadata')
  const annotations = field(metadata, 'annotations')
  if (annotations === undefined || annotations.kind !== MAPPING) return
  const inner = annotations.keys.map((key) => ('value' in key ? key.value : ''))
  for (const key of inner) {
    if ((key.startsWith(PREFIX) && key !== HELM_GENERATED) || key === ORIGIN || key === TRANSFORMATIONS)
      removeField(annotations, key)
  }
  if (annotations.keys.length === 0) removeField(metadata as Mapping, 'annotations')
}

function mappingAt(parent: Mapping, name: string): Mapping {
  const found = field(parent, name)
  if (found !== undefined && found.kind === MAPPING) return found
  const made = new Mapping()
  if (found === undefined || isNull(found)) setField(parent, name, made)
  return made
}

/** The origin annotation's YAML text. */
export function originText(origin: Origin): string {
  return originLines(origin).join('\n').concat('\n')
}

/** The transformations annotation's YAML text. */
export function originListText(origins: readonly Origin[]): string {
  let out = ''
  for (const origin of origins) {
    originLines(origin).forEach((line, i) => {
      out += `${i === 0 ? '- ' : '  '}${line}\n`
    })
  }
  return out
}

function originLines(origin: Origin): string[] {
  const lines: string[] = []
  const add = (indent: string, name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') lines.push(`${indent}${name}: ${plainOrQuoted(value)}`)
  }
  add('', 'path', origin.path)
  add('', 'repo', origin.repo)
  add('', 'ref', origin.ref)
  add('', 'configuredIn', origin.configuredIn)
  const by = origin.configuredBy
  if (by !== undefined && (by.apiVersion || by.kind || by.name || by.namespace)) {
    lines.push('configuredBy:')
    add('  ', 'apiVersion', by.apiVersion)
    add('  ', 'kind', by.kind)
    add('  ', 'name', by.name)
    add('  ', 'namespace', by.namespace)
  }
  return lines
}

function plainOrQuoted(value: string): string {
  return emitKept(stringScalar(value, styleOfText(value))).replace(/\n$/, '')
}
