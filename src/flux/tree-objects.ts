/** What the objects of a tree say to its other parts: variables, sources, Kustomizations. */
import { decodeBase64Text } from '../core/base64.ts'
import { ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { field, MAPPING, Mapping, type Node, SCALAR, Scalar, SEQUENCE, Sequence } from '../yaml/node.ts'
import { isPlainDecimal, tagAfterPrinting } from '../yaml/resolve.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { decodeFluxKustomization, type FluxKustomization } from './kustomization.ts'
import { type FluxObject, idOf, isTrue, type ObjectId, printObject } from './object.ts'
import { objectsOf, type TreeKustomization } from './tree.ts'

export interface Identified {
  object: FluxObject
  id: ObjectId
}

export function identified(entry: TreeKustomization): Identified[] {
  return objectsOf(entry).map((object) => ({ object, id: idOf(object) }))
}

/** Whether others may ask for it by its key. */
export function isAskedFor({ apiVersion, kind }: ObjectId): boolean {
  if (apiVersion === 'v1') return kind === 'ConfigMap' || kind === 'Secret'
  return apiVersion.startsWith('source.toolkit.fluxcd.io/')
}

const OPAQUE_KINDS: ReadonlyMap<string, string> = new Map([
  ['HelmRelease', 'helm.toolkit.fluxcd.io'],
  ['ResourceSet', 'fluxcd.controlplane.io'],
])

/** What becomes other objects in the cluster only. */
export function isOpaque({ apiVersion, kind }: ObjectId): boolean {
  const group = OPAQUE_KINDS.get(kind)
  return group !== undefined && parseApiVersion(apiVersion).group === group
}

/** Whether it may have problems of its own: those name the place where it is written. */
export function isOfFlux({ apiVersion }: ObjectId): boolean {
  return apiVersion.includes('fluxcd.') && /(?:^|\.)fluxcd\./.test(parseApiVersion(apiVersion).group)
}

/** Whether it says that it is to be left alone for a while. */
export function isSuspended({ root }: FluxObject): boolean {
  return isTrue(field(field(root, 'spec'), 'suspend'))
}

export function kustomizationOf(object: FluxObject, namespace: string): FluxKustomization {
  const decoded = decodeTree(object.root) ?? decodeFluxKustomization(readYaml11(new Source('', printObject(object))))
  decoded.metadata.namespace ||= namespace
  return decoded
}

/** Without a text in between, where that is sure to say the same; mistakes are for the other way, which has places. */
function decodeTree(root: Mapping): FluxKustomization | undefined {
  const typed = jsonTyped(root)
  if (typed === undefined) return undefined
  try {
    return decodeFluxKustomization(typed)
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** A tree as it is read back; undefined when it has something that may change on the way. */
function jsonTyped(node: Node): Node | undefined {
  if (node.kind === SCALAR) return typedScalar(node)
  if (node.kind === SEQUENCE) {
    const items = allTyped(node.items)
    return items && new Sequence(items)
  }
  if (node.kind !== MAPPING) return undefined
  const keys = allTyped(node.keys)
  const values = allTyped(node.values)
  if (keys === undefined || values === undefined || keys.some(({ tag }) => tag !== '!!str')) return undefined
  return new Mapping(keys, values)
}

function allTyped(nodes: readonly Node[]): Node[] | undefined {
  const typed: Node[] = []
  for (const node of nodes) {
    const one = jsonTyped(node)
    if (one === undefined) return undefined
    typed.push(one)
  }
  return typed
}

function typedScalar(node: Scalar): Scalar | undefined {
  const { value } = node
  if (node.tagged) return undefined
  const tag = tagAfterPrinting(node)
  const isSure =
    (tag === '!!str' && PRINTABLE.test(value)) ||
    tag === '!!null' ||
    (tag === '!!bool' && (value === 'true' || value === 'false')) ||
    (tag === '!!int' && isPlainDecimal(value))
  if (!isSure) return undefined
  const typed = new Scalar(value)
  typed.tag = tag
  return typed
}

const PRINTABLE = /^[\t\n\x20-\x7e]*$/

/** The data of a ConfigMap or Secret, decoded. What is encrypted stays so. */
export function valuesOf({ root }: FluxObject, kind: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const name of ['data', 'stringData']) {
    const map = field(root, name)
    if (map?.kind !== MAPPING) continue
    for (const [i, key] of map.keys.entries()) {
      const value = map.values[i]
      if (key.kind !== SCALAR || value?.kind !== SCALAR) continue
      const isEncoded = kind === 'Secret' && name === 'data'
      values[key.value] = isEncoded ? (decodeBase64Text(value.value) ?? value.value) : value.value
    }
  }
  return values
}

/** A Kustomization that is yet to be rendered. */
export function newEntry(id: string, kustomization: FluxKustomization, parent: string | undefined): TreeKustomization {
  return {
    id,
    isImplied: false,
    kustomization,
    parent,
    status: 'rendered',
    source: undefined,
    folder: '',
    inputs: [],
    references: [],
    hiddenVariables: new Set(),
    stages: [],
    level: 0,
  }
}
