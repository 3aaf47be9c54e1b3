import { describe, expect, test } from 'vitest'
import { generateBootstrap } from '../../../src/flux/bootstrap/bootstrap.ts'
import {
  DEFAULT_BOOTSTRAP_NAME,
  DEFAULT_FLUX_MODE,
  DEFAULT_SOURCE_KIND,
  DEFAULT_SOURCE_NAME,
  DEFAULT_SOURCE_REF,
  DEFAULT_SYNC_PATH,
  FLUX_INSTANCE_NAME,
  GOTK_MODE,
  supportedBootstrapModes,
} from '../../../src/flux/bootstrap/defaults.ts'
import { generateFluxInstance } from '../../../src/flux/bootstrap/flux-instance.ts'
import { FLUX_OPERATOR_VERSION, operatorObjects } from '../../../src/flux/bootstrap/operator.ts'
import { operatorVersion } from '../../../src/flux/data/operator-data.ts'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import { validateFluxObjects } from '../../../src/flux/schema/validate.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { BootstrapConfig, ClusterNode } from '../../../src/stack/model.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'

const root: ClusterNode = { name: 'prod' }
const operator: BootstrapConfig = {
  enabled: true,
  fluxVersion: 'v2.8.2',
  registry: 'ghcr.io/fluxcd',
  sourceURL: 'oci://registry.example.com/fleet',
}
const gotk: BootstrapConfig = { enabled: true, fluxMode: 'gotk', sourceURL: 'oci://registry.example.com/fleet' }

function identities(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ kind, metadata }) => {
    return `${kind} ${metadata?.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata?.name}`
  })
}

test('R-078: every value that is written without being asked for has a name', () => {
  expect({
    DEFAULT_BOOTSTRAP_NAME,
    DEFAULT_FLUX_MODE,
    DEFAULT_SOURCE_KIND,
    DEFAULT_SOURCE_NAME,
    DEFAULT_SOURCE_REF,
    DEFAULT_SYNC_PATH,
    FLUX_INSTANCE_NAME,
    GOTK_MODE,
  }).toEqual({
    DEFAULT_BOOTSTRAP_NAME: 'flux-system',
    DEFAULT_FLUX_MODE: 'flux-operator',
    DEFAULT_SOURCE_KIND: 'OCIRepository',
    DEFAULT_SOURCE_NAME: 'flux-system',
    DEFAULT_SOURCE_REF: 'latest',
    DEFAULT_SYNC_PATH: './',
    FLUX_INSTANCE_NAME: 'flux',
    GOTK_MODE: 'gotk',
  })
  expect(supportedBootstrapModes()).toEqual(['flux-operator', 'gotk'])
})

test('R-001, R-008, R-079: the engine knows its name and modes, and makes the bootstrap with what its settings are at the call', async () => {
  const engine = fluxEngine()
  expect([engine.name, engine.supportedBootstrapModes()]).toEqual(['FluxCD Workflow Engine', ['flux-operator', 'gotk']])
  engine.bootstrap.bootstrapName = 'fleet'
  engine.bootstrap.defaultInterval = '5m'
  const kustomization = (await engine.generateBootstrap(gotk, root, {})).at(-2)
  expect(kustomization).toMatchObject({ metadata: { name: 'fleet' }, spec: { interval: '5m0s' } })
})

test('R-200: without a configuration, or with one that is off, there is nothing', async () => {
  expect(await generateBootstrap(undefined, root, {})).toEqual([])
  expect(await generateBootstrap({ ...operator, enabled: false }, root, {})).toEqual([])
})

test('R-210: invalid rules are refused also when there would be nothing', async () => {
  const rules = { nodeGrouping: 'x' } as unknown as LayoutRules
  for (const config of [undefined, { enabled: false }, operator, gotk]) {
    await expect(generateBootstrap(config, root, rules)).rejects.toMatchObject({
      message: 'invalid NodeGrouping for LayoutRules: x',
    })
  }
})

test('R-015: what is no set of rules is refused, the defaults are never assumed', async () => {
  for (const rules of [null, undefined, [], { path: 'clusters' }] as unknown as LayoutRules[]) {
    await expect(generateBootstrap(undefined, root, rules)).rejects.toMatchObject({
      message: 'rules must be of type layout.LayoutRules',
    })
  }
})

test('R-201: without a mode it is flux-operator, an unknown one is refused with the modes there are', async () => {
  expect(identities(await generateBootstrap({ ...operator, fluxMode: '' }, root, {})).at(-1)).toBe(
    'FluxInstance flux-system/flux',
  )
  await expect(generateBootstrap({ ...operator, fluxMode: 'gitops-toolkit' }, root, {})).rejects.toMatchObject({
    code: 'BOOTSTRAP_MODE',
    message: 'invalid fluxMode for BootstrapConfig: gitops-toolkit',
    hint: 'Valid values are: flux-operator, gotk',
  })
})

test('R-202: the operator comes in the order of its own bundle, the FluxInstance after it', async () => {
  expect(identities(await generateBootstrap(operator, root, {}))).toEqual([
    'Namespace flux-system',
    'CustomResourceDefinition fluxinstances.fluxcd.controlplane.io',
    'CustomResourceDefinition fluxreports.fluxcd.controlplane.io',
    'CustomResourceDefinition resourcesetinputproviders.fluxcd.controlplane.io',
    'CustomResourceDefinition resourcesets.fluxcd.controlplane.io',
    'ServiceAccount flux-system/flux-operator',
    'ClusterRole flux-operator-edit',
    'ClusterRole flux-operator-view',
    'ClusterRole flux-web-admin',
    'ClusterRole flux-web-user',
    'ClusterRoleBinding flux-operator-cluster-admin',
    'Service flux-system/flux-operator',
    'Deployment flux-system/flux-operator',
    'FluxInstance flux-system/flux',
  ])
})

test("R-219: the operator's version that is named is that of its objects and its image", async () => {
  const deployment = JSON.stringify((await operatorObjects()).at(-1))
  expect(FLUX_OPERATOR_VERSION).toBe('v0.58.1')
  expect(operatorVersion).toBe(FLUX_OPERATOR_VERSION)
  expect(deployment).toContain(`"image":"ghcr.io/controlplaneio-fluxcd/flux-operator:${FLUX_OPERATOR_VERSION}"`)
})

test("a release's own install manifest is taken as it is", async () => {
  const manifest = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: fluxinstances.fluxcd.controlplane.io
---
apiVersion: v1
kind: Namespace
metadata:
  name: flux-system
`
  const objects = await generateBootstrap(operator, root, {}, { operatorManifest: manifest })
  expect(identities(objects)).toEqual([
    'CustomResourceDefinition fluxinstances.fluxcd.controlplane.io',
    'Namespace flux-system',
    'FluxInstance flux-system/flux',
  ])
  await expect(operatorObjects('kind: List\n')).rejects.toThrow()
  await expect(operatorObjects('apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n')).rejects.toMatchObject({
    code: 'FLUX_OPERATOR_MANIFEST',
    message: 'the flux-operator manifest has no CustomResourceDefinition fluxinstances.fluxcd.controlplane.io',
  })
})

describe('R-203: a FluxInstance needs a version and a registry, and each that is missing is named', () => {
  test.each([
    [{ enabled: true }, 'fluxVersion, registry'],
    [{ enabled: true, registry: 'r' }, 'fluxVersion'],
    [{ enabled: true, fluxVersion: '2.x' }, 'registry'],
  ])('%j', async (config, missing) => {
    const message = `validation failed for BootstrapConfig 'flux' field '${missing}': flux-operator mode requires FluxVersion and Registry for the FluxInstance distribution; there is no default`
    await expect(generateBootstrap(config, root, {})).rejects.toMatchObject({ message })
    expect(() => generateFluxInstance(config, root, {})).toThrow(expect.objectContaining({ message }))
  })
})

test('R-204, R-211, R-212: the FluxInstance syncs the top of the tree under the name that is asked for', () => {
  const config = { ...operator, components: ['source-controller'], syncName: 'fleet' }
  expect(generateFluxInstance(config, root, {})).toEqual({
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'FluxInstance',
    metadata: { name: 'flux', namespace: 'flux-system' },
    spec: {
      distribution: { version: 'v2.8.2', registry: 'ghcr.io/fluxcd' },
      components: ['source-controller'],
      sync: {
        interval: '1h0m0s',
        kind: 'OCIRepository',
        name: 'fleet',
        path: './prod',
        ref: 'latest',
        url: 'oci://registry.example.com/fleet',
      },
    },
  })
})

test('R-211: without a source there is no sync, whatever its name', () => {
  expect(generateFluxInstance({ ...operator, sourceURL: '', syncName: 'fleet' }, root, {})?.spec).toEqual({
    distribution: { version: 'v2.8.2', registry: 'ghcr.io/fluxcd' },
  })
})

test('R-213: the FluxInstance alone is made of a configuration that is off, and of none nothing', () => {
  expect(generateFluxInstance({ ...operator, enabled: false }, root, {})?.metadata.name).toBe('flux')
  expect(generateFluxInstance(undefined, root, {})).toBe(undefined)
})

test('R-205: after the components come the Kustomization of the tree and its source', async () => {
  const objects = await generateBootstrap({ ...gotk, prune: true }, root, {})
  expect(objects.length).toBe(34)
  expect(objects.slice(32)).toEqual([
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'flux-system', namespace: 'flux-system' },
      spec: { interval: '1h0m0s', path: 'prod', prune: true, sourceRef: { kind: 'OCIRepository', name: 'prod' } },
    },
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'OCIRepository',
      metadata: { name: 'prod', namespace: 'flux-system' },
      spec: { interval: '1h0m0s', url: 'oci://registry.example.com/fleet', ref: { tag: 'latest' } },
    },
  ])
  const all = ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller']
  all.push('image-reflector-controller', 'image-automation-controller', 'source-watcher')
  expect((await generateBootstrap({ ...gotk, components: all }, root, {})).length).toBe(45)
})

describe('R-206: both modes point at the top directory of the tree', () => {
  test.each<[ClusterNode | undefined, LayoutRules, string, string]>([
    [{ name: 'prod' }, {}, 'prod', './prod'],
    [{ name: '' }, {}, 'cluster', './cluster'],
    [{ name: 'prod' }, { clusterName: 'clusters/prod' }, 'clusters/prod', './clusters/prod'],
    [undefined, { clusterName: 'clusters/prod' }, 'clusters/prod', './clusters/prod'],
    [undefined, {}, '.', './'],
  ])('%j %j', async (node, rules, path, syncPath) => {
    expect((await generateBootstrap(gotk, node, rules)).at(-2)?.['spec']).toMatchObject({ path })
    expect(generateFluxInstance(operator, node, rules)?.spec.sync?.path).toBe(syncPath)
  })
})

describe('R-207, R-208: the source is named after the root node, and of one kind in every object', () => {
  test.each([
    ['GitRepository', 'GitRepository'],
    ['OCIRepository', 'OCIRepository'],
    ['', 'OCIRepository'],
    ['Bucket', 'OCIRepository'],
  ])('%j', async (sourceKind, kind) => {
    const objects = await generateBootstrap({ ...gotk, sourceKind }, root, { clusterName: 'clusters/eu' })
    expect(objects.at(-2)?.['spec']).toMatchObject({ sourceRef: { kind, name: 'prod' } })
    expect(identities(objects).at(-1)).toBe(`${kind} flux-system/prod`)
    expect(generateFluxInstance({ ...operator, sourceKind }, root, {})?.spec.sync?.kind).toBe(kind)
  })
})

describe('R-209: a reference is a tag, a branch, or for the operator a full reference of Git', () => {
  test.each<[string, string, unknown, string]>([
    ['', '', { tag: 'latest' }, 'latest'],
    ['', 'v1', { tag: 'v1' }, 'v1'],
    ['GitRepository', '', undefined, ''],
    ['GitRepository', 'main', { branch: 'main' }, 'refs/heads/main'],
    ['GitRepository', 'refs/tags/v1', { branch: 'refs/tags/v1' }, 'refs/tags/v1'],
  ])('%s %s', async (sourceKind, sourceRef, ref, syncRef) => {
    const source = (await generateBootstrap({ ...gotk, sourceKind, sourceRef }, root, {})).at(-1)
    expect(Object(source?.['spec']).ref).toEqual(ref)
    expect(generateFluxInstance({ ...operator, sourceKind, sourceRef }, root, {})?.spec.sync?.ref).toBe(syncRef)
  })
})

describe('R-214: a root node that no directory can be named after is refused where its directory is written', () => {
  test.each(['a/b', 'a\\b', '..', '.', 'a\0b'])('%j', async (name) => {
    const refused = { message: expect.stringContaining("validation failed for Node '") }
    await expect(generateBootstrap({ ...gotk, sourceURL: '' }, { name }, {})).rejects.toMatchObject(refused)
    await expect(generateBootstrap(operator, { name }, {})).rejects.toMatchObject(refused)
    expect(() => generateFluxInstance(operator, { name }, {})).toThrow(expect.objectContaining(refused))
    expect((await generateBootstrap({ ...operator, sourceURL: '' }, { name }, {})).length).toBe(14)
    expect(generateFluxInstance(operator, { name }, { clusterName: 'prod' })?.spec.sync?.path).toBe('./prod')
  })
})

describe('R-215: a source cannot have every name a directory can', () => {
  test.each(['Prod', 'prod_root'])('%s', async (name) => {
    const refused = {
      code: 'BOOTSTRAP_SOURCE_NAME',
      message: `validation failed for Node '${name}' field 'name': "${name}" is not a valid name for the bootstrap source: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    }
    await expect(generateBootstrap(gotk, { name }, {})).rejects.toMatchObject(refused)
    await expect(generateBootstrap({ ...gotk, sourceURL: '' }, { name }, { clusterName: 'c' })).rejects.toMatchObject(
      refused,
    )
    expect((await generateBootstrap(operator, { name }, {})).length).toBe(14)
  })
})

test('R-216: the version that comes with the program is known with and without v, any other is refused by name', async () => {
  const versions = ['', 'v2.9.5', '2.9.5']
  const texts = await Promise.all(
    versions.map(async (fluxVersion) => JSON.stringify(await generateBootstrap({ ...gotk, fluxVersion }, root, {}))),
  )
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain('"app.kubernetes.io/version":"v2.9.5"')
  await expect(generateBootstrap({ ...gotk, fluxVersion: 'latest' }, root, {})).rejects.toMatchObject({
    code: 'FLUX_VERSION_ABSENT',
    message: 'no manifests of Flux latest: only those of v2.9.5 come with the program',
  })
})

test('R-217: registry, pull secret and components of the configuration reach the components', async () => {
  const components = ['kustomize-controller', 'source-controller']
  const config = { ...gotk, components, registry: 'r.example.com/flux', imagePullSecret: 'pull', syncName: 'ignored' }
  const objects = await generateBootstrap(config, root, {})
  const deployments = objects.filter(({ kind }) => kind === 'Deployment')
  expect(identities(deployments)).toEqual([
    'Deployment flux-system/kustomize-controller',
    'Deployment flux-system/source-controller',
  ])
  for (const deployment of deployments) {
    const text = JSON.stringify(deployment)
    expect(text).toContain('"image":"r.example.com/flux/')
    expect(text).toContain('"imagePullSecrets":[{"name":"pull"}]')
    expect(text).toContain('"--watch-all-namespaces=true","--log-level=info"')
  }
  expect(JSON.stringify(objects.slice(-2))).not.toContain('ignored')
})

test('R-086: the Kustomization prunes only when it is asked to, and says so', async () => {
  const pruneOf = async (config: BootstrapConfig) =>
    Object((await generateBootstrap(config, root, {})).at(-2)?.['spec']).prune
  expect([
    await pruneOf(gotk),
    await pruneOf({ ...gotk, prune: false }),
    await pruneOf({ ...gotk, prune: true }),
  ]).toEqual([false, false, true])
})

test('R-080, R-081: the Kustomization has the name that is set, the FluxInstance always its own', async () => {
  const names = async (config: BootstrapConfig, bootstrapName: string) =>
    identities(await generateBootstrap(config, root, {}, { bootstrapName }))
  expect((await names(gotk, 'fleet')).at(-2)).toBe('Kustomization flux-system/fleet')
  expect((await names(gotk, '')).at(-2)).toBe('Kustomization flux-system/flux-system')
  expect((await names(operator, 'fleet')).at(-1)).toBe('FluxInstance flux-system/flux')
})

test('R-082: another namespace holds everything of Flux, and its bindings name it', async () => {
  const ids = identities(await generateBootstrap(gotk, root, {}, { defaultNamespace: 'custom' }))
  expect(ids.filter((id) => id.includes('flux-system'))).toEqual(['Kustomization custom/flux-system'])
  expect(
    ids.filter((id) => /^(Namespace|ClusterRole|ClusterRoleBinding|Kustomization|OCIRepository) /.test(id)),
  ).toEqual([
    'Namespace custom',
    'ClusterRole crd-controller-custom',
    'ClusterRole flux-edit-custom',
    'ClusterRole flux-view-custom',
    'ClusterRoleBinding cluster-reconciler-custom',
    'ClusterRoleBinding crd-controller-custom',
    'Kustomization custom/flux-system',
    'OCIRepository custom/prod',
  ])
})

test('R-083: the operator stays where it is, only the FluxInstance is in another namespace', async () => {
  const objects = await generateBootstrap(operator, root, {}, { defaultNamespace: 'custom' })
  expect(objects.slice(0, 13)).toEqual(await operatorObjects())
  expect(identities(objects).at(-1)).toBe('FluxInstance custom/flux')
})

test('R-084: an empty namespace leaves the components in flux-system, and Kustomization and source without one', async () => {
  const ids = identities(await generateBootstrap(gotk, root, {}, { defaultNamespace: '' }))
  expect([ids[0], ids[1], ...ids.slice(-2)]).toEqual([
    'Namespace flux-system',
    'NetworkPolicy flux-system/allow-egress',
    'Kustomization flux-system',
    'OCIRepository prod',
  ])
})

test('R-085: another namespace is no other directory', () => {
  const web = { name: 'web', applications: [] }
  const tree = fluxEngine({ defaultNamespace: 'custom' }).createLayoutWithResources(
    { name: 'demo', node: { name: 'prod', children: [{ name: 'apps', bundle: web }] } },
    {},
  )
  const own = tree?.children.find(({ name }) => name === 'flux-system')
  expect(identities(own?.resources ?? [])).toEqual(['Kustomization custom/web'])
})

test('R-174, R-176: an interval that Flux does not take is refused where it would be written, and only there', async () => {
  const settings = { defaultInterval: '-1m' }
  const message =
    `validation failed for BootstrapGenerator 'DefaultInterval' field 'interval': interval "-1m0s" (the generator's DefaultInterval) is written as "-1m0s", ` +
    'which the Flux API does not take: it takes digits with a unit of ms, s, m or h, so no negative duration and no positive one under a millisecond'
  await expect(generateBootstrap(gotk, root, {}, settings)).rejects.toMatchObject({ message })
  expect(() => generateFluxInstance(operator, root, {}, settings)).toThrow(expect.objectContaining({ message }))
  expect((await generateBootstrap({ ...operator, sourceURL: '' }, root, {}, settings)).length).toBe(14)
  const seconds = await generateBootstrap(gotk, root, {}, { defaultInterval: '90s' })
  expect(seconds.at(-1)?.['spec']).toMatchObject({ interval: '1m30s' })
})

test('R-218: what a caller changes is not in the next bundle, nor in the configuration', async () => {
  const config = { ...operator, components: ['source-controller'] }
  const before = JSON.stringify(await generateBootstrap(config, root, {}))
  const objects = await generateBootstrap(config, root, {})
  for (const object of objects) if (object.metadata) object.metadata.name = 'changed'
  ;(objects.at(-1) as unknown as { spec: { components: string[] } }).spec.components.push('nope')
  expect(JSON.stringify(await generateBootstrap(config, root, {}))).toBe(before)
})

test('what the bootstrap makes is what Flux takes', async () => {
  const objects = [...(await generateBootstrap(operator, root, {})), ...(await generateBootstrap(gotk, root, {}))]
  expect(await validateFluxObjects(objects)).toEqual([])
})
