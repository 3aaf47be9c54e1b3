/** Flux's objects against the definitions of Flux 2.9.5 and flux-operator: what a cluster would refuse is found before. */
import type { Diagnostic } from '../../core/error.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { compileRules } from './rules.ts'
import {
  type Check,
  compileSchema,
  patternsOf,
  type Report,
  type StructuralSchema,
  withDefaults,
} from './structural.ts'

interface Definition {
  spec: { versions: { name: string; served: boolean; schema: { openAPIV3Schema: StructuralSchema } }[] }
}

/** A version of a kind, ready to check objects. */
type ObjectCheck = (object: KubernetesObject, report: Report) => void

/**
 * Everything the definitions of Flux would refuse in these objects, in the order of the objects; those of other groups are
 * passed by. Time is linear in the objects; a kind is made ready when the first object of it comes.
 *
 * @example (await validateFluxObjects([kustomization])).map(({ message }) => message)
 * // ["Kustomization 'flux-system/web': spec.interval: Required value"]
 */
export async function validateFluxObjects(objects: Iterable<KubernetesObject>): Promise<Diagnostic[]> {
  const checks = new Map<string, Promise<ObjectCheck | undefined>>()
  const problems: Diagnostic[] = []
  for (const object of objects) {
    const kind = `${object.apiVersion}/${object.kind}`
    let check = checks.get(kind)
    if (check === undefined) {
      check = checkOf(object.apiVersion ?? '', object.kind ?? '')
      checks.set(kind, check)
    }
    const ready = await check
    ready?.(object, (path, problem) => {
      const { name = '', namespace } = object.metadata ?? {}
      const shown = namespace ? `${namespace}/${name}` : name
      const message = `${object.kind} '${shown}': ${path === '' ? '' : `${path}: `}${problem}`
      problems.push({ severity: 'error', code: 'FLUX_OBJECT_INVALID', message, at: [] })
    })
  }
  return problems
}

const FLUX_GROUP = /(?:^|\.)(?:toolkit|extensions)\.fluxcd\.io$|^fluxcd\.controlplane\.io$/

async function checkOf(apiVersion: string, kind: string): Promise<ObjectCheck | undefined> {
  const [group = '', version = ''] = apiVersion.split('/')
  if (!FLUX_GROUP.test(group)) return undefined
  const definition = await definitionOf(`${group}/${kind}`)
  const served = definition?.spec.versions.find(({ name, served }) => name === version && served)
  if (served === undefined) {
    return (_, report) => report('', `no matches for kind "${kind}" in version "${apiVersion}"`)
  }
  const schema = served.schema.openAPIV3Schema
  const structure: Check = compileSchema(schema, await patternsOf(schema))
  const rules = await compileRules(schema)
  return (object, report) => {
    let isSound = true
    structure(object, '', (path, problem) => {
      isSound = false
      report(path, problem)
    })
    if (isSound) rules?.(withDefaults(object, schema), report)
  }
}

async function definitionOf(kind: string): Promise<Definition | undefined> {
  const { fluxDefinitionNames } = await import('../data/kinds-data.ts')
  const name = Object.hasOwn(fluxDefinitionNames, kind) ? fluxDefinitionNames[kind] : undefined
  if (name === undefined) return undefined
  const { toolkitDefinitions } = await import('../data/toolkit-crds-data.ts')
  const text = toolkitDefinitions[name] ?? (await import('../data/operator-data.ts')).operatorDefinitions[name]
  return JSON.parse(text ?? 'null') as Definition
}
