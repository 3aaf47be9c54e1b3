import { expect, test } from 'vitest'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import { defineCluster } from '../../../src/stack/define.ts'
import type { Application } from '../../../src/stack/model.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'

test.each(['name', 'flat'] as const)(
  'R-194: an intent is not written on an object that another application has too, applications by %s',
  (applicationGrouping) => {
    const item = Object.freeze({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: Object.freeze({ name: 'b', namespace: 'default' }),
    })
    const list = Object.freeze({ apiVersion: 'v1', kind: 'List', items: Object.freeze([item]) })
    const object = Object.freeze({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: Object.freeze({ name: 'a', namespace: 'default' }),
    })
    const below = Object.freeze({ ...object, metadata: Object.freeze({ name: 'c', namespace: 'default' }) })
    const config: Application['config'] = {
      generate: () => [object, list],
      augmentLayout: (layout) =>
        void layout.children.push({
          name: 'more',
          namespace: `${layout.namespace}/${layout.name}`,
          resources: [below],
          children: [],
        }),
      wantsOwnLayout: () => applicationGrouping === 'name',
    }
    const sourceRef = { kind: 'GitRepository', name: 'flux-system' }
    const node = (name: string, more: object) => ({
      name,
      bundle: { name, sourceRef, applications: [{ name, config, ...more }] },
    })
    const cluster = defineCluster({
      name: 'demo',
      node: { name: 'prod', children: [node('kept', { delivery: { pruneProtection: true } }), node('plain', {})] },
    })
    const layout = fluxEngine().createLayoutWithResources(cluster, { applicationGrouping })
    const files = layout === undefined ? [] : layoutFiles(layout).filter(({ path }) => /configmap|list/.test(path))
    const annotated = files.filter(({ content }) => content.includes('kustomize.toolkit.fluxcd.io/prune: disabled'))
    expect(files.length).toBe(applicationGrouping === 'name' ? 6 : 4)
    expect(annotated.map(({ path }) => path)).toEqual(
      files.map(({ path }) => path).filter((path) => path.startsWith('prod/kept/')),
    )
  },
)
