/** Generators that are configured by files (build 5.20). */
import { Source } from '../../core/source.ts'
import { configurationFailed, type Plugin } from '../plugins/plugin.ts'
import type { GeneratorArgs } from '../types.ts'
import type { Generator, GeneratorPlace } from './generator.ts'
import { generators } from './index.ts'

export interface Configured {
  generator: Generator
  args: GeneratorArgs
}

/** Makes a builtin generator from a configuration file; undefined when there is none of its kind. */
export async function configureGenerator(plugin: Plugin, place: GeneratorPlace): Promise<Configured | undefined> {
  const { config, resource } = plugin
  const generator = generators.find(({ kind }) => kind === resource.id.kind)
  if (generator === undefined) return undefined
  try {
    const args = generator.decode(config, resource.source ?? new Source('', ''))
    await generator.check?.(args, place)
    return { generator, args }
  } catch (error) {
    throw configurationFailed(plugin, error)
  }
}
