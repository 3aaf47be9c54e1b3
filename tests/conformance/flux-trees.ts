/**
 * corpus/real as trees of Flux: every path that kustomize builds in the repositories that are made for Flux, and the Kustomizations
 * among its objects. flux-trees.json has how many objects the real kustomize 5.8.2 makes of each path, with the components
 * of a Kustomization added to its file; null for a path that the repository's copy does not have.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf } from '../../src/flux/tree.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { checkoutRoot } from '../subject.ts'
import { withLinks } from './links.ts'
import { type Case, firstDifference, type Group, oneLine } from './outcome.ts'

interface ExpectedTree {
  repository: string
  path: string
  objects: number
  kustomizations: Record<string, number | null>
}

/** What the controller refuses although kustomize builds it, by path, with the first line of what is said. */
const REFUSED: Record<string, string> = {
  'fluxcd+kustomize-controller/internal/controller/testdata/invalid/overlay':
    'failed to decode Kubernetes apiVersion, kind and name from: kind: Provider',
}

export function fluxTrees(corpus: string, scratch: string): Group {
  const text = readFileSync(join(checkoutRoot(), 'tests/conformance/flux-trees.json'), 'utf8')
  const trees = new Map<string, string>()
  const cases = (JSON.parse(text) as ExpectedTree[]).map((expected): Case => {
    const { repository, path } = expected
    return {
      name: `${repository}/${path}`,
      run: async () => {
        const tree = trees.get(repository) ?? realpathSync(withLinks(join(corpus, 'real', repository, 'tree'), scratch))
        trees.set(repository, tree)
        const folder = join(tree, path)
        const rendered = await renderTree({
          fs: nodeFileSystem(),
          repository: tree,
          folder,
          localSources: new Map(WEBAPP(tree)),
        })
        const [wanted, actual] = [shownExpected(expected), shown(rendered, tree)]
        if (wanted === actual) return { status: 'pass' }
        const difference = firstDifference(wanted, actual)
        return { status: 'fail', reason: oneLine(difference), difference }
      },
    }
  })
  return { name: 'flux/trees', cases }
}

/** Repositories of others, of which the copy has nothing: their paths are not there. */
const WEBAPP = (tree: string): [string, string][] =>
  ['webapp', 'webapp-releases', 'flux-system'].map((name) => [`GitRepository/flux-system/${name}`, tree])

function shownExpected({ repository, path, objects, kustomizations }: ExpectedTree): string {
  const refused = REFUSED[`${repository}/${path}`]
  const lines = Object.entries(kustomizations).map(([id, count]) => `${id}: ${count ?? 'NO_PATH'}`)
  return [`.: ${refused ?? objects}`, ...lines.sort()].join('\n')
}

function shown({ kustomizations, problems }: FluxTree, root: string): string {
  const lines = kustomizations.map((one) => {
    const problem = problems.find(
      ({ about, severity }) => severity === 'error' && (about === one.id || about === `Kustomization/${one.id}`),
    )
    const said = problem?.code === 'NO_PATH' ? 'NO_PATH' : problem?.message.replaceAll(root, '').split('\n')[0]
    return {
      isFirst: one.parent === undefined,
      text: `${one.parent === undefined ? '.' : one.id}: ${said ?? objectsOf(one).length}`,
    }
  })
  const first = lines.filter(({ isFirst }) => isFirst)
  return [...first, ...lines.filter(({ isFirst }) => !isFirst).sort((a, b) => (a.text < b.text ? -1 : 1))]
    .map(({ text }) => text)
    .join('\n')
}
