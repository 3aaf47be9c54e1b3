/** Which functions `fn run` runs, in which order, and what each of them sees (CLI 14). */
import { fail } from '../../core/error.ts'
import { basename, dirname } from '../../core/path.ts'
import type { ArgumentData } from '../../krm/function-arguments.ts'
import { PATH, pairedAnnotation } from '../../krm/path-annotations.ts'
import { readsAsText } from '../../krm/reads-as-text.ts'
import { setField, stringScalar } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { DOUBLE, LITERAL, Mapping, PLAIN, Scalar } from '../../yaml/node.ts'
import { type FunctionSpec, functionSpec } from '../plugins/function-spec.ts'

/** A function and its configuration. */
export interface RunnableFunction {
  spec: FunctionSpec
  config: Mapping
  /** The folder whose resources it sees, relative to the one that is worked on; '' for all of them. */
  scope: string
}

/** The functions among some resources: of deeper folders first, otherwise in the order of the resources. */
export function declaredFunctions(items: readonly Mapping[]): RunnableFunction[] {
  const found: RunnableFunction[] = []
  for (const config of items) {
    const spec = functionSpec(config)
    if (spec !== undefined) found.push({ spec, config, scope: folderOf(config) })
  }
  return found.sort((a, b) => depthOf(b.scope) - depthOf(a.scope))
}

/** A folder named `functions` holds those of the folder around it. */
function folderOf(config: Mapping): string {
  const folder = dirname(pairedAnnotation(config, PATH) ?? '')
  const counts = basename(folder) === 'functions' ? dirname(folder) : folder
  return counts === '.' ? '' : counts
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length
}

/** What the command line says about the one function to run. */
export interface CommandFunction {
  image: string
  execPath: string
  network: boolean
  arguments: ArgumentData
}

/** @throws ToolError for an argument without a key */
export function commandFunction(given: CommandFunction): RunnableFunction {
  const { image, execPath, network } = given
  const isContainer = image !== ''
  const spec: FunctionSpec = isContainer
    ? { container: { image, network, mounts: [], envs: [] } }
    : { exec: { path: execPath, args: [], envs: [] } }
  const details = new Mapping([], [], true)
  setField(details, isContainer ? 'image' : 'path', textScalar(isContainer ? image : execPath))
  if (isContainer && network) setField(details, 'network', new Scalar('true'))
  const said = new Mapping([new Scalar(isContainer ? 'container' : 'exec')], [details])
  return { spec, config: commandConfig(emitKept(said), given.arguments), scope: '' }
}

/** In the order of fields in which functions get it. */
function commandConfig(said: string, { kind, data }: ArgumentData): Mapping {
  const annotations = new Mapping()
  setField(annotations, 'config.kubernetes.io/function', stringScalar(said, LITERAL))
  const metadata = new Mapping()
  setField(metadata, 'name', stringScalar('function-input'))
  setField(metadata, 'annotations', annotations)
  const values = new Mapping([], [], true)
  for (const [name, value] of data) {
    if (name === '') {
      const contents = emitKept(values)
      throw fail('USAGE', `wrong node kind: expected ScalarNode but got MappingNode: node contents:\n${contents}`)
    }
    // Not quoted where YAML would read something else than a text: functions get what the reference gives them.
    setField(values, name, new Scalar(value))
  }
  const config = new Mapping()
  setField(config, 'metadata', metadata)
  setField(config, 'data', values)
  setField(config, 'kind', textScalar(kind))
  setField(config, 'apiVersion', stringScalar('v1'))
  return config
}

function textScalar(text: string): Scalar {
  return stringScalar(text, readsAsText(text) ? PLAIN : DOUBLE)
}
