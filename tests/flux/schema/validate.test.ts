import { expect, test } from 'vitest'
import { fluxDefinitionNames } from '../../../src/flux/data/kinds-data.ts'
import { operatorDefinitions } from '../../../src/flux/data/operator-data.ts'
import { toolkitDefinitions } from '../../../src/flux/data/toolkit-crds-data.ts'
import { type RulePlace, ruleEvaluator, rulePlaces } from '../../../src/flux/schema/rules.ts'
import { validateFluxObjects } from '../../../src/flux/schema/validate.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'

async function problems(...objects: KubernetesObject[]): Promise<string[]> {
  return (await validateFluxObjects(objects)).map(({ message }) => message)
}

function kustomization(spec: Record<string, unknown>): KubernetesObject {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'web', namespace: 'flux-system' },
    spec,
  }
}

const sound = { interval: '10m', prune: true, sourceRef: { kind: 'GitRepository', name: 'fleet' } }

function source(kind: string, spec: Record<string, unknown>): KubernetesObject {
  return { apiVersion: 'source.toolkit.fluxcd.io/v1', kind, metadata: { name: 'fleet' }, spec }
}

test('an object that Flux takes has no problems', async () => {
  expect(await problems(kustomization(sound))).toEqual([])
  expect(await problems(source('OCIRepository', { interval: '1h0m0s', url: 'oci://r/f', ref: { tag: 'v1' } }))).toEqual(
    [],
  )
})

test('objects of other groups are passed by', async () => {
  expect(await problems({ apiVersion: 'v1', kind: 'ConfigMap', data: 5 })).toEqual([])
})

test('every missing field is named by its path', async () => {
  expect(await problems(kustomization({ sourceRef: { kind: 'Bucket' }, dependsOn: [{ namespace: 'a' }] }))).toEqual([
    "Kustomization 'flux-system/web': spec.interval: Required value",
    "Kustomization 'flux-system/web': spec.prune: Required value",
    "Kustomization 'flux-system/web': spec.sourceRef.name: Required value",
    "Kustomization 'flux-system/web': spec.dependsOn[0].name: Required value",
  ])
})

test('an object needs a name that Kubernetes takes, or leaves it to the cluster', async () => {
  const named = (metadata: Record<string, string>) => ({ ...kustomization(sound), metadata })
  expect(await problems(named({}), named({ name: 'Web_1' }), named({ generateName: 'web-' }))).toEqual([
    "Kustomization '': metadata.name: Required value: name or generateName is required",
    `Kustomization 'Web_1': metadata.name: Invalid value: "Web_1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ])
})

test('a null counts as a field that is not there', async () => {
  expect(await problems(kustomization({ ...sound, interval: null, timeout: null }))).toEqual([
    "Kustomization 'flux-system/web': spec.interval: Required value",
  ])
})

test('types, enumerations, patterns and lengths are checked in the words of the API server', async () => {
  const wrong = {
    interval: '10 minutes',
    prune: 'yes',
    sourceRef: { kind: 'HelmRepository', name: 'fleet' },
    targetNamespace: 'n'.repeat(64),
    namePrefix: '',
    components: ['a', 1],
    postBuild: { substitute: { replicas: 3 } },
  }
  expect(await problems(kustomization(wrong))).toEqual([
    `Kustomization 'flux-system/web': spec.interval: Invalid value: "10 minutes": spec.interval in body should match '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$'`,
    `Kustomization 'flux-system/web': spec.prune: Invalid value: "string": spec.prune in body must be of type boolean: "string"`,
    `Kustomization 'flux-system/web': spec.sourceRef.kind: Unsupported value: "HelmRepository": supported values: "OCIRepository", "GitRepository", "Bucket", "ExternalArtifact"`,
    "Kustomization 'flux-system/web': spec.targetNamespace: Too long: may not be more than 63 bytes",
    `Kustomization 'flux-system/web': spec.namePrefix: Invalid value: "": spec.namePrefix in body should be at least 1 chars long`,
    `Kustomization 'flux-system/web': spec.components[1]: Invalid value: "integer": spec.components[1] in body must be of type string: "integer"`,
    `Kustomization 'flux-system/web': spec.postBuild.substitute[replicas]: Invalid value: "integer": spec.postBuild.substitute[replicas] in body must be of type string: "integer"`,
  ])
})

test('a timeout of a source takes no hours, as its schema says', async () => {
  expect(await problems(source('GitRepository', { interval: '1h', url: 'https://g/f', timeout: '1h0m0s' }))).toEqual([
    `GitRepository 'fleet': spec.timeout: Invalid value: "1h0m0s": spec.timeout in body should match '^([0-9]+(\\.[0-9]+)?(ms|s|m))+$'`,
  ])
})

test('a misspelt field is named', async () => {
  expect(await problems(kustomization({ ...sound, dependson: [] }))).toEqual([
    "Kustomization 'flux-system/web': spec.dependson: unknown field",
  ])
})

test('bounds of numbers and of lists are checked', async () => {
  const provider = (filter: Record<string, unknown>): KubernetesObject => ({
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSetInputProvider',
    metadata: { name: 'tags' },
    spec: { type: 'Static', filter },
  })
  expect(await problems(provider({ limit: 10001 }), provider({ limit: 1.5 }))).toEqual([
    "ResourceSetInputProvider 'tags': spec.filter.limit: Invalid value: 10001: spec.filter.limit in body should be less than or equal to 10000",
    `ResourceSetInputProvider 'tags': spec.filter.limit: Invalid value: "number": spec.filter.limit in body must be of type integer: "number"`,
  ])
  const generator: KubernetesObject = {
    apiVersion: 'source.extensions.fluxcd.io/v1beta1',
    kind: 'ArtifactGenerator',
    metadata: { name: 'split' },
    spec: { sources: [], artifacts: [{ name: 'a', copy: [{ from: '@a/**', to: '@artifact/' }] }] },
  }
  expect(await problems(generator)).toEqual([
    "ArtifactGenerator 'split': spec.sources: Invalid value: 0: spec.sources in body should have at least 1 items",
  ])
})

test('two entries with one key in a list of maps are refused', async () => {
  const oidc = { issuerURL: 'https://issuer', validations: [{ expression: 'true', message: 'm' }] }
  const receiver: KubernetesObject = {
    apiVersion: 'notification.toolkit.fluxcd.io/v1',
    kind: 'Receiver',
    metadata: { name: 'hook' },
    spec: { type: 'generic-oidc', resources: [{ kind: 'Bucket', name: 'b' }], oidcProviders: [oidc, oidc] },
  }
  expect(await problems(receiver)).toEqual([
    `Receiver 'hook': spec.oidcProviders[1]: Duplicate value: {"issuerURL":"https://issuer"}`,
  ])
})

test("the definitions' own rules are checked, with their messages", async () => {
  const release = (spec: Record<string, unknown>): KubernetesObject => ({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'redis' },
    spec: { interval: '1h', ...spec },
  })
  const chartRef = { kind: 'OCIRepository', name: 'redis' }
  expect(await problems(release({ chartRef, values: { anything: [1, null] } }))).toEqual([])
  expect(await problems(release({}), release({ chartRef, kubeConfig: {} }))).toEqual([
    `HelmRelease 'redis': spec: Invalid value: "object": either chart or chartRef must be set`,
    `HelmRelease 'redis': spec.kubeConfig: Invalid value: "object": exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified`,
  ])
})

test('rules see the defaults of the schema', async () => {
  const bucket = { bucketName: 'b', endpoint: 'e', interval: '1m', serviceAccountName: 'reader' }
  expect(await problems(source('Bucket', bucket))).toEqual([
    `Bucket 'fleet': spec: Invalid value: "object": ServiceAccountName is not supported for the 'generic' Bucket provider`,
  ])
})

test('rules about items of lists name the item', async () => {
  const set: KubernetesObject = {
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    metadata: { name: 'apps' },
    spec: { steps: [{ name: 'a', resources: [] }, { name: 'a' }] },
  }
  expect(await problems(set)).toEqual([
    `ResourceSet 'apps': spec.steps: Invalid value: "array": step names must be unique`,
    `ResourceSet 'apps': spec.steps[1]: Invalid value: "object": at least one of resources or resourcesTemplate must be set`,
  ])
})

test('R-081: a FluxInstance has the one name its definition accepts', async () => {
  const distribution = { version: '2.x', registry: 'ghcr.io/fluxcd' }
  const instance = (name: string): KubernetesObject => ({
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'FluxInstance',
    metadata: { name },
    spec: { distribution },
  })
  expect(await problems(instance('flux'), instance('fleet'))).toEqual([
    `FluxInstance 'fleet': Invalid value: "object": the only accepted name for a FluxInstance is 'flux'`,
  ])
})

test('a kind or version that Flux does not serve is named', async () => {
  expect(await problems({ apiVersion: 'kustomize.toolkit.fluxcd.io/v1beta2', kind: 'Kustomization' })).toEqual([
    `Kustomization '': no matches for kind "Kustomization" in version "kustomize.toolkit.fluxcd.io/v1beta2"`,
  ])
  expect(await problems({ apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'toString' })).toEqual([
    `toString '': no matches for kind "toString" in version "source.toolkit.fluxcd.io/v1"`,
  ])
})

test('a cluster ignores the status of what is applied, and so do the checks', async () => {
  expect(await problems({ ...kustomization(sound), status: { conditions: 'none' } })).toEqual([])
})

test('every kind of Flux has its definition', async () => {
  const objects = Object.entries(fluxDefinitionNames).map(([kind, name]) => {
    const definition = JSON.parse(toolkitDefinitions[name] ?? operatorDefinitions[name] ?? 'null')
    const [group, ...rest] = kind.split('/')
    return {
      apiVersion: `${group}/${definition.spec.versions[0].name}`,
      kind: rest.join('/'),
      metadata: { name: 'flux' },
    }
  })
  expect(objects.length).toBe(19)
  expect(await problems(...objects)).toEqual([])
})

test('ten times the objects take no more than some ten times as long', async () => {
  const many = (count: number) => Array.from({ length: count }, () => kustomization(sound))
  const time = async (objects: KubernetesObject[]) => {
    const start = performance.now()
    expect(await problems(...objects)).toEqual([])
    return performance.now() - start
  }
  await time(many(1_000))
  const small = Math.min(await time(many(1_000)), await time(many(1_000)))
  const large = Math.min(await time(many(10_000)), await time(many(10_000)))
  expect(large / small).toBeLessThan(30)
})

test('every rule of every definition is understood', async () => {
  const evaluate = await ruleEvaluator()
  const found: string[] = []
  const visit = (place: RulePlace | undefined): number => {
    if (place === undefined) return 0
    for (const rule of place.rules) {
      try {
        evaluate({ ...rule, path: '', self: {} }, (_, problem) => found.push(problem))
      } catch (error) {
        found.push(`${rule.rule}: ${error}`)
      }
    }
    const below = [...place.fields.map(([, inner]) => inner), place.items, place.values]
    return below.reduce((sum, inner) => sum + visit(inner), place.rules.length)
  }
  const texts = [...Object.values(toolkitDefinitions), ...Object.values(operatorDefinitions)]
  const counts = texts.map((text) => visit(rulePlaces(JSON.parse(text).spec.versions[0].schema.openAPIV3Schema)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(54)
  // On an empty object a rule may fail or miss a field, and nothing else.
  const others = found.filter((problem) => /rule evaluation error/.test(problem) && !/No such key/.test(problem))
  expect(others).toEqual([])
})
