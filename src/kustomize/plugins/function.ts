/** KRM functions: programs, containers and modules that read a ResourceList and print one (build 5.21). */
import { fail, ToolError } from '../../core/error.ts'
import type { ProgramResult } from '../../core/host.ts'
import { isWithin, join } from '../../core/path.ts'
import { apiVersionOf } from '../../krm/gvk.ts'
import type { Mapping } from '../../yaml/node.ts'
import { isHttp } from '../elsewhere.ts'
import { runContainer } from './container.ts'
import { checkMounts, type FunctionSpec } from './function-spec.ts'
import type { FunctionOptions } from './options.ts'
import type { PluginProgram, PluginRun } from './plugin.ts'
import { functionItems } from './returned.ts'
import { configurationText, functionInput, textsOf } from './sent.ts'

export async function krmFunction(spec: FunctionSpec, run: PluginRun): Promise<PluginProgram> {
  const { plugin, context } = run
  const { id } = plugin.resource
  checkMounts(spec, plugin.resource)
  await checkLinks(spec, run)
  const configuration = configurationText(plugin.resource)
  const call = async (texts: readonly string[], end: string): Promise<Mapping[] | undefined> => {
    try {
      const result = await start(spec, run, () => functionInput(texts, configuration))
      if (result === undefined) return undefined
      const items = functionItems(result.stdout, context)
      if (result.code !== 0) throw fail('FUNCTION_FAILED', result.status)
      return items
    } catch (error) {
      throw failure(error, run, end)
    }
  }
  return {
    name: `api: ${apiVersionOf(id)}, kind: ${id.kind}, name: ${id.name}`,
    generate: async () => (await call([], '')) ?? [],
    transform: (given) => call(textsOf(given), ' '),
  }
}

/** Undefined when there is nothing to run: the function then counts as one that changes nothing. */
async function start(spec: FunctionSpec, run: PluginRun, input: () => string): Promise<ProgramResult | undefined> {
  const { functions } = run.context
  const { root } = run.target.loader
  const { container, exec } = spec
  checkNetwork(spec, functions)
  if (container !== undefined && container.image !== '') {
    refuseTopFolder(root)
    return await runContainer(container, functions, root, (program, words) =>
      run.run({ program, words, input: input(), showsErrors: true }),
    )
  }
  if (exec === undefined) return undefined
  const variables = execVariables(exec, functions)
  if (functions.wasi === true && exec.path.endsWith('.wasm')) {
    const bytes = await readModule(exec.path, run)
    return await run.runModule({ name: exec.path, bytes, words: exec.args, variables, input: input() })
  }
  if (exec.path === '') return undefined
  if (functions.exec !== true) {
    warnLeftOut(exec.path, run)
    return undefined
  }
  refuseTopFolder(root)
  return await run.run({ program: exec.path, words: exec.args, variables, input: input(), showsErrors: true })
}

/** The network has to be wanted by the function and allowed by the user. */
export function checkNetwork({ container }: FunctionSpec, { network }: FunctionOptions): void {
  if (container?.network !== true || network === true) return
  throw fail('FUNCTION_NETWORK', 'network required but not enabled with --network')
}

/** A file that the kustomization may read, and no address. */
async function readModule(path: string, { target }: PluginRun): Promise<Uint8Array> {
  if (isHttp(path)) throw fail('FUNCTION_MODULE', `the module '${path}' has to be a file of the kustomization`)
  return await target.loader.read(path)
}

/** The reference says nothing, and an output without what a function does looks like any other. */
function warnLeftOut(path: string, { plugin: { resource }, context }: PluginRun): void {
  const { kind, name } = resource.id
  const at = resource.locate()
  context.log?.emit({
    severity: 'warning',
    code: 'FUNCTION_LEFT_OUT',
    message: `the function ${kind} ${name} is left out: it is a program, '${path}', and --enable-exec is not given`,
    at: at === undefined ? [] : [at],
  })
}

/** Bare names stand for nothing here: a program has the user's variables anyway. */
export function execVariables({ envs }: NonNullable<FunctionSpec['exec']>, { env = [] }: FunctionOptions) {
  const pairs = [...envs, ...env].filter((word) => word.indexOf('=') > 0)
  return Object.fromEntries(pairs.map(splitPair))
}

export function refuseTopFolder(root: string): void {
  if (root === '/') throw fail('FUNCTION_ROOT', "root working directory '/' not allowed")
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function failure(error: unknown, { plugin }: PluginRun, end: string): unknown {
  if (!(error instanceof ToolError)) return error
  const { id } = plugin.resource
  const at = error.at.length > 0 ? error.at : plugin.resource.locate()
  const isLimit = error.code === 'PROGRAM_LATE' || error.code === 'PROGRAM_LOUD'
  const cause = isLimit
    ? `function ${id.kind} ${id.name}: ${error.message}`
    : `${error.code === 'YAML_SYNTAX' ? 'MalformedYAMLError: ' : ''}${error.message}`
  const hint = error.code === 'PROGRAM_LATE' ? 'give it longer with --function-timeout SECONDS' : error.hint
  return new ToolError(error.code, `couldn't execute function: ${cause}${end}`, { at, hint, also: error.also })
}

/** A link inside the folder must not show a container what is outside. */
async function checkLinks({ container }: FunctionSpec, { plugin, target, context }: PluginRun): Promise<void> {
  const { root } = target.loader
  for (const { type, src } of container?.mounts ?? []) {
    if (type === 'tmpfs' || type === 'volume') continue
    const path = join(root, src)
    const real = (await context.fs.stat(path)) === undefined ? path : await context.fs.real(path)
    if (isWithin(real, root)) continue
    const message = `mount path '${src}' is not permitted: it leads to '${real}', outside of the current kustomization directory`
    throw fail('MOUNT', message, { at: plugin.resource.locate() })
  }
}
