import { describe, expect, it } from 'vitest'
import { defaultLayoutKustomizationName, fluxEngine, nodeKustomizationName } from '../../../src/flux/engine/index.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import { validateCluster } from '../../../src/stack/validate/cluster.ts'
import {
  application,
  bundle,
  cluster,
  create,
  integrate,
  kustomization,
  type Loose,
  layoutAt,
  list,
  node,
  outline,
  PLACEMENTS,
  refusal,
  walk,
} from './stacks.ts'

const flux = (name: string, path = 'elsewhere'): Loose => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace: 'flux-system' },
  spec: { path },
})
const long = (length: number) => 'a'.repeat(length)

describe('names of Kustomizations', () => {
  it('R-025 R-026 R-027 R-028 kustomizationName names the Kustomization and every reference to it, and moves nothing', () => {
    const db = bundle('db', { kustomizationName: 'apps-db' })
    const shop = bundle('shop', {
      kustomizationName: 'apps-shop',
      dependsOn: [db],
      children: [bundle('ui', { kustomizationName: 'shop-ui' })],
    })
    const given = cluster({ children: [node('data', { bundle: db }), node('apps', { bundle: shop })] })
    const other = bundle('other', { namedDependsOn: ['apps-db', 'db'] })
    given.node?.children?.push(node('other', { bundle: other }))
    expect(list(given)).toMatchInlineSnapshot(`
      [
        "Kustomization apps-db: prod/data",
        "Kustomization apps-shop: prod/apps, after apps-db, checks shop-ui",
        "Kustomization shop-ui: prod/apps/ui",
        "Kustomization other: prod/other, after apps-db db",
      ]
    `)
  })

  it('R-029 two bundles with one name, or one name in effect, are refused with both paths', () => {
    const twice = (a: Loose, b: Loose) =>
      cluster({
        bundle: bundle('shop', { children: [bundle('shop-db', a)] }),
        children: [node('m', { bundle: bundle('monitoring', b) })],
      })
    expect(refusal(() => list(twice({ kustomizationName: 'x' }, { kustomizationName: 'x' })))).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME_TWICE: bundles "shop/shop-db" and "monitoring" would both get a Kustomization named "x": that name, the bundle's KustomizationName or else its Name, must be unique"`,
    )
  })

  it('R-030 R-031 an object of an application with the generated name is refused in every placement, another name is the way out', () => {
    const given = (kustomizationName?: string) =>
      cluster({
        bundle: bundle('shop', {
          applications: [application('delivery', [flux('shop')])],
          ...(kustomizationName && { kustomizationName }),
        }),
      })
    for (const fluxPlacement of PLACEMENTS) {
      expect(refusal(() => create(given(), { fluxPlacement }))).toContain(
        'an object of application "delivery" of bundle "shop"',
      )
      expect(kustomization(create(given('apps-shop'), { fluxPlacement }), 'apps-shop').spec.path).toBe('prod/shop')
    }
    expect(refusal(() => create(given(), { fluxPlacement: 'integrated' }))).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME_TWICE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: layout "prod/shop" already has Flux Kustomization "shop" with spec.path "elsewhere", an object of application "delivery" of bundle "shop"; this integration generates one of that name for bundle "shop", with spec.path "prod/shop" in layout "prod": the two share namespace and name, so one of them needs another name; set Bundle.KustomizationName on bundle "shop" to name the generated one, or give the one already there another name"`,
    )
  })

  it('R-032 one that no application holds is named by its layout alone', () => {
    const given = cluster({ bundle: bundle('web') })
    const tree = walk(given)
    tree.resources.push(flux('web'))
    expect(refusal(() => integrate(tree, given), tree)).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME_TWICE: layout "prod" already has Flux Kustomization "web" with spec.path "elsewhere"; this integration generates one of that name for bundle "web", with spec.path "prod/web" in layout "prod/flux-system": the two share namespace and name, so one of them needs another name; set Bundle.KustomizationName on bundle "web" to name the generated one, or give the one already there another name"`,
    )
  })

  it('R-033 dependencies are compared by the name in effect', () => {
    const valid = (named: string) =>
      cluster({
        bundle: bundle('web', { dependsOn: [bundle('db', { kustomizationName: 'db-cr' })], namedDependsOn: [named] }),
      })
    expect(list(valid('db'))).toEqual(['Kustomization web: prod/web, after db-cr db'])
    expect(refusal(() => list(valid('db-cr')))).toMatchInlineSnapshot(
      `"DEPENDENCY_TWICE: bundle "web" at node "prod" failed validation: validation failed for Bundle 'web' field 'namedDependsOn': dependency "db-cr" appears in both DependsOn and NamedDependsOn"`,
    )
  })

  it('R-034 R-035 a copy is the bundle of its name; with another name in effect it is refused', () => {
    const given = (copy: Loose, named: string[] = []) =>
      cluster({
        children: [
          node('a', { bundle: bundle('db', { kustomizationName: 'db-cr' }) }),
          node('b', { bundle: bundle('web', { dependsOn: [{ name: 'db', ...copy }], namedDependsOn: named }) }),
        ],
      })
    expect(list(given({}))[1]).toBe('Kustomization web: prod/b, after db-cr')
    expect(list(given({ kustomizationName: 'db-cr' }, ['db']))[1]).toBe('Kustomization web: prod/b, after db-cr db')
    expect(refusal(() => list(given({ kustomizationName: 'x' })))).toMatchInlineSnapshot(
      `"DEPENDENCY_COPY_RENAMED: validation failed for Cluster 'demo' field 'bundles': bundle "web" depends on a copy of bundle "db" with KustomizationName "x", but that bundle has KustomizationName "db-cr": a dependency is resolved by its Name to the bundle of the cluster"`,
    )
    expect(refusal(() => list(given({}, ['db'])))).toMatchInlineSnapshot(
      `"DEPENDENCY_TWICE: bundle "web" at node "prod/b" failed validation: validation failed for Bundle 'web' field 'namedDependsOn': dependency "db" appears in both DependsOn and NamedDependsOn"`,
    )
    const [alone] = fluxEngine().generateForBundle(
      { name: 'web', dependsOn: [{ name: 'db', kustomizationName: 'x' }] },
      'x',
    ) as Loose[]
    expect(alone.spec.dependsOn).toEqual([{ name: 'x' }])
  })

  it('R-036 R-037 R-178 a name that Flux could not reconcile is refused with the path and the field, by the engine alone', () => {
    const given = cluster({ bundle: bundle('platform', { children: [bundle(long(64))] }) })
    validateCluster(given)
    for (const fluxPlacement of PLACEMENTS)
      expect(refusal(() => create(given, { fluxPlacement }))).toContain(`Bundle 'platform/${long(64)}' field 'name'`)
    expect(refusal(() => list(given))).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME: validation failed for Bundle 'platform/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' field 'name': "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is 64 characters long: a Flux Kustomization name is at most 63 characters, because Flux writes it into a label value"`,
    )
    expect(list(cluster({ bundle: bundle(long(64), { kustomizationName: 'web' }) }))).toHaveLength(1)
  })

  it('R-038 names that nothing is written under are not checked, those of outside dependencies are', () => {
    const merged = cluster({ bundle: bundle('first'), children: [node('x', { bundle: bundle(long(64)) })] })
    expect(list(merged, { nodeGrouping: 'flat' })).toEqual(['Kustomization first: prod/first'])
    expect(list(cluster({ bundle: bundle('web', { namedDependsOn: [long(64)] }) }))).toHaveLength(1)
    expect(refusal(() => list(cluster({ bundle: bundle('web', { dependsOn: [bundle(long(64))] }) })))).toContain(
      `Bundle '${long(64)}' field 'name'`,
    )
  })

  it('R-039 one bundle may not depend on itself nor wait for itself; the lists drop it instead', () => {
    const one = (fields: Loose) => refusal(() => fluxEngine().generateForBundle({ name: 'web', ...fields }, 'x'))
    const own = { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', name: 'web' }
    expect(one({ dependsOn: [{ name: 'db', kustomizationName: 'web' }] })).toMatchInlineSnapshot(
      `"SELF_REFERENCE: validation failed for Bundle 'web' field 'dependsOn': bundles "web" and "db" would both get a Flux Kustomization named "web": that name, the bundle's KustomizationName or else its Name, must be unique"`,
    )
    expect(one({ namedDependsOn: ['web'] })).toMatchInlineSnapshot(
      `"SELF_REFERENCE: validation failed for Bundle 'web' field 'namedDependsOn': bundle "web" names its own Flux Kustomization "web" in NamedDependsOn: the Kustomization would depend on itself"`,
    )
    expect(one({ healthChecks: [own] })).toMatchInlineSnapshot(
      `"SELF_REFERENCE: validation failed for Bundle 'web' field 'healthChecks': bundle "web" has its own Flux Kustomization "web" in HealthChecks: the Kustomization would wait for itself"`,
    )
    expect(
      one({
        children: [
          { name: 'a', kustomizationName: 'c' },
          { name: 'b', kustomizationName: 'c' },
        ],
      }),
    ).toMatchInlineSnapshot(
      `"SELF_REFERENCE: validation failed for Bundle 'web' field 'children': bundles "web/a" and "web/b" would both get a Flux Kustomization named "c": that name, the bundle's KustomizationName or else its Name, must be unique"`,
    )
    const given = cluster({ bundle: bundle('web', { namedDependsOn: ['web', 'x'], healthChecks: [own] }) })
    expect(list(given)).toEqual(['Kustomization web: prod/web, after x'])
  })
})

describe('paths', () => {
  it('R-041 R-043 R-044 a path is the directory that renders the bundle', () => {
    const shop = bundle('shop', {
      children: [bundle('infra', { dirName: '00-infra', kustomizationName: 'apps-infra' })],
      dirName: 'no-effect',
    })
    const given = cluster({
      bundle: bundle('platform', { dirName: '00-platform' }),
      children: [node('apps', { bundle: shop })],
    })
    expect(list(given)).toMatchInlineSnapshot(`
      [
        "Kustomization platform: prod/00-platform",
        "Kustomization shop: prod/apps, checks apps-infra",
        "Kustomization apps-infra: prod/apps/00-infra",
      ]
    `)
    expect(list(given, { clusterName: 'clusters/eu', bundleGrouping: 'name' })).toMatchInlineSnapshot(`
      [
        "Kustomization platform: clusters/eu/prod/00-platform",
        "Kustomization shop: clusters/eu/prod/apps/no-effect, checks apps-infra",
        "Kustomization apps-infra: clusters/eu/prod/apps/no-effect/00-infra",
      ]
    `)
    expect(list(given, { nodeGrouping: 'flat' })[0]).toContain('prod/00-platform')
    expect(list({ name: 'demo', node: node('', { bundle: bundle('web') }) }, { clusterName: '.' })).toEqual([
      'Kustomization web: web',
    ])
  })

  it('R-045 R-046 R-047 R-048 R-049 directory names are one segment, their own, and not renamed after the walk', () => {
    const children = (a: string, b: string) =>
      cluster({
        children: [
          node('c', {
            bundle: bundle('u', { children: [bundle('k1', { dirName: a }), bundle('k2', { dirName: b })] }),
          }),
        ],
      })
    expect(refusal(() => list(children('a/b', 'c')))).toMatchInlineSnapshot(
      `"DIRECTORY_NAME_INVALID: bundle "u" at node "prod/c" failed validation: validation failed for Bundle 'u/k1' field 'dirName': "a/b" contains a path separator: a directory name is one path segment"`,
    )
    expect(refusal(() => list(children('x', 'X')))).toMatchInlineSnapshot(
      `"BUNDLE_DIRECTORY_TWICE: bundles "u/k1" and "u/k2" have one directory "prod/c/X": a bundle's directory is named by its DirName, or by its Name without one, and must be the only one of that name in the directory above it"`,
    )
    expect(refusal(() => create(cluster({ bundle: bundle('b', { dirName: 'flux-system' }) })))).toMatchInlineSnapshot(
      `"FLUX_DIRECTORY_TAKEN: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: bundle "b" is rendered to "prod/flux-system", the directory the Flux resources are written to under FluxSeparate: give the bundle's directory another name (its DirName, or its Name without one), or use an integrated placement"`,
    )
    const given = cluster({ bundle: bundle('web') })
    const tree = walk(given)
    layoutAt(tree, 'prod/web').name = 'www'
    expect(refusal(() => integrate(tree, given), tree)).toMatchInlineSnapshot(
      `"BUNDLE_DIRECTORY_RENAMED: layout "prod/www" of bundle "web" is named "www", but the bundle's directory is named "web": its DirName, or its Name without one"`,
    )
  })
})

describe('names of layouts', () => {
  const perLayout: LayoutRules = { fluxPlacement: 'integrated', applicationGrouping: 'name' }

  it('R-110 R-111 R-112 R-113 R-118 every layout without a bundle but the top has one in its parent, named after its unit or path', () => {
    const given = cluster({
      children: [
        node('group', { children: [node('web', { bundle: bundle('web', { applications: [application('web')] }) })] }),
      ],
    })
    expect(outline(create(given, perLayout))).toMatchInlineSnapshot(`
      "prod/
        Kustomization prod-group-node: prod/group
      prod/group/
        Kustomization web: prod/group/web
      prod/group/web/
        Kustomization web-web: prod/group/web/web
      prod/group/web/web/
        ConfigMap web"
    `)
    expect(nodeKustomizationName('clusters/eu/prod')).toBe('clusters-eu-prod-node')
  })

  it('R-114 R-115 a name on the layout wins and must be one Flux takes; the error says where it comes from', () => {
    const given = cluster({ bundle: bundle('web', { applications: [application('api')] }) })
    const named = (name: string) => {
      const tree = walk(given, perLayout)
      layoutAt(tree, 'prod/web/api').kustomizationName = name
      return tree
    }
    expect(kustomization(integrate(named('the-api'), given, perLayout), 'the-api').spec.path).toBe('prod/web/api')
    const tree = named('Web_API')
    expect(refusal(() => integrate(tree, given, perLayout), tree)).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME: validation failed for ManifestLayout 'prod/web/api' field 'kustomizationName': "Web_API" is not a valid Flux Kustomization name: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"`,
    )
    expect(
      refusal(() =>
        create(cluster({ children: [node('Group', { children: [node('a', { bundle: bundle('a') })] })] }), perLayout),
      ),
    ).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for Node 'prod/Group' field 'kustomizationName': the node sets no name for its Flux Kustomization, and the name derived from its directory "prod/Group" cannot be used: "prod-Group-node" is not a valid Flux Kustomization name: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); set Node.KustomizationName"`,
    )
    expect(
      refusal(() => create(cluster({ bundle: bundle('web', { applications: [application('My_App')] }) }), perLayout)),
    ).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: validation failed for ManifestLayout 'prod/web/My_App' field 'kustomizationName': the layout sets no name for its Flux Kustomization, and the default cannot be used: "web-My_App" is not a valid Flux Kustomization name: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); set ManifestLayout.KustomizationName"`,
    )
  })

  it('R-116 R-117 a name used twice is refused; one placed in the host with the path is kept', () => {
    const given = cluster({
      bundle: bundle('platform', { applications: [application('web')] }),
      children: [node('n', { bundle: bundle('platform-web') })],
    })
    expect(refusal(() => create(given, perLayout))).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME_TWICE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomization name "platform-web" is used twice, by layout "prod/platform/web" (spec.path "prod/platform/web") and by bundle "platform-web" (spec.path "prod/n"): Kustomization names must be unique; set KustomizationName on one of them"`,
    )
    const one = cluster({ bundle: bundle('web', { applications: [application('api')] }) })
    const tree = walk(one, perLayout)
    layoutAt(tree, 'prod/web').resources.push(flux('web-api', 'prod/web/api'))
    expect(outline(integrate(tree, one, perLayout))).toMatchInlineSnapshot(`
      "prod/
        Kustomization web: prod/web
      prod/web/
        Kustomization web-api: prod/web/api
      prod/web/api/
        ConfigMap api"
    `)
  })

  it('R-120 R-121 R-122 R-123 R-124 R-126 a default is shortened with a hash of all of it, a set name never', () => {
    const worker = 'checkout-service-payments-reconciler-worker'
    expect(defaultLayoutKustomizationName('web', 'api')).toBe('web-api')
    expect(defaultLayoutKustomizationName('platform-services-payments', worker)).toBe(`platform-s-7365aca5-${worker}`)
    expect(defaultLayoutKustomizationName('shop', `${worker}-hook-group-46715`)).toBe(
      'checkout-service-payments-reconciler-worker-hook-group-35a47603',
    )
    expect(defaultLayoutKustomizationName('web', '-'.repeat(60))).toMatch(/^[0-9a-f]{8}$/)
    const given = cluster({ bundle: bundle('web', { applications: [application('api')] }) })
    const tree = walk(given, perLayout)
    layoutAt(tree, 'prod/web/api').kustomizationName = long(64)
    expect(refusal(() => integrate(tree, given, perLayout), tree)).toContain('is 64 characters long')
  })

  it('R-125 two names that shorten to one are refused', () => {
    const worker = 'checkout-service-payments-reconciler-worker-hook-group'
    const applications = [application(`${worker}-46715`), application(`${worker}-61807`)]
    expect(
      refusal(() => create(cluster({ bundle: bundle('shop', { applications }) }), perLayout)),
    ).toMatchInlineSnapshot(
      `"KUSTOMIZATION_NAME_TWICE: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: Flux Kustomization name "checkout-service-payments-reconciler-worker-hook-group-35a47603" is used twice, by layout "prod/shop/checkout-service-payments-reconciler-worker-hook-group-46715" (spec.path "prod/shop/checkout-service-payments-reconciler-worker-hook-group-46715") and by layout "prod/shop/checkout-service-payments-reconciler-worker-hook-group-61807" (spec.path "prod/shop/checkout-service-payments-reconciler-worker-hook-group-61807"): Kustomization names must be unique; set KustomizationName on one of them"`,
    )
  })

  it('R-127 R-128 R-129 an entry of dependsOn is a sibling, else the one of that name in the unit, else as given', () => {
    const hooks = (name: string, ...children: Loose[]) => ({
      ...application(name),
      config: {
        generate: () => [],
        augmentLayout: (layout: Loose) => {
          for (const child of children)
            layout.children.push({
              resources: [],
              children: [],
              namespace: `${layout.namespace}/${layout.name}`,
              ...child,
            })
        },
      },
    })
    const given = (dependsOn: string[]) =>
      cluster({
        bundle: bundle('apps', {
          applications: [
            hooks('a', { name: 'pre' }, { name: 'post', dependsOn: ['pre', 'a', 'b', 'external'] }),
            hooks('b', { name: 'pre', kustomizationName: 'b-pre' }),
            hooks('c', { name: 'late', dependsOn }),
          ],
        }),
      })
    const tree = create(given(['b-pre']), perLayout)
    expect(kustomization(tree, 'apps-post').spec.dependsOn.map(({ name }: Loose) => name)).toEqual([
      'apps-pre',
      'apps-a',
      'apps-b',
      'external',
    ])
    expect(kustomization(tree, 'apps-late').spec.dependsOn).toEqual([{ name: 'b-pre' }])
    expect(refusal(() => create(given(['pre']), perLayout))).toMatchInlineSnapshot(
      `"LAYOUT_DEPENDENCY: validation failed for Cluster 'demo' field 'flux-integration': failed to integrate Flux resources: layout "prod/apps/c/late" lists "pre" in DependsOn, which is the name of 2 layouts with a Flux Kustomization of their own ("prod/apps/a/pre" and "prod/apps/b/pre" among them): set KustomizationName on the one meant and list that name"`,
    )
  })
})
