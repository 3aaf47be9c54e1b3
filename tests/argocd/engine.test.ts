import { describe, expect, test } from 'vitest'
import {
  createLayoutWithResources,
  generateBootstrap,
  generateFromCluster,
  integrateWithLayout,
} from '../../src/argocd/engine.ts'
import { fullRepoPath } from '../../src/stack/layout/manifest.ts'
import type { LayoutRules } from '../../src/stack/layout/rules.ts'
import type { Application, Bundle, Cluster, ClusterNode } from '../../src/stack/model.ts'

function application(name: string, more: Partial<Application> = {}): Application {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } }
  return { name, config: { generate: () => [object] }, ...more }
}

function bundle(name: string, more: Partial<Bundle> = {}): Bundle {
  return { name, applications: [application(`${name}-app`)], ...more }
}

function cluster(...children: ClusterNode[]): Cluster {
  return { name: 'demo', node: { name: 'prod', children } }
}

function refused(code: string, message: string) {
  return expect.objectContaining({ code, message })
}

const flat: LayoutRules = { nodeGrouping: 'flat' }

test('A-01, A-02, A-03: each directory that renders bundles has an Application that points at it', () => {
  const web = bundle('web', { kustomizationName: 'frontend', labels: { team: 'shop' } })
  expect(generateFromCluster(cluster({ name: 'apps', bundle: web }), {})).toEqual([
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'frontend', namespace: 'argocd', labels: { team: 'shop' } },
      spec: {
        source: { repoURL: 'https://github.com/example/manifests.git', path: 'prod/apps' },
        destination: { server: 'https://kubernetes.default.svc', namespace: 'default' },
      },
    },
  ])
})

test('A-01: a child of an umbrella has an Application of its own, and a name may be longer than Flux takes', () => {
  const name = 'n'.repeat(200)
  const shop = bundle('shop', { children: [bundle(name)] })
  const applications = generateFromCluster(cluster({ name: 'apps', bundle: shop }), {})
  expect(applications.map(({ metadata, spec }) => [metadata.name, spec.source.path])).toEqual([
    ['shop', 'prod/apps'],
    [name, `prod/apps/${name}`],
  ])
})

test('A-13: project and dependencies are as the settings say, repository and namespace too', () => {
  const db = bundle('db')
  const nodes = [
    { name: 'a', bundle: db },
    { name: 'b', bundle: bundle('web', { dependsOn: [db] }) },
  ]
  const settings = {
    repoURL: 'https://git.example.com/fleet.git',
    defaultNamespace: 'gitops',
    project: 'platform',
    withoutDependencies: true,
  }
  expect(generateFromCluster(cluster(...nodes), {}, settings)[1]).toEqual({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'web', namespace: 'gitops' },
    spec: {
      project: 'platform',
      source: { repoURL: 'https://git.example.com/fleet.git', path: 'prod/b' },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'default' },
    },
  })
  expect(generateFromCluster(cluster(...nodes), {})[1]?.spec.dependencies).toEqual(['db'])
})

test('A-04: bundles that share a directory unite labels and dependencies, those among themselves drop', () => {
  const db = bundle('db', { labels: { tier: 'data' } })
  const other = bundle('other')
  const web = bundle('web', {
    labels: { team: 'shop', tier: 'data' },
    dependsOn: [db, other],
    namedDependsOn: ['dns', 'umbrella'],
  })
  const root: ClusterNode = {
    name: 'prod',
    children: [
      { name: 'a', bundle: db },
      { name: 'b', bundle: web },
    ],
  }
  other.children = []
  root.children?.push({ name: 'c', bundle: bundle('umbrella', { children: [other] }) })
  const [first, second] = generateFromCluster({ name: 'demo', node: root }, flat)
  expect(first?.metadata).toEqual({ name: 'db', namespace: 'argocd', labels: { tier: 'data', team: 'shop' } })
  expect(first?.spec.dependencies).toEqual(['other', 'dns'])
  expect(second?.metadata.name).toBe('other')
})

test('A-04: a label with two values in one directory is refused', () => {
  const nodes = [
    { name: 'a', bundle: bundle('db', { labels: { tier: 'data' } }) },
    { name: 'b', bundle: bundle('web', { labels: { tier: 'front' } }) },
  ]
  expect(() => generateFromCluster(cluster(...nodes), flat)).toThrow(
    refused(
      'ARGOCD_LABELS',
      'bundles "db" and "web" share one Application, but set label "tier" to "data" and "front"',
    ),
  )
})

describe('A-05: what is no set of rules is refused, and so are rules per layout, before the cluster is looked at', () => {
  test.each([null, undefined, 5, { path: 'a' }])('%j', (rules) => {
    const message = 'rules must be of type layout.LayoutRules'
    expect(() => generateFromCluster(undefined, rules as LayoutRules)).toThrow(
      refused('LAYOUT_RULES_EXPECTED', message),
    )
    expect(() => createLayoutWithResources(undefined, rules as LayoutRules)).toThrow(
      refused('LAYOUT_RULES_EXPECTED', message),
    )
  })
  test('per layout', () => {
    expect(() => generateFromCluster(undefined, { fluxPlacement: 'integrated' })).toThrow(
      refused(
        'ARGOCD_PLACEMENT',
        'GenerateFromCluster does not support FluxPlacement "integrated": an Application applies a whole directory, not each layout of its own',
      ),
    )
    expect(generateFromCluster(undefined, { fluxPlacement: 'integrated-per-bundle' })).toEqual([])
  })
})

test('A-06: the tree has the Applications in a directory argocd of the top one, with files named as the rest', () => {
  const demo = cluster({ name: 'apps', bundle: bundle('web') })
  const top = createLayoutWithResources(demo, { clusterName: 'clusters/eu', fileNaming: 'kind-name' })
  const own = top?.children.at(-1)
  expect(own && fullRepoPath(own)).toBe('clusters/eu/argocd')
  expect(own).toEqual({
    name: 'argocd',
    namespace: 'clusters/eu',
    fileNaming: 'kind-name',
    children: [],
    resources: generateFromCluster(demo, { clusterName: 'clusters/eu' }),
  })
})

test('A-06: integrated placements are refused, as nothing would apply the child directories', () => {
  for (const fluxPlacement of ['integrated', 'integrated-per-bundle'] as const) {
    expect(() => createLayoutWithResources(undefined, { fluxPlacement })).toThrow(
      refused(
        'ARGOCD_PLACEMENT',
        `CreateLayoutWithResources does not support FluxPlacement "${fluxPlacement}" for Argo CD: nothing would apply the child directories`,
      ),
    )
  }
})

test('A-07: a node or a bundle of the root that takes the directory argocd is refused, upper case too', () => {
  const written = (owner: string) =>
    refused(
      'ARGOCD_DIRECTORY',
      `${owner} takes the directory "prod/argocd", where the Argo CD Applications are written`,
    )
  expect(() => createLayoutWithResources(cluster({ name: 'argocd', bundle: bundle('web') }), {})).toThrow(
    written('node "prod/argocd"'),
  )
  expect(() => createLayoutWithResources(cluster({ name: 'ArgoCD' }), {})).toThrow(written('node "prod/ArgoCD"'))
  const demo: Cluster = { name: 'demo', node: { name: 'prod', bundle: bundle('web', { dirName: 'argocd' }) } }
  expect(() => createLayoutWithResources(demo, { bundleGrouping: 'name' })).toThrow(written('bundle "web"'))
})

test('A-08: integration has nothing to do', () => {
  expect(integrateWithLayout()).toBe(undefined)
})

test('A-09: without a bootstrap there is nothing, with one it is refused; invalid rules always', () => {
  expect(generateBootstrap(undefined, {})).toEqual([])
  expect(generateBootstrap({ enabled: false }, {})).toEqual([])
  expect(() => generateBootstrap({ enabled: true }, {})).toThrow(
    refused('ARGOCD_BOOTSTRAP', 'ArgoCD bootstrap is not yet implemented'),
  )
  expect(() => generateBootstrap(undefined, { filePer: 'x' } as unknown as LayoutRules)).toThrow(
    refused('LAYOUT_RULE_INVALID', 'invalid FilePer for LayoutRules: x'),
  )
})

test('A-10: a delivery intent is refused by the name of its application, in children of umbrellas too', () => {
  const child = bundle('db', { applications: [application('postgres', { delivery: { forceReplace: true } })] })
  const demo = cluster({ name: 'apps', bundle: bundle('shop', { children: [child] }) })
  expect(() => generateFromCluster(demo, {})).toThrow(
    refused('ARGOCD_DELIVERY', 'Argo CD cannot apply the delivery intent of application "postgres"'),
  )
})

test('A-10, R-152: settings of a node that only Flux follows are refused by its path', () => {
  const infra: ClusterNode = { name: 'infra', bundle: bundle('dns') }
  const apps: ClusterNode = { name: 'apps', kustomizationName: 'x', dependsOn: [infra], namedDependsOn: ['y'] }
  expect(() => createLayoutWithResources(cluster(infra, apps), {})).toThrow(
    refused(
      'ARGOCD_NODE_FIELDS',
      'node "prod/apps" sets KustomizationName, DependsOn, NamedDependsOn, but has no Flux Kustomization of its own: Argo CD applies Applications',
    ),
  )
})

test('A-11, R-068: only dependencies that go in a circle are refused, not durations nor readiness', () => {
  const first = bundle('first', { timeout: '-1s' })
  const second = bundle('second', {
    dependsOn: [first],
    healthChecks: [{ apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', name: 'first' }],
  })
  const demo = cluster({ name: 'a', bundle: first }, { name: 'b', bundle: second })
  expect(generateFromCluster(demo, {}).length).toBe(2)
  first.dependsOn = [second]
  expect(() => generateFromCluster(demo, {})).toThrow(
    expect.objectContaining({ code: expect.stringContaining('CYCLE') }),
  )
})

test('A-12: what is only about Flux is not read', () => {
  const full: Partial<Bundle> = {
    interval: '5m',
    prune: true,
    wait: true,
    serviceAccountName: 'deployer',
    sourceRef: { kind: 'GitRepository', name: 'fleet' },
    patches: [{ patch: '{}' }],
    postBuild: { substitute: { A: 'b' } },
    healthChecks: [{ kind: 'Deployment', name: 'web' }],
    annotations: { note: 'a' },
  }
  const of = (more: Partial<Bundle>) => generateFromCluster(cluster({ name: 'apps', bundle: bundle('web', more) }), {})
  expect(of(full)).toEqual(of({}))
})
