/** Moves the items of a package into a namespace, and what refers to it (functions 3). */
import { compareBytes } from '../../core/text.ts'
import { parseApiVersion } from '../../krm/gvk.ts'
import { clusterScopedKinds, type KindTable, namespacedKinds } from '../../krm/scopes.ts'
import { field, MAPPING, type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { configProblem, ended, failed, info } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import {
  annotationOf,
  DEPENDS_ON_ANNOTATION,
  fieldAt,
  isLocalConfig,
  replaceText,
  shownItem,
  sortItems,
  textOf,
} from './items.ts'

export const setNamespace: CatalogFunction = {
  name: 'set-namespace',
  run(list) {
    const results = moveItems(list)
    sortItems(list.items)
    return ended(results)
  },
}

interface Target {
  namespace: string
  /** Only namespaces that are called so change; '' for all. */
  matcher: string
}

const CONFIG_KINDS = 'expect `ConfigMap.v1` or `SetNamespace.v1alpha1.fn.kpt.dev`'

function readConfig(config: Mapping | undefined): Target | string {
  if (config === undefined) return `FunctionConfig is missing. E${CONFIG_KINDS.slice(1)}`
  const [apiVersion, kind] = [textOf(config, 'apiVersion'), textOf(config, 'kind')]
  if (apiVersion === 'v1' && kind === 'ConfigMap') {
    const data = field(config, 'data')
    const isContext = textOf(config, 'metadata', 'name') === 'kptfile.kpt.dev'
    const namespace = textOf(data, isContext ? 'name' : 'namespace')
    if (namespace === '') return `\`data.${isContext ? 'name' : 'namespace'}\` should not be empty`
    return { namespace, matcher: textOf(data, 'namespaceMatcher') }
  }
  if (apiVersion === 'fn.kpt.dev/v1alpha1' && kind === 'SetNamespace') {
    const namespace = textOf(config, 'namespace')
    if (namespace === '') return '`namespace` should not be empty'
    return { namespace, matcher: textOf(config, 'namespaceMatcher') }
  }
  return `unknown functionConfig Kind=${kind} ApiVersion=${apiVersion}, ${CONFIG_KINDS}`
}

function moveItems({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const target = readConfig(config)
  if (typeof target === 'string') return [configProblem(config, target)]
  const moved = items.filter((item) => !isLocalConfig(item))
  const results: FunctionResult[] = []
  const losesQuotes = referenceFormat === true
  if (target.matcher === '') {
    const origins = new Set(moved.map(upstreamNamespace).filter((origin) => origin !== undefined))
    if (origins.size > 1) throw several([...origins], items)
  }
  const originOf = new Map(items.map((item) => [dependsOnForm(item), namespaceAtFirst(item)]))
  const isMatch = (current: string, origin: string) =>
    target.matcher === '' || target.matcher === current || target.matcher === origin
  const namespaces = new Changes(target.namespace)
  const references = new Changes(target.namespace)
  for (const item of moved) {
    const origin = namespaceAtFirst(item)
    if (target.matcher !== '' && origin === target.matcher) {
      results.push(info(`[${shownItem(item)}] has matching origin ${origin}`))
    }
    visitReference(item, originOf, losesQuotes, (current, from) => {
      if (current === target.namespace || !isMatch(current, from)) return undefined
      references.note(current)
      return target.namespace
    })
    visitNamespaces(item, (map, name) => {
      const written = textOf(map, name)
      const current = written || 'default'
      const next = current !== target.namespace && isMatch(current, origin) ? target.namespace : current
      if (next !== current) namespaces.note(current)
      // The reference writes the default namespace out where nothing was to change.
      if (next !== written && (next === target.namespace || losesQuotes)) replaceText(map, name, next, losesQuotes)
    })
  }
  results.push(
    info(
      namespaces.shown('namespace') ?? `all matching namespaces are already "${target.namespace}". no value changed`,
    ),
    info(
      references.shown('`depends-on` annotation namespace') ??
        'all `depends-on` annotations are up-to-date. no `namespace` changed',
    ),
  )
  return results
}

class Changes {
  private readonly old = new Set<string>()
  private count = 0

  constructor(private readonly namespace: string) {}

  note(old: string): void {
    this.old.add(old)
    this.count++
  }

  shown(what: string): string | undefined {
    if (this.count === 0) return undefined
    const old = [...this.old].sort(compareBytes).join(' ')
    return `${what} [${old}] updated to "${this.namespace}", ${this.count} value(s) changed`
  }
}

function several(origins: string[], items: Mapping[]) {
  sortItems(items)
  const shown = origins.sort(compareBytes).join(' ')
  const message = `unable to use origin \`namespace\` to match. expect a single upstream namespace, found [${shown}]. please switch to use \`namespaceMatcher\`to specify the namespace value you want to change`
  return failed([{ message, severity: 'error' }])
}

/** The namespace an item had in the package it comes from; none for cluster-scoped items and unknown origins. */
function upstreamNamespace(item: Mapping): string | undefined {
  const namespace = annotationOf(item, 'internal.kpt.dev/upstream-identifier').split('|')[2]
  return namespace === undefined || namespace === '~C' ? undefined : namespace
}

function namespaceAtFirst(item: Mapping): string {
  return upstreamNamespace(item) ?? (isNamespaced(item) ? textOf(item, 'metadata', 'namespace') : '')
}

function isKnown(table: KindTable, item: Mapping): boolean {
  return table.has(textOf(item, 'apiVersion'), textOf(item, 'kind'))
}

/** Items of unknown kinds are namespaced when they are in a namespace. */
function isNamespaced(item: Mapping): boolean {
  if (isKnown(namespacedKinds, item)) return true
  return !isKnown(clusterScopedKinds, item) && textOf(item, 'metadata', 'namespace') !== ''
}

function visitNamespaces(item: Mapping, visit: (map: Mapping, name: string) => void): void {
  const visitIn = (map: Node | undefined, name: string) => {
    if (map?.kind === MAPPING) visit(map, name)
  }
  const { group, version } = parseApiVersion(textOf(item, 'apiVersion'))
  const kind = textOf(item, 'kind')
  if (isNamespaced(item)) return visitIn(field(item, 'metadata'), 'namespace')
  if (kind === 'Namespace' && group === '' && version === 'v1') return visitIn(field(item, 'metadata'), 'name')
  if (kind === 'CustomResourceDefinition' && group === 'apiextensions.k8s.io' && version === 'v1') {
    const service = fieldAt(item, 'spec', 'conversion', 'webhook', 'clientConfig', 'service')
    if (field(service, 'namespace') !== undefined) visitIn(service, 'namespace')
  }
  if (kind === 'APIService' && group === 'apiregistration.k8s.io' && version === 'v1') {
    const service = fieldAt(item, 'spec', 'service')
    if (field(service, 'namespace') !== undefined) visitIn(service, 'namespace')
  }
  if (kind === 'ClusterRoleBinding' || kind === 'RoleBinding') {
    const subjects = field(item, 'subjects')
    if (subjects?.kind !== SEQUENCE) return
    for (const subject of subjects.items) if (field(subject, 'namespace') !== undefined) visitIn(subject, 'namespace')
  }
}

/** How the annotation names an item of a namespace. */
function dependsOnForm(item: Mapping): string {
  const { group } = parseApiVersion(textOf(item, 'apiVersion'))
  const metadata = field(item, 'metadata')
  return `${group}/namespaces/${textOf(metadata, 'namespace')}/${textOf(item, 'kind')}/${textOf(metadata, 'name')}`
}

function visitReference(
  item: Mapping,
  originOf: ReadonlyMap<string, string>,
  losesQuotes: boolean,
  next: (namespace: string, origin: string) => string | undefined,
): void {
  const annotation = annotationOf(item, DEPENDS_ON_ANNOTATION)
  const origin = originOf.get(annotation)
  if (origin === undefined) return
  const parts = annotation.split('/')
  const namespace = next(parts[2] as string, origin)
  const annotations = fieldAt(item, 'metadata', 'annotations')
  if (namespace === undefined || annotations?.kind !== MAPPING) return
  parts[2] = namespace
  replaceText(annotations, DEPENDS_ON_ANNOTATION, parts.join('/'), losesQuotes)
}
