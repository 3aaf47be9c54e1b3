/** How Flux comes into a cluster: bootstrap.json, the recorded runs of its installer in gotk, and the groups of Helm's hooks. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../../src/core/error.ts'
import { componentsBase } from '../../../src/flux/bootstrap/base.ts'
import { generateBootstrap } from '../../../src/flux/bootstrap/bootstrap.ts'
import { fluxComponents } from '../../../src/flux/bootstrap/components.ts'
import { generateFluxInstance } from '../../../src/flux/bootstrap/flux-instance.ts'
import { fluxInstallManifest, type InstallOptions } from '../../../src/flux/bootstrap/install-text.ts'
import { fluxEngine } from '../../../src/flux/engine/index.ts'
import { validateFluxObjects } from '../../../src/flux/schema/validate.ts'
import { splitByHookWeight } from '../../../src/stack/helm-hooks.ts'
import type { BootstrapConfig } from '../../../src/stack/model.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'
import { printObject } from '../../../src/stack/write/print.ts'
import { type Case, firstDifference, type Group, oneLine } from '../outcome.ts'
import { differs, type Entry } from './cases.ts'
import { type Data, readJsonFile } from './model.ts'
import type { Vector } from './vectors.ts'

export const bootstrapEntries: Record<string, Entry> = {
  async generateBootstrap({ data, rules, generator }) {
    return { objects: await generateBootstrap(data.bootstrap, data.rootNode ?? undefined, rules, generator) }
  },
}

const OPERATOR: BootstrapConfig = {
  enabled: true,
  fluxVersion: 'v2.8.2',
  registry: 'ghcr.io/fluxcd',
  sourceURL: 'oci://r/f',
}
const GOTK: BootstrapConfig = { enabled: true, fluxMode: 'gotk', sourceURL: 'oci://r/f' }

export const bootstrapSeedValues: Record<string, Vector> = {
  engine(_, expected) {
    const engine = fluxEngine()
    return differs(expected, { name: engine.name, modes: engine.supportedBootstrapModes() })
  },
  async bootstrapDirectory({ rootNode, rules }, expected) {
    const root = rootNode ?? undefined
    const kustomization = (await generateBootstrap(GOTK, root, rules)).at(-2) as Data
    const instance = (await generateBootstrap(OPERATOR, root, rules)).at(-1) as Data
    return differs(expected, {
      'gotk.spec.path': kustomization.spec.path,
      'fluxInstance.spec.sync.path': instance.spec.sync.path,
    })
  },
  async bootstrapRef(input, expected) {
    const source = (await generateBootstrap({ ...GOTK, ...input }, undefined, {})).at(-1) as Data
    const { sync } = ((await generateBootstrap({ ...OPERATOR, ...input }, undefined, {})).at(-1) as Data).spec
    if (sync.kind !== source.kind) return `${sync.kind} and ${source.kind}`
    const [[what, value] = ['no', 'ref']] = Object.entries(source.spec.ref ?? {})
    return differs(expected, {
      kind: source.kind,
      'gotk source ref': `${what} ${value}`,
      'fluxInstance.spec.sync.ref': sync.ref,
    })
  },
  generateFluxInstance: ({ rootNode: name, ...config }, expected) =>
    sameData(expected, generateFluxInstance(config, { name }, {})),
}

/** Undefined when two values hold the same, whatever the order of their keys. */
function sameData(expected: unknown, actual: unknown): string | undefined {
  return differs(sorted(expected), sorted(actual))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

function judged(problem: string | undefined) {
  return problem === undefined
    ? { status: 'pass' as const }
    : { status: 'fail' as const, reason: oneLine(problem), difference: problem }
}

export function bootstrapGroups(kure: string): Group[] {
  return [
    { name: 'stack/bootstrap', cases: readJsonFile(join(kure, 'bootstrap.json')).cases.map(bootstrapCase) },
    { name: 'stack/gotk', cases: installCases(join(kure, 'gotk')) },
    { name: 'stack/helm-hooks', cases: [hookCase(readJsonFile(join(kure, 'helm-hooks.json')))] },
  ]
}

function bootstrapCase({ name, bootstrap, rootNode, rules, generator, ...expected }: Data): Case {
  return {
    name,
    async run() {
      const objects = await generateBootstrap(bootstrap, rootNode ?? undefined, rules, generator)
      const { expectedFluxInstance, expectedAfterComponents } = expected
      const isOperator = expectedFluxInstance !== undefined
      const tail = isOperator ? [expectedFluxInstance] : expectedAfterComponents
      const before = objects.length - tail.length
      const problem =
        sameData(tail, objects.slice(before)) ?? differs(isOperator ? 13 : 32, before) ?? (await refusedByFlux(objects))
      return judged(problem)
    },
  }
}

async function refusedByFlux(objects: KubernetesObject[]): Promise<string | undefined> {
  return (await validateFluxObjects(objects))[0]?.message
}

function installCases(folder: string): Case[] {
  const { cases, header, refused } = readJsonFile(join(folder, 'index.json'))
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const runs = cases.map(
    ({ name, options, file, complete, sha256 }: Data): Case => ({
      name,
      async run() {
        const text = await fluxInstallManifest(options)
        if (createHash('sha256').update(text).digest('hex') === sha256) return { status: 'pass' }
        const seen = complete ? text : withoutDefinitions(text, header.length)
        return judged(firstDifference(read(file), seen) || 'the text differs, in its definitions')
      },
    }),
  )
  return [...runs, typedCase(read('default-typed.yaml')), ...refused.map(refusalCase)]
}

function withoutDefinitions(text: string, headerLines: number): string {
  const documents = text.split('\n').slice(headerLines).join('\n').split('---\n')
  return documents.filter((document) => !document.includes('kind: CustomResourceDefinition\n')).join('---\n')
}

/** The components as the stack's own writer prints them; the reference's types change five values (flux-crds 6). */
function typedCase(expected: string): Case {
  return {
    name: 'default-typed',
    async run() {
      const objects = fluxComponents({}, await componentsBase(''))
      const documents = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition').map(asTyped)
      const text = documents.map((object) => printObject(object)).join('---\n')
      return judged(text === expected ? undefined : firstDifference(expected, text))
    },
  }
}

function asTyped(object: KubernetesObject): KubernetesObject {
  const { spec } = object as Data
  if (object.kind === 'Namespace') object['spec'] = {}
  if (object.kind === 'ResourceQuota') spec.hard.pods = '1k'
  if (object.kind === 'Deployment') {
    spec.strategy ??= {}
    const [{ env, resources }] = spec.template.spec.containers
    if (resources.limits.cpu === '1000m') resources.limits.cpu = '1'
    env.find(({ name }: Data) => name === 'GOMEMLIMIT').valueFrom.resourceFieldRef.divisor = '0'
  }
  return object
}

const OPTION_NAMES: Record<string, keyof InstallOptions> = { 'log level': 'logLevel' }

function refusalCase({ what, by, error }: Data): Case {
  return {
    name: `refused/${what} (${by})`,
    async run() {
      const [, name = '', value = ''] = /^([^:]*): ([^(]*[^( ])/.exec(what) ?? []
      const words = value.startsWith('[') ? value.slice(1, -1).split(', ') : value
      const message = await refusalOf({ [OPTION_NAMES[name] ?? name]: words })
      // A namespace is always a string here; and who calls the generator is told what the command says.
      if (error.startsWith('invalid Kustomization: json')) return judged(message)
      if (error.startsWith('accumulating')) return judged(message === undefined ? 'accepted' : undefined)
      return judged(differs(error, message))
    },
  }
}

async function refusalOf(options: InstallOptions): Promise<string | undefined> {
  try {
    await fluxInstallManifest(options)
    return undefined
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
}

function hookCase({ input, expected }: Data): Case {
  return {
    name: 'splitByHookWeight',
    async run() {
      const objects = input.map(({ name, hook, weight }: Data) => ({
        metadata: {
          name,
          annotations: {
            ...(hook !== null && { 'helm.sh/hook': hook }),
            ...(weight !== null && { 'helm.sh/hook-weight': weight }),
          },
        },
      }))
      const groups = splitByHookWeight(objects).map(({ phase, weight, resources }) => {
        return { phase, weight, objects: resources.map(({ metadata }) => metadata?.name) }
      })
      return judged(differs(expected, groups))
    },
  }
}
