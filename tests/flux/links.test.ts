/** Symbolic links in the files of sources: Flux's artifacts have none, so the cluster does without what they lead to. */
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpack } from '../../src/node/unpack.ts'
import { type Files, World } from '../remote/world.ts'
import { runFlux } from './command.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => {
  world.remove()
})

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
}

const SYNC = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 1h, path: ./apps, prune: true, sourceRef: {kind: GitRepository, name: fleet}}
`

/** The names of what the Kustomization applies, and all that is said. */
async function rendered(files: Files, ...words: string[]) {
  world.write('fleet', { 'prod/apps.yaml': SYNC, ...files })
  world.git('', 'init', '--quiet', 'fleet')
  const run = await runFlux(['render', 'prod', '--kustomization', 'apps', ...words], world.path('fleet'))
  const names = [...run.stdout.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name)
  const said = run.stderr
    .replaceAll(world.root, '')
    .split('\n')
    .filter((line) => /^(?:warning|✗)/.test(line))
  return { code: run.code, names, said }
}

function left(path: string, of = ''): string {
  return `warning[LINK]: ${path}${of} is a symbolic link: Flux makes its artifacts without them, so it is left out`
}

describe('a link', () => {
  test('among the files of a folder is left out, and named', async () => {
    const files = { 'apps/a.yaml': configMap('a'), 'apps/b.yaml': '-> ../base/b.yaml', 'base/b.yaml': configMap('b') }
    expect(await rendered(files)).toEqual({ code: 0, names: ['a'], said: [left('apps/b.yaml')] })
  })

  test('that leads out of the repository is left out like any other', async () => {
    world.write('elsewhere', { 'b.yaml': configMap('b') })
    const files = { 'apps/a.yaml': configMap('a'), 'apps/b.yaml': '-> ../../elsewhere/b.yaml', 'apps/c': '-> /etc' }
    const said = [left('apps/b.yaml'), left('apps/c')]
    expect(await rendered(files)).toEqual({ code: 0, names: ['a'], said })
  })

  test('that a kustomization file names is missing', async () => {
    const files = {
      'apps/kustomization.yaml': 'resources: [b.yaml]\n',
      'apps/b.yaml': '-> ../base/b.yaml',
      'base/b.yaml': configMap('b'),
    }
    const { code, said } = await rendered(files)
    expect(code).toBe(1)
    expect(said[0]).toBe(left('apps/b.yaml'))
    expect(said[1]).toContain('✗ Kustomization/flux-system/apps: kustomize build failed: accumulating resources: ')
    expect(said[1]).toContain('/fleet/apps/b.yaml')
  })

  test('in the way to a base, and in the place of the path, is missing with all that lies behind it', async () => {
    const base = { 'base/kustomization.yaml': 'resources: [b.yaml]\n', 'base/b.yaml': configMap('b') }
    const files = { ...base, 'apps/kustomization.yaml': 'resources: [../linked]\n', linked: '-> base' }
    const { code, said } = await rendered(files)
    expect([code, said[0]]).toEqual([1, left('linked')])
    world.remove()
    world = new World()
    expect(await rendered({ ...base, apps: '-> base' })).toEqual({
      ...{ code: 1, names: [] },
      said: [
        left('apps'),
        '✗ Kustomization/flux-system/apps: kustomization path not found: stat /fleet/apps: no such file or directory',
      ],
    })
  })

  test('that is ignored, or that leads nowhere, is left out too', async () => {
    const files = {
      '.sourceignore': 'ignored.yaml\n',
      'apps/a.yaml': configMap('a'),
      'apps/ignored.yaml': '-> a.yaml',
      'apps/none.yaml': '-> nowhere.yaml',
      'apps/itself.yaml': '-> itself.yaml',
    }
    const { code, names, said } = await rendered(files)
    expect({ code, names, said: said.sort() }).toEqual({
      ...{ code: 0, names: ['a'] },
      said: [left('apps/itself.yaml'), left('apps/none.yaml')],
    })
  })

  test('in a folder that is given for a source is left out as well', async () => {
    world.write('given', { 'apps/a.yaml': configMap('a'), 'apps/b.yaml': '-> a.yaml' })
    const of = ' of GitRepository/flux-system/fleet'
    expect(await rendered({}, '--local-sources', 'GitRepository/flux-system/fleet=../given')).toEqual({
      ...{ code: 0, names: ['a'] },
      said: [left('apps/b.yaml', of)],
    })
  })
})

describe('an archive', () => {
  test('has its symbolic links, and hard links as empty files, unless something else has their place', async () => {
    const tar = await packTar([
      { header: { name: 'a/x.yaml', size: 2, type: 'file' }, body: 'x\n' },
      { header: { name: 'a/soft.yaml', size: 0, type: 'symlink', linkname: 'x.yaml' } },
      { header: { name: 'a/hard.yaml', size: 0, type: 'link', linkname: 'a/x.yaml' } },
      { header: { name: 'b', size: 0, type: 'symlink', linkname: 'a' } },
      { header: { name: 'b/y.yaml', size: 2, type: 'file' }, body: 'y\n' },
      { header: { name: 'c', size: 0, type: 'symlink', linkname: 'a' } },
      { header: { name: 'c/d', size: 0, type: 'symlink', linkname: 'e' } },
    ])
    const text = (bytes: Uint8Array | { link: string }) => ('link' in bytes ? bytes : Buffer.from(bytes).toString())
    expect([...(await unpack(gzipSync(tar)))].map(([path, file]) => [path, text(file)])).toEqual([
      ['a/soft.yaml', { link: 'x.yaml' }],
      ['c', { link: 'a' }],
      ['a/x.yaml', 'x\n'],
      ['a/hard.yaml', ''],
      ['b/y.yaml', 'y\n'],
    ])
  })
})
