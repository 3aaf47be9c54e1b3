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
  if (!bundle) throw fail('BUNDLE_MISSING', "validation failed for Bundle '' field 'bundle': bundle cannot be nil")
  if (!bundle.name)
    throw fail('BUNDLE_NAME_EMPTY', 'invalid name for Bundle: ', {
      at: placeOf(bundle, 'name'),
      hint: 'give the bundle a name',
    })
  const missing = bundle.applications?.findIndex((application) => !application) ?? -1
  if (missing >= 0) {
    throw bundleError(
      'APPLICATION_MISSING',
      bundle,
      bundle.name,
      'applications',
      `application at index ${missing} is nil`,
    )
  }
  checkRelations(bundle, bundle.name, new Set())
  checkNames(bundle, bundle.name)
}

/** Names of the settings that hold a duration. */
const DURATIONS = ['interval', 'timeout', 'retryInterval'] as const

function checkRelations(bundle: Bundle, path: string, seen: Set<Bundle>): void {
  const { name } = bundle
  if (seen.has(bundle)) {
    const message = `umbrella cycle detected at ${goQuote(name)}`
    throw bundleError(
      'UMBRELLA_CYCLE',
      bundle,
      name,
      'children',
      message,
      'a bundle is the child of one umbrella, once',
    )
  }
  seen.add(bundle)
  for (const field of DURATIONS) checkDuration(bundle, field)
  const missing = bundle.dependsOn?.findIndex((dependency) => !dependency) ?? -1
  if (missing >= 0) {
    throw bundleError('DEPENDENCY_MISSING', bundle, path, 'dependsOn', `dependency at index ${missing} is nil`)
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
    throw bundleError('DURATION_INVALID', bundle, bundle.name, field, message, 'write it like 10m, 1h30m or 90s')
  }
}

function checkNamedDependencies(bundle: Bundle): void {
  const refuse = (code: string, message: string, hint: string) =>
    bundleError(code, bundle, bundle.name, 'namedDependsOn', message, hint)
  const units = new Set(bundle.dependsOn?.map(unitName))
  const seen = new Set<string>()
  for (const entry of bundle.namedDependsOn ?? []) {
    if (!entry) throw refuse('DEPENDENCY_NAME_EMPTY', 'named dependency has empty name', 'leave the entry out')
    if (seen.has(entry)) {
      throw refuse('DEPENDENCY_TWICE', `duplicate named dependency ${goQuote(entry)}`, 'list it once')
    }
    if (units.has(entry)) {
      const message = `dependency ${goQuote(entry)} appears in both DependsOn and NamedDependsOn`
      throw refuse('DEPENDENCY_TWICE', message, 'leave it out of namedDependsOn')
    }
    seen.add(entry)
  }
}

function checkChildren(bundle: Bundle, path: string, seen: Set<Bundle>): void {
  const { name } = bundle
  const refuse = (code: string, message: string, hint?: string) =>
    bundleError(code, bundle, name, 'children', message, hint)
  const dependencies = new Set(bundle.dependsOn?.map((dependency) => dependency.name))
  const named = new Set(bundle.namedDependsOn)
  const names = new Set<string>()
  for (const [index, child] of (bundle.children ?? []).entries()) {
    if (!child) throw refuse('CHILD_MISSING', `child at index ${index} is nil`)
    if (child === bundle) throw refuse('CHILD_ITSELF', 'bundle cannot be its own child')
    if (!child.name) throw refuse('CHILD_NAME_EMPTY', `child at index ${index} has empty name`)
    const quoted = goQuote(child.name)
    if (child.name === name) throw refuse('CHILD_NAME_OF_PARENT', `child name ${quoted} equals parent name`)
    if (names.has(child.name)) throw refuse('CHILD_TWICE', `duplicate child name ${quoted}`)
    names.add(child.name)
    const contained = 'children are part of the umbrella: dependsOn is order between peers'
    if (dependencies.has(child.name)) {
      throw refuse('CHILD_AND_DEPENDENCY', `child ${quoted} also appears in dependsOn`, contained)
    }
    if (named.has(unitName(child))) {
      throw refuse('CHILD_AND_DEPENDENCY', `child ${quoted} also appears in namedDependsOn`, contained)
    }
    if (child.dependsOn?.includes(bundle)) {
      throw refuse('CHILD_DEPENDS_ON_PARENT', `child ${quoted} depends on parent ${goQuote(name)}`, contained)
    }
    if (child.namedDependsOn?.includes(unitName(bundle))) {
      const message = `child ${quoted} has parent ${goQuote(name)} in namedDependsOn`
      throw refuse('CHILD_DEPENDS_ON_PARENT', message, contained)
    }
    checkRelations(child, `${path}/${child.name}`, seen)
  }
}

function checkNames(bundle: Bundle, path: string): void {
  const { name, kustomizationName, dirName, serviceAccountName } = bundle
  const refuse = (code: string, field: string, problem: string | undefined) => {
    if (problem !== undefined) throw bundleError(code, bundle, path, field, problem)
  }
  const named = (text: string, what: string) => {
    const problem = dns1123Problem(text)
    return problem && `${goQuote(text)} is not a valid ${what}: ${problem}`
  }
  refuse('BUNDLE_NAME_INVALID', 'name', named(name, 'bundle name'))
  if (kustomizationName) {
    refuse('KUSTOMIZATION_NAME_INVALID', 'kustomizationName', named(kustomizationName, 'Kustomization name'))
  }
  if (dirName) refuse('DIRECTORY_NAME_INVALID', 'dirName', directoryNameProblem(dirName))
  if (serviceAccountName) {
    refuse('SERVICE_ACCOUNT_NAME_INVALID', 'serviceAccountName', serviceAccountNameProblem(serviceAccountName))
  }
  const paths = new Map([[unitName(bundle), path]])
  for (const child of bundle.children ?? []) {
    const childPath = `${path}/${child.name}`
    const other = paths.get(unitName(child))
    if (other !== undefined) {
      const both = `bundles ${goQuote(other)} and ${goQuote(childPath)} would both get a Kustomization named ${goQuote(unitName(child))}`
      const message = `${both}: that name, the bundle's KustomizationName or else its Name, must be unique`
      throw bundleError(
        'KUSTOMIZATION_NAME_TWICE',
        bundle,
        path,
        'children',
        message,
        'set kustomizationName on one of them',
      )
    }
    paths.set(unitName(child), childPath)
  }
  for (const child of bundle.children ?? []) checkNames(child, `${path}/${child.name}`)
}

/** `shown` is the name or path the reference names the bundle by. */
function bundleError(
  code: string,
  bundle: Bundle,
  shown: string,
  field: string,
  message: string,
  hint?: string,
): ToolError {
  const text = `validation failed for Bundle '${shown}' field '${field}': ${message}`
  return fail(code, text, { at: placeOf(bundle, field), hint })
}
