import { describe, expect, it } from 'vitest'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { Bundle } from '../../../src/stack/model.ts'
import {
  application,
  brief,
  bundle,
  cluster,
  create,
  integrate,
  kustomization,
  kustomizations,
  type Loose,
  layoutAt,
  list,
  node,
  outline,
  PLACEMENTS,
  refusal,
  walk,
} from './stacks.ts'

const FLAT: LayoutRules = { nodeGrouping: 'flat', bundleGrouping: 'flat' }
const merged = (first: Partial<Bundle>, second: Partial<Bundle>) =>
  cluster({ bundle: bundle('first', first), children: [node('n', { bundle: bundle('second', second) })] })
const check = (name: string, namespace?: string): Loose => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  name,
  ...(namespace && { namespace }),
})

describe('bundles that share a directory', () => {
  it('R-050 R-051 R-055 R-057 R-058 R-059 R-060 R-061 share one Kustomization, to which every reference leads', () => {
    const shop = bundle('shop', {
      children: [bundle('shop-db'), bundle('shop-api', { namedDependsOn: ['second', 'shop-db'] })],
    })
    const given = cluster({
      bundle: bundle('platform', { healthChecks: [check('second'), check('external')] }),
      children: [
        node('a', { bundle: shop }),
        node('b', {
          bundle: bundle('second', {
            dependsOn: [shop],
            namedDependsOn: ['shop-db', 'external'],
            healthChecks: [check('external')],
          }),
        }),
      ],
    })
    expect(refusal(() => list(given, FLAT))).toMatchInlineSnapshot(
      `"RECONCILE_ORDER: Flux Kustomizations can never all become Ready: flux-system/platform waits for itself (ready flux-system/platform -> ready flux-system/shop-api -> apply flux-system/shop-api -> ready flux-system/platform); applying waits for every dependsOn, becoming Ready for every health check or, with wait, for everything applied, and a Kustomization exists only once the one that holds it has applied"`,
    )
    for (const child of shop.children ?? []) delete child.namedDependsOn
    expect(list(given, FLAT)).toMatchInlineSnapshot(`
      [
        "Kustomization platform: prod/platform, after shop-db external, checks external shop-db shop-api",
        "Kustomization shop-db: prod/platform/shop-db",
        "Kustomization shop-api: prod/platform/shop-api",
      ]
    `)
  })

  it('R-052 no kustomization.yaml lists them, R-053 and a tree whose top renders one is refused', () => {
    const given = cluster({ children: [node('a', { bundle: bundle('a') })] })
    for (const fluxPlacement of PLACEMENTS) {
      const subtree = layoutAt(walk(given), 'prod/a')
      expect(refusal(() => integrate(subtree, given, { fluxPlacement }), subtree)).toMatchInlineSnapshot(
        `"TOP_RENDERS_BUNDLE: layout "prod/a" is the top of the tree and renders bundle "a", so no directory above it can hold the Flux Kustomization that applies it: integrate the whole tree layout.WalkCluster returns"`,
      )
    }
  })

  it('R-054 R-056 must agree on every setting, an unset one counting as its default', () => {
    const differing: Record<string, Partial<Bundle>> = {
      sourceRef: { sourceRef: { kind: 'GitRepository', name: 'other' } },
      interval: { interval: '5m' },
      timeout: { timeout: '1m' },
      retryInterval: { retryInterval: '30s' },
      prune: { prune: true },
      wait: { wait: true },
      force: { force: true },
      suspend: { suspend: true },
      postBuild: { postBuild: { substitute: { A: 'b' } } },
      serviceAccountName: { serviceAccountName: 'deployer' },
    }
    for (const [field, fields] of Object.entries(differing)) {
      expect(refusal(() => list(merged({}, fields), FLAT))).toContain(
        `Bundle 'second' field '${field}': bundles "first" and "second" render one directory "prod/first"`,
      )
    }
    expect(refusal(() => list(merged({ labels: { a: 'b' } }, { labels: { a: 'c' } }), FLAT))).toMatchInlineSnapshot(
      `"SHARED_DIRECTORY: validation failed for Bundle 'second' field 'labels': bundles "first" and "second" render one directory "prod/first" and so share one Kustomization, but their labels differ ("a" is "b" and "c"); give them directories of their own (NodeGrouping or BundleGrouping GroupByName) or align them"`,
    )
    const same = merged(
      { interval: '1h', prune: false, labels: { a: 'b' } },
      { sourceRef: { kind: 'GitRepository', name: 'flux-system' }, labels: { c: 'd' } },
    )
    expect(kustomization(create(same, FLAT), 'first').metadata.labels).toEqual({ a: 'b', c: 'd' })
  })

  it('R-062 a check on a rendered Kustomization is written as its unit, another namespace or kind stays', () => {
    const given = cluster({
      bundle: bundle('first', {
        healthChecks: [
          check('second'),
          check('second', 'other'),
          check('apart', 'flux-system'),
          check('apart', 'flux-system'),
          check('apart'),
        ],
      }),
      children: [node('n', { bundle: bundle('second', { children: [bundle('apart')] }) })],
    })
    expect(kustomization(create(given, FLAT), 'first').spec.healthChecks).toEqual([
      check('second', 'other'),
      check('apart', 'flux-system'),
      check('apart'),
    ])
  })
})

describe('the reconcile order', () => {
  const hosted = () => {
    const b = bundle('b')
    return cluster({
      children: [node('a', { bundle: bundle('a', { dependsOn: [b] }), children: [node('b', { bundle: b })] })],
    })
  }

  it('R-063 R-065 a bundle that waits for what only its own directory creates is refused where it is hosted there', () => {
    expect(list(hosted())).toEqual(['Kustomization a: prod/a, after b', 'Kustomization b: prod/a/b'])
    for (const fluxPlacement of ['integrated', 'integrated-per-bundle'] as const) {
      expect(refusal(() => create(hosted(), { fluxPlacement }))).toContain(
        'flux-system/a waits for itself (apply flux-system/a -> ready flux-system/b -> apply flux-system/b -> apply flux-system/a)',
      )
    }
  })

  it('R-063 with wait what a build applies is awaited, and health checks are not', () => {
    const given = (wait: boolean) => {
      const a = bundle('a', { wait })
      return cluster({
        children: [node('a', { bundle: a, children: [node('b', { bundle: bundle('b', { dependsOn: [a] }) })] })],
      })
    }
    expect(outline(create(given(false), { fluxPlacement: 'integrated' }))).toContain(
      'Kustomization b: prod/a/b, after a',
    )
    expect(refusal(() => create(given(true), { fluxPlacement: 'integrated' }))).toMatchInlineSnapshot(
      `"RECONCILE_ORDER: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomizations can never all become Ready: flux-system/a waits for itself (ready flux-system/a -> ready flux-system/b -> apply flux-system/b -> ready flux-system/a); applying waits for every dependsOn, becoming Ready for every health check or, with wait, for everything applied, and a Kustomization exists only once the one that holds it has applied"`,
    )
    const b = bundle('b', { namedDependsOn: ['a'] })
    const checks = cluster({
      children: [
        node('a', { bundle: bundle('a', { wait: true, healthChecks: [check('b')] }) }),
        node('b', { bundle: b }),
      ],
    })
    expect(list(checks)).toHaveLength(2)
  })

  it("R-064 R-069 an application's Kustomizations, other namespaces and what patches would change are outside", () => {
    const emitted = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'x', namespace: 'flux-system' },
      spec: { path: './x', dependsOn: [{ name: 'b' }] },
    }
    const b = bundle('b', { healthChecks: [check('a', 'other')] })
    const a = bundle('a', {
      applications: [application('x', [emitted])],
      dependsOn: [b],
      patches: [{ patch: '- op: remove\n  path: /spec/dependsOn\n', target: { kind: 'Kustomization' } }],
    })
    expect(list(cluster({ children: [node('a', { bundle: a }), node('b', { bundle: b })] }))).toHaveLength(2)
  })

  it("R-066 the root's bundle may depend on a child node's, in every placement", () => {
    const child = bundle('child')
    const given = cluster({ bundle: bundle('base', { dependsOn: [child] }), children: [node('c', { bundle: child })] })
    for (const fluxPlacement of PLACEMENTS)
      expect(brief(kustomization(create(given, { fluxPlacement }), 'base'))).toContain('after child')
  })

  it('R-067 R-068 a merge can close a cycle that no dependency alone has', () => {
    const given = cluster({
      bundle: bundle('first', { children: [bundle('c', { namedDependsOn: ['second'] })] }),
      children: [node('n', { bundle: bundle('second') })],
    })
    expect(list(given)).toHaveLength(3)
    expect(refusal(() => list(given, FLAT))).toMatchInlineSnapshot(
      `"RECONCILE_ORDER: Flux Kustomizations can never all become Ready: flux-system/first waits for itself (ready flux-system/first -> ready flux-system/c -> apply flux-system/c -> ready flux-system/first); applying waits for every dependsOn, becoming Ready for every health check or, with wait, for everything applied, and a Kustomization exists only once the one that holds it has applied"`,
    )
  })
})

describe('patches in a shared directory', () => {
  it('R-070 an untargeted one is refused, R-077 unless the directory has one bundle', () => {
    expect(refusal(() => list(merged({}, { patches: [{ patch: 'x' }] }), FLAT))).toMatchInlineSnapshot(
      `"SHARED_DIRECTORY: validation failed for Bundle 'second' field 'patches': bundles "first" and "second" render one directory "prod/first" and so share one Kustomization, but their patches differ (an untargeted patch would apply to every merged bundle's objects); give them directories of their own (NodeGrouping or BundleGrouping GroupByName) or align them"`,
    )
    expect(list(merged({}, { patches: [{ patch: 'x' }] }))).toHaveLength(2)
  })

  it("R-071 R-072 R-073 a target must select the bundle's own objects alone", () => {
    const patches = (target: Loose) => merged({ patches: [{ patch: 'x', target }] }, {})
    expect(refusal(() => list(patches({ kind: 'ConfigMap' }), FLAT))).toMatchInlineSnapshot(
      `"PATCH_REACH: validation failed for Bundle 'first' field 'patches': bundles "first" and "second" render one directory "prod/first" and so share one Kustomization, but a patch of bundle "first" with target {"kind":"ConfigMap"} selects ConfigMap "second-app" of bundle "second"; narrow the target to the bundle's own objects or give the bundles directories of their own (NodeGrouping or BundleGrouping GroupByName)"`,
    )
    expect(list(patches({ kind: 'ConfigMap', name: 'first-app' }), FLAT)).toEqual([
      'Kustomization first: prod/first, 1 patches',
    ])
    expect(refusal(() => list(patches({ name: '(' }), FLAT))).toMatchInlineSnapshot(
      `"BAD_PATTERN: error parsing regexp: missing closing ): \`^(?:()$\`"`,
    )
  })

  it('R-074 R-075 R-076 what a generator makes counts where the shared Kustomization builds it; objects without a kind do not', () => {
    const generating: Loose = {
      name: 'chart',
      delivery: { pruneProtection: true },
      config: {
        generate: () => [{ metadata: { name: 'kindless' } }],
        augmentLayout: (layout: Loose) => {
          layout.extraFiles = [{ name: 'v.yaml', content: 'a: b\n' }]
          layout.configMapGenerators = [{ name: 'values', files: ['v.yaml'] }]
        },
      },
    }
    const target = { kind: 'ConfigMap', annotationSelector: 'kustomize.toolkit.fluxcd.io/prune=disabled' }
    const given = () => merged({ patches: [{ patch: 'x', target }] }, { applications: [generating] })
    expect(refusal(() => create(given(), FLAT))).toContain('selects ConfigMap "values" of bundle "second"')
    expect(brief(kustomization(create(given(), { ...FLAT, fluxPlacement: 'integrated' }), 'first'))).toContain(
      '1 patches',
    )
  })
})

describe('umbrellas', () => {
  const given = () =>
    cluster({
      children: [node('apps', { bundle: bundle('u', { children: [bundle('k', { children: [bundle('kk')] })] }) })],
    })

  it('R-092 R-093 R-094 R-095 R-098 R-099 children are hosted by what is above them, all in one directory when separate', () => {
    expect(outline(create(given()))).toMatchInlineSnapshot(`
      "prod/
      prod/apps/
        ConfigMap u-app
      prod/apps/k/
        ConfigMap k-app
      prod/apps/k/kk/
        ConfigMap kk-app
      prod/flux-system/
        Kustomization u: prod/apps, checks k
        Kustomization k: prod/apps/k, checks kk
        Kustomization kk: prod/apps/k/kk"
    `)
    expect(
      outline(create(given(), { fluxPlacement: 'integrated-per-bundle', bundleGrouping: 'name' })),
    ).toMatchInlineSnapshot(`
      "prod/
      prod/apps/
        Kustomization u: prod/apps/u, checks k
      prod/apps/u/
        ConfigMap u-app
        Kustomization k: prod/apps/u/k, checks kk
      prod/apps/u/k/
        ConfigMap k-app
        Kustomization kk: prod/apps/u/k/kk
      prod/apps/u/k/kk/
        ConfigMap kk-app"
    `)
  })

  it('R-100 an invalid umbrella is refused by every entry that takes a cluster', () => {
    const shared = bundle('shared')
    const twice = cluster({ bundle: bundle('a', { children: [shared] }), children: [node('n', { bundle: shared })] })
    expect(refusal(() => list(twice))).toMatchInlineSnapshot(
      `"CHILD_ATTACHED: validation failed for Cluster 'demo' field 'bundles': bundle "shared" is referenced by umbrella "a" but also attached to a Node"`,
    )
    expect(refusal(() => create(twice))).toContain('is referenced by umbrella "a"')
  })
})

describe('umbrellas that do not wait', () => {
  const on = { umbrellasDoNotWait: true }
  const shop = (fields: Partial<Bundle> = {}) =>
    bundle('shop', { children: [bundle('db'), bundle('api', { namedDependsOn: ['db'] })], ...fields })
  const given = (umbrella = shop(), mon: Partial<Bundle> = { dependsOn: [umbrella] }) =>
    cluster({ children: [node('apps', { bundle: umbrella }), node('ops', { bundle: bundle('mon', mon) })] })

  it('R-260 R-261 R-263 R-265 R-275 R-276 leaves wait, umbrellas do not, and who depends on one depends on its last leaves', () => {
    const specs = PLACEMENTS.map((fluxPlacement) =>
      kustomizations(create(given(), { fluxPlacement }, on))
        .map(brief)
        .sort(),
    )
    expect(specs[0]).toEqual(specs[1])
    expect(specs[0]).toEqual(specs[2])
    expect(list(given(), {}, on)).toMatchInlineSnapshot(`
      [
        "Kustomization shop: prod/apps",
        "Kustomization db: prod/apps/db, waits",
        "Kustomization api: prod/apps/api, after db, waits",
        "Kustomization mon: prod/ops, after api, waits",
      ]
    `)
    expect(list(given())).toMatchInlineSnapshot(`
      [
        "Kustomization shop: prod/apps, checks db api",
        "Kustomization db: prod/apps/db",
        "Kustomization api: prod/apps/api, after db",
        "Kustomization mon: prod/ops, after shop",
      ]
    `)
  })

  it('R-262 a wait or checks that the user gave an umbrella are refused', () => {
    expect(refusal(() => list(given(shop({ wait: true })), {}, on))).toMatchInlineSnapshot(
      `"UMBRELLA_WAIT: Flux Kustomization "shop" applies other Flux Kustomizations and must not wait under UmbrellasDoNotWait: bundle "shop" sets Wait"`,
    )
    expect(refusal(() => list(given(shop({ healthChecks: [check('x')] })), {}, on))).toMatchInlineSnapshot(
      `"UMBRELLA_WAIT: Flux Kustomization "shop" applies other Flux Kustomizations and must not wait under UmbrellasDoNotWait: bundle "shop" sets HealthChecks"`,
    )
  })

  it('R-264 merged bundles compare what they resolve to', () => {
    expect(refusal(() => list(merged({}, { wait: false }), FLAT, on))).toMatchInlineSnapshot(
      `"SHARED_DIRECTORY: validation failed for Bundle 'second' field 'wait': bundles "first" and "second" render one directory "prod/first" and so share one Kustomization, but their wait differ (true and false, where an unset one is true); give them directories of their own (NodeGrouping or BundleGrouping GroupByName) or align them"`,
    )
    expect(list(merged({}, { wait: true }), FLAT, on)).toEqual(['Kustomization first: prod/first, waits'])
    expect(list(merged({ children: [bundle('kid')] }, { wait: false }), FLAT, on)[0]).toBe(
      'Kustomization first: prod/first',
    )
  })

  it('R-266 R-271 a tree the setting wrote integrates again unchanged', () => {
    const one = given()
    const tree = create(one, { fluxPlacement: 'integrated' }, on)
    const before = outline(tree)
    expect(outline(integrate(tree, one, { fluxPlacement: 'integrated' }, on))).toBe(before)
  })

  it("R-267 R-269 an application's Kustomization is a leaf by its own name and may name no umbrella", () => {
    const emitted = (spec: Loose) =>
      application('x', [
        {
          apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
          kind: 'Kustomization',
          metadata: { name: 'ext', namespace: 'flux-system' },
          spec,
        },
      ])
    const b = (spec: Loose) => bundle('b', { applications: [emitted(spec)] })
    const one = (spec: Loose) =>
      cluster({
        children: [
          node('b', { bundle: b(spec) }),
          node('apps', { bundle: shop() }),
          node('m', { bundle: bundle('mon', { namedDependsOn: ['b'] }) }),
        ],
      })
    expect(list(one({ path: './ext' }), {}, on).at(-1)).toBe('Kustomization mon: prod/m, after ext, waits')
    expect(refusal(() => list(one({ path: './ext', dependsOn: [{ name: 'shop' }] }), {}, on))).toMatchInlineSnapshot(
      `"UMBRELLA_DEPENDENCY: Flux Kustomization flux-system/ext was not made by this call and depends on flux-system/shop, which does not wait for what it applies: name its terminal leaves instead: flux-system/api"`,
    )
    expect(refusal(() => list(one({ path: './ext', wait: 'yes' }), {}, on))).toMatchInlineSnapshot(
      `"KUSTOMIZATION_UNREADABLE: layout "prod/b" has Flux Kustomization flux-system/ext, which cannot be read: spec.wait is not a boolean"`,
    )
  })

  it('R-268 R-273 R-274 what is inside an umbrella cannot depend on it, nor a leaf on the dependent', () => {
    const child = bundle('child')
    const parent = bundle('parent')
    child.dependsOn = [parent]
    const nested = cluster({ children: [node('p', { bundle: parent, children: [node('c', { bundle: child })] })] })
    expect(refusal(() => create(nested, { fluxPlacement: 'integrated' }, on))).toMatchInlineSnapshot(
      `"UMBRELLA_DEPENDENCY: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomization flux-system/child is applied by flux-system/parent, directly or through others, and depends on it (flux-system/child -> flux-system/parent -> … -> flux-system/child): it would depend on itself"`,
    )
    const looped = shop({ children: [bundle('db'), bundle('api', { namedDependsOn: ['db', 'mon'] })] })
    expect(refusal(() => list(given(looped), {}, on))).toMatchInlineSnapshot(
      `"UMBRELLA_DEPENDENCY: Flux Kustomization flux-system/mon depends on flux-system/api, a terminal leaf of an umbrella, which cannot become Ready before flux-system/mon is applied (ready flux-system/api -> apply flux-system/api -> ready flux-system/mon -> apply flux-system/mon)"`,
    )
  })

  it('R-270 what was placed without the setting is refused', () => {
    const one = given()
    const tree = create(one, { fluxPlacement: 'integrated' })
    expect(refusal(() => integrate(tree, one, { fluxPlacement: 'integrated' }, on), tree)).toMatchInlineSnapshot(
      `"UMBRELLA_WAIT: Flux Kustomization "shop" applies other Flux Kustomizations and must not wait under UmbrellasDoNotWait: it was placed before and has spec.healthChecks"`,
    )
  })

  it('R-272 the leaves of an integrated tree are told, and one Kustomization in two trees is refused', async () => {
    const { umbrellaTerminals } = await import('../../../src/flux/engine/index.ts')
    const tree = create(given(), { fluxPlacement: 'integrated' }, on)
    expect([...umbrellaTerminals(tree)]).toEqual([['flux-system/shop', ['flux-system/api']]])
    expect(refusal(() => umbrellaTerminals(tree, create(given(), {}, on)))).toMatchInlineSnapshot(
      `"UMBRELLA_TERMINALS: Flux Kustomization flux-system/shop is in two trees, prod and prod"`,
    )
  })
})

describe('durations and accounts', () => {
  const one = (fields: Partial<Bundle>, settings: Loose = {}) =>
    refusal(() => fluxEngine(settings).generateForBundle({ name: 'b', ...fields }, 'x'))

  it('R-172 R-173 R-174 R-176 are written as Go prints them, and refused where Flux takes no such form', () => {
    expect(one({ interval: '5 minutes' })).toMatchInlineSnapshot(
      `"BAD_DURATION: validation failed for Bundle 'b' field 'interval': interval "5 minutes" is not a valid duration: time: unknown unit " minutes" in duration "5 minutes""`,
    )
    expect(one({ retryInterval: '-2m' })).toMatchInlineSnapshot(
      `"FLUX_DURATION: validation failed for Bundle 'b' field 'retryInterval': retryInterval "-2m" is written as "-2m0s", which the Flux API does not take: it takes digits with a unit of ms, s, m or h, so no negative duration and no positive one under a millisecond"`,
    )
    expect(one({ timeout: '1us' })).toContain('timeout "1us" is written as "1µs", which the Flux API does not take')
    expect(one({}, { defaultInterval: '-1m' })).toMatchInlineSnapshot(
      `"FLUX_DURATION: validation failed for ResourceGenerator 'DefaultInterval' field 'interval': interval "-1m0s" (the generator's DefaultInterval) is written as "-1m0s", which the Flux API does not take: it takes digits with a unit of ms, s, m or h, so no negative duration and no positive one under a millisecond"`,
    )
  })

  it('R-175 a default that nothing carries is not refused; R-182 an account must be a name', () => {
    expect(fluxEngine({ defaultInterval: '-1m' }).generateForBundle({ name: 'b', interval: '5m' }, 'x')).toHaveLength(1)
    expect(one({ serviceAccountName: 'Deployer' })).toMatchInlineSnapshot(
      `"SERVICE_ACCOUNT_NAME: validation failed for Bundle 'b' field 'serviceAccountName': "Deployer" is not a valid service account name: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"`,
    )
  })
})
