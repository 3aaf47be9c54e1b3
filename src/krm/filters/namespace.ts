/** Moves objects into a namespace (build 5.3). */

import { rephrase, ToolError } from '../../core/error.ts'
import type { Trace } from '../../core/trace.ts'
import { setField, setValueAt, stringScalar } from '../../yaml/edit.ts'
import { field, fieldText, indexOfField, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { type CompiledSpec, type SpecTable, setScalar, walk } from '../fieldspec.ts'
import { apiVersionOf } from '../gvk.ts'
import type { Resource } from '../resource.ts'
import { wrongNodeKind } from '../wrong-kind.ts'

export type SubjectMode = 'defaultOnly' | 'allServiceAccounts' | 'none'

export interface NamespaceSetting {
  namespace: string
  /** Only where nothing is set yet. */
  unsetOnly: boolean
  /** Which subjects of role bindings move along. */
  subjects: SubjectMode
}

export function setNamespace(resource: Resource, setting: NamespaceSetting, specs: SpecTable, trace?: Trace): void {
  const { id } = resource
  const isBinding = id.kind === 'RoleBinding' || id.kind === 'ClusterRoleBinding'
  const isCore = apiVersionOf(id) === 'v1'
  if (!id.clusterScoped) walk(resource, METADATA_NAMESPACE, 'scalar', (node) => set(node, setting, trace), trace)
  if (isBinding) setSubjects(resource, setting, trace)
  try {
    for (const spec of specs.for(id)) {
      const { path } = spec.spec
      if (path === 'metadata/namespace' || (path === 'metadata/name' && !isCore)) continue
      if (isBinding && path === 'subjects/namespace') continue
      walk(resource, spec, 'scalar', (node) => set(node, setting, trace), trace)
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const prefix =
      error.code === 'WRONG_KIND' ? 'namespace field specs must target scalar nodes' : 'namespace transformation failed'
    throw rephrase(`${prefix}: ${error.message}`, error)
  }
}

const METADATA_NAMESPACE: CompiledSpec = {
  spec: { group: '', version: '', kind: '', path: 'metadata/namespace', create: true },
  parts: [
    { name: 'metadata', isList: false, isItem: false },
    { name: 'namespace', isList: false, isItem: false },
  ],
}

function set(node: Node, { namespace, unsetOnly }: NamespaceSetting, trace: Trace | undefined): void {
  if (unsetOnly && node.kind === SCALAR && node.value !== '' && !isNull(node)) return
  if (node.kind !== SCALAR) {
    throw wrongNodeKind(SCALAR, node)
  }
  setScalar(node, namespace, '!!str', trace)
}

const SUBJECTS = 'setting namespace on (cluster)role binding subjects'

function setSubjects(resource: Resource, setting: NamespaceSetting, trace: Trace | undefined): void {
  if (setting.subjects === 'none') return
  const subjects = field(resource.root, 'subjects')
  if (subjects === undefined || isNull(subjects)) return
  if (subjects.kind !== SEQUENCE) {
    const cause = wrongNodeKind(SEQUENCE, subjects)
    throw rephrase(`${SUBJECTS}: ${cause.message}`, cause)
  }
  for (const subject of subjects.items) {
    if (isNull(subject)) continue
    if (subject.kind !== MAPPING) {
      const cause = wrongNodeKind(MAPPING, subject)
      const name = setting.subjects === 'defaultOnly' ? 'name' : 'kind'
      throw rephrase(`${SUBJECTS}: looking up ${name} on (cluster)role binding subject: ${cause.message}`, cause)
    }
    const moves =
      setting.subjects === 'defaultOnly'
        ? fieldText(subject, 'name') === 'default'
        : fieldText(subject, 'kind') === 'ServiceAccount'
    if (moves) setSubjectNamespace(subject, setting, trace)
  }
}

function setSubjectNamespace(subject: Mapping, setting: NamespaceSetting, trace: Trace | undefined): void {
  const i = indexOfField(subject, 'namespace')
  if (i < 0) return setField(subject, 'namespace', stringScalar(setting.namespace), trace)
  const old = subject.values[i] as Node
  if (isNull(old)) setValueAt(subject, i, stringScalar(setting.namespace), trace)
  else set(old, setting, trace)
}
