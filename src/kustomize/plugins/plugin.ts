/** Plugins: what configures them, and what those that are programs have in common (build 5.20, 5.21). */
import { rephrase, ToolError } from '../../core/error.ts'
import type { ModuleRequest, ProgramRequest, ProgramResult, Runner } from '../../core/host.ts'
import { idText } from '../../krm/id.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import type { Mapping, Node } from '../../yaml/node.ts'
import type { BuildContext } from '../context.ts'
import type { Generated } from '../generators/generator.ts'
import type { Target } from '../target.ts'

/** One configuration object. */
export interface Plugin {
  resource: Resource
  /** Its content as plugins read it: JSON-typed. */
  config: Node
}

/** A plugin that is ready to run. */
export interface ExternalPlugin {
  generate(): Promise<Generated[]>
  /** What comes back takes the place of all objects. */
  transform(map: ResMap): Promise<void>
}

/** What stands behind a plugin: objects in, objects out. */
export interface PluginProgram {
  /** In messages. */
  name: string
  generate(): Promise<readonly Mapping[]>
  /** Undefined when nothing is run. */
  transform(given: readonly Resource[]): Promise<readonly Mapping[] | undefined>
}

/** What a plugin is run with. */
export interface PluginRun {
  plugin: Plugin
  target: Target
  context: BuildContext
  /** Runs a program in the folder of the kustomization, within the limits. */
  run(request: Omit<ProgramRequest, 'seconds' | 'maximumBytes' | 'cwd'>): Promise<ProgramResult>
  /** Runs a WebAssembly module within the limits. */
  runModule(request: Omit<ModuleRequest, 'seconds' | 'maximumBytes'>): Promise<ProgramResult>
  scratch: Runner['scratch']
}

export function configurationFailed({ resource }: Plugin, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code === 'NOT_YET') return error
  return rephrase(`plugin ${idText(resource.id)} fails configuration: ${error.message}`, error)
}
