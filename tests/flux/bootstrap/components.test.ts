import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { componentsBase, FLUX_VERSION } from '../../../src/flux/bootstrap/base.ts'
import { fluxComponents } from '../../../src/flux/bootstrap/components.ts'
import { fluxInstallManifest, type InstallOptions } from '../../../src/flux/bootstrap/install-text.ts'
import { validateFluxObjects } from '../../../src/flux/schema/validate.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'

const DEFAULT = ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller']
const ALL = [...DEFAULT, 'image-reflector-controller', 'image-automation-controller', 'source-watcher']

/** SHA-256 of what `flux install --export` of Flux 2.9.5 prints with the flags of these options. */
const RECORDED: [string, InstallOptions, string][] = [
  ['no flags', {}, '33390a6fb1fe1ae269a6a3a234c3415d2de9992a4110d11d57623b6e7b0b994b'],
  ['all components', { components: ALL }, 'e2c23e2ce476bdcf3f7d9d2ccd2f730283b92feceff074258d7813d421dbcaf8'],
  ['a namespace', { namespace: 'gitops' }, 'd709348d8eddf63f3c5a57ef0a9ffdc8e521fd86838420d97ac04d88e2a49445'],
  ['no network policies', { networkPolicy: false }, '64236c4a60747435d42ee9c2045dac8cbc0dd2233f4e07c281de618cc8b4421b'],
  [
    'a registry and a pull secret',
    { registry: 'registry.example.com/mirror/fluxcd', imagePullSecret: 'regcred' },
    '2c07edf0528d6e41dcea6f702f17973bc0ac89d960ba4f64581f23a73d67e7be',
  ],
  ['an empty registry', { registry: '' }, '497ff6651b58ee40e746182d8902dbdee36abeabaae8ed6323d3123ad8bf861d'],
  [
    'one namespace watched',
    { watchAllNamespaces: false },
    'aa3757d41ee159b49a80889fdebd8a846998cb2310a26e50e80bb4e30fab43a7',
  ],
  ['a log level', { logLevel: 'debug' }, 'e4f4eeadcabfe92faed5ddc22951b779c66fe4bf8e64430e56f4426b99791d1a'],
  [
    'a cluster domain',
    { clusterDomain: 'cluster.internal' },
    '1151f913d96964d4662c7ce9b1b309306ecf785434a993beef91d39a7dafe1d4',
  ],
  [
    'tolerations',
    { tolerationKeys: ['node.example.com/controller', 'dedicated'] },
    '3ccda7457a989375700cff8cdfefe5440926fa5b32aee9ebdedd1d43856b2f09',
  ],
  [
    'one component',
    { components: ['source-controller'] },
    '182e1a3321c0ab28663f211e71ee5eea40c0fa00a8cfcf0b6a120237c3dc7e32',
  ],
  [
    'no notification-controller',
    { components: ['source-controller', 'kustomize-controller'] },
    '23ca885ef4ec01a99a4215f2f45b6a9ad2561efc345fac23f0765e64c2558de9',
  ],
  [
    'source-watcher',
    { components: ['source-controller', 'kustomize-controller', 'helm-controller', 'source-watcher'] },
    '3224f36412b2c12737d828296abd9d797fe037b9d4f941232e95539d17a4baed',
  ],
  [
    'another order',
    { components: ['notification-controller', 'helm-controller', 'kustomize-controller', 'source-controller'] },
    'e2bee8f77b9bb397986208aceaa831ac29e18039b7a65b2cd38c6b4c03dba100',
  ],
  [
    'everything at once',
    {
      namespace: 'flux-prod',
      components: ALL,
      registry: 'registry.example.com/fluxcd',
      imagePullSecret: 'regcred',
      watchAllNamespaces: false,
      logLevel: 'error',
      clusterDomain: 'corp.example',
      networkPolicy: false,
      tolerationKeys: ['dedicated'],
    },
    '3ca489a520eeff0ad81dcbb2365f09804e92edd76945ed15e0da7de27f39f133',
  ],
]

describe('R-216, R-217: the components are to the byte what the installer of Flux prints', () => {
  test.each(RECORDED)('with %s', async (_, options, sha256) => {
    expect(
      createHash('sha256')
        .update(await fluxInstallManifest(options))
        .digest('hex'),
    ).toBe(sha256)
  })
})

test('R-218: what a caller changes in a bundle is not in the next one, of the same base either', async () => {
  const base = await componentsBase('')
  const before = JSON.stringify(fluxComponents({}, base))
  for (const object of fluxComponents({}, base)) if (object.metadata) object.metadata.name = 'changed'
  expect(JSON.stringify(fluxComponents({}, base))).toBe(before)
  expect(JSON.stringify(fluxComponents({}, await componentsBase('2.9.5')))).toBe(before)
})

test('the image pull secret stays a string, and a namespace that reads as a number is one too', async () => {
  const text = await fluxInstallManifest({
    components: ['source-controller'],
    imagePullSecret: '123',
    namespace: '456',
  })
  expect(text).toContain('      imagePullSecrets:\n      - name: "123"\n')
  expect(text).toContain('  namespace: "456"\n')
})

describe('what the installer refuses is refused in its words', () => {
  test.each<[InstallOptions, string]>([
    [{ components: ['source-controller', 'nope'] }, 'component nope is not available'],
    [{ components: ['toString'] }, 'component toString is not available'],
    [
      { components: ['source-controller', 'source-controller'] },
      'may not add resource with an already registered id: CustomResourceDefinition.v1.apiextensions.k8s.io/buckets.source.toolkit.fluxcd.io.[noNs]',
    ],
    [{ namespace: 'Bad_NS' }, 'namespace must be a valid DNS label: "Bad_NS"'],
    [{ logLevel: 'warn' }, "unsupported log level 'warn', must be one of: debug, info, error"],
    [{ version: '2.9.5' }, "targeted version '2.9.5' must be prefixed with 'v'"],
    [{ version: 'v2.8.0' }, 'no manifests of Flux v2.8.0: only those of v2.9.5 come with the program'],
  ])('%j', async (options, message) => {
    await expect(fluxInstallManifest(options)).rejects.toMatchObject({ message })
  })
})

test('R-216: the manifests of another version are taken from who provides them, and its label is the version as written', async () => {
  const files = {
    'rbac.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: crd-controller}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: crd-controller}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: crd-controller}
subjects: [{kind: ServiceAccount, name: source-controller, namespace: flux-system}]
`,
    'policies.yaml': '',
    'source-controller.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: source-controller, labels: {control-plane: controller}}
spec:
  template:
    metadata: {labels: {app: source-controller}}
    spec:
      containers:
      - args: [--events-addr=, --watch-all-namespaces, --log-level=info, --a, --b, --c, --storage-adv-addr=]
        image: fluxcd/source-controller:v9.0.0
        big: 9007199254740993
`,
  }
  const asked: string[] = []
  const manifests = async (version: string) => {
    asked.push(version)
    return files
  }
  const options = { version: 'v9.0.0', components: ['source-controller'], namespace: 'gitops', manifests }
  const labels = `    app.kubernetes.io/instance: gitops
    app.kubernetes.io/part-of: flux
    app.kubernetes.io/version: v9.0.0
`
  expect(await fluxInstallManifest(options)).toBe(`---
# This manifest was generated by flux. DO NOT EDIT.
# Flux Version: v9.0.0
# Components: source-controller
apiVersion: v1
kind: Namespace
metadata:
  labels:
${labels}    pod-security.kubernetes.io/warn: restricted
    pod-security.kubernetes.io/warn-version: latest
  name: gitops
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  labels:
${labels}  name: crd-controller-gitops
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  labels:
${labels}  name: crd-controller-gitops
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: crd-controller-gitops
subjects:
- kind: ServiceAccount
  name: source-controller
  namespace: gitops
---
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
${labels}    control-plane: controller
  name: source-controller
  namespace: gitops
spec:
  template:
    metadata:
      labels:
        app: source-controller
${labels.replaceAll(/^/gm, '    ').trimEnd()}
    spec:
      containers:
      - args:
        - --events-addr=
        - --watch-all-namespaces=true
        - --log-level=info
        - --a
        - --b
        - --c
        - --storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.cluster.local.
        big: 9007199254740993
        image: ghcr.io/fluxcd/source-controller:v9.0.0
      nodeSelector:
        kubernetes.io/os: linux
`)
  expect(asked).toEqual(['v9.0.0'])
  await expect(fluxInstallManifest({ ...options, manifests: async () => ({}) })).rejects.toMatchObject({
    code: 'FLUX_MANIFESTS_INCOMPLETE',
    message: 'the manifests of Flux v9.0.0 have no file policies.yaml',
  })
})

test('R-219: the version that is named is that of the objects, their labels and images included', async () => {
  const base = await componentsBase('')
  expect(base.version).toBe(FLUX_VERSION)
  const images = fluxComponents({ components: ALL }, base)
    .filter(({ kind }) => kind === 'Deployment')
    .map((object) => /"image":"([^"]*)"/.exec(JSON.stringify(object))?.[1])
  expect(images).toEqual([
    'ghcr.io/fluxcd/source-controller:v1.9.5',
    'ghcr.io/fluxcd/kustomize-controller:v1.9.5',
    'ghcr.io/fluxcd/helm-controller:v1.6.4',
    'ghcr.io/fluxcd/notification-controller:v1.9.4',
    'ghcr.io/fluxcd/image-reflector-controller:v1.2.5',
    'ghcr.io/fluxcd/image-automation-controller:v1.2.5',
    'ghcr.io/fluxcd/source-watcher:v2.2.4',
  ])
})

test('the definitions that the components bring are those objects are checked against', async () => {
  const definitions = fluxComponents({ components: ALL }, await componentsBase('')).filter(isDefinition)
  const objects = definitions.map(({ spec }) => ({
    apiVersion: `${spec.group}/${spec.versions[0]?.name}`,
    kind: spec.names.kind,
    metadata: { name: 'a' },
  }))
  expect(objects.length).toBe(15)
  expect(await validateFluxObjects(objects)).toEqual([])
})

interface Definition extends KubernetesObject {
  spec: { group: string; names: { kind: string }; versions: { name: string }[] }
}

function isDefinition(object: KubernetesObject): object is Definition {
  return object.kind === 'CustomResourceDefinition'
}

describe('manifests that are not those of a release are refused, never half taken', () => {
  const deployment = (rest: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: source-controller}
${rest}`
  const noObject = 'source-controller.yaml: object 1 is no Kubernetes object with a kind and a name'
  const noContainer = 'Deployment source-controller has no container with arguments and an image'
  test.each([
    ['5', noObject],
    ['- a', noObject],
    ['kind: Service', noObject],
    ['{apiVersion: v1, kind: Service, metadata: text}', noObject],
    ['{apiVersion: v1, kind: Service, metadata: {name: a, labels: [b]}}', noObject],
    [deployment('spec: 5'), noContainer],
    [deployment('spec: {template: {spec: {containers: []}}}'), noContainer],
    [deployment('spec: {template: {spec: {containers: [{image: a}]}}}'), noContainer],
    [deployment('spec: {template: {metadata: a, spec: {containers: [{image: a, args: []}]}}}'), noContainer],
    ['a: [', 'yaml: line 1: did not find expected node content'],
  ])('%j', async (text, message) => {
    const files = { 'rbac.yaml': '', 'policies.yaml': '', 'source-controller.yaml': text }
    const options = { version: 'v9.0.0', components: ['source-controller'], manifests: async () => files }
    await expect(fluxInstallManifest(options)).rejects.toMatchObject({ message })
  })
})

test('a binding without subjects is taken as it is, and the shared files are no components', async () => {
  const binding =
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: a}, subjects: 5}'
  const files = { 'rbac.yaml': binding, 'policies.yaml': '', 'source-controller.yaml': '' }
  const options = { version: 'v9.0.0', manifests: async () => files }
  expect(await fluxInstallManifest({ ...options, components: ['source-controller'] })).toContain(
    '  name: a-flux-system\n',
  )
  await expect(fluxInstallManifest({ ...options, components: ['rbac'] })).rejects.toMatchObject({
    message: 'component rbac is not available',
    hint: 'there are source-controller',
  })
})
