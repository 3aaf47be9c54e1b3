import { describe, expect, it } from 'vitest'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import type { FluxPlacement, ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { Bundle, ClusterNode, SourceRef } from '../../../src/stack/model.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import {
  application,
  brief,
  bundle,
  cluster,
  configMap,
  create,
  integrate,
  kustomization,
  type Loose,
  layoutAt,
  node,
  outline,
  PLACEMENTS,
  refusal,
  SOURCE,
  walk,
} from './stacks.ts'

const PER_LAYOUT: LayoutRules = { fluxPlacement: 'integrated', applicationGrouping: 'name' }
const url = (name: string, branch = 'main'): SourceRef => ({
  kind: 'GitRepository',
  name,
  url: `https://example.com/${name}.git`,
  branch,
})

/** Has layouts `pre` and `main` below its own, with fields of theirs. */
function augmented(name: string, pre: Partial<ManifestLayout> = {}, own: Partial<ManifestLayout> = {}): Loose {
  return {
    name,
    config: {
      generate: () => [configMap(name)],
      augmentLayout(layout: ManifestLayout) {
        Object.assign(layout, own)
        const namespace = `${layout.namespace}/${layout.name}`
        layout.children.push({ name: 'pre', namespace, resources: [configMap(`${name}-pre`)], children: [], ...pre })
      },
    },
  }
}
const shopWith = (fields: Partial<Bundle>, pre: Partial<ManifestLayout> = {}, own: Partial<ManifestLayout> = {}) =>
  cluster({ bundle: bundle('shop', { applications: [augmented('db', pre, own)], ...fields }) })

describe('settings of layouts', () => {
  const all: Partial<Bundle> = {
    wait: true,
    timeout: '5m',
    retryInterval: '2m',
    interval: '10m',
    prune: true,
    force: true,
    suspend: true,
    labels: { team: 'shop' },
    annotations: { owner: 'shop' },
    postBuild: { substitute: { A: 'b' } },
    serviceAccountName: 'deployer',
    healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'db', namespace: 'db' }],
  }

  it('R-130 R-134 R-136 come from the bundle that holds the application, all but its health checks', () => {
    expect(kustomization(create(shopWith(all), PER_LAYOUT), 'shop-pre')).toMatchInlineSnapshot(`
      {
        "apiVersion": "kustomize.toolkit.fluxcd.io/v1",
        "kind": "Kustomization",
        "metadata": {
          "annotations": {
            "owner": "shop",
          },
          "labels": {
            "team": "shop",
          },
          "name": "shop-pre",
          "namespace": "flux-system",
        },
        "spec": {
          "force": true,
          "interval": "10m0s",
          "path": "prod/shop/db/pre",
          "postBuild": {
            "substitute": {
              "A": "b",
            },
          },
          "prune": true,
          "retryInterval": "2m0s",
          "serviceAccountName": "deployer",
          "sourceRef": {
            "kind": "GitRepository",
            "name": "flux-system",
            "namespace": "flux-system",
          },
          "suspend": true,
          "timeout": "5m0s",
          "wait": true,
        },
      }
    `)
  })

  it('R-087 R-131 R-132 then from the layout for itself alone, and a layout of no application inherits nothing', () => {
    const given = shopWith(all, { wait: false, prune: false, labels: { tier: 'pre' } })
    const tree = walk(given, PER_LAYOUT)
    layoutAt(tree, 'prod/shop').children.push({ name: 'extra', namespace: 'prod/shop', resources: [], children: [] })
    integrate(tree, given, PER_LAYOUT, { prune: true })
    const { metadata, spec } = kustomization(tree, 'shop-pre')
    expect([metadata.labels, spec.wait, spec.prune]).toEqual([{ team: 'shop', tier: 'pre' }, undefined, false])
    expect(kustomization(tree, 'shop-extra')).toMatchInlineSnapshot(`
      {
        "apiVersion": "kustomize.toolkit.fluxcd.io/v1",
        "kind": "Kustomization",
        "metadata": {
          "name": "shop-extra",
          "namespace": "flux-system",
        },
        "spec": {
          "interval": "1h0m0s",
          "path": "prod/shop/extra",
          "prune": true,
          "sourceRef": {
            "kind": "GitRepository",
            "name": "flux-system",
            "namespace": "flux-system",
          },
        },
      }
    `)
  })

  it('R-133 are refused where no Kustomization carries them', () => {
    const set = (directory: string, placement: FluxPlacement) => {
      const given = shopWith({})
      const tree = walk(given, PER_LAYOUT)
      Object.assign(layoutAt(tree, directory), { wait: false, dependsOn: ['x'] })
      return refusal(() => integrate(tree, given, { fluxPlacement: placement }), tree)
    }
    expect(set('prod/shop', 'integrated')).toMatchInlineSnapshot(
      `"LAYOUT_FIELDS: layout "prod/shop" sets DependsOn, Wait, but has no Flux Kustomization of its own: it renders bundle "shop", whose Kustomization applies it: name and order the bundle (Bundle.KustomizationName, Bundle.DependsOn). Only LayoutIntegrator under FluxPlacement "integrated" (FluxIntegratedPerLayout) carries these fields, on a layout that it gives a Kustomization"`,
    )
    expect(set('prod', 'integrated')).toMatchInlineSnapshot(
      `"LAYOUT_FIELDS: layout "prod" sets DependsOn, Wait, but has no Flux Kustomization of its own: it is the root of the tree, which Flux's bootstrap applies. Only LayoutIntegrator under FluxPlacement "integrated" (FluxIntegratedPerLayout) carries these fields, on a layout that it gives a Kustomization"`,
    )
    expect(set('prod/shop/db', 'separate')).toMatchInlineSnapshot(
      `"LAYOUT_FIELDS: layout "prod/shop/db" sets DependsOn, Wait, but has no Flux Kustomization of its own: under this placement bundles alone get one. Only LayoutIntegrator under FluxPlacement "integrated" (FluxIntegratedPerLayout) carries these fields, on a layout that it gives a Kustomization"`,
    )
    expect(refusal(() => fluxEngine().generateFromCluster(shopWith({}, { wait: true }), {}))).toContain(
      'layout "prod/shop/db/pre" sets Wait',
    )
  })

  it("R-135 a parent's substitution is kept away from postBuild and patches, and refused where it changes more", () => {
    const variable = ['$', '{A}'].join('')
    const patch = { patch: `- op: add\n  path: /data/a\n  value: "${variable}"\n`, target: { kind: 'ConfigMap' } }
    const postBuild = { substitute: { A: 'b' } }
    const tree = create(shopWith({ postBuild, patches: [patch] }), PER_LAYOUT)
    expect(kustomization(tree, 'shop-db').metadata.annotations).toEqual({
      'kustomize.toolkit.fluxcd.io/substitute': 'disabled',
    })
    expect(kustomization(create(shopWith({ postBuild }), PER_LAYOUT), 'shop-db').metadata.annotations).toBeUndefined()
    expect(
      refusal(() => create(shopWith({ postBuild, patches: [patch], annotations: { note: variable } }), PER_LAYOUT)),
    ).toMatchInlineSnapshot(
      `"PARENT_SUBSTITUTION: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomization "shop-db" of layout "prod/shop/db" is built by Flux Kustomization "shop", whose postBuild substitution would change metadata.annotations.note, spec.patches: the annotation kustomize.toolkit.fluxcd.io/substitute: disabled keeps postBuild and patches as written, but then nothing substitutes the other fields"`,
    )
    expect(
      refusal(() => create(shopWith({ postBuild, annotations: { note: '${A' } }), PER_LAYOUT)),
    ).toMatchInlineSnapshot(
      `"PARENT_SUBSTITUTION: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomization "shop-db" of layout "prod/shop/db" is built by Flux Kustomization "shop", and its postBuild substitution fails on it: envsubst error: variable substitution failed: missing closing brace"`,
    )
    expect(
      refusal(() =>
        create(shopWith({ postBuild, patches: [patch], annotations: { a: 'x'.repeat(262_140) } }), PER_LAYOUT),
      ),
    ).toContain("ManifestLayout 'prod/shop/db' field 'annotations'")
  })

  it('R-137 R-138 R-177 are checked where they are written, an inherited one naming its bundle', () => {
    expect(outline(create(shopWith({}), { fluxPlacement: 'integrated' }))).toContain('Kustomization shop-db')
    expect(outline(create(cluster({ bundle: bundle('b') }), { fluxPlacement: 'integrated' }))).not.toContain('b-app:')
    expect(refusal(() => create(shopWith({ labels: { 'bad key': 'x' } }), PER_LAYOUT))).toMatchInlineSnapshot(
      `"LAYOUT_METADATA: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'prod/shop/db' field 'labels': labels entry "bad key" (inherited from bundle "shop") is not one the Kubernetes API accepts on the layout's Flux Kustomization: name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"`,
    )
    expect(refusal(() => create(shopWith({}, { interval: 'hourly' }), PER_LAYOUT))).toMatchInlineSnapshot(
      `"BAD_DURATION: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'prod/shop/db/pre' field 'interval': interval "hourly" is not a valid duration: time: invalid duration "hourly""`,
    )
    expect(refusal(() => create(shopWith({ interval: '-1s' }), PER_LAYOUT))).toContain("Bundle 'shop' field 'interval'")
  })

  it('R-139 R-311 what is kept from a first integration is not written again', () => {
    const given = shopWith({ labels: { team: 'shop' } })
    const tree = create(given, PER_LAYOUT)
    const before = JSON.stringify(tree, (key, value) => (key === 'origins' ? undefined : value))
    Object.assign(given.node?.bundle as object, {
      labels: { team: 'other' },
      patches: [{ patch: 'x', target: { kind: 'ConfigMap' } }],
    })
    integrate(tree, given, PER_LAYOUT)
    expect(JSON.stringify(tree, (key, value) => (key === 'origins' ? undefined : value))).toBe(before)
  })

  it('R-140 a layout that depends on the one above it cannot be awaited by it', () => {
    expect(refusal(() => create(shopWith({ wait: true }, { dependsOn: ['db'] }), PER_LAYOUT))).toMatchInlineSnapshot(
      `"RECONCILE_ORDER: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomizations can never all become Ready: flux-system/shop-db waits for itself (ready flux-system/shop-db -> ready flux-system/shop-pre -> apply flux-system/shop-pre -> ready flux-system/shop-db); applying waits for every dependsOn, becoming Ready for every health check or, with wait, for everything applied, and a Kustomization exists only once the one that holds it has applied"`,
    )
    expect(
      brief(
        kustomization(create(shopWith({ wait: true }, { dependsOn: ['db'] }, { wait: false }), PER_LAYOUT), 'shop-pre'),
      ),
    ).toContain('after shop-db')
  })
})

describe('sources of layouts', () => {
  const sourceOf = (given: Partial<ClusterNode>, name: string, rules: LayoutRules = {}) =>
    kustomization(create(cluster(given), { fluxPlacement: 'integrated', ...rules }), name).spec.sourceRef.name
  const group = (...bundles: Bundle[]) =>
    node('group', { children: bundles.map((one) => node(one.name, { bundle: one })) })

  it('R-141 R-142 R-143 of the bundle around, else what those below share, else of a node above', () => {
    expect(
      sourceOf(
        { bundle: bundle('base', { sourceRef: url('base') }), children: [group(bundle('a'))] },
        'prod-group-node',
      ),
    ).toBe('base')
    expect(sourceOf({ children: [group(bundle('a'), bundle('b', { sourceRef: url('b') }))] }, 'prod-group-node')).toBe(
      'flux-system',
    )
    const above: Partial<ClusterNode> = {
      bundle: bundle('base', { sourceRef: url('base') }),
      children: [group(bundle('a', { sourceRef: url('a') }))],
    }
    expect(sourceOf(above, 'prod-group-node', { bundleGrouping: 'name' })).toBe('base')
  })

  it('R-144 R-234 what applies the root below a wrapper reads nothing that lies in it', () => {
    const rules: LayoutRules = { clusterName: 'eu' }
    expect(
      sourceOf(
        { bundle: bundle('base', { sourceRef: url('base') }), children: [node('a', { bundle: bundle('a') })] },
        'eu-prod-node',
        rules,
      ),
    ).toBe('flux-system')
    const given = cluster({ bundle: bundle('base', { sourceRef: url('base') }) })
    expect(refusal(() => create(given, { ...rules, fluxPlacement: 'integrated' }))).toMatchInlineSnapshot(
      `"LAYOUT_SOURCE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'prod' field 'sourceRef': Flux Kustomization "eu-prod-node" of node "prod" (spec.path "eu/prod") would take its source from inside what it applies: GitRepository "base" lies in "eu/prod", which this Kustomization alone delivers; give a bundle a SourceRef without a URL, naming a source that exists before the tree is applied, or use FluxIntegratedPerBundle"`,
    )
  })

  it('R-145 none, or several, is refused with the ways out', () => {
    const refused = (...bundles: Bundle[]) =>
      refusal(() => create(cluster({ children: [group(...bundles)] }), { fluxPlacement: 'integrated' }))
    expect(refused(bundle('a', { sourceRef: url('a') }))).toMatchInlineSnapshot(
      `"LAYOUT_SOURCE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'group' field 'sourceRef': Flux Kustomization "prod-group-node" of node "prod/group" (spec.path "prod/group") has no source: no bundle encloses it, no node at or above it has a bundle with a SourceRef, and every SourceRef on the bundles below it has a URL, so none of them is its own: set a SourceRef without a URL on a bundle below it, give a node at or above it a bundle with a SourceRef, or use FluxIntegratedPerBundle"`,
    )
    expect(
      refused(bundle('a'), bundle('b', { sourceRef: { kind: 'GitRepository', name: 'b' } })),
    ).toMatchInlineSnapshot(
      `"LAYOUT_SOURCE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'group' field 'sourceRef': layout "prod/group" has no enclosing bundle and the bundles below it have different SourceRefs, so its Flux Kustomization has no single source; set a SourceRef on the bundle of a node at or above it"`,
    )
    expect(refused()).toMatchInlineSnapshot(
      `"LAYOUT_SOURCE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'group' field 'sourceRef': FluxIntegratedPerLayout mode requires a SourceRef with Kind and Name; Flux Kustomization "prod-group-node" of node "prod/group" (spec.path "prod/group") has no source: no bundle at, below or above it has one"`,
    )
  })
})

describe('nodes', () => {
  const groups = (
    platform: Partial<ClusterNode> = {},
    apps: (platform: ClusterNode) => Partial<ClusterNode> = () => ({}),
  ) => {
    const first = node('platform', { children: [node('cert', { bundle: bundle('cert') })], ...platform })
    return cluster({
      children: [first, node('apps', { children: [node('shop', { bundle: bundle('shop') })], ...apps(first) })],
    })
  }
  const perLayout: LayoutRules = { fluxPlacement: 'integrated' }

  it('R-150 R-151 R-156 a node without a bundle has a Kustomization of its name that waits for other nodes', () => {
    const given = groups({ kustomizationName: 'platform' }, (platform) => ({
      dependsOn: [platform],
      namedDependsOn: ['external'],
    }))
    expect(kustomization(create(given, perLayout), 'prod-apps-node')).toMatchInlineSnapshot(`
      {
        "apiVersion": "kustomize.toolkit.fluxcd.io/v1",
        "kind": "Kustomization",
        "metadata": {
          "name": "prod-apps-node",
          "namespace": "flux-system",
        },
        "spec": {
          "dependsOn": [
            {
              "name": "platform",
            },
            {
              "name": "external",
            },
          ],
          "interval": "1h0m0s",
          "path": "prod/apps",
          "prune": false,
          "sourceRef": {
            "kind": "GitRepository",
            "name": "flux-system",
            "namespace": "flux-system",
          },
        },
      }
    `)
    expect(
      refusal(() =>
        create(
          groups({}, (platform) => ({ dependsOn: [platform], namedDependsOn: ['prod-platform-node'] })),
          perLayout,
        ),
      ),
    ).toMatchInlineSnapshot(
      `"NODE_DEPENDENCY: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "prod/apps": NamedDependsOn lists "prod-platform-node", which is the Flux Kustomization of node "prod/platform" in its DependsOn"`,
    )
    const bundled = groups({}, (platform) => ({ dependsOn: platform.children as ClusterNode[] }))
    expect(refusal(() => create(bundled, perLayout))).toMatchInlineSnapshot(
      `"NODE_DEPENDENCY: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "prod/apps" depends on node "prod/platform/cert", which has no Flux Kustomization of its own: it renders bundle "cert", whose Kustomization applies it: name and order the bundle (Bundle.KustomizationName, Bundle.DependsOn)"`,
    )
  })

  it('R-152 its fields are refused wherever it has none', () => {
    const named = (fields: Partial<ClusterNode>) => groups(fields)
    expect(refusal(() => create(named({ kustomizationName: 'x' })))).toMatchInlineSnapshot(
      `"NODE_FIELDS: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "prod/platform" sets KustomizationName, but a node has a Flux Kustomization of its own only where LayoutIntegrator places them under FluxPlacement "integrated" (FluxIntegratedPerLayout): here bundles alone get one"`,
    )
    expect(
      refusal(() => create(named({ kustomizationName: 'x' }), { ...perLayout, nodeGrouping: 'flat' })),
    ).toMatchInlineSnapshot(
      `"NODE_FIELDS: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "prod/platform" sets KustomizationName, but has no Flux Kustomization of its own: it is rendered into the directory "prod" of another node, by NodeGrouping GroupFlat or by FlattenSingleTier"`,
    )
    expect(refusal(() => create(cluster({ namedDependsOn: ['x'] }), perLayout))).toMatchInlineSnapshot(
      `"NODE_FIELDS: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "prod" sets NamedDependsOn, but has no Flux Kustomization of its own: it is the root of the tree, which Flux's bootstrap applies"`,
    )
    expect(
      refusal(() =>
        create(cluster({ children: [node('a', { bundle: bundle('a'), kustomizationName: 'x' })] }), perLayout),
      ),
    ).toMatchInlineSnapshot(
      `"NODE_FIELDS: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "prod/a" sets KustomizationName, but has no Flux Kustomization of its own: it renders bundle "a", whose Kustomization applies it: name and order the bundle (Bundle.KustomizationName, Bundle.DependsOn)"`,
    )
  })

  it('R-153 R-154 R-155 a cycle, a field set after the walk, and a kept one that lacks a dependency are refused', () => {
    const cyclic = groups({}, (platform) => ({ dependsOn: [platform] }))
    const [platform, apps] = (cyclic.node as ClusterNode).children as [ClusterNode, ClusterNode]
    platform.dependsOn = [apps]
    expect(refusal(() => create(cyclic, perLayout))).toContain('flux-system/prod-platform-node waits for itself')
    const given = groups()
    const tree = create(given, perLayout)
    const [first, second] = (given.node as ClusterNode).children as [ClusterNode, ClusterNode]
    second.dependsOn = [first]
    expect(refusal(() => integrate(tree, given, perLayout), tree)).toMatchInlineSnapshot(
      `"NODE_DEPENDENCY: layout "prod" already has Flux Kustomization "prod-apps-node" for node "prod/apps" with spec.dependsOn [], which lacks [prod-platform-node] that the node's DependsOn and NamedDependsOn ask for: remove it, add the entries to it, or walk the cluster again"`,
    )
    second.dependsOn = []
    second.kustomizationName = 'apps'
    expect(refusal(() => integrate(tree, given, perLayout), tree)).toMatchInlineSnapshot(
      `"NODE_CHANGED: node "prod/apps" sets KustomizationName "apps", which is not on its layout "prod/apps": set since the walk: walk the cluster again, or put the value on the layout"`,
    )
  })
})

describe('delivery intents', () => {
  const kept = (objects: Loose[] = [configMap('kept')], delivery = { pruneProtection: true, forceReplace: true }) => ({
    ...application('kept', objects),
    delivery,
  })
  const given = (one = kept()) =>
    cluster({ bundle: bundle('web', { applications: [one, application('plain')], prune: true }) })

  it('R-186 R-187 R-189 R-194 R-195 annotate every object of the application and no other, in every placement', () => {
    for (const fluxPlacement of PLACEMENTS) {
      const objects = layoutAt(create(given(), { fluxPlacement }), 'prod/web').resources
      expect(objects.map(({ metadata }) => metadata?.annotations)).toEqual([
        { 'kustomize.toolkit.fluxcd.io/force': 'enabled', 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
        undefined,
      ])
    }
  })

  it("R-188 annotate a List's items instead of the List", () => {
    const nested = {
      apiVersion: 'v1',
      kind: 'List',
      items: [{ apiVersion: 'v1', kind: 'ConfigMapList', items: [configMap('held')] }],
    }
    const [object] = layoutAt(
      create(given(kept([nested], { pruneProtection: true, forceReplace: false }))),
      'prod/web',
    ).resources
    expect(object).toMatchInlineSnapshot(`
      {
        "apiVersion": "v1",
        "items": [
          {
            "apiVersion": "v1",
            "items": [
              {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "metadata": {
                  "annotations": {
                    "kustomize.toolkit.fluxcd.io/prune": "disabled",
                  },
                  "name": "held",
                  "namespace": "default",
                },
              },
            ],
            "kind": "ConfigMapList",
          },
        ],
        "kind": "List",
      }
    `)
  })

  it('R-190 R-191 R-192 a derived source carries them too; another value is refused and nothing stays', () => {
    const object = {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'web', namespace: 'flux-system' },
      spec: { interval: '1h0m0s', url: 'https://example.com/web.git', ref: { branch: 'main' } },
    }
    const own = cluster({ bundle: bundle('web', { sourceRef: url('web'), applications: [kept([object])] }) })
    const tree = create(own, { fluxPlacement: 'integrated' })
    expect(tree.resources.find(({ kind }) => kind === 'GitRepository')).toEqual(layoutAt(tree, 'prod/web').resources[0])
    const other = {
      ...configMap('kept'),
      metadata: { name: 'kept', annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'enabled' } },
    }
    const refused = given(kept([configMap('first'), other]))
    const walked = walk(refused)
    expect(refusal(() => integrate(walked, refused), walked)).toMatchInlineSnapshot(
      `"DELIVERY_INTENT: application "kept": ConfigMap "kept" already carries annotation kustomize.toolkit.fluxcd.io/prune: "enabled", but the application's delivery intent needs "disabled""`,
    )
  })
})

describe('sources in a tree', () => {
  const object = (name: string, branch = 'main'): Loose => ({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name, namespace: 'flux-system' },
    spec: { interval: '1h0m0s', url: `https://example.com/${name}.git`, ref: { branch } },
  })
  const given = (...more: SourceRef[]) =>
    cluster({
      children: [url('web'), ...more].map((sourceRef, index) =>
        node(`n${index}`, { bundle: bundle(`b${index}`, { sourceRef }) }),
      ),
    })
  const IN_PLACE: LayoutRules = { fluxPlacement: 'integrated-per-bundle' }

  it("R-236 stand once, in the root node's layout", () => {
    expect(outline(create(given(url('web')), { ...IN_PLACE, clusterName: 'eu' }))).toMatchInlineSnapshot(`
      "eu/
      eu/prod/
        Kustomization b0: eu/prod/n0
        Kustomization b1: eu/prod/n1
        GitRepository web
      eu/prod/n0/
        ConfigMap b0-app
      eu/prod/n1/
        ConfigMap b1-app"
    `)
  })

  it('R-237 have one definition', () => {
    expect(refusal(() => create(given(url('web', 'other')), IN_PLACE))).toMatchInlineSnapshot(
      `"SOURCE_DEFINITION: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: GitRepository "web" is defined twice with different content: bundles "b0" and "b1" name one Source differently"`,
    )
    const one = given()
    const tree = walk(one, IN_PLACE)
    layoutAt(tree, 'prod/n0').resources.push(object('web', 'other'))
    expect(refusal(() => integrate(tree, one, IN_PLACE), tree)).toMatchInlineSnapshot(
      `"SOURCE_DEFINITION: layout "prod/n0" already has GitRepository "web" (source.toolkit.fluxcd.io/v1) with different content than the one this integration derives in layout "prod": one Source identity must have one definition"`,
    )
  })

  it('R-238 R-241 a copy in the root build is the one; one elsewhere stays beside it', () => {
    const one = given()
    const copies = (directory: string) => {
      const tree = walk(one, IN_PLACE)
      layoutAt(tree, directory).resources.push(object('web'))
      return integrate(tree, one, IN_PLACE)
    }
    expect(copies('prod').resources.filter(({ kind }) => kind === 'GitRepository')).toHaveLength(1)
    expect(outline(copies('prod/n0')).match(/GitRepository web/g)).toHaveLength(2)
  })

  it('R-239 R-240 two in one build, and one in a wrapper that takes in the root, are refused', () => {
    const one = given()
    const tree = walk(one, IN_PLACE)
    tree.resources.push(object('web'), object('web'))
    expect(refusal(() => integrate(tree, one, IN_PLACE), tree)).toMatchInlineSnapshot(
      `"SOURCE_TWICE: layouts "prod" and "prod" both hold GitRepository "web", and the build of "prod" takes in both: kustomize refuses one object twice; remove one of them"`,
    )
    const wrapped = walk(one, { ...IN_PLACE, clusterName: 'eu' })
    wrapped.resources.push(object('web'))
    expect(refusal(() => integrate(wrapped, one, IN_PLACE), wrapped)).toMatchInlineSnapshot(
      `"SOURCE_TWICE: layout "eu" holds GitRepository "web", and the kustomization.yaml of "eu" takes in the directory "eu/prod", where this integration hosts it: move the one in "eu" there, or remove it"`,
    )
  })

  it('R-230 R-242 R-088 separate they stand beside the Kustomizations, one file each, and nowhere else', () => {
    const one = given()
    const tree = create(one, { filePer: 'kind', fileNaming: 'kind-name' })
    expect(
      layoutFiles(tree)
        .map(({ path }) => path)
        .filter((path) => path.startsWith('prod/flux-system')),
    ).toMatchInlineSnapshot(`
      [
        "prod/flux-system",
        "prod/flux-system/gitrepository-web.yaml",
        "prod/flux-system/kustomization-b0.yaml",
        "prod/flux-system/kustomization.yaml",
      ]
    `)
    const walked = walk(one)
    layoutAt(walked, 'prod/n0').resources.push(object('web'))
    expect(refusal(() => integrate(walked, one), walked)).toMatchInlineSnapshot(
      `"SOURCE_DEFINITION: layout "prod/n0" already has GitRepository "web" (source.toolkit.fluxcd.io/v1); the one generated in flux-system would define the same Source a second time in the kustomize build"`,
    )
  })
})

describe('a second integration', () => {
  it('R-231 R-232 adds nothing in any placement; a flux-system child that says something else is refused', () => {
    for (const fluxPlacement of PLACEMENTS) {
      const given = cluster({
        bundle: bundle('web', { sourceRef: url('web') }),
        children: [node('a', { bundle: bundle('a') })],
      })
      const tree = create(given, { fluxPlacement })
      const before = outline(tree)
      expect(outline(integrate(tree, given, { fluxPlacement }))).toBe(before)
    }
    const given = cluster({ bundle: bundle('web') })
    const tree = create(given)
    layoutAt(tree, 'prod/flux-system').resources.pop()
    expect(refusal(() => integrate(tree, given), tree)).toMatchInlineSnapshot(
      `"FLUX_DIRECTORY_TAKEN: layout "prod" already has a flux-system child with other Flux resources; integrate a freshly walked layout"`,
    )
    expect(
      refusal(() => create(cluster({ children: [node('Flux-System', { bundle: bundle('a') })] }))),
    ).toMatchInlineSnapshot(
      `"FLUX_DIRECTORY_TAKEN: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: node "Flux-System" is rendered to "prod/Flux-System", the directory the Flux resources are written to under FluxSeparate: rename the node, or use an integrated placement"`,
    )
  })

  it('R-233 one Kustomization present twice is refused', () => {
    const given = cluster({ bundle: bundle('web') })
    const tree = create(given, { fluxPlacement: 'integrated' })
    layoutAt(tree, 'prod/web').resources.push(structuredClone(tree.resources[0]) as Loose)
    expect(refusal(() => integrate(tree, given, { fluxPlacement: 'integrated' }), tree)).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME_TWICE: Flux Kustomization name "web" is present twice (in layout "prod" with spec.path "prod/web" and in layout "prod/web" with spec.path "prod/web"): Kustomization names must be unique"`,
    )
  })

  it('R-243 one that is kept is held to the same: readable, no source from inside, no dead-lock', () => {
    const given = cluster({
      bundle: bundle('base', { sourceRef: url('base') }),
      children: [node('a', { bundle: bundle('a') })],
    })
    const rules: LayoutRules = { fluxPlacement: 'integrated', clusterName: 'eu' }
    const tree = create(given, rules)
    const root = kustomization(tree, 'eu-prod-node')
    root.spec.sourceRef = { kind: 'GitRepository', name: 'base' }
    expect(refusal(() => integrate(tree, given, rules), tree)).toMatchInlineSnapshot(
      `"SOURCE_INSIDE: Flux Kustomization "eu-prod-node" (spec.path "eu/prod"), kept from before, takes its source GitRepository "base" from inside what it applies: layout "eu/prod" hosts it"`,
    )
    root.spec.sourceRef = { ...SOURCE }
    root.spec.dependsOn = [{ name: 'a' }]
    expect(refusal(() => integrate(tree, given, rules), tree)).toContain('can never all become Ready')
    root.spec.dependsOn = 'a'
    expect(refusal(() => integrate(tree, given, rules), tree)).toMatchInlineSnapshot(
      `"KUSTOMIZATION_UNREADABLE: layout "eu" has Flux Kustomization flux-system/eu-prod-node, which cannot be read: spec.dependsOn is not a list"`,
    )
  })

  it('R-245 R-290 R-291 R-292 R-293 marks what Flux builds, so that the writers know what nothing applies', () => {
    const given = cluster({ bundle: bundle('web') })
    for (const fluxPlacement of PLACEMENTS) {
      const tree = create(given, { fluxPlacement })
      expect([tree.fluxBuild, layoutAt(tree, 'prod/web').fluxBuild]).toEqual([true, true])
    }
    const tree = create(given, { fluxPlacement: 'integrated' })
    layoutAt(tree, 'prod/web').children.push({
      name: 'late',
      namespace: 'prod/web',
      resources: [configMap('late')],
      children: [],
      umbrellaChild: true,
    })
    expect(refusal(() => layoutFiles(tree))).toContain('no Flux Kustomization is recorded as building it')
  })
})

describe("places of a bundle's patches", () => {
  const patch = (name: string, more = '') => ({
    patch: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\n${more}`,
  })
  const targeted = { patch: '- op: add\n  path: /metadata/labels/a\n  value: b\n', target: { kind: 'ConfigMap' } }
  const holders = (...patches: Loose[]) => {
    const applications = [application('web'), augmented('db')]
    const tree = create(cluster({ bundle: bundle('shop', { applications, patches }) }), { fluxPlacement: 'integrated' })
    return Object.fromEntries(
      ['shop', 'shop-db', 'shop-pre'].map((name) => [
        name,
        (kustomization(tree, name).spec.patches ?? []).map((one: Loose) =>
          patches.findIndex(({ patch: text }) => text === one.patch),
        ),
      ]),
    )
  }

  it('R-300 R-301 R-302 R-305 with a target on all, a plain one where its object is built, in order', () => {
    expect(holders(targeted, patch('web'), patch('db'))).toEqual({
      shop: [0, 1, 2],
      'shop-db': [0, 2],
      'shop-pre': [0],
    })
    expect(holders(patch('db'), patch('web'), patch('db-pre'))).toEqual({ shop: [1], 'shop-db': [0], 'shop-pre': [2] })
  })

  it('R-306 R-307 R-308 R-312 without layouts all on its own; a hosted Kustomization where it is hosted; several documents as given', () => {
    const alone = create(cluster({ bundle: bundle('b', { patches: [patch('absent')] }) }), {
      fluxPlacement: 'integrated',
    })
    expect(brief(kustomization(alone, 'b'))).toContain('1 patches')
    const flux = (name: string) => ({
      patch: `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: ${name}\n  namespace: flux-system\n`,
    })
    expect(holders(flux('shop-db'), flux('shop-pre'))).toEqual({ shop: [0], 'shop-db': [1], 'shop-pre': [] })
    expect(refusal(() => holders(flux('shop')))).toContain('names Kustomization "shop"')
    expect(
      holders({ patch: `${patch('a').patch}---\n${patch('b').patch}`, target: { kind: 'ConfigMap' } }).shop,
    ).toEqual([0])
  })

  it('R-303 R-304 an object that nothing builds, or no one build, is refused', () => {
    expect(refusal(() => holders(patch('web'), patch('absent')))).toMatchInlineSnapshot(
      `"PATCH_OBJECT: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for Bundle 'shop' field 'patches': patch 1 has no target and names ConfigMap "absent" (v1), which no Kustomization of the bundle builds ("shop", spec.path "prod/shop"; "shop-db", spec.path "prod/shop/db"; "shop-pre", spec.path "prod/shop/db/pre"): kustomize fails a build that holds a patch for an object it does not build"`,
    )
    expect(refusal(() => holders({ patch: `${patch('web').patch}---\n${patch('db').patch}` }))).toMatchInlineSnapshot(
      `"PATCH_OBJECT: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for Bundle 'shop' field 'patches': patch 0 has no target and names objects that no one Kustomization of the bundle builds together (ConfigMap "web" (v1) is built by "shop", spec.path "prod/shop"; ConfigMap "db" (v1) is built by "shop-db", spec.path "prod/shop/db"): the documents of one patch are applied in one build; write one patch per object"`,
    )
  })

  it('R-309 after one that may change identities it stays on its own as well and is never refused', () => {
    expect(holders(targeted, patch('absent'), patch('db'))).toEqual({
      shop: [0, 1, 2],
      'shop-db': [0, 2],
      'shop-pre': [0],
    })
    expect(holders(patch('db', '$patch: delete\n'), patch('absent'))).toEqual({
      shop: [0, 1],
      'shop-db': [],
      'shop-pre': [],
    })
  })

  it('R-310 below a shared directory a layout takes the patches of the bundle that holds it', () => {
    const target = (name: string) => ({ patch: name, target: { kind: 'ConfigMap', name } })
    const given = cluster({
      bundle: bundle('a', { patches: [target('a-app')] }),
      children: [node('n', { bundle: bundle('b', { patches: [target('b-app')] }) })],
    })
    const tree = create(given, { ...PER_LAYOUT, nodeGrouping: 'flat' })
    const held = (name: string) => kustomization(tree, name).spec.patches.map(({ patch: text }: Loose) => text)
    expect([held('a'), held('a-a-app'), held('a-b-app')]).toEqual([['a-app', 'b-app'], ['a-app'], ['b-app']])
  })
})
