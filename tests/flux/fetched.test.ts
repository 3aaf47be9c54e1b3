/** Sources in other repositories, fetched from a git server on loopback. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf } from '../../src/flux/tree.ts'
import { openFetcher } from '../../src/node/fetch.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { gitBackend, repositories, serve, type TestServer } from '../remote/server.ts'
import { World } from '../remote/world.ts'

const backend = gitBackend()
if (backend === undefined) console.warn('skipped: git came without git-http-backend')

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
}

describe.skipIf(backend === undefined)('a GitRepository of another repository', () => {
  let world: World
  let server: TestServer
  let commit: string

  beforeEach(async () => {
    world = new World()
    commit = world.commit('served/apps', { 'deploy/a.yaml': configMap('tagged'), 'deploy/b.png': 'no object' })
    world.git('served/apps', 'tag', 'v1.0.0')
    world.commit('served/apps', { 'deploy/a.yaml': configMap('later') })
    server = await serve(repositories(backend as string, world.path('served'), world.environment))
  })

  afterEach(async () => {
    await server.close()
    world.remove()
  })

  function fleet(ref: string): void {
    world.write('fleet', {
      'prod/apps.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, url: "${server.url}/apps/.git", ref: ${ref}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, path: ./deploy, prune: true, sourceRef: {kind: GitRepository, name: apps}}
`,
    })
  }

  /** As a process of its own would. */
  async function rendered(offline = false): Promise<FluxTree> {
    const fetcher = openFetcher({ environment: world.environment, offline })
    try {
      const folder = world.path('fleet')
      return await renderTree({ fs: nodeFileSystem(), repository: folder, folder: `${folder}/prod`, fetcher })
    } finally {
      await fetcher.close()
    }
  }

  function shown({ kustomizations, sources, problems }: FluxTree) {
    const apps = kustomizations.find(({ id }) => id === 'flux-system/apps')
    return {
      objects: apps && objectsOf(apps).map((object) => idOf(object).name),
      source: sources.map(({ id, found, revision }) => ({ id, found, revision })),
      problems: problems.map(({ about, code }) => `${about}: ${code}`),
    }
  }

  const SOURCE = 'GitRepository/flux-system/apps'

  test.each([
    ['a tag', () => '{tag: v1.0.0}'],
    ['a commit', () => `{commit: ${commit}}`],
  ])('is fetched at %s, and is there offline after it, without the server', async (_, ref) => {
    fleet(ref())
    const expected = {
      objects: ['tagged'],
      source: [{ id: SOURCE, found: 'fetched', revision: commit }],
      problems: [],
    }
    expect(shown(await rendered())).toEqual(expected)
    expect(server.requests.length).toBeGreaterThan(0)
    await server.close()
    expect(shown(await rendered(true))).toEqual(expected)
  })

  test('that was never fetched is a problem offline', async () => {
    fleet('{tag: v1.0.0}')
    const tree = await rendered(true)
    expect(server.requests).toEqual([])
    expect(shown(tree)).toMatchObject({ source: [{ id: SOURCE, found: 'unresolved', revision: '' }] })
    expect(tree.problems.map(({ about, severity }) => `${severity} ${about}`)).toEqual([
      `error ${SOURCE}`,
      'error Kustomization/flux-system/apps',
    ])
  })

  test('is fetched at the end of a branch', async () => {
    fleet('{branch: main}')
    expect(shown(await rendered()).objects).toEqual(['later'])
  })
})
