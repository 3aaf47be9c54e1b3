/** The fields that `cfg tree` shows below a resource. */

import { compareBytes } from '../../core/text.ts'
import type { Branch } from '../../krm/drawing.ts'
import { wrongNodeKind } from '../../krm/wrong-kind.ts'
import { clone, setComments, setTag } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import {
  ALIAS,
  field,
  fieldText,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  SEQUENCE,
  type Sequence,
} from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import type { CfgFlags } from './context.ts'
import { nodesAt, pathParts } from './path.ts'

/** Flags of containers, in the order their fields are shown in. */
const OF_CONTAINERS = ['name', 'image', 'command', 'args', 'ports', 'env', 'resources']
const CONTAINERS = [
  'spec.containers',
  'spec.jobTemplate.spec.template.spec.containers',
  'spec.template.spec.containers',
]

export interface ShownFields {
  ofContainers: string[]
  replicas: boolean
  /** Paths, as parts. */
  others: string[][]
}

export function shownFields(flags: CfgFlags): ShownFields {
  const isOn = (name: string) => flags.bool('all') || flags.bool(name)
  const paths = flags.list('field').flatMap((value) => value.split(','))
  return {
    ofContainers: OF_CONTAINERS.filter(isOn),
    replicas: isOn('replicas'),
    others: paths.filter((path) => path !== '').map(pathParts),
  }
}

export async function fieldBranches(root: Mapping, shown: ShownFields): Promise<Branch[]> {
  const found: Branch[] = []
  const add = (name: string, value: Node) => found.push({ label: `${name}: ${valueText(value)}`, branches: [] })
  for (const path of CONTAINERS) {
    const branches = containerBranches(listAt(root, path), shown.ofContainers)
    if (branches.length > 0) found.push({ label: path, branches })
  }
  const paths = shown.replicas ? [['spec', 'replicas'], ...shown.others] : shown.others
  for (const parts of paths) {
    const [value] = await nodesAt(root, parts)
    if (value !== undefined) add(parts.join('.'), value)
  }
  return found.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const nameOf = ({ label }: Branch) => label.split(':')[0] as string

function listAt(root: Mapping, path: string): Sequence | undefined {
  let node: Node | undefined = root
  for (const name of path.split('.')) {
    if (node === undefined || isNull(node)) return undefined
    if (node.kind !== MAPPING) throw wrongNodeKind(MAPPING, node)
    node = field(node, name)
    if (node?.kind === ALIAS) node = node.target
  }
  if (node === undefined || isNull(node)) return undefined
  if (node.kind !== SEQUENCE) throw wrongNodeKind(SEQUENCE, node)
  return node
}

/** Containers are told by their names: they come in the order of these, and those without have no part. */
function containerBranches(list: Sequence | undefined, names: readonly string[]): Branch[] {
  const containers = (names.length === 0 ? [] : (list?.items ?? [])).map((container) => {
    if (container.kind !== MAPPING) throw wrongNodeKind(MAPPING, container)
    return container
  })
  const named = containers.filter((container) => isShown(field(container, 'name')))
  named.sort((a, b) => compareBytes(fieldText(a, 'name') ?? '', fieldText(b, 'name') ?? ''))
  const found: Branch[] = []
  for (const container of named) {
    const branches: Branch[] = []
    for (const name of names) {
      const value = field(container, name)
      if (isShown(value)) branches.push({ label: `${name}: ${valueText(value)}`, branches: [] })
    }
    if (branches.length > 0) found.push({ label: String(found.length), branches })
  }
  return found
}

function isShown(node: Node | undefined): node is Node {
  return node !== undefined && !isNull(node)
}

/** In one line, but for a text of several, and without comments. */
function valueText(node: Node): string {
  const flat = clone(node.kind === ALIAS ? node.target : node)
  if (flat.kind === SCALAR && flat.style !== PLAIN) {
    flat.style = PLAIN
    setTag(flat, '!!str')
  }
  flatten(flat)
  return emitKept(flat).trim()
}

function flatten(node: Node): void {
  if (node.comments !== undefined) setComments(node, { head: '', line: '', foot: '' })
  if (node.kind === MAPPING) {
    node.flow = true
    node.keys.forEach(flatten)
    node.values.forEach(flatten)
  } else if (node.kind === SEQUENCE) {
    node.flow = true
    node.items.forEach(flatten)
  }
}
