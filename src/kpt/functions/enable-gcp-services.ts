/** Makes a Service for each name in a ProjectServiceSet (functions 18). */
import { fail } from '../../core/error.ts'
import { dirname, join } from '../../core/path.ts'
import { compareBytes } from '../../core/text.ts'
import { INDEX, LIST_INDENT, PATH } from '../../krm/path-annotations.ts'
import { clone, setField, stringScalar } from '../../yaml/edit.ts'
import { Mapping, type Node, PLAIN, SCALAR, Scalar, SEQUENCE, SINGLE } from '../../yaml/node.ts'
import { info, inOlderKit } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import {
  annotationOf,
  entriesOf,
  fieldAt,
  fileOf,
  filePathOf,
  LOCAL_CONFIG_ANNOTATION,
  mappingIn,
  textOf,
} from './items.ts'
import { losesMigrationMarks } from './reference-style.ts'

export const enableGcpServices: CatalogFunction = {
  name: 'enable-gcp-services',
  run: (list) =>
    inOlderKit({ said: (message) => `failed to add services: ${message}`, printed: 'twice' }, () => addServices(list)),
}

const SET = { apiVersion: 'blueprints.cloud.google.com/v1alpha1', kind: 'ProjectServiceSet' }
const SERVICE = { apiVersion: 'serviceusage.cnrm.cloud.google.com/v1beta1', kind: 'Service' }
const OWNER_ANNOTATION = 'blueprints.cloud.google.com/ownerReference'

function isOf(item: Mapping, { apiVersion, kind }: { apiVersion: string; kind: string }): boolean {
  return textOf(item, 'apiVersion') === apiVersion && textOf(item, 'kind') === kind
}

function addServices(list: FunctionInput): FunctionResult[] {
  const sets = list.items.filter((item) => isOf(item, SET))
  if (list.referenceFormat) losesMigrationMarks(list.items)
  const made: Mapping[] = []
  for (const set of sets) {
    if (annotationOf(set, LOCAL_CONFIG_ANNOTATION) === '') mark(set)
    made.push(...servicesOf(set, list.referenceFormat === true))
  }
  const owners = new Set(sets.map(ownerOf))
  const isOwned = (item: Mapping) => isOf(item, SERVICE) && owners.has(annotationOf(item, OWNER_ANNOTATION))
  const old = list.items.filter(isOwned)
  list.items = [...list.items.filter((item) => !isOwned(item)), ...made]
  const [before, after] = [new Set(old.map(keyOf)), new Set(made.map(keyOf))]
  const results = [
    ...made.map((service) => said(before.has(keyOf(service)) ? 'recreated service' : 'generated service', service)),
    ...old.filter((service) => !after.has(keyOf(service))).map((service) => said('pruned service', service)),
  ]
  return results.sort(
    (a, b) => compareBytes(a.file?.path ?? '', b.file?.path ?? '') || compareBytes(a.message, b.message),
  )
}

function mark(set: Mapping): void {
  const metadata = mappingIn(set, 'metadata')
  const annotations = metadata && mappingIn(metadata, 'annotations')
  if (annotations !== undefined) setField(annotations, LOCAL_CONFIG_ANNOTATION, stringScalar('true', SINGLE))
}

function ownerOf(set: Mapping): string {
  return `${SET.apiVersion.replace(/\/.*/, '')}/${SET.kind}/${textOf(set, 'metadata', 'name')}`
}

function keyOf(service: Mapping): string {
  return `${textOf(service, 'metadata', 'namespace')}\n${textOf(service, 'metadata', 'name')}\n${filePathOf(service)}`
}

function said(message: string, service: Mapping): FunctionResult {
  const name = textOf(service, 'metadata', 'name')
  const namespace = textOf(service, 'metadata', 'namespace')
  return { ...info(message), resourceRef: { ...SERVICE, name, namespace }, ...fileOf(service) }
}

function servicesOf(set: Mapping, asReference: boolean): Mapping[] {
  const list = fieldAt(set, 'spec', 'services')
  const names = list?.kind === SEQUENCE ? list.items.map((item) => textOf(item)) : []
  if (names.length === 0) {
    throw fail('SERVICES', 'at least one service must be specified under `spec.services[]`')
  }
  return names.map((name) => serviceOf(set, name, asReference))
}

function serviceOf(set: Mapping, service: string, asReference: boolean): Mapping {
  const parts = service.split('.')
  if (parts.length < 3) throw fail('SERVICES', `invalid service specified: ${service}`)
  const name = `${textOf(set, 'metadata', 'name')}-${parts[0]}`
  const namespace = textOf(set, 'metadata', 'namespace')
  const project = textOf(set, 'spec', 'projectID')
  const metadata = mapOf({ name: new Scalar(name), annotations: annotationsFor(set, asReference) })
  if (namespace !== '') setField(metadata, 'namespace', stringScalar(namespace))
  const spec = mapOf({ resourceID: new Scalar(service) })
  if (project !== '') setField(spec, 'projectRef', mapOf({ external: stringScalar(project) }))
  const { apiVersion, kind } = SERVICE
  const made = mapOf({ apiVersion: new Scalar(apiVersion), kind: new Scalar(kind), metadata, spec })
  const path = join(dirname(filePathOf(set)), namespace, `service_${name}.yaml`)
  const annotations = metadata.values[1] as Mapping
  const style = asReference ? SINGLE : PLAIN
  for (const key of [PATH.key, PATH.legacy]) setField(annotations, key, stringScalar(path, style))
  if (asReference) setField(annotations, INDEX.legacy, stringScalar('', SINGLE))
  return made
}

/** Those of the set but for what is said of its file; the reference also hands on its bookkeeping. */
function annotationsFor(set: Mapping, asReference: boolean): Mapping {
  const left: string[] = [LOCAL_CONFIG_ANNOTATION, PATH.key, PATH.legacy, INDEX.key, INDEX.legacy]
  const made = new Mapping()
  for (const [name, value] of entriesOf(fieldAt(set, 'metadata', 'annotations'))) {
    const isBookkeeping = name.startsWith('internal.config.kubernetes.io/') || name === 'config.k8s.io/id'
    if (left.includes(name) || (isBookkeeping && name !== LIST_INDENT && !asReference)) continue
    setField(made, name, asReference && value.kind === SCALAR ? stringScalar(value.value, SINGLE) : clone(value))
  }
  setField(made, OWNER_ANNOTATION, stringScalar(ownerOf(set), asReference ? SINGLE : PLAIN))
  return made
}

function mapOf(fields: Record<string, Node>): Mapping {
  return new Mapping(
    Object.keys(fields).map((name) => new Scalar(name)),
    Object.values(fields),
  )
}
