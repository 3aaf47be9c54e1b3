/** Variables put into the objects of a Kustomization (flux 6). */
import { fail, wrap } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { compareBytes, utf8Problem } from '../core/text.ts'
import { field, MAPPING } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { substitute } from './envsubst.ts'
import { hasLoneBytes, toBytes } from './escaped-bytes.ts'
import { FLUX_GROUP, type FluxKustomization, type SubstituteReference } from './kustomization.ts'
import { type FluxObject, printUnshown, roundIntegers, stringField } from './object.ts'
import { refuseTabFirst } from './printed-texts.ts'
import { substituteValues } from './substitute-values.ts'

/** The data of a ConfigMap or Secret in the Kustomization's namespace, decoded; undefined when there is none. */
export type FindVariables = (kind: 'ConfigMap' | 'Secret', name: string) => Record<string, string> | undefined

export interface PostBuild {
  /** Undefined when nothing is substituted. */
  variables: ReadonlyMap<string, string> | undefined
  strict: boolean
}

/** Numbers of what was substituted go through floats of 64 bits. */
const LARGEST_EXACT = 2n ** 53n

const NAME = '^[_[:alpha:]][_[:alpha:][:digit:]]*$'

/**
 * The variables of a Kustomization: those of its references in order, then its own, each over the ones before.
 *
 * @throws ToolError for a reference to something that is not there
 */
export function loadVariables(
  { spec }: FluxKustomization,
  find: FindVariables | undefined,
): ReadonlyMap<string, string> | undefined {
  const { postBuild } = spec
  if (postBuild === undefined) return undefined
  const variables = new Map<string, string>()
  const add = (texts: Record<string, string>) => {
    for (const [name, value] of Object.entries(texts)) variables.set(name, value.replaceAll('\n', ''))
  }
  if (find !== undefined) for (const reference of postBuild.substituteFrom) add(referenced(reference, find))
  add(postBuild.substitute ?? {})
  return variables.size > 0 || postBuild.substituteStrategy === 'Always' ? variables : undefined
}

function referenced({ kind, name, optional }: SubstituteReference, find: FindVariables): Record<string, string> {
  if (kind !== 'ConfigMap' && kind !== 'Secret') return {}
  const found = find(kind, name)
  if (found === undefined && !optional) {
    const resource = kind === 'ConfigMap' ? 'configmaps' : 'secrets'
    throw fail('SUBSTITUTE_FROM', `substitute from '${kind}/${name}' error: ${resource} "${name}" not found`)
  }
  return found ?? {}
}

/** Whether an object says that it is to be left alone. */
export function isOptedOut({ root }: FluxObject): boolean {
  const metadata = field(root, 'metadata')
  const says = (name: string) => stringField(field(metadata, name), `${FLUX_GROUP}/substitute`) === 'disabled'
  return says('labels') || says('annotations')
}

/**
 * The object after substitution; where that is certain, its text is not even made.
 *
 * @throws ToolError `envsubst error: …`
 */
export function substituteObject(object: FluxObject, postBuild: PostBuild): FluxObject {
  const { variables } = postBuild
  if (variables === undefined) return object
  const root = hasValidNames(variables) ? substituteValues(object.root, variables) : undefined
  if (root === undefined) return substituteText(object, postBuild)
  return root === object.root ? object : { ...object, root, id: undefined }
}

/**
 * Substitutes in the text of an object and reads it again, which sorts it.
 *
 * @throws ToolError `envsubst error: …`
 */
export function substituteText(object: FluxObject, { variables, strict }: PostBuild): FluxObject {
  if (variables === undefined) return object
  const text = printUnshown(object)
  let made: FluxObject
  try {
    checkNames(variables)
    // What is read again without a change differs in large numbers only, and in whether it can be.
    if (!text.includes('$') && !/[0-9]{16}|\t|\\t/.test(text)) return object
    made = { ...parseSubstituted(substituted(text, variables, strict)), at: object.at }
  } catch (error) {
    throw wrap('envsubst error', error)
  }
  refuseTabFirst(made.root)
  return made
}

const VALID_NAME = /^[_A-Za-z][_A-Za-z0-9]*$/

function hasValidNames(variables: ReadonlyMap<string, string>): boolean {
  for (const name of variables.keys()) if (!VALID_NAME.test(name)) return false
  return true
}

function checkNames(variables: ReadonlyMap<string, string>): void {
  if (hasValidNames(variables)) return
  const invalid = [...variables.keys()].filter((name) => !VALID_NAME.test(name)).sort(compareBytes)[0]
  throw fail('VARIABLE_NAME', `'${invalid}' var name is invalid, must match '${NAME}'`)
}

function substituted(text: string, variables: ReadonlyMap<string, string>, strict: boolean): string {
  try {
    return substitute(text, variables, { strict })
  } catch (error) {
    throw wrap('variable substitution failed', error)
  }
}

function parseSubstituted(text: string): FluxObject {
  try {
    if (hasLoneBytes(text)) {
      const problem = utf8Problem(toBytes(text))
      if (problem !== undefined) throw fail('YAML_SYNTAX', `yaml: ${problem.problem}`)
    }
    const root = readYaml11(new Source('', text))
    if (root?.kind !== MAPPING) throw fail('NOT_AN_OBJECT', 'what substitution made is no object any more')
    roundIntegers(root, LARGEST_EXACT)
    return { root, jsonTyped: true }
  } catch (error) {
    throw wrap('YAMLToJSON', error)
  }
}
