/** What a bundle and the umbrella children below it must satisfy. */
import { fail, type ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { parseGoDuration } from '../duration.ts'
import { type Bundle, unitName } from '../model.ts'
import { placeOf } from '../places.ts'
import { directoryNameProblem, dns1123Problem, serviceAccountNameProblem } from './names.ts'

/**
 * Refuses a bundle that no engine could deliver, and names what to change. Every umbrella child below it is checked too.
 *
 * @throws ToolError with the first problem
 * @example validateBundle({ name: 'web', interval: '10m' })
 */
export function validateBundle(bundle: Bundle): void {
  if (!bundle) {
    throw fail('BUNDLE_MISSING', "validation failed for Bundle '' field 'bundle': bundle cannot be nil")
  }
  if (!bundle.name) {
    const at = placeOf(bundle, 'name')
    throw fail('BUNDLE_NAME_EMPTY', 'invalid name for Bundle: ', { at, hint: 'give the bundle a name' })
  }
  const missing = bundle.applications?.findIndex((application) => !application) ?? -1
  if (missing >= 0) {
    const message = `application at index ${missing} is nil`
    throw problem(bundle, ['applications', missing], 'APPLICATION_MISSING', message)
  }
  checkRelations(bundle, bundle.name, new Set())
  checkNames(bundle, bundle.name)
}

/** Names of the settings that hold a duration. */
const DURATIONS = ['interval', 'timeout', 'retryInterval'] as const

function checkRelations(bundle: Bundle, path: string, seen: Set<Bundle>): void {
  if (seen.has(bundle)) {
    const message = `umbrella cycle detected at ${goQuote(bundle.name)}`
    throw problem(bundle, ['children'], 'UMBRELLA_CYCLE', message, 'a bundle is the child of one umbrella, once')
  }
  seen.add(bundle)
  for (const field of DURATIONS) checkDuration(bundle, field)
  const missing = bundle.dependsOn?.findIndex((dependency) => !dependency) ?? -1
  if (missing >= 0) {
    const at = placeOf(bundle, 'dependsOn', missing)
    const message = `validation failed for Bundle '${path}' field 'dependsOn': dependency at index ${missing} is nil`
    throw fail('DEPENDENCY_MISSING', message, { at })
  }
  checkNamedDependencies(bundle)
  checkChildren(bundle, path, seen)
}

function checkDuration(bundle: Bundle, field: (typeof DURATIONS)[number]): void {
  const value = bundle[field]
  if (!value) return
  try {
    parseGoDuration(value)
  } catch (error) {
    const message = `${field} ${goQuote(value)} is not a valid duration: ${(error as Error).message}`
    throw problem(bundle, [field], 'DURATION_INVALID', message, 'write it like 10m, 1h30m or 90s')
  }
}

function checkNamedDependencies(bundle: Bundle): void {
  const units = new Set(bundle.dependsOn?.map(unitName))
  const seen = new Set<string>()
  for (const [index, entry] of (bundle.namedDependsOn ?? []).entries()) {
    const field = ['namedDependsOn', index]
    if (!entry) {
      throw problem(bundle, field, 'DEPENDENCY_NAME_EMPTY', 'named dependency has empty name', 'leave the entry out')
    }
    if (seen.has(entry)) {
      throw problem(bundle, field, 'DEPENDENCY_TWICE', `duplicate named dependency ${goQuote(entry)}`, 'list it once')
    }
    if (units.has(entry)) {
      const message = `dependency ${goQuote(entry)} appears in both DependsOn and NamedDependsOn`
      throw problem(bundle, field, 'DEPENDENCY_TWICE', message, 'leave it out of namedDependsOn')
    }
    seen.add(entry)
  }
}

const CONTAINED = 'children are part of the umbrella; dependsOn and namedDependsOn are the order between peers'

function checkChildren(bundle: Bundle, path: string, seen: Set<Bundle>): void {
  const { name } = bundle
  const dependencies = new Set(bundle.dependsOn?.map((dependency) => dependency.name))
  const named = new Set(bundle.namedDependsOn)
  const names = new Set<string>()
  for (const [index, child] of (bundle.children ?? []).entries()) {
    const refuse = (code: string, message: string, hint?: string) =>
      problem(bundle, ['children', index], code, message, hint)
    if (!child) throw refuse('CHILD_MISSING', `child at index ${index} is nil`)
    if (child === bundle) throw refuse('CHILD_ITSELF', 'bundle cannot be its own child')
    if (!child.name) throw refuse('CHILD_NAME_EMPTY', `child at index ${index} has empty name`)
    const quoted = goQuote(child.name)
    if (child.name === name) throw refuse('CHILD_NAME_OF_PARENT', `child name ${quoted} equals parent name`)
    if (names.has(child.name)) throw refuse('CHILD_TWICE', `duplicate child name ${quoted}`)
    names.add(child.name)
    if (dependencies.has(child.name)) {
      throw refuse('CHILD_AND_DEPENDENCY', `child ${quoted} also appears in dependsOn`, CONTAINED)
    }
    if (named.has(unitName(child))) {
      throw refuse('CHILD_AND_DEPENDENCY', `child ${quoted} also appears in namedDependsOn`, CONTAINED)
    }
    if (child.dependsOn?.includes(bundle)) {
      throw refuse('CHILD_DEPENDS_ON_PARENT', `child ${quoted} depends on parent ${goQuote(name)}`, CONTAINED)
    }
    if (child.namedDependsOn?.includes(unitName(bundle))) {
      const message = `child ${quoted} has parent ${goQuote(name)} in namedDependsOn`
      throw refuse('CHILD_DEPENDS_ON_PARENT', message, CONTAINED)
    }
    checkRelations(child, `${path}/${child.name}`, seen)
  }
}

function checkNames(bundle: Bundle, path: string): void {
  const { name, kustomizationName, dirName, serviceAccountName } = bundle
  const refuse = (code: string, field: string, text: string | undefined) => {
    if (text === undefined) return
    const at = placeOf(bundle, field)
    throw fail(code, `validation failed for Bundle '${path}' field '${field}': ${text}`, { at })
  }
  refuse('BUNDLE_NAME_INVALID', 'name', notNamed(name, 'bundle name'))
  if (kustomizationName) {
    refuse('KUSTOMIZATION_NAME_INVALID', 'kustomizationName', notNamed(kustomizationName, 'Kustomization name'))
  }
  if (dirName) refuse('DIRECTORY_NAME_INVALID', 'dirName', directoryNameProblem(dirName))
  if (serviceAccountName) {
    refuse('SERVICE_ACCOUNT_NAME_INVALID', 'serviceAccountName', serviceAccountNameProblem(serviceAccountName))
  }
  checkUnitNames(bundle, path)
  for (const child of bundle.children ?? []) checkNames(child, `${path}/${child.name}`)
}

function notNamed(text: string, what: string): string | undefined {
  const reason = dns1123Problem(text)
  return reason && `${goQuote(text)} is not a valid ${what}: ${reason}`
}

/** An umbrella waits for its children by the names of their Kustomizations, so none is another's nor its own. */
function checkUnitNames(bundle: Bundle, path: string): void {
  const paths = new Map([[unitName(bundle), path]])
  for (const child of bundle.children ?? []) {
    const unit = unitName(child)
    const own = `${path}/${child.name}`
    const other = paths.get(unit)
    if (other !== undefined) {
      const both = `bundles ${goQuote(other)} and ${goQuote(own)} would both get a Kustomization named ${goQuote(unit)}`
      const message = `validation failed for Bundle '${path}' field 'children': ${both}: that name, the bundle's KustomizationName or else its Name, must be unique`
      const at = placeOf(child, 'kustomizationName')
      throw fail('KUSTOMIZATION_NAME_TWICE', message, { at, hint: 'set kustomizationName on one of them' })
    }
    paths.set(unit, own)
  }
}

/** An error about a field of a bundle that is named by its own name. */
function problem(bundle: Bundle, path: PropertyKey[], code: string, message: string, hint?: string): ToolError {
  const text = `validation failed for Bundle '${bundle.name}' field '${String(path[0])}': ${message}`
  return fail(code, text, { at: placeOf(bundle, ...path), hint })
}
