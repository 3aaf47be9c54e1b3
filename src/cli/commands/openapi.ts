/** `strake openapi info|fetch`: the schema that is built in, and the one of the user's cluster. */
import { spawnSync } from 'node:child_process'
import { fail, ToolError, wrap } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { setText } from '../../yaml/edit.ts'
import { emitPlainValueSorted } from '../../yaml/emit.ts'
import { jsonString, parseJson, sortedEntries, toJson } from '../../yaml/json.ts'
import { MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { formatJsonFloat } from '../../yaml/numbers.ts'
import { tagOf } from '../../yaml/resolve.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import type { Command, CommandContext } from '../command.ts'

const ADVICE = `
Error fetching schema from cluster.
Please make sure kubectl is installed, its context is set correctly, and your cluster is up.
Installation and setup instructions: https://kubernetes.io/docs/tasks/tools/install-kubectl/`

/** More than any cluster's schema. */
const MOST_BYTES = 256 * 1024 * 1024

export const commands: readonly Command[] = [
  {
    name: 'info',
    path: 'openapi info',
    short: 'Print which schema is built in',
    use: '',
    flags: [],
    showsUsage: true,
    load: async () => async (context) => {
      context.stdout.write('{title:Kubernetes,version:v1.21.2}\n')
      return 0
    },
  },
  {
    name: 'fetch',
    path: 'openapi fetch',
    short: "Print the schema of the user's cluster",
    about: `Print the schema of the user's cluster, which kubectl is asked for.

Examples:
  strake openapi fetch > schema.json`,
    use: '',
    flags: [
      { name: 'format', type: 'string', default: 'json', values: ['json', 'yaml'], meaning: 'form of the schema' },
    ],
    showsUsage: true,
    load: async () => fetchSchema,
  },
]

async function fetchSchema({ flags, stdout }: CommandContext): Promise<number> {
  const format = flags.string('format')
  if (format !== 'json' && format !== 'yaml') throw fail('USAGE', "format must be either 'json' or 'yaml'")
  const text = indentedJson(readSchema(askCluster()), '')
  stdout.write(`${format === 'json' ? text : emitPlainValueSorted(readYaml11(new Source('', text)) as Node)}\n`)
  return 0
}

function askCluster(): string {
  const options = { encoding: 'utf8', maxBuffer: MOST_BYTES } as const
  const { error, status, signal, stdout, stderr } = spawnSync('kubectl', ['get', '--raw', '/openapi/v2'], options)
  if (error !== undefined) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing ? 'exec: "kubectl": executable file not found in $PATH' : error.message
    throw fail('KUBECTL', `${reason}\n${ADVICE}`)
  }
  if (status !== 0) {
    const reason = status === null ? `signal: ${signal}` : `exit status ${status}`
    throw fail('KUBECTL', `${reason}\n${stderr}${ADVICE}`)
  }
  if (stdout === '') throw fail('KUBECTL', `${stderr}${ADVICE}`)
  return stdout
}

/** Numbers take the form they have after being read as 64-bit floats. */
function readSchema(text: string): Node {
  const prefix = 'unable to parse the schema returned by kubectl'
  let root: Node
  try {
    root = parseJson(new Source('', text))
  } catch (error) {
    throw error instanceof ToolError ? fail('KUBECTL', `${prefix}: ${error.message}${ADVICE}`) : wrap(prefix, error)
  }
  if (root.kind !== MAPPING && tagOf(root) !== '!!null') {
    const type = root.kind === SEQUENCE ? 'array' : jsonType(root)
    const reason = `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`
    throw fail('KUBECTL', `${prefix}: ${reason}${ADVICE}`)
  }
  asFloats(root)
  return root
}

function jsonType(node: Node): string {
  const tag = tagOf(node)
  return tag === '!!str' ? 'string' : tag === '!!bool' ? 'bool' : 'number'
}

function asFloats(node: Node): void {
  if (node.kind === MAPPING) node.values.forEach(asFloats)
  else if (node.kind === SEQUENCE) node.items.forEach(asFloats)
  else if (node.kind === SCALAR && ['!!int', '!!float'].includes(tagOf(node)))
    setText(node, Object.is(Number(node.value), -0) ? '-0' : formatJsonFloat(Number(node.value)))
}

function indentedJson(node: Node, pad: string): string {
  const inner = `${pad}  `
  if (node.kind === MAPPING && node.keys.length > 0) {
    const entries = sortedEntries(node).map(([key, value]) => `${jsonString(key)}: ${indentedJson(value, inner)}`)
    return `{\n${inner}${entries.join(`,\n${inner}`)}\n${pad}}`
  }
  if (node.kind === SEQUENCE && node.items.length > 0) {
    const items = node.items.map((item) => indentedJson(item, inner))
    return `[\n${inner}${items.join(`,\n${inner}`)}\n${pad}]`
  }
  return toJson(node)
}
