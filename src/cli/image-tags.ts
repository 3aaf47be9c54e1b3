/** Tags of an image (kpt 10.3): those that the container engine of this machine has, and those of its registry. */
import { ToolError, wrap } from '../core/error.ts'
import type { Runner } from '../core/host.ts'
import type { ContainerOptions } from '../kpt/container.ts'
import { openRegistry, registryTags } from '../node/registry.ts'
import type { CommandContext } from './command.ts'

/** All of them. A registry that cannot be reached matters only where the engine has no image of that name either. */
export async function imageTags(
  { runner, context, say }: { runner: Runner; context: CommandContext; say(text: string): void },
  image: string,
  { engine, always }: ContainerOptions,
): Promise<string[]> {
  const words = ['image', 'ls', '--filter', `reference=${image}`, '--format', '{{ .Tag }}']
  const limits = { cwd: context.cwd, seconds: 10, maximumBytes: 4_000_000 }
  const asked = always === false ? undefined : await runner.run({ program: engine, words, ...limits }).catch(notThere)
  const local = asked?.code === 0 ? asked.stdout.split('\n').filter((line) => line !== '') : []
  try {
    return [...local, ...(await registryTags(openRegistry(image, context.environment)))]
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    if (local.length === 0) throw wrap(`tags of "${image}" cannot be listed`, error)
    say(`W tag_resolution.go] tags of "${image}" cannot be listed, those of ${engine} are used: ${error.message}\n`)
    return local
  }
}

function notThere(error: unknown): undefined {
  if (!(error instanceof ToolError)) throw error
}
