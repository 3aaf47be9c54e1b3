/** What a configuration object says about the function that is to read it (build 5.20). */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import { clean, isAbsolute } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { idText } from '../../krm/id.ts'
import type { Resource } from '../../krm/resource.ts'
import { emitSorted } from '../../yaml/emit.ts'
import { field, fieldText, type Mapping } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { readConverted } from '../config-files.ts'
import { BOOL, Decoder, IN_FILE, listOf, STRING, STRINGS, struct } from '../shape.ts'

export interface FunctionSpec {
  /** When it fails, the functions after it run all the same; only `fn run` looks at this. */
  deferFailure?: boolean
  container?: { image: string; network: boolean; mounts: FunctionMount[]; envs: string[] }
  exec?: { path: string; args: string[]; envs: string[] }
}

interface FunctionMount {
  type: string
  src: string
  dst: string
  rw: boolean
}

const MOUNT = struct('runtimeutil.StorageMount', { type: STRING, src: STRING, dst: STRING, rw: BOOL })
const SPEC = struct('runtimeutil.FunctionSpec', {
  deferFailure: BOOL,
  container: struct('runtimeutil.ContainerSpec', {
    image: STRING,
    network: BOOL,
    mounts: listOf(MOUNT),
    envs: STRINGS,
  }),
  exec: struct('runtimeutil.ExecSpec', { path: STRING, args: STRINGS, envs: STRINGS }),
})

/** Undefined when no function is meant. */
export function functionSpec(root: Mapping): FunctionSpec | undefined {
  const metadata = field(root, 'metadata')
  const annotations = field(metadata, 'annotations')
  for (const name of ['config.kubernetes.io/function', 'config.k8s.io/function']) {
    const text = fieldText(annotations, name) ?? ''
    if (text !== '') return decode(text, name)
  }
  const old = field(metadata, 'configFn')
  if (old !== undefined && !isNull(old)) return decode(emitSorted(old as Mapping), 'configFn')
  const image = fieldText(annotations, 'config.kubernetes.io/container') ?? ''
  return image === '' ? undefined : { container: { image, network: false, mounts: [], envs: [] } }
}

function decode(text: string, name: string): FunctionSpec {
  const source = new Source('', text)
  try {
    const decoder = new Decoder(source, { strict: true, converts: true })
    const spec = decoder.root(readConverted(source, true), SPEC) as unknown as FunctionSpec
    decoder.finish(IN_FILE)
    return spec
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`${name} unmarshal error: ${error.message}`, error)
  }
}

/** A container sees nothing outside the folder of its kustomization. */
export function checkMounts({ container }: FunctionSpec, resource: Resource): void {
  for (const { src } of container?.mounts ?? []) {
    const place = isAbsolute(src) ? 'relative to' : clean(src).startsWith('..') ? 'under' : undefined
    if (place === undefined) continue
    throw fail(
      'MOUNT',
      `plugin ${idText(resource.id)} with mount path '${src}' is not permitted; mount paths must be ${place} the current kustomization directory`,
      { at: resource.locate() },
    )
  }
}
