/** ConfigMaps and Secrets out of pairs (build 5.13). */
import { fail } from '../../core/error.ts'
import { compareBytes, encodeBase64 } from '../../core/text.ts'
import { stringScalar } from '../../yaml/edit.ts'
import { LITERAL, Mapping, type Node, PLAIN, Scalar } from '../../yaml/node.ts'
import type { GeneratorArgs, GeneratorOptions } from '../types.ts'
import { bytesOf, type Pair } from './keyvalues.ts'

export function makeConfigMap(args: GeneratorArgs, pairs: Pair[]): Mapping {
  const root = makeObject('ConfigMap', args)
  const data = new Mapping()
  const binary = new Mapping()
  for (const pair of unique(args, pairs)) {
    if (typeof pair.value === 'string')
      add(data, pair.key, stringScalar(pair.value, pair.value.includes('\n') ? LITERAL : PLAIN))
    else add(binary, pair.key, base64Scalar(pair.value))
  }
  if (data.keys.length > 0) add(root, 'data', data)
  if (binary.keys.length > 0) add(root, 'binaryData', binary)
  return finish(root, args)
}

export function makeSecret(args: GeneratorArgs, pairs: Pair[]): Mapping {
  const root = makeObject('Secret', args)
  add(root, 'type', new Scalar(args.type === '' ? 'Opaque' : args.type))
  const data = new Mapping()
  for (const pair of unique(args, pairs)) add(data, pair.key, base64Scalar(bytesOf(pair)))
  add(root, 'data', data)
  return finish(root, args)
}

function makeObject(kind: string, { name, namespace }: GeneratorArgs): Mapping {
  if (name === '') throw fail('GENERATOR_NAME', 'a configmap must have a name')
  const root = new Mapping()
  add(root, 'apiVersion', new Scalar('v1'))
  add(root, 'kind', new Scalar(kind))
  const metadata = new Mapping()
  add(metadata, 'name', stringScalar(name))
  if (namespace !== '') add(metadata, 'namespace', stringScalar(namespace))
  add(root, 'metadata', metadata)
  return root
}

function finish(root: Mapping, { options }: GeneratorArgs): Mapping {
  const metadata = root.values[2] as Mapping
  for (const name of ['labels', 'annotations'] as const) {
    const entries = Object.entries(options?.[name] ?? {})
    if (entries.length === 0) continue
    const map = new Mapping()
    for (const [key, value] of entries.sort((a, b) => compareBytes(a[0], b[0]))) add(map, key, stringScalar(value))
    add(metadata, name, map)
  }
  if (options?.immutable) add(root, 'immutable', new Scalar('true'))
  return root
}

function add(map: Mapping, key: string, value: Node): void {
  map.keys.push(new Scalar(key))
  map.values.push(value)
}

function unique({ name }: GeneratorArgs, pairs: Pair[]): Pair[] {
  const seen = new Set<string>()
  for (const { key } of pairs) {
    if (seen.has(key)) throw fail('GENERATOR_KEY', `configmap ${name} illegally repeats the key \`${key}\``)
    seen.add(key)
  }
  return pairs.sort((a, b) => compareBytes(a.key, b.key))
}

const LINE = 70

/** Long base64 is broken into lines, the last of which ends in a break too. */
function base64Scalar(bytes: Uint8Array): Scalar {
  const text = encodeBase64(bytes)
  if (text.length < LINE) return stringScalar(text)
  let out = ''
  for (let i = 0; i < text.length; i += LINE) out += `${text.slice(i, i + LINE)}\n`
  return stringScalar(out, LITERAL)
}

/** Global options fill what the entry's own leave open; flags are joined by "or". */
export function mergeGeneratorOptions(
  own: GeneratorOptions | undefined,
  global: GeneratorOptions | undefined,
): GeneratorOptions | undefined {
  if (global === undefined) return own
  return {
    labels: Object.assign(Object.create(null), global.labels, own?.labels),
    annotations: Object.assign(Object.create(null), global.annotations, own?.annotations),
    disableNameSuffixHash: global.disableNameSuffixHash || own?.disableNameSuffixHash === true,
    immutable: global.immutable || own?.immutable === true,
  }
}
