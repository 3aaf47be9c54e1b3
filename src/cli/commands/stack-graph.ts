/** `strake stack graph CLUSTER`: what applies what, and what waits for what, in the repository that would be written. */
import { fail } from '../../core/error.ts'
import { memoryFileSystem } from '../../core/memory-fs.ts'
import { join } from '../../core/path.ts'
import { fluxGraph } from '../../flux/graph.ts'
import { isFluxKustomization } from '../../flux/kustomization.ts'
import { renderTree } from '../../flux/render-tree.ts'
import { objectsOf } from '../../stack/identity.ts'
import type { ManifestLayout } from '../../stack/layout/manifest.ts'
import type { CommandContext } from '../command.ts'
import { DRAWN } from '../draw-graph.ts'
import { oneOf } from '../flags.ts'
import { GRAPH_FORMATS } from '../flux-flags.ts'
import { directoryOf, planStack } from '../stack-plan.ts'
import { clusterWord, openCluster } from '../stack-tools.ts'

const REPOSITORY = '/repository'

export async function run(context: CommandContext): Promise<number> {
  const { flags, stdout, reporter } = context
  const format = oneOf('--format', flags.string('format'), GRAPH_FORMATS)
  const open = await openCluster(context, clusterWord(context))
  if (open.engine !== 'flux')
    throw fail('USAGE', 'the graph is that of Flux: what Argo CD waits for is not in its Applications')
  const { layout, files, warnings } = await planStack(open)
  for (const warning of warnings) reporter.emit(warning)
  const contents = files.filter(({ directory }) => !directory)
  const tree = await renderTree({
    fs: memoryFileSystem(Object.fromEntries(contents.map(({ path, content }) => [`${REPOSITORY}/${path}`, content]))),
    repository: REPOSITORY,
    folder: join(REPOSITORY, directoryOf(layout)),
    localSources: sourcesOf(layout),
    strict: false,
  })
  stdout.write(await DRAWN[format](fluxGraph(tree)))
  return 0
}

/** Whatever the Kustomizations of the tree read is the tree. */
function sourcesOf(layout: ManifestLayout): Map<string, string> {
  const sources = new Map<string, string>()
  const visit = (at: ManifestLayout): void => {
    for (const object of objectsOf(at.resources)) {
      if (!isFluxKustomization(object)) continue
      const { metadata, spec } = object
      const { sourceRef } = spec as { sourceRef?: { kind: string; name: string; namespace?: string } }
      const namespace = sourceRef?.namespace ?? metadata?.namespace ?? 'default'
      if (sourceRef !== undefined) sources.set(`${sourceRef.kind}/${namespace}/${sourceRef.name}`, REPOSITORY)
    }
    at.children.forEach(visit)
  }
  visit(layout)
  return sources
}
