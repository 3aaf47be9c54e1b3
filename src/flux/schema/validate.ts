/** Flux's objects against the definitions of Flux 2.9.5 and flux-operator: what a cluster would refuse is found before. */
import type { Diagnostic } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import type { KubernetesObject } from '../../stack/object.ts'
import { dns1123Problem } from '../../stack/validate/names.ts'
import { type RulePlace, reachedRules, ruleEvaluator, rulePlaces } from './rules.ts'
import { type Check, compileSchema, patternsOf, type Report, type StructuralSchema } from './structural.ts'

interface Definition {
  spec: { versions: { name: string; served: boolean; schema: { openAPIV3Schema: StructuralSchema } }[] }
}

/** A version of a kind, ready to check objects. */
interface ServedKind {
  structure: Check
  rules: RulePlace | undefined
}

/**
 * Everything the definitions of Flux would refuse in these objects, in the order of the objects; those of other groups are
 * passed by. Time is linear in the objects; a kind is made ready when the first object of it comes, and the language of
 * the definitions' own rules is loaded when one of them has to be looked at.
 *
 * @example (await validateFluxObjects([kustomization])).map(({ message }) => message)
 * // ["Kustomization 'flux-system/web': spec.interval: Required value"]
 */
export async function validateFluxObjects(objects: Iterable<KubernetesObject>): Promise<Diagnostic[]> {
  const kinds = new Map<string, ServedKind | undefined>()
  const problems: Diagnostic[] = []
  let evaluator: Awaited<ReturnType<typeof ruleEvaluator>> | undefined
  for (const object of objects) {
    const { apiVersion = '', kind = '' } = object
    if (!isOfFlux(apiVersion)) continue
    const report = reporter(object, problems)
    const name = `${apiVersion}/${kind}`
    if (!kinds.has(name)) kinds.set(name, await servedKind(apiVersion, kind))
    const served = kinds.get(name)
    if (served === undefined) {
      report('', `no matches for kind "${kind}" in version "${apiVersion}"`)
      continue
    }
    const found = problems.length
    checkName(object, report)
    served.structure(object, '', report)
    // The rules are written for objects of the right shape.
    if (problems.length > found || served.rules === undefined) continue
    const reached = reachedRules(served.rules, object)
    if (reached.length === 0) continue
    evaluator ??= await ruleEvaluator()
    for (const rule of reached) evaluator(rule, report)
  }
  return problems
}

function reporter({ kind, metadata }: KubernetesObject, problems: Diagnostic[]): Report {
  return (path, problem) => {
    const { name = '', namespace } = metadata ?? {}
    const shown = namespace ? `${namespace}/${name}` : name
    const message = `${kind} '${shown}': ${path === '' ? '' : `${path}: `}${problem}`
    problems.push({ severity: 'error', code: 'FLUX_OBJECT_INVALID', message, at: [] })
  }
}

function isOfFlux(apiVersion: string): boolean {
  const [group = ''] = apiVersion.split('/')
  return group.endsWith('.fluxcd.io') || group === 'fluxcd.controlplane.io'
}

/** Names are held to the same form in every definition. */
function checkName({ metadata }: KubernetesObject, report: Report): void {
  const { name, generateName } = metadata ?? {}
  if (!name && generateName) return
  if (!name) return report('metadata.name', 'Required value: name or generateName is required')
  const problem = dns1123Problem(String(name))
  if (problem !== undefined) report('metadata.name', `Invalid value: ${goQuote(String(name))}: ${problem}`)
}

async function servedKind(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
  const [group, version] = apiVersion.split('/')
  const definition = await definitionOf(`${group}/${kind}`)
  const served = definition?.spec.versions.find(({ name, served }) => name === version && served)
  if (served === undefined) return undefined
  const schema = withoutStatus(served.schema.openAPIV3Schema)
  return { structure: compileSchema(schema, await patternsOf(schema)), rules: rulePlaces(schema) }
}

/** A cluster ignores the status of an object that is applied. */
function withoutStatus({ properties, ...schema }: StructuralSchema): StructuralSchema {
  return { ...schema, properties: { ...properties, status: {} } }
}

async function definitionOf(kind: string): Promise<Definition | undefined> {
  const { fluxDefinitionNames } = await import('../data/kinds-data.ts')
  const name = Object.hasOwn(fluxDefinitionNames, kind) ? fluxDefinitionNames[kind] : undefined
  if (name === undefined) return undefined
  const { toolkitDefinitions } = await import('../data/toolkit-crds-data.ts')
  const text = toolkitDefinitions[name] ?? (await import('../data/operator-data.ts')).operatorDefinitions[name]
  return JSON.parse(text ?? 'null') as Definition
}
