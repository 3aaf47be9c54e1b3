/** Substitution that notes what it makes of variables which decryption has made readable. */
import { ToolError } from '../core/error.ts'
import { differences, joined, leavesOf, maskedError, valueFinder } from './hidden-values.ts'
import type { FluxKustomization } from './kustomization.ts'
import type { FluxObject, Hidden } from './object.ts'
import { type FindVariables, loadVariables, substituteObject, substituteText } from './post-build.ts'

/** Names of the variables of a ConfigMap, a Secret or the Kustomization itself, by kind and name, that are not to be shown. */
export type HiddenVariables = (kind: string, name: string) => ReadonlySet<string>

export type Substitution = (object: FluxObject) => FluxObject

const STAND_INS = ['SOPS', 'SEALED'] as const

/** All variables of a Kustomization, those that are not to be shown with other values; undefined when there are none of these. */
export function loadStandIns(
  kustomization: FluxKustomization,
  find: FindVariables,
  hidden: HiddenVariables,
): ReadonlyMap<string, string> | undefined {
  const { spec, metadata } = kustomization
  const { postBuild } = spec
  const isHidden =
    hidden('Kustomization', metadata.name).size > 0 ||
    postBuild?.substituteFrom.some(({ kind, name }) => hidden(kind, name).size > 0) === true
  if (!isHidden) return undefined
  const own = postBuild?.substitute && replaced(postBuild.substitute, hidden('Kustomization', metadata.name))
  const changed = postBuild && { ...postBuild, ...(own === undefined ? {} : { substitute: own }) }
  return loadVariables(
    { ...kustomization, spec: { ...spec, ...(changed === undefined ? {} : { postBuild: changed }) } },
    (kind, name) => {
      const found = find(kind, name)
      return found && replaced(found, hidden(kind, name))
    },
  )
}

function replaced(texts: Record<string, string>, names: ReadonlySet<string>): Record<string, string> {
  if (names.size === 0) return texts
  const [first, second] = STAND_INS
  const standIn = (value: string) => (value === first ? second : first)
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, names.has(key) ? standIn(value) : value]))
}

/**
 * Substitutes with the variables; where stand-ins for some of them give something else, that is hidden. So it does not
 * matter what becomes of a value on its way.
 */
export function hidingSubstitution(
  variables: ReadonlyMap<string, string> | undefined,
  standIns: ReadonlyMap<string, string> | undefined,
  strict: boolean,
): Substitution {
  if (standIns === undefined)
    return (object) => withHidden(substituteObject(object, { variables, strict }), object, undefined)
  const secret = [...(variables ?? [])].filter(([name, value]) => standIns.has(name) && standIns.get(name) !== value)
  const names = secret.map(([name]) => `{${name}`)
  const finder = valueFinder(secret.map(([name, text]) => ({ name, text })))
  return (object) => {
    const mayShow =
      secret.length > 0 &&
      leavesOf(object.root).some(({ text, name }) => names.some((one) => text.includes(one) || name.includes(one)))
    if (!mayShow) return withHidden(substituteObject(object, { variables, strict }), object, undefined)
    let made: FluxObject
    try {
      made = substituteText(object, { variables, strict })
    } catch (error) {
      throw error instanceof ToolError ? maskedError(error, finder) : error
    }
    return withHidden(made, object, changedBy(object, made, standIns, strict))
  }
}

/** What stand-ins change; everything when they make no object of the same shape. */
function changedBy(
  object: FluxObject,
  made: FluxObject,
  variables: ReadonlyMap<string, string> | undefined,
  strict: boolean,
): Hidden | undefined {
  try {
    return differences(made.root, substituteText(object, { variables, strict }).root)
  } catch (error) {
    if (error instanceof ToolError) return 'all'
    throw error
  }
}

/** Names of fields may have been substituted, too: then the ways to hidden values are others. */
function withHidden(made: FluxObject, object: FluxObject, more: Hidden | undefined): FluxObject {
  const { hidden } = object
  if (hidden === undefined && more === undefined) return made
  const isMoved =
    hidden !== undefined && made !== object && (hidden === 'all' || [...hidden].some((way) => way.includes('$')))
  return { ...made, hidden: isMoved ? 'all' : joined(hidden, more) }
}
