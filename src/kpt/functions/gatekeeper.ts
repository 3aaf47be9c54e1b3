/** Reviews items by the policies among them (functions 15). */
import { fail, ToolError, wrap } from '../../core/error.ts'
import { compareBytes, goQuote } from '../../core/text.ts'
import { toJson } from '../../yaml/json.ts'
import type { Mapping } from '../../yaml/node.ts'
import { LIMITS, Usage } from '../rego/limits.ts'
import type { Policy } from '../rego/policy.ts'
import { fromJson, RegoObject, type Value } from '../rego/values.ts'
import { type CatalogFunction, FunctionFailure, type FunctionResult } from './function.ts'
import { matcherOf, type Reviewed } from './gatekeeper-match.ts'
import { readTemplate } from './gatekeeper-template.ts'
import { fileIndexOf, filePathOf, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'

export const gatekeeper: CatalogFunction = {
  name: 'gatekeeper',
  run({ items }) {
    const results = reviewed(items)
    if (results.some(({ severity }) => severity === 'error')) {
      throw new FunctionFailure(`${results.map(shown).join('\n\n')}\n`, results)
    }
    return results
  },
}

function reviewed(items: readonly Mapping[]): FunctionResult[] {
  try {
    return review(items).sort(compareResults)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return [{ message: error.message, severity: 'error' }]
  }
}

interface Candidate extends Reviewed {
  item: Mapping
  object: Value
  review: Value
}

interface Constraint {
  name: string
  policy: Policy
  severity: string
  parameters: Value
  matches(candidate: Reviewed): boolean
}

function review(items: readonly Mapping[]): FunctionResult[] {
  const candidates = items.map(candidateOf)
  const constraints = constraintsAmong(items, candidates)
  if (constraints.length === 0) return []
  const inventory = inventoryOf(candidates)
  // Each review may take its share, so that large packages can have many policies.
  const reviews = constraints.length * candidates.length
  const usage = new Usage({
    ...LIMITS,
    steps: LIMITS.steps + reviews * STEPS_EACH,
    size: LIMITS.size + reviews * STEPS_EACH,
  })
  const results: FunctionResult[] = []
  for (const constraint of constraints) {
    const { name, policy, severity, parameters, matches } = constraint
    for (const candidate of candidates) {
      if (!matches(candidate)) continue
      const input = RegoObject.of([
        ['review', candidate.review],
        ['parameters', parameters],
      ])
      for (const violation of violationsOf(constraint, () => policy.violations(input, inventory, usage))) {
        const message = `${violation}\nviolatedConstraint: ${name}`
        results.push({ message, severity, ...placeOf(candidate) })
      }
    }
  }
  return results
}

const STEPS_EACH = 10_000

function violationsOf({ name }: Constraint, run: () => readonly Value[]): string[] {
  try {
    return run().map((violation) => {
      const message = violation instanceof RegoObject ? violation.get('msg') : undefined
      if (typeof message === 'string') return message
      throw fail('REGO', 'a violation has no text in "msg"')
    })
  } catch (error) {
    throw wrap(`evaluating constraint ${goQuote(name)}`, error)
  }
}

function placeOf({ item, kind, name, namespace }: Candidate): Partial<FunctionResult> {
  const path = filePathOf(item)
  const index = fileIndexOf(item) ?? 0
  return {
    resourceRef: {
      apiVersion: textOf(item, 'apiVersion'),
      ...{ kind, name },
      ...(namespace === '' ? {} : { namespace }),
    },
    ...(path === '' ? {} : { file: index === 0 ? { path } : { path, index } }),
  }
}

function constraintsAmong(items: readonly Mapping[], candidates: readonly Candidate[]): Constraint[] {
  const policies = new Map<string, Policy>()
  for (const item of items) {
    const { group, kind } = gvkOf(item)
    if (group !== 'templates.gatekeeper.sh' || kind !== 'ConstraintTemplate') continue
    const template = added('template', item, () => readTemplate(item))
    policies.set(template.kind, template.policy)
  }
  const known = [...policies.keys()].sort(compareBytes).join(' ')
  const namespaces = new Map(
    candidates.filter(({ group, kind }) => group === '' && kind === 'Namespace').map((one) => [one.name, one]),
  )
  const isConstraint = (item: Mapping) => gvkOf(item).group === 'constraints.gatekeeper.sh'
  return items.filter(isConstraint).map((item) =>
    added('constraint', item, () => {
      const { kind } = gvkOf(item)
      const policy = policies.get(kind)
      if (policy === undefined) {
        const said = `Constraint kind ${goQuote(kind)} is not recognized, known kinds [${known}]`
        throw fail('CONSTRAINT', `missing ConstraintTemplate: ${said}`)
      }
      const spec = (JSON.parse(toJson(item)) as { spec?: Record<string, unknown> | null }).spec ?? {}
      return {
        name: textOf(item, 'metadata', 'name'),
        policy,
        severity: severityOf(spec.enforcementAction ?? ''),
        parameters: fromJson(spec.parameters ?? {}),
        matches: matcherOf(spec.match ?? {}, namespaces),
      }
    }),
  )
}

function added<T>(what: string, item: Mapping, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw wrap(`adding ${what} ${goQuote(textOf(item, 'metadata', 'name'))}`, error)
  }
}

function severityOf(action: unknown): string {
  if (action === '' || action === 'deny') return 'error'
  if (action === 'warn') return 'warning'
  if (action === 'dryrun') return 'info'
  throw fail('CONSTRAINT', `enforcementAction ${JSON.stringify(action)} is not one of deny, warn and dryrun`)
}

/** What tools note on an item while they work on it is no part of the object. */
const BOOKKEEPING =
  /^(?:internal\.config\.kubernetes\.io\/.*|config\.(?:kubernetes|k8s)\.io\/(?:path|index|id|package))$/

function candidateOf(item: Mapping): Candidate {
  const data = JSON.parse(toJson(item)) as { metadata?: { annotations?: Record<string, unknown> | null } | null }
  const { annotations } = data.metadata ?? {}
  if (annotations !== null && typeof annotations === 'object') {
    const names = Object.keys(annotations)
    const kept = names.filter((name) => !BOOKKEEPING.test(name))
    for (const name of names) if (BOOKKEEPING.test(name)) delete annotations[name]
    if (kept.length === 0 && names.length > 0) delete data.metadata?.annotations
  }
  const { group, version, kind } = gvkOf(item)
  const name = textOf(item, 'metadata', 'name')
  const namespace = textOf(item, 'metadata', 'namespace')
  const labels = (data.metadata as { labels?: Record<string, string> | null } | null | undefined)?.labels ?? {}
  const object = fromJson(data)
  const request = {
    ...{ uid: '', kind: { group, version, kind }, resource: { group: '', version: '', resource: '' }, name },
    ...(namespace === '' ? {} : { namespace }),
    ...{ operation: '', userInfo: {}, oldObject: null, options: null },
  }
  const fields = (fromJson(request) as RegoObject).sorted()
  const review = RegoObject.of([...fields, ['object', object]])
  return { item, object, review, group, version, kind, name, namespace, labels }
}

/** The items by namespace, version, kind and name, which policies find as `data.inventory`. */
function inventoryOf(candidates: readonly Candidate[]): Value {
  const places: Places = new Map()
  for (const { item, object, kind, name, namespace } of candidates) {
    const scope = namespace === '' ? ['cluster'] : ['namespace', namespace]
    put(places, [...scope, textOf(item, 'apiVersion'), kind, name], object)
  }
  return valueOf(places)
}

type Places = Map<string, Places | Value>

function put(places: Places, path: readonly string[], value: Value): void {
  let at = places
  for (const name of path.slice(0, -1)) {
    const next = at.get(name) as Places | undefined
    if (next !== undefined) at = next
    else {
      const made: Places = new Map()
      at.set(name, made)
      at = made
    }
  }
  at.set(path.at(-1) as string, value)
}

function valueOf(place: Places | Value): Value {
  if (!(place instanceof Map)) return place
  return RegoObject.of([...place].map(([name, inner]) => [name, valueOf(inner)] as const))
}

const SEVERITIES = ['error', 'warning', 'info']

function compareResults(a: FunctionResult, b: FunctionResult): number {
  const severity = ({ severity: one = 'info' }: FunctionResult) => SEVERITIES.indexOf(one)
  return (
    compareBytes(a.file?.path ?? '', b.file?.path ?? '') ||
    (a.file?.index ?? 0) - (b.file?.index ?? 0) ||
    severity(a) - severity(b) ||
    compareBytes(shown(a), shown(b))
  )
}

/** `[error] v1/ConfigMap/default/web : text` */
function shown({ message, severity, resourceRef }: FunctionResult): string {
  const { apiVersion, kind, namespace, name } = resourceRef ?? {}
  const parts = [apiVersion, kind, namespace, name].filter((one) => one !== undefined && one !== '')
  return `[${severity}] ${parts.length === 0 ? '' : `${parts.join('/')} `}: ${message}`
}
