/** Sources in other repositories, fetched from a git server on loopback. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf } from '../../src/flux/tree.ts'
import { openFetcher } from '../../src/node/fetch.ts'
import { treeDigest } from '../../src/node/fetch-cache.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { lockText } from '../../src/node/lock.ts'
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

  function fleet(ref: string, more = ''): void {
    world.write('fleet', {
      'prod/apps.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, url: "${server.url}/apps/.git", ref: ${ref}${more}}
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
    const folder = world.path('fleet')
    const fetcher = openFetcher({ environment: world.environment, offline, folder, isForFlux: true })
    try {
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

  test('is fetched at the newest tag of a version range, and stays there offline and with the lock', async () => {
    for (const tag of ['v1.4.0', 'v2.0.0', 'not-a-version', 'v1.9']) world.git('served/apps', 'tag', tag)
    world.git('served/apps', 'tag', '--annotate', '--message=x', 'v1.10.0', commit)
    fleet('{semver: ">=1.0.0 <2.0.0", tag: v2.0.0}')
    const expected = { objects: ['tagged'], source: [{ id: SOURCE, found: 'fetched', revision: commit }], problems: [] }
    expect(shown(await rendered())).toEqual(expected)
    world.git('served/apps', 'tag', 'v1.11.0')
    const digest = treeDigest(world.path(`cache/git/${commit}`))
    const locked = { url: `${server.url}/apps/.git`, ref: 'semver >=1.0.0 <2.0.0', submodules: false, commit, digest }
    const none = { repositories: [], files: [] }
    const other = { ...locked, commit: 'f'.repeat(40) }
    for (const lock of [
      { ...none, repositories: [locked] },
      { ...none, flux: { ...none, repositories: [locked] } },
      { ...none, repositories: [other], flux: { ...none, repositories: [locked] } },
    ]) {
      world.write('fleet', { 'strake.lock': lockText(lock) })
      expect(shown(await rendered())).toEqual(expected)
    }
    world.write('fleet', { 'strake.lock': lockText(none) })
    const later = world.git('served/apps', 'rev-parse', 'v1.11.0')
    expect(shown(await rendered())).toMatchObject({ objects: ['later'], source: [{ revision: later }] })
    await server.close()
    expect(shown(await rendered(true))).toMatchObject({ objects: ['later'], source: [{ revision: later }] })
  })

  test('is fetched by the whole name of a reference', async () => {
    world.git('served/apps', 'update-ref', 'refs/pull/7/head', commit)
    fleet('{name: refs/pull/7/head, branch: main}')
    expect(shown(await rendered()).objects).toEqual(['tagged'])
  })

  test('is fetched at a tag and not at a branch of that name', async () => {
    world.git('served/apps', 'branch', 'v1.0.0')
    fleet('{tag: v1.0.0}')
    expect(shown(await rendered()).objects).toEqual(['tagged'])
    fleet('{branch: v1.0.0}')
    expect(shown(await rendered()).objects).toEqual(['later'])
    fleet('{tag: main}')
    expect((await rendered()).problems[0]?.message).toContain("couldn't find remote ref refs/tags/main")
  })

  test.each([
    ['{semver: "~9"}', `${SOURCE}: no match found for semver: ~9`],
    ['{semver: latest}', `${SOURCE}: 'latest' is no version range that is read here`],
    ['{semver: "*-0"}', `${SOURCE}: '*-0' is no version range that is read here`],
    ['{commit: main}', `${SOURCE} has the commit 'main', which is none`],
    ['{commit: abc1234}', `${SOURCE} has the commit 'abc1234', which is none`],
    ['{name: main}', `${SOURCE} has the reference 'main', which is none`],
    ['{name: "refs/heads/*:refs/heads/*"}', `${SOURCE} has the reference 'refs/heads/*:refs/heads/*', which is none`],
    ['{tag: "a..b"}', `${SOURCE} has the reference 'refs/tags/a..b', which is none`],
    ['{branch: "main~1"}', `${SOURCE} has the reference 'refs/heads/main~1', which is none`],
  ])('with the reference %s is a problem', async (ref, message) => {
    fleet(ref)
    const { problems } = await rendered()
    expect(problems.find(({ about }) => about === SOURCE)?.message).toBe(message)
  })

  test('has two tags of its highest version only when they are one commit', async () => {
    world.git('served/apps', 'tag', '1.0.0', 'v1.0.0')
    fleet('{semver: 1.x}')
    expect(shown(await rendered()).objects).toEqual(['tagged'])
    world.git('served/apps', 'tag', 'v1.0.0+later')
    const { problems } = await rendered()
    expect(problems[0]?.message).toMatch(/^.*: '.*' and '.*' are one version for the range '1.x'$/)
  })

  test('that is verified in the cluster says that it is not here', async () => {
    fleet('{tag: v1.0.0}', ', verify: {mode: HEAD, secretRef: {name: keys}}')
    const { problems } = await rendered()
    expect(problems).toEqual([
      {
        ...{ severity: 'warning', code: 'UNVERIFIED', about: SOURCE, at: [{ source: expect.anything(), offset: 0 }] },
        message: `the signature of ${SOURCE} is not verified`,
      },
    ])
  })

  describe('with sparseCheckout', () => {
    test('has what lies below paths that begin so, and nothing else', async () => {
      world.commit('served/apps', { 'deploy-more/b.yaml': configMap('more'), 'c.yaml': configMap('top') })
      fleet('{branch: main}', ', sparseCheckout: [./deploy]')
      expect(shown(await rendered()).objects).toEqual(['later'])
      world.write('fleet', {
        'prod/all.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: all, namespace: flux-system}
spec: {interval: 1h, path: ./, prune: true, sourceRef: {kind: GitRepository, name: apps}}
`,
      })
      const all = (await rendered()).kustomizations.find(({ id }) => id === 'flux-system/all')
      expect(all && objectsOf(all).map((object) => idOf(object).name)).toEqual(['later', 'more'])
    })

    test('of a folder that is not there is a problem', async () => {
      for (const folder of ['none', '../etc', 'deploy/../..']) {
        fleet('{branch: main}', `, sparseCheckout: [${folder}]`)
        expect((await rendered()).problems[0]?.message).toBe(
          `${SOURCE}: sparse checkout dir '${folder}' does not exist in repository`,
        )
      }
    })
  })

  describe('with include', () => {
    const OTHER = 'GitRepository/flux-system/other'

    beforeEach(() => {
      world.commit('served/other', {
        'base/x.yaml': configMap('included'),
        'base/.sourceignore': 'y.yaml\n',
        'base/y.yaml': configMap('ignored'),
        'secret.yaml': configMap('secret'),
      })
    })

    function other(more = ''): string {
      return `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: other, namespace: flux-system}
spec: {interval: 1h, url: "${server.url}/other/.git", ref: {branch: main}${more}}
`
    }

    test('has files of the other one where it says, without those that are ignored there', async () => {
      world.write('fleet', { 'prod/other.yaml': other() })
      fleet('{tag: v1.0.0}', ', include: [{repository: {name: other}, fromPath: base, toPath: deploy/more}]')
      const tree = await rendered()
      const head = world.git('served/other', 'rev-parse', 'HEAD')
      expect(shown(tree)).toEqual({
        objects: ['included', 'tagged'],
        source: [
          { id: OTHER, found: 'fetched', revision: head },
          { id: SOURCE, found: 'fetched', revision: `${commit} + ${head}` },
        ],
        problems: [],
      })
      await server.close()
      expect(shown(await rendered(true))).toEqual(shown(tree))
    })

    test('has the whole of the other one in a folder of its name, and its own patterns leave out files there too', async () => {
      world.write('fleet', { 'prod/other.yaml': other() })
      fleet('{tag: v1.0.0}', ', ignore: "secret.yaml", include: [{repository: {name: other}}]')
      world.write('fleet', {
        'prod/all.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: all, namespace: flux-system}
spec: {interval: 1h, path: ./other, prune: true, sourceRef: {kind: GitRepository, name: apps}}
`,
      })
      const tree = await rendered()
      const all = tree.kustomizations.find(({ id }) => id === 'flux-system/all')
      expect(all && objectsOf(all).map((object) => idOf(object).name)).toEqual(['included'])
    })

    test('does not follow a link out of what is included', async () => {
      world.commit('served/other', { 'base/out.yaml': '-> ../secret.yaml' })
      world.write('fleet', { 'prod/other.yaml': other() })
      fleet('{tag: v1.0.0}', ', include: [{repository: {name: other}, fromPath: base, toPath: deploy/more}]')
      const { problems } = await rendered()
      expect(problems.map(({ code, message }) => [code, message.replace(/^.*\/deploy/, 'deploy')])).toEqual([
        [
          'LINK',
          'base/out.yaml of GitRepository/flux-system/other is a symbolic link: Flux makes its artifacts without them, so it is left out',
        ],
      ])
    })

    test.each([
      ['{repository: {name: none}}', 'GitRepository/flux-system/none, which nothing defines'],
      ['{repository: {name: other}, fromPath: none}', "'none' of GitRepository/flux-system/other, which is not there"],
      ['{repository: {name: other}, toPath: deploy}', `${OTHER} at 'deploy', where it has files of its own`],
      ['{repository: {name: other}, toPath: ../..}', `${OTHER} at '../..', where it has files of its own`],
      ['{repository: {name: other}, fromPath: base/x.yaml/x}', `'base/x.yaml/x' of ${OTHER}, which is not there`],
    ])('of %s is a problem', async (include, message) => {
      world.write('fleet', { 'prod/other.yaml': other() })
      fleet('{tag: v1.0.0}', `, include: [${include}]`)
      const { problems } = await rendered()
      expect(problems.find(({ about }) => about === SOURCE)?.message).toBe(`${SOURCE} includes ${message}`)
    })

    test('of one that includes it is a problem that shows the way', async () => {
      world.write('fleet', { 'prod/other.yaml': other(', include: [{repository: {name: apps}}]') })
      fleet('{tag: v1.0.0}', ', include: [{repository: {name: other}}]')
      expect((await rendered()).problems[0]?.message).toBe(
        `sources include each other: ${SOURCE} -> ${OTHER} -> ${SOURCE}`,
      )
    })
  })
})
