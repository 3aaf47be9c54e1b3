/** The policy in a ConstraintTemplate. */
import { fail, wrap } from '../../core/error.ts'
import { toJson } from '../../yaml/json.ts'
import type { Mapping } from '../../yaml/node.ts'
import { type Policy, readPolicy } from '../rego/policy.ts'
import { textOf } from './items.ts'

interface Target {
  target?: unknown
  rego?: unknown
  libs?: unknown
  code?: unknown
}

interface Source {
  rego?: unknown
  libs?: unknown
  version?: unknown
}

/** @throws ToolError for a template that Gatekeeper would refuse, and for what is not supported */
export function readTemplate(item: Mapping): { kind: string; policy: Policy } {
  try {
    const { spec } = JSON.parse(toJson(item)) as { spec?: { targets?: unknown } | null }
    const kind = textOf(item, 'spec', 'crd', 'spec', 'names', 'kind')
    if (kind === '') throw invalid('spec.crd.spec.names.kind is missing')
    const name = textOf(item, 'metadata', 'name')
    if (name !== kind.toLowerCase()) throw invalid(`its name is not the kind ${kind} in lower case`)
    const targets = spec?.targets
    if (!Array.isArray(targets) || targets.length !== 1) throw invalid('spec.targets has to have one entry')
    const target = (targets[0] ?? {}) as Target
    const place = String(target.target ?? '')
    if (place !== 'admission.k8s.gatekeeper.sh') throw invalid(`the target ${JSON.stringify(place)} is not known`)
    const { rego, libs, version } = sourceOf(target)
    if (typeof rego !== 'string' || rego === '') throw invalid('the target has no rego')
    const libraries = (Array.isArray(libs) ? libs : []).map((text, i) => {
      if (typeof text !== 'string') throw invalid('libs has to be a list of texts')
      return { name: `libs["${place}"]["${kind}"]["lib_${i}"]`, text }
    })
    const file = { name: `templates["${place}"]["${kind}"]`, text: rego }
    return { kind, policy: readPolicy(file, libraries, version === 'v1') }
  } catch (error) {
    throw wrap('invalid ConstraintTemplate', error)
  }
}

/** A target's own rego, or that of the engine for it. */
function sourceOf(target: Target): Source {
  if (target.code === undefined || target.code === null) return target
  const engines = Array.isArray(target.code) ? (target.code as { engine?: unknown; source?: Source }[]) : []
  const found = engines.find(({ engine }) => engine === 'Rego')
  if (found === undefined) throw invalid('of the engines in code only Rego is supported')
  return found.source ?? {}
}

function invalid(message: string) {
  return fail('CONSTRAINT_TEMPLATE', message)
}
