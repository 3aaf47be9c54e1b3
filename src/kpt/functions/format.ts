/** Puts fields into the usual order and quotes what is a text and does not look like one (functions 20). */
import { fail } from '../../core/error.ts'
import { compareBytes } from '../../core/text.ts'
import { readsAsText } from '../../krm/reads-as-text.ts'
import { clusterScopedKinds, namespacedKinds } from '../../krm/scopes.ts'
import { setEntries, setItems, setTag } from '../../yaml/edit.ts'
import { DOUBLE, MAPPING, type Mapping, type Node, PLAIN, SCALAR, SEQUENCE, type Sequence } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { fieldRanks } from './field-order.ts'
import type { CatalogFunction } from './function.ts'
import { annotationOf, entriesOf, textOf } from './items.ts'
import { losesMigrationMarks } from './reference-style.ts'

export const format: CatalogFunction = {
  name: 'format',
  run({ items, referenceFormat }) {
    if (referenceFormat) losesMigrationMarks(items)
    for (const item of items) if (isFormatted(item)) formatItem(item)
    return []
  },
}

const ANNOTATION = 'config.kubernetes.io/formatting'

function isFormatted(item: Mapping): boolean {
  const wish = annotationOf(item, ANNOTATION)
  if (wish !== '' && wish !== 'standard' && wish !== 'none') {
    throw fail('FORMAT', `failed to format resources: formatting annotation has illegal value ${wish}`)
  }
  return wish !== 'none' && textOf(item, 'kind') !== '' && textOf(item, 'apiVersion') !== ''
}

function formatItem(item: Mapping): void {
  const [kind, apiVersion] = [textOf(item, 'kind'), textOf(item, 'apiVersion')]
  const isKnown = [namespacedKinds, clusterScopedKinds].some((table) => table.has(apiVersion, kind))
  const sortsLists = SORTED_KINDS.includes(kind) && SORTED_API_VERSIONS.includes(apiVersion)
  formatNode(item, '', { isKnown, sortsLists })
}

interface Rules {
  /** Which fields are texts is known of Kubernetes' own kinds. */
  isKnown: boolean
  sortsLists: boolean
}

const SORTED_LISTS = new Map([
  ['.spec.template.spec.containers', 'name'],
  ['.webhooks.rules.operations', ''],
])
const SORTED_KINDS = [
  ...['CronJob', 'DaemonSet', 'Deployment', 'Job', 'ReplicaSet', 'StatefulSet'],
  'ValidatingWebhookConfiguration',
]
const SORTED_API_VERSIONS = [
  ...['apps/v1', 'apps/v1beta1', 'apps/v1beta2', 'batch/v1', 'batch/v1beta1', 'extensions/v1beta1', 'v1'],
  'admissionregistration.k8s.io/v1',
]

/** Fields of Kubernetes' kinds that are texts: of every object, of pods, and the data of ConfigMaps. */
const TEXTS = new RegExp(
  [
    String.raw`metadata\.(?:name|namespace|generateName|(?:labels|annotations)\.[^]*)$`,
    String.raw`(?:matchLabels|nodeSelector)\.[^]*$`,
    String.raw`(?:containers|initContainers)\.(?:name|image|args|command|workingDir|env\.(?:name|value))$`,
  ]
    .map((path) => String.raw`(?:^|\.)${path}`)
    .join('|'),
)

function formatNode(node: Node, path: string, rules: Rules): void {
  if (node.kind === MAPPING) {
    for (const [name, value] of entriesOf(node)) formatNode(value, `${path}.${name}`, rules)
    sortFields(node)
  } else if (node.kind === SEQUENCE) {
    for (const item of node.items) formatNode(item, path, rules)
    const key = SORTED_LISTS.get(path)
    if (key !== undefined && rules.sortsLists) sortList(node, key)
  } else if (node.kind === SCALAR && rules.isKnown && node.style === PLAIN && !isNull(node) && TEXTS.test(path)) {
    if (readsAsText(node.value)) return
    setTag(node, '!!str')
    node.style = DOUBLE
  }
}

function sortFields(map: Mapping): void {
  const name = (i: number) => {
    const key = map.keys[i]
    return key?.kind === SCALAR ? key.value : ''
  }
  const rank = (i: number) => fieldRanks.get(name(i)) ?? fieldRanks.size
  const order = map.keys.map((_, i) => i)
  order.sort((a, b) => rank(a) - rank(b) || compareBytes(name(a), name(b)))
  setEntries(
    map,
    order.map((i) => map.keys[i] as Node),
    order.map((i) => map.values[i] as Node),
  )
}

function sortList(list: Sequence, key: string): void {
  const text = (item: Node) => (key === '' ? textOf(item) : textOf(item, key))
  setItems(
    list,
    [...list.items].sort((a, b) => compareBytes(text(a), text(b))),
  )
}
