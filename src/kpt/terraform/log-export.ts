/** Sinks of the organization's logs, and where these go. */
import { type CloudObject, type CloudObjects, identifier, PROJECT_ANNOTATION, quoted, reference } from './objects.ts'

const SOURCE = 'terraform-google-modules/log-export/google'
const DAY = 24 * 60 * 60

export function logExportFile(objects: CloudObjects): string {
  const blocks: string[] = []
  for (const sink of objects.ofKind('LoggingLogSink')) {
    const { external: organization } = reference(sink, 'organizationRef')
    const destination = destinationOf(sink, objects)
    const { filter = '' } = sink.spec
    if (organization === undefined || destination === undefined || filter !== '') continue
    objects.exported(sink)
    objects.exported(destination)
    const name = identifier(`logsink-${sink.name}`)
    blocks.push(
      `module "${name}" {
  source  = "${SOURCE}"
  version = "~> 7.3.0"

  destination_uri      = module.${identifier(destination.name)}-destination.destination_uri
  log_sink_name        = ${quoted(sink.name)}
  parent_resource_id   = ${objects.organizationVariable(organization)}
  parent_resource_type = "organization"
  include_children     = ${sink.spec.includeChildren === true}
}
`,
      destinationBlock(destination, `module.${name}.writer_identity`, objects),
    )
  }
  return blocks.join('\n')
}

const DESTINATIONS: Readonly<Record<string, string>> = {
  bigQueryDatasetRef: 'BigQueryDataset',
  loggingLogBucketRef: 'LoggingLogBucket',
  pubSubTopicRef: 'PubSubTopic',
  storageBucketRef: 'StorageBucket',
}

function destinationOf(sink: CloudObject, objects: CloudObjects): CloudObject | undefined {
  const { destination } = sink.spec
  if (destination === null || typeof destination !== 'object') return undefined
  for (const [field, kind] of Object.entries(DESTINATIONS)) {
    const { name, external } = reference({ ...sink, spec: destination as CloudObject['spec'] }, field)
    const found = objects.find(kind, name ?? external?.replace(/^.*\//, ''))
    if (found !== undefined) return found
  }
  return undefined
}

function destinationBlock(object: CloudObject, writer: string, objects: CloudObjects): string {
  const { kind, name, spec } = object
  const project: Row = ['project_id', objects.projectId(String(object.annotations[PROJECT_ANNOTATION] ?? ''))]
  const identity: Row = ['log_sink_writer_identity', writer]
  switch (kind) {
    case 'BigQueryDataset': {
      const days = Math.floor(Number(spec.defaultTableExpirationMs) / 1000 / DAY)
      return block(name, 'bigquery', '7.3.0', [
        project,
        ['dataset_name', quoted(name)],
        identity,
        ['expiration_days', Number.isNaN(days) ? undefined : quoted(days)],
        ['location', text(spec.location)],
      ])
    }
    case 'LoggingLogBucket':
      return block(name, 'logbucket', '7.4.1', [
        project,
        ['name', quoted(name)],
        ['location', text(spec.location)],
        ['retention_days', spec.retentionDays === undefined ? undefined : String(spec.retentionDays)],
        identity,
      ])
    case 'PubSubTopic':
      return block(name, 'pubsub', '7.3.0', [project, ['topic_name', quoted(name)], identity])
    default:
      return storageBlock(object, project, identity)
  }
}

function storageBlock({ name, spec }: CloudObject, project: Row, identity: Row): string {
  const { bucketPolicyOnly, uniformBucketLevelAccess = bucketPolicyOnly, retentionPolicy } = spec
  const made = block(name, 'storage', '7.3.0', [
    project,
    ['storage_bucket_name', quoted(name)],
    identity,
    ['uniform_bucket_level_access', uniformBucketLevelAccess === undefined ? undefined : `${uniformBucketLevelAccess}`],
    ['location', text(spec.location)],
    ['storage_class', text(spec.storageClass)],
  ])
  if (retentionPolicy === null || typeof retentionPolicy !== 'object') return made
  const { retentionPeriod, isLocked } = retentionPolicy as Record<string, unknown>
  return made.replace(
    /\}\n$/,
    `  retention_policy = {
    retention_period_days = ${Math.floor(Number(retentionPeriod) / DAY)},
    is_locked             = ${isLocked === true}
  }
}
`,
  )
}

type Row = [name: string, value: string | undefined]

function text(value: unknown): string | undefined {
  return value === undefined ? undefined : quoted(value)
}

function block(name: string, module: string, version: string, rows: readonly Row[]): string {
  const given = rows.filter(([, value]) => value !== undefined)
  const width = Math.max(...given.map(([field]) => field.length))
  return `module "${identifier(name)}-destination" {
  source  = "${SOURCE}//modules/${module}"
  version = "~> ${version}"

${given.map(([field, value]) => `  ${field.padEnd(width)} = ${value}\n`).join('')}}
`
}
