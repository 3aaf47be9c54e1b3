/** Where a user's executable plugins are (build 5.21). */
import { fail } from '../../core/error.ts'
import type { FileSystem } from '../../core/host.ts'
import type { Location } from '../../core/source.ts'

/** The first of the reference's places that is there. */
export async function pluginHome(
  fs: FileSystem,
  environment: Readonly<Record<string, string | undefined>>,
  at: Location | undefined,
): Promise<string> {
  const { KUSTOMIZE_PLUGIN_HOME, XDG_CONFIG_HOME } = environment
  const user = environment.HOME || '~'
  const places = [
    [KUSTOMIZE_PLUGIN_HOME || undefined, '$KUSTOMIZE_PLUGIN_HOME'],
    [XDG_CONFIG_HOME ? `${XDG_CONFIG_HOME}/kustomize/plugin` : undefined, '$XDG_CONFIG_HOME'],
    [`${user}/.config/kustomize/plugin`, 'default value of $XDG_CONFIG_HOME'],
    [`${user}/kustomize/plugin`, 'home directory'],
  ] as const
  for (const [place] of places) {
    if (place !== undefined && (await fs.stat(place)) !== undefined) return place
  }
  const tried = places.map(([place = '<no value>', from]) => `('${place}'; homed in ${from})`)
  throw fail('PLUGIN_HOME', `unable to find plugin root - tried: ${tried.join(', ')}`, { at })
}
