/** `strake stack tree CLUSTER`: the directories with what applies each. */
import { type Branch, drawTree } from '../../krm/drawing.ts'
import { objectsOf } from '../../stack/identity.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { CommandContext } from '../command.ts'
import { deliveredBy, directoryOf, planStack } from '../stack-plan.ts'
import { clusterWord, openCluster } from '../stack-tools.ts'

interface Directory {
  path: string
  /** What applies it; nothing where it is applied with the directory above. */
  appliedBy: string[]
  objects: string[]
  directories: Directory[]
}

export async function run(context: CommandContext): Promise<number> {
  const { flags, stdout, reporter } = context
  const open = await openCluster(context, clusterWord(context))
  const { layout, warnings } = await planStack(open)
  for (const warning of warnings) reporter.emit(warning)
  const by = deliveredBy(layout)
  const top = directory(layout, by)
  top.appliedBy.push('the bootstrap')
  stdout.write(flags.string('format') === 'json' ? `${JSON.stringify(top, null, 2)}\n` : drawTree(drawn(top, '')))
  return 0
}

function directory(layout: ManifestLayout, by: ReadonlyMap<string, string[]>): Directory {
  const path = directoryOf(layout)
  return {
    path,
    appliedBy: [...(by.get(path) ?? [])],
    objects: objectsOf(layout.resources).map(({ kind = '', metadata }) => `${kind} ${metadata?.name ?? ''}`),
    directories: layout.children.map((child) => directory(child, by)),
  }
}

function drawn({ path, appliedBy, objects, directories }: Directory, above: string): Branch {
  const name = above !== '' && path.startsWith(`${above}/`) ? path.slice(above.length + 1) : path
  const notes = [objects.length === 1 ? '1 object' : `${objects.length} objects`]
  if (appliedBy.length > 0) notes.push(`applied by ${appliedBy.join(', ')}`)
  return { label: `${name} (${notes.join(', ')})`, branches: directories.map((inner) => drawn(inner, path)) }
}
