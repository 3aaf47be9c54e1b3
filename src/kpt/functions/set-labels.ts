/** Sets labels, also in the selectors and templates that have to agree with them (functions 4). */
import { compareBytes } from '../../core/text.ts'
import { field, fieldText, MAPPING, type Mapping } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { goStringMap } from './config.ts'
import { ended, failed, info } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { entriesOf, isLocalConfig, replaceText, sortItems, textOf } from './items.ts'
import { couldBe, gvkOf, hasField, visitMappings } from './kinds.ts'

export const setLabels: CatalogFunction = {
  name: 'set-labels',
  run(list) {
    sortItems(list.items)
    return ended(labelItems(list))
  },
}

interface Rule {
  /** Group, version and kind with `/` between them, any of them empty. */
  kinds: string[]
  paths: Path[]
}

interface Path {
  path: string
  /** Missing labels are added; otherwise only labels that are there change. */
  create: boolean
  /** The field that has to be there for the rest to be made. */
  within?: string
}

/** Below a template of pods. */
function podTemplate(template: string): Path[] {
  return [
    { path: `${template}.metadata.labels`, create: true, within: template },
    { path: `${template}.spec.topologySpreadConstraints[].labelSelector.matchLabels`, create: false },
  ]
}

const RULES: readonly Rule[] = [
  { kinds: ['//'], paths: [{ path: 'metadata.labels', create: true }] },
  { kinds: ['/v1/Service', '/v1/ReplicationController'], paths: [{ path: 'spec.selector', create: true }] },
  {
    kinds: ['//Deployment', '//ReplicaSet', '//DaemonSet', 'apps//StatefulSet'],
    paths: [{ path: 'spec.selector.matchLabels', create: true }],
  },
  {
    kinds: ['batch//Job', 'policy//PodDisruptionBudget'],
    paths: [{ path: 'spec.selector.matchLabels', create: false }],
  },
  {
    kinds: ['networking.k8s.io//NetworkPolicy'],
    paths: [
      { path: 'spec.podSelector.matchLabels', create: false, within: 'spec.podSelector' },
      { path: 'spec.ingress[].from[].podSelector.matchLabels', create: false },
      { path: 'spec.egress[].to[].podSelector.matchLabels', create: false },
    ],
  },
  {
    kinds: [
      '/v1/ReplicationController',
      '//Deployment',
      '//ReplicaSet',
      '//DaemonSet',
      'apps//StatefulSet',
      'batch//Job',
    ],
    paths: podTemplate('spec.template'),
  },
  {
    kinds: ['batch//CronJob'],
    paths: [
      ...podTemplate('spec.jobTemplate.spec.template'),
      { path: 'spec.jobTemplate.metadata.labels', create: true, within: 'spec.jobTemplate' },
      { path: 'spec.jobTemplate.spec.selector.matchLabels', create: false, within: 'spec.jobTemplate' },
    ],
  },
  {
    kinds: ['apps//StatefulSet'],
    paths: [
      { path: 'spec.volumeClaimTemplates[].metadata.labels', create: true },
      { path: 'spec.volumeClaimTemplates[].spec.selector.matchLabels', create: false },
    ],
  },
]

interface Kind {
  group: string
  version: string
  kind: string
}

/** The table with its texts taken apart. */
const TABLE = /* @__PURE__ */ RULES.map(({ kinds, paths }) => ({
  kinds: kinds.map((text): Kind => {
    const [group = '', version = '', kind = ''] = text.split('/')
    return { group, version, kind }
  }),
  paths: paths.map(({ path, create, within }) => ({
    path: path.split('.'),
    create,
    within: within === undefined ? [] : within.split('.'),
  })),
}))

type Pairs = [name: string, value: string][]

function readConfig(config: Mapping): Pairs | FunctionResult {
  const { group, version, kind } = gvkOf(config)
  if (kind === 'ConfigMap' && group === '' && version === 'v1') {
    return entriesOf(field(config, 'data')).map(([name]) => [name, fieldText(field(config, 'data'), name) ?? ''])
  }
  if (kind === 'SetLabels' && group === 'fn.kpt.dev') {
    const labels = field(config, 'labels')
    const read = goStringMap(labels, 'SetLabels.labels')
    if (typeof read !== 'string') return read
    return { message: `unable to convert object to *setlabels.SetLabels with error: ${read}`, severity: 'error' }
  }
  const shown = `${kind}.${group === '' ? version : group}`
  const message = `unknown FunctionConfig \`${shown}\`, expect \`SetLabels.fn.kpt.dev\` or \`ConfigMap.v1\``
  return { message, severity: 'error' }
}

function labelItems({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  if (config === undefined) throw failed([info('`FunctionConfig` is not given')])
  const labels = readConfig(config)
  if (!Array.isArray(labels)) return [labels]
  if (labels.length === 0) {
    if (textOf(config, 'kind') === 'ConfigMap') throw failed([info('`FunctionConfig` is not given')])
    return [{ message: 'no `labels` arguments are given in FunctionConfig', severity: 'warning' }]
  }
  if (items.length === 0) return [info('no input resources')]
  labels.sort((a, b) => compareBytes(a[0], b[0]))
  let count = 0
  for (const item of items) {
    if (isLocalConfig(item)) continue
    const gvk = gvkOf(item)
    for (const { kinds, paths } of TABLE) {
      const applies = kinds.some(
        (kind) => couldBe(gvk, kind) && (gvk.kind !== '' || kind.kind === '' || referenceFormat),
      )
      if (!applies) continue
      for (const { path, create, within } of paths) {
        if (!hasField(item, ...within)) continue
        visitMappings(item, path, create, (found) => {
          count += labels.length
          if (found !== undefined) setIn(found, labels, create, referenceFormat === true)
        })
      }
    }
  }
  return [info(`set ${count} labels in total`)]
}

function setIn(map: Mapping, labels: Pairs, create: boolean, losesQuotes: boolean): void {
  for (const [name, value] of labels) {
    const old = field(map, name)
    if (old === undefined ? !create : old.kind !== MAPPING && !isNull(old) && fieldText(map, name) === value) continue
    replaceText(map, name, value, losesQuotes)
  }
}
