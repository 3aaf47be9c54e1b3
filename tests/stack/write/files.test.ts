import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { unpackTar } from 'modern-tar'
import { describe, expect, test } from 'vitest'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import { writeToTar } from '../../../src/stack/write/tar.ts'
import { layout } from './layouts.ts'

const shown = (tree: ManifestLayout, config?: Parameters<typeof layoutFiles>[1]) =>
  layoutFiles(tree, config).map(({ path, directory, content }) => (directory ? `${path}/` : `${path}\n${content}`))

const platform = layout(
  'prod',
  ['v1 Namespace shop', 'v1 ConfigMap shop/b', 'v1 ConfigMap shop/a'],
  {
    extraFiles: [{ name: 'values/web.yaml', content: 'a: 1\n' }],
    configMapGenerators: [
      { name: 'on', files: ['values/web.yaml'], annotations: { 'b/c': 'true', a: 'x' } },
      { name: 'bare' },
    ],
  },
  [
    layout('prod/web', ['apps/v1 Deployment shop/web'], { fileNaming: 'kind-name' }),
    layout('prod/1e3'),
    layout('prod/db', ['v1 Secret shop/db', 'v1 Service shop/db'], { applicationFileMode: 'single' }),
    layout('prod/unit', [], { umbrellaChild: true }),
  ],
)

describe('the files of a tree', () => {
  test('come in pre-order: directory, objects, extra files, kustomization, children', () => {
    expect(shown(platform)).toEqual([
      'prod/',
      'prod/cluster-namespace-shop.yaml\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n',
      'prod/shop-configmap-a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: shop\n',
      'prod/shop-configmap-b.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n  namespace: shop\n',
      'prod/values/',
      'prod/values/web.yaml\na: 1\n',
      `prod/kustomization.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - cluster-namespace-shop.yaml
  - shop-configmap-a.yaml
  - shop-configmap-b.yaml
  - web
  - "1e3"
  - db.yaml
configMapGenerator:
  - name: "on"
    files:
      - values/web.yaml
    options:
      annotations:
        a: x
        b/c: "true"
  - name: bare
`,
      'prod/web/',
      'prod/web/deployment-web.yaml\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n',
      'prod/web/kustomization.yaml\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - deployment-web.yaml\n',
      'prod/1e3/',
      'prod/1e3/kustomization.yaml\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n',
      'prod/db.yaml\napiVersion: v1\nkind: Secret\nmetadata:\n  name: db\n  namespace: shop\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: db\n  namespace: shop\n',
      'prod/unit/',
      'prod/unit/kustomization.yaml\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n',
    ])
  })

  test('stand below the manifests directory of a config, which names the files whatever the layouts say', () => {
    const tree = { ...layout('p', ['v1 Secret a/b'], { fileNaming: 'kind-name' }), namespace: '/' }
    expect(layoutFiles(tree, { manifestsDir: './apps/' }).map(({ path }) => path)).toEqual([
      'apps/p',
      'apps/p/a-secret-b.yaml',
      'apps/p/kustomization.yaml',
    ])
    expect(layoutFiles(tree, { fileNaming: 'kind-name', filePer: 'kind' }).map(({ path }) => path)[1]).toBe(
      'clusters/p/secret.yaml',
    )
    expect(() => layoutFiles(tree, { manifestsDir: '../x' })).toThrow(
      `ManifestsDir '../x' must not contain a ".." path segment`,
    )
  })

  test('a config makes single files of applications, never of nodes and bundles', () => {
    const unit = { origins: { nodes: [], bundles: [{ name: 'web' }] } }
    const tree = layout('p', [], {}, [layout('p/web', [], unit, [layout('p/web/app', ['v1 Secret s'])])])
    const paths = layoutFiles(tree, { applicationFileMode: 'single', manifestsDir: 'apps' }).map(({ path }) => path)
    expect(paths).toEqual([
      'apps/kustomization.yaml',
      'apps/p/web',
      'apps/p/web/kustomization.yaml',
      'apps/p/web/app.yaml',
    ])
  })

  test('of a Recursive layout have no kustomization file, those of an Explicit one below do (R-290)', () => {
    const tree = layout('p', ['v1 Secret a'], { mode: 'recursive' }, [layout('p/c', ['v1 Secret b'])])
    expect(layoutFiles(tree).map(({ path }) => path)).toEqual([
      'p',
      'p/cluster-secret-a.yaml',
      'p/c',
      'p/c/cluster-secret-b.yaml',
      'p/c/kustomization.yaml',
    ])
    expect(
      layoutFiles(tree, { kustomizationMode: 'recursive' }).some(({ path }) => path.endsWith('kustomization.yaml')),
    ).toBe(false)
  })

  test('a layout that is its own child is refused', () => {
    const tree = layout('p')
    tree.children.push(tree)
    expect(() => layoutFiles(tree)).toThrow('layouts "p" and "p" resolve to the same directory')
  })
})

describe('an archive', () => {
  test('is read by tar, holds the same files, and is the same every time', async () => {
    const bytes = await writeToTar(platform)
    expect(await writeToTar(structuredClone(platform))).toEqual(bytes)
    const folder = mkdtempSync(join(tmpdir(), 'strake-tar-'))
    try {
      writeFileSync(join(folder, 'a.tar'), bytes)
      const listing = execFileSync('tar', ['--numeric-owner', '--utc', '-tvf', join(folder, 'a.tar')], {
        encoding: 'utf8',
      })
      expect(
        listing
          .split('\n')
          .slice(0, 2)
          .map((line) => line.replace(/ +/g, ' ')),
      ).toEqual([
        'drwxr-xr-x 0/0 0 1970-01-01 00:00 prod/',
        '-rw-r--r-- 0/0 54 1970-01-01 00:00 prod/cluster-namespace-shop.yaml',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
    const files = layoutFiles(platform).map(({ path, directory, content }) => [directory ? `${path}/` : path, content])
    const entries = await unpackTar(bytes)
    expect(entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)])).toEqual(files)
  })

  test('has room for paths of any length', async () => {
    const name = 'n'.repeat(200)
    const [, entry] = await unpackTar(await writeToTar(layout('p', [`v1 Secret ns/${name}`])))
    expect(entry?.header.name).toBe(`p/ns-secret-${name}.yaml`)
  })
})

describe('properties', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'y', '1e3')
  const tree = fc.memo(
    (depth): fc.Arbitrary<ManifestLayout> =>
      fc
        .record({
          name,
          kinds: fc.uniqueArray(fc.constantFrom('Secret', 'Service', 'Pod', 'Job'), { maxLength: 3 }),
          filePer: fc.constantFrom('resource' as const, 'kind' as const),
          umbrellaChild: fc.boolean(),
          children: depth > 1 ? fc.array(tree(), { maxLength: 3 }) : fc.constant<ManifestLayout[]>([]),
        })
        .map(({ kinds, ...fields }) => ({
          ...fields,
          namespace: '.',
          resources: kinds.map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: 'x' } })),
        })),
  )
  /** Each layout below its parent, its objects named after it. */
  const placed = (one: ManifestLayout, namespace = '.'): ManifestLayout => {
    const path = namespace === '.' ? one.name : `${namespace}/${one.name}`
    const names = new Set<string>()
    return {
      ...one,
      namespace,
      resources: one.resources.map((object) => ({ ...object, metadata: { name: path.replaceAll('/', '-') } })),
      children: one.children
        .filter((child) => !names.has(child.name) && names.add(child.name))
        .map((child) => placed(child, path)),
    }
  }

  test('every entry of a kustomization file exists, and every file is written once', () => {
    fc.assert(
      fc.property(tree(5), (random) => {
        const files = layoutFiles(placed(random))
        const paths = new Set(files.map(({ path }) => path))
        expect(paths.size).toBe(files.length)
        for (const { path, content } of files) {
          if (!path.endsWith('/kustomization.yaml')) continue
          for (const [, entry = ''] of content.matchAll(/^ {2}- "?(.*?)"?$/gm)) {
            expect(paths).toContain(path.replace('kustomization.yaml', entry))
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})
