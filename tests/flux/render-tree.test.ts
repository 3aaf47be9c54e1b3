import { describe, expect, test } from 'vitest'
import { type MemoryFile, memoryFileSystem } from '../../src/core/memory-fs.ts'
import { idOf, shownId } from '../../src/flux/object.ts'
import { renderTree } from '../../src/flux/render-tree.ts'
import { type FluxTree, objectsOf, type TreeOptions } from '../../src/flux/tree.ts'

const GIT = 'sourceRef: {kind: GitRepository, name: fleet}'

function kustomization(name: string, spec: string, metadata = ''): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: '${name}', namespace: flux-system${metadata}}
spec: {${spec}, prune: true, interval: 1h${spec.includes('sourceRef') ? '' : `, ${GIT}`}}
---
`
}

/** Apart from the templates of this language. */
function variable(name: string): string {
  return `$\{${name}}`
}

function configMap(name: string, data = '{}'): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '${name}', namespace: flux-system}\ndata: ${data}\n---\n`
}

function repository(url: string, ref = '{branch: main}'): string {
  return `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: fleet, namespace: flux-system}
spec: {url: ${url}, interval: 1h, ref: ${ref}}
---
`
}

async function tree(files: Record<string, MemoryFile>, more: Partial<TreeOptions> = {}): Promise<FluxTree> {
  const placed = Object.entries(files).map(([path, text]) => [`/fleet/${path}`, text] as const)
  const fs = memoryFileSystem(Object.fromEntries(placed))
  return await renderTree({ fs, repository: '/fleet', folder: '/fleet/prod', ...more })
}

/** What each Kustomization applies, and what is wrong. */
function shown({ kustomizations, problems }: FluxTree): string[] {
  return [
    ...kustomizations.map(
      (one) => `${one.level} ${one.id} ${one.status}: ${objectsOf(one).map((object) => shownId(idOf(object)))}`,
    ),
    ...problems.map(({ severity, about, message }) => `${severity} ${about}: ${message}`),
  ]
}

describe('the tree of a path', () => {
  test('follows Kustomizations in files and in what they apply', async () => {
    const found = await tree({
      'prod/infra.yaml': kustomization('infra', 'path: infra'),
      'infra/all.yaml':
        kustomization('deep', 'path: ./deep, dependsOn: [{name: base}]') + kustomization('base', 'path: /base'),
      'deep/a.yaml': configMap('a'),
      'base/b.yaml': configMap('b'),
    })
    expect(shown(found)).toEqual([
      '0 ./prod rendered: Kustomization/flux-system/infra',
      '1 flux-system/infra rendered: Kustomization/flux-system/base,Kustomization/flux-system/deep',
      '2 flux-system/base rendered: ConfigMap/flux-system/b',
      '3 flux-system/deep rendered: ConfigMap/flux-system/a',
    ])
  })

  test('begins with the Kustomization that applies the path, with its own changes to itself', async () => {
    const patch = `patches: [{patch: '[{op: add, path: /metadata/labels, value: {team: a}}]', target: {kind: ConfigMap}}]`
    const found = await tree(
      {
        'prod/flux-system/sync.yaml':
          kustomization('flux-system', './prod'.replace(/^/, 'path: ')) +
          repository('ssh://git@example.com/acme/fleet'),
        'prod/flux-system/kustomization.yaml': `resources: [sync.yaml]\npatches: [{patch: "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: flux-system, namespace: flux-system}, spec: {namePrefix: p-, ${patch.replaceAll('"', '\\"')}}}"}]\n`,
        'prod/settings.yaml': configMap('settings'),
      },
      { remotes: ['https://example.com/acme/fleet.git'] },
    )
    expect(found.kustomizations.map(({ id, parent, isImplied }) => ({ id, parent, isImplied }))).toEqual([
      { id: 'flux-system/flux-system', parent: undefined, isImplied: false },
    ])
    expect(found.sources.map(({ id, found }) => `${id} ${found}`)).toEqual([
      'GitRepository/flux-system/fleet repository',
    ])
  })

  test('takes variables from what others apply, whatever comes first', async () => {
    const from =
      'postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}, {kind: Secret, name: more, optional: true}]}'
    const found = await tree({
      'prod/a.yaml': kustomization('a', `path: a, ${from}`),
      'prod/b.yaml': kustomization('b', 'path: b'),
      'a/a.yaml': configMap(`${variable('NAME')}-${variable('ZONE:=none')}`),
      'b/vars.yaml': configMap('vars', '{NAME: shop}'),
      'b/more.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: more, namespace: flux-system}\nstringData: {ZONE: eu}\n',
    })
    expect(shown(found)).toEqual([
      '0 ./prod rendered: Kustomization/flux-system/a,Kustomization/flux-system/b',
      '1 flux-system/a rendered: ConfigMap/flux-system/shop-eu',
      '1 flux-system/b rendered: ConfigMap/flux-system/vars,Secret/flux-system/more',
    ])
  })

  test('names variables that nothing applies', async () => {
    const found = await tree({
      'prod/a.yaml': kustomization('a', 'path: a, postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}'),
      'a/a.yaml': configMap(variable('NAME')),
    })
    expect(shown(found)).toEqual([
      '0 ./prod rendered: Kustomization/flux-system/a',
      '1 flux-system/a failed: ',
      `error Kustomization/flux-system/a: post build failed for 'ConfigMap.v1.[noGrp]/\${NAME}': substitute from 'ConfigMap/vars' error: configmaps "vars" not found`,
    ])
  })

  test('refuses what has no version, kind or name, which no cluster takes', async () => {
    const found = await tree({
      'prod/a.yaml': kustomization('a', 'path: a'),
      'a/a.yaml': 'piVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    })
    expect(found.problems.map(({ about, message }) => `${about}: ${message}`)).toEqual([
      'Kustomization/flux-system/a: failed to decode Kubernetes apiVersion, kind and name from: kind: ConfigMap\nmetadata:\n  name: a\npiVersion: v1',
    ])
  })

  test('does without a suspended one and says so', async () => {
    const found = await tree({
      'prod/a.yaml': kustomization('a', 'path: a, suspend: true'),
      'a/a.yaml': configMap('a'),
    })
    expect(shown(found)).toEqual([
      '0 ./prod rendered: Kustomization/flux-system/a',
      '1 flux-system/a suspended: ',
      'warning Kustomization/flux-system/a: flux-system/a is suspended: nothing of it is applied',
    ])
  })
})

describe('Kustomizations that apply each other', () => {
  test('end with the way', async () => {
    const found = await tree({
      'prod/a.yaml': kustomization('a', 'path: a'),
      'a/b.yaml': kustomization('b', 'path: b'),
      'b/a.yaml': kustomization('a', 'path: a'),
    })
    expect(shown(found)).toEqual([
      '0 ./prod rendered: Kustomization/flux-system/a',
      '1 flux-system/a rendered: Kustomization/flux-system/b',
      '2 flux-system/b rendered: Kustomization/flux-system/a',
      'error Kustomization/flux-system/a: Kustomizations apply each other: flux-system/a -> flux-system/b -> flux-system/a',
    ])
  })

  test('under ever longer names end too', async () => {
    const found = await tree({
      'prod/a.yaml': kustomization(
        `a-${variable('n')}`,
        `path: prod, postBuild: {substitute: {n: "${variable('n')}x"}}`,
      ),
    })
    const { kustomizations, problems } = found
    expect(kustomizations.length).toBe(100)
    expect(problems.map(({ message }) => message)).toEqual([
      `Kustomizations apply each other more than 100 deep: flux-system/a-${variable('n')}${'x'.repeat(100)}`,
    ])
  })
})
