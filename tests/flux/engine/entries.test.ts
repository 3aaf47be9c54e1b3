import { describe, expect, it } from 'vitest'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import {
  application,
  bundle,
  cluster,
  create,
  integrate,
  kustomization,
  type Loose,
  layoutAt,
  layoutsOf,
  list,
  node,
  outline,
  PLACEMENTS,
  refusal,
  walk,
} from './stacks.ts'

const web = () => cluster({ bundle: bundle('web') })

describe('the engine', () => {
  it('R-001 R-003 R-008 has a name and settings, and no placement of its own', () => {
    const { name, resources } = fluxEngine()
    expect({ name, resources }).toEqual({
      name: 'FluxCD Workflow Engine',
      resources: {
        defaultInterval: '60m',
        defaultNamespace: 'flux-system',
        prune: undefined,
        umbrellasDoNotWait: false,
      },
    })
  })

  it('R-002 R-079 R-078 reads its settings when it is called, and never overrides what is set', () => {
    const engine = fluxEngine({ defaultNamespace: 'tenant' })
    engine.resources.defaultInterval = '7m'
    const { metadata, spec } = kustomization(engine.createLayoutWithResources(web(), {}) as never, 'web')
    expect([metadata.namespace, spec.interval]).toEqual(['tenant', '7m0s'])
  })

  it('R-004 an unset placement is the separate one', () => {
    expect(outline(create(web()))).toBe(outline(create(web(), { fluxPlacement: 'separate' })))
  })

  it('R-005 the placement of the call holds for every layout, whatever the tree was walked with', () => {
    const given = web()
    const tree = integrate(walk(given, { fluxPlacement: 'integrated' }), given, { fluxPlacement: 'separate' })
    expect(new Set(layoutsOf(tree).map(({ fluxPlacement }) => fluxPlacement))).toEqual(new Set(['separate']))
  })

  it('R-006 a tree keeps the placement its Kustomizations were placed for', () => {
    const given = web()
    const tree = create(given, { fluxPlacement: 'integrated' })
    expect(refusal(() => integrate(tree, given, { fluxPlacement: 'separate' }), tree)).toMatchInlineSnapshot(
      `"PLACEMENT: layout "prod" already holds Flux Kustomization "web", placed for "integrated": it cannot be integrated again as "separate""`,
    )
  })

  it('R-007 a refusal after objects were annotated, hosted and placed leaves the tree as it was', () => {
    const kept = { ...application('kept'), delivery: { pruneProtection: true } }
    const given = cluster({
      children: [
        node('a', {
          bundle: bundle('a', { applications: [kept], dependsOn: [] }),
          children: [node('b', { bundle: bundle('b') })],
        }),
      ],
    })
    const [a, b] = [given.node?.children?.[0]?.bundle, given.node?.children?.[0]?.children?.[0]?.bundle]
    a?.dependsOn?.push(b as never)
    const tree = walk(given, { fluxPlacement: 'integrated' })
    expect(refusal(() => integrate(tree, given, { fluxPlacement: 'integrated' }), tree)).toMatchInlineSnapshot(
      `"RECONCILE_ORDER: Flux Kustomizations can never all become Ready: flux-system/a waits for itself (apply flux-system/a -> ready flux-system/b -> apply flux-system/b -> apply flux-system/a); applying waits for every dependsOn, becoming Ready for every health check or, with wait, for everything applied, and a Kustomization exists only once the one that holds it has applied"`,
    )
  })
})

describe('lists', () => {
  it('R-010 R-040 one Kustomization for each directory in pre-order, each followed by a source that is new', () => {
    const shared = { kind: 'OCIRepository' as const, name: 'shared', url: 'oci://registry/shared' }
    const given = cluster({
      bundle: bundle('base', { sourceRef: shared }),
      children: [node('apps', { bundle: bundle('shop', { sourceRef: shared, children: [bundle('db')] }) })],
    })
    expect(list(given)).toMatchInlineSnapshot(`
      [
        "Kustomization base: prod/base",
        "OCIRepository shared",
        "Kustomization shop: prod/apps, checks db",
        "Kustomization db: prod/apps/db",
      ]
    `)
  })

  it('R-011 the list is the same for both placements that a list can serve', () => {
    const given = cluster({ bundle: bundle('base'), children: [node('apps', { bundle: bundle('shop') })] })
    expect(list(given, { fluxPlacement: 'integrated-per-bundle' })).toEqual(list(given))
  })

  it('R-012 rules integrated per layout are refused before anything else, without a cluster too', () => {
    const rules: LayoutRules = { fluxPlacement: 'integrated' }
    expect(refusal(() => fluxEngine().generateFromCluster(undefined, rules))).toMatchInlineSnapshot(
      `"PLACEMENT: GenerateFromCluster does not support FluxPlacement "integrated" (FluxIntegratedPerLayout): a tree written with that placement lists no directory child in the kustomization.yaml of its parent, and the Kustomizations that apply those children exist only where the integrator places them, so the list would leave them applied by nothing; use CreateLayoutWithResources with these rules"`,
    )
  })

  it('R-013 what an application throws is said with its name', () => {
    const broken = {
      name: 'web',
      config: {
        generate: () => {
          throw new Error('no chart')
        },
      },
    }
    expect(refusal(() => list(cluster({ bundle: bundle('b', { applications: [broken] }) })))).toMatchInlineSnapshot(
      `"APPLICATION_FAILED: application "web": no chart"`,
    )
  })

  it('R-014 a delivery intent needs a tree', () => {
    const kept = { ...application('kept'), delivery: { pruneProtection: true } }
    expect(refusal(() => list(cluster({ bundle: bundle('b', { applications: [kept] }) })))).toMatchInlineSnapshot(
      `"DELIVERY_INTENT: GenerateFromCluster cannot apply the delivery intent of application "kept" (rendered in "prod/b"): the list holds none of the application's objects, so the intent could not reach the output; use CreateLayoutWithResources, which sets them on the layout it returns"`,
    )
  })

  it('R-015 what is no set of rules is refused, never replaced by the defaults', () => {
    for (const rules of [null, { kind: 'rules' }, 'flat'] as never[]) {
      const message = 'LAYOUT_RULES_EXPECTED: rules must be of type layout.LayoutRules'
      expect(refusal(() => fluxEngine().generateFromCluster(web(), rules))).toBe(message)
      expect(refusal(() => fluxEngine().createLayoutWithResources(web(), rules))).toBe(message)
    }
  })

  it('R-016 R-168 no cluster gives nothing, but invalid rules are an error', () => {
    const engine = fluxEngine()
    expect(engine.generateFromCluster(undefined, {})).toEqual([])
    expect(engine.generateFromCluster({ name: 'empty' }, {})).toEqual([])
    expect(engine.createLayoutWithResources(undefined, {})).toBeUndefined()
    expect(refusal(() => engine.generateFromCluster(undefined, { filePer: 'x' as never }))).toMatchInlineSnapshot(
      `"LAYOUT_RULE_INVALID: invalid FilePer for LayoutRules: x"`,
    )
    expect(refusal(() => engine.createLayoutWithResources(undefined, { clusterName: '../x' }))).toMatchInlineSnapshot(
      `"LAYOUT_RULE_INVALID: validation failed for Cluster '' field 'layout': failed to create base layout: invalid ClusterName for LayoutRules: ../x"`,
    )
  })

  it('R-017 R-019 R-193 a walked tree gives the same list, and an intent in it is not refused', () => {
    const kept = { ...application('kept'), delivery: { pruneProtection: true } }
    const given = cluster({ bundle: bundle('b', { applications: [kept] }) })
    const tree = walk(given)
    const before = JSON.stringify(layoutAt(tree, 'prod/b').resources)
    expect(fluxEngine().generateFromLayout(tree, given)).toHaveLength(1)
    expect(JSON.stringify(layoutAt(tree, 'prod/b').resources)).toBe(before)
  })

  it('R-018 a tree with one layout integrated per layout gives no list', () => {
    const given = web()
    const tree = walk(given)
    layoutAt(tree, 'prod/web').fluxPlacement = 'integrated'
    expect(refusal(() => fluxEngine().generateFromLayout(tree, given), tree)).toMatchInlineSnapshot(
      `"PLACEMENT: GenerateFromLayout does not support FluxPlacement "integrated" (FluxIntegratedPerLayout), which layout "prod/web" carries: a tree written with that placement lists no directory child in the kustomization.yaml of its parent, and the Kustomizations that apply those children exist only where the integrator places them; use CreateLayoutWithResources or IntegrateWithLayout"`,
    )
  })
})

describe('one bundle', () => {
  it('R-020 R-023 R-180 has everything it says in its Kustomization, then its source', () => {
    const full = bundle('web', {
      sourceRef: { kind: 'GitRepository', name: 'web', url: 'https://example.com/web.git', branch: 'main', tag: 'v1' },
      interval: '10m',
      timeout: '90s',
      retryInterval: '1500ms',
      prune: true,
      wait: true,
      force: true,
      suspend: true,
      labels: { team: 'web' },
      annotations: { note: 'x' },
      dependsOn: [bundle('db')],
      namedDependsOn: ['external'],
      healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'web' }],
      patches: [{ patch: 'a', target: { kind: 'ConfigMap', name: '' } }],
      postBuild: { substitute: { A: 'b' }, substituteFrom: [{ kind: 'Secret', name: 's', optional: false }] },
      serviceAccountName: 'deployer',
    })
    expect(fluxEngine().generateForBundle(full, 'clusters/prod/apps/web')).toMatchInlineSnapshot(`
      [
        {
          "apiVersion": "kustomize.toolkit.fluxcd.io/v1",
          "kind": "Kustomization",
          "metadata": {
            "annotations": {
              "note": "x",
            },
            "labels": {
              "team": "web",
            },
            "name": "web",
            "namespace": "flux-system",
          },
          "spec": {
            "dependsOn": [
              {
                "name": "db",
              },
              {
                "name": "external",
              },
            ],
            "force": true,
            "healthChecks": [
              {
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "name": "web",
                "namespace": "web",
              },
            ],
            "interval": "10m0s",
            "patches": [
              {
                "patch": "a",
                "target": {
                  "kind": "ConfigMap",
                },
              },
            ],
            "path": "clusters/prod/apps/web",
            "postBuild": {
              "substitute": {
                "A": "b",
              },
              "substituteFrom": [
                {
                  "kind": "Secret",
                  "name": "s",
                },
              ],
            },
            "prune": true,
            "retryInterval": "1.5s",
            "serviceAccountName": "deployer",
            "sourceRef": {
              "kind": "GitRepository",
              "name": "web",
            },
            "suspend": true,
            "timeout": "1m30s",
            "wait": true,
          },
        },
        {
          "apiVersion": "source.toolkit.fluxcd.io/v1",
          "kind": "GitRepository",
          "metadata": {
            "name": "web",
            "namespace": "flux-system",
          },
          "spec": {
            "interval": "1h0m0s",
            "ref": {
              "branch": "main",
            },
            "url": "https://example.com/web.git",
          },
        },
      ]
    `)
  })

  it('R-021 R-086 R-181 has only what is required when it says nothing', () => {
    expect(fluxEngine().generateForBundle({ name: 'web' }, './x')).toMatchInlineSnapshot(`
      [
        {
          "apiVersion": "kustomize.toolkit.fluxcd.io/v1",
          "kind": "Kustomization",
          "metadata": {
            "name": "web",
            "namespace": "flux-system",
          },
          "spec": {
            "interval": "1h0m0s",
            "path": "./x",
            "prune": false,
            "sourceRef": {
              "kind": "",
              "name": "",
            },
          },
        },
      ]
    `)
  })

  it('R-024 nothing is shared between results, nor with the bundle', () => {
    const given = bundle('web', {
      labels: { a: 'b' },
      postBuild: { substitute: { A: 'b' } },
      patches: [{ patch: 'p', target: { kind: 'X' } }],
    })
    const engine = fluxEngine()
    const [first] = engine.generateForBundle(given, 'x') as Loose[]
    first.metadata.labels.a =
      first.spec.postBuild.substitute.A =
      first.spec.patches[0].target.kind =
      first.spec.sourceRef.name =
        'changed'
    expect(JSON.stringify(engine.generateForBundle(given, 'x'))).not.toContain('changed')
    expect(JSON.stringify(given)).not.toContain('changed')
  })

  it('R-090 R-091 R-096 R-097 an umbrella checks its children unless it waits, and generates none of them', () => {
    const given = (wait?: boolean) =>
      bundle('platform', {
        children: [bundle('infra'), bundle('apps', { kustomizationName: 'apps-cr' })],
        ...(wait === undefined ? {} : { wait }),
      })
    const checks = (wait?: boolean) =>
      (fluxEngine().generateForBundle(given(wait), 'x') as Loose[]).map(({ spec }) => spec.healthChecks)
    const automatic = ['infra', 'apps-cr'].map((name) => ({
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      name,
      namespace: 'flux-system',
    }))
    expect([checks(), checks(false), checks(true)]).toEqual([[automatic], [automatic], [undefined]])
  })
})

describe('whole clusters', () => {
  it('R-022 R-165 the cluster is validated first', () => {
    expect(refusal(() => create(cluster({ children: [node('')] })))).toMatchInlineSnapshot(
      `"NODE_NAME_INVALID: validation failed for Cluster 'demo' field 'nodes': node "prod/": a directory name must not be empty"`,
    )
  })

  it('R-166 integrated placements need a complete source of every bundle, umbrella children too, before the walk', () => {
    const given = cluster({
      bundle: bundle('shop', { children: [{ name: 'db', sourceRef: { kind: '', name: 'x' } }] }),
    })
    expect(refusal(() => create(given, { fluxPlacement: 'integrated' }))).toMatchInlineSnapshot(
      `"SOURCE_MISSING: validation failed for Bundle 'shop/db' field 'sourceRef': FluxIntegratedPerLayout mode requires a SourceRef with Kind and Name; bundle "shop/db" has none that is complete"`,
    )
    expect(refusal(() => create(given, { fluxPlacement: 'integrated-per-bundle' }))).toMatchInlineSnapshot(
      `"SOURCE_MISSING: validation failed for Bundle 'shop/db' field 'sourceRef': FluxIntegratedPerBundle mode requires a SourceRef with Kind and Name; bundle "shop/db" has none that is complete"`,
    )
    expect(kustomization(create(given), 'db').spec.sourceRef).toEqual({ kind: '', name: 'x' })
  })

  it('R-167 the integrator checks rules and sources as well', () => {
    const given = cluster({ bundle: { name: 'web' } })
    const tree = walk(given)
    expect(refusal(() => integrate(tree, given, { fluxPlacement: 'integrated' }), tree)).toMatchInlineSnapshot(
      `"SOURCE_MISSING: validation failed for Bundle 'web' field 'sourceRef': FluxIntegratedPerLayout mode requires a SourceRef with Kind and Name; bundle "web" has none that is complete"`,
    )
    expect(refusal(() => integrate(tree, given, { fluxPlacement: 'x' as never }), tree)).toMatchInlineSnapshot(
      `"LAYOUT_RULE_INVALID: invalid FluxPlacement for LayoutRules: x"`,
    )
  })

  it('R-042 every path is a directory of the tree', () => {
    const given = cluster({
      bundle: bundle('base', { children: [bundle('db')] }),
      children: [node('apps', { children: [node('web', { bundle: bundle('web') })] })],
    })
    for (const fluxPlacement of PLACEMENTS) {
      const tree = create(given, { fluxPlacement, applicationGrouping: 'name', bundleGrouping: 'name' })
      for (const layout of layoutsOf(tree))
        for (const one of layout.resources as Loose[]) if (one.kind === 'Kustomization') layoutAt(tree, one.spec.path)
    }
  })

  it('R-235 R-244 sources are GitRepository and OCIRepository; a URL on another kind is refused', () => {
    const given = cluster({
      bundle: bundle('b', { sourceRef: { kind: 'Bucket', name: 'x', url: 'https://x' } as never }),
    })
    expect(refusal(() => create(given))).toMatchInlineSnapshot(
      `"SOURCE_KIND: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for Bundle 'b' field 'source': failed to create source: invalid kind for SourceRef: Bucket"`,
    )
    const oci = bundle('b', {
      sourceRef: { kind: 'OCIRepository', name: 'x', namespace: 'other', url: 'oci://x', tag: 'v1' },
    })
    expect(fluxEngine().generateForBundle(oci, 'x')[1]).toMatchInlineSnapshot(`
      {
        "apiVersion": "source.toolkit.fluxcd.io/v1",
        "kind": "OCIRepository",
        "metadata": {
          "name": "x",
          "namespace": "other",
        },
        "spec": {
          "interval": "1h0m0s",
          "ref": {
            "tag": "v1",
          },
          "url": "oci://x",
        },
      }
    `)
  })

  it('R-048a a bundle of another artifact still gets the path in this tree', () => {
    const given = cluster({ bundle: bundle('b', { sourceRef: { kind: 'OCIRepository', name: 'x', url: 'oci://x' } }) })
    expect(kustomization(create(given), 'b').spec.path).toBe('prod/b')
  })
})
