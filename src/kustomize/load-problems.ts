/** Why a file, a folder or a kustomization is not loaded. */
import { fail, ToolError } from '../core/error.ts'
import type { FileError } from '../core/host.ts'
import { ARCHIVE_HINT } from '../core/not-utf8.ts'
import { clean } from '../core/path.ts'
import type { Location } from '../core/source.ts'
import { goQuote } from '../core/text.ts'
import type { Kustomization } from './types.ts'

export function notADirectory(path: string): ToolError {
  return fail('NOT_DIRECTORY', `must build at directory: '${path}': file is not directory`)
}

/** Two entries that became one, most likely. */
export function ambiguous(path: string): ToolError {
  return fail(
    'ROOT_AMBIGUOUS',
    `path "${path}" is ambiguous: resolves to "${clean(path)}" after normalization, which is likely not the intended target; check for YAML indentation errors in your kustomization file`,
  )
}

export function cycle(root: string, visited: string): ToolError {
  return fail('CYCLE', `cycle detected: candidate root '${root}' contains visited root '${visited}'`)
}

export function restricted(joined: string, root: string): ToolError {
  return fail('RESTRICTED', `security; file '${joined}' is not in or below '${root}'`, {
    hint: 'files outside the kustomization are only read with --load-restrictor LoadRestrictionsNone',
  })
}

/** A base inside a repository leads to a folder outside of it. */
export function outsideClone(folder: string, clone: string): ToolError {
  return fail(
    'RESTRICTED',
    `security; bases in kustomizations found in cloned git repos must be within the repo, but base '${folder}' is outside '${clone}'`,
  )
}

/** A path that leads nowhere. */
export function unresolved(error: FileError, shown: string, prefix: string | undefined): ToolError {
  const reason = error.path === '' ? error.reason : `lstat ${error.path}: ${error.reason}`
  const message = `evalsymlink failure on '${shown}' : ${reason}`
  // What is no repository's URL is taken for a path.
  const hint = /(?:^|\/)https?:\/.*\.(?:zip|tgz|tar|tar\.\w+)(?:\?|$)/i.test(shown) ? ARCHIVE_HINT : undefined
  return fail(error.code, prefix === undefined ? message : `${prefix}: ${message}`, { hint })
}

export function unreadable(path: string, error: FileError): ToolError {
  const operation = error.code === 'IS_DIRECTORY' ? 'read' : 'open'
  return fail(error.code, `${operation} ${path}: ${error.reason}`)
}

export function severalKustomizations(root: string, names: readonly string[]): ToolError {
  return fail('SEVERAL_KUSTOMIZATIONS', `Found multiple kustomization files under: ${root}\n`, {
    hint: `keep one of ${names.join(', ')}`,
  })
}

export function notAComponent(root: string, kind: string): ToolError {
  return fail('NOT_A_COMPONENT', `expected kind 'Component' for path '${root}' but got '${kind}'`, {
    hint: 'list it under resources, or give it apiVersion kustomize.config.k8s.io/v1alpha1 and kind Component',
  })
}

export function isAComponent(root: string): ToolError {
  return fail('IS_A_COMPONENT', `expected kind != 'Component' for path '${root}'`, {
    hint: 'list it under components',
  })
}

/** An entry is no file and no kustomization either. */
export function neither(asFile: ToolError, asFolder: ToolError, hint: string | undefined): ToolError {
  return new ToolError(asFile.code, `accumulation err='${asFile.message}': ${asFolder.message}`, {
    at: asFile.at,
    hint: hint ?? asFolder.hint,
    also: asFile.also,
  })
}

/** Components quote the inner error as Go does. */
export function componentProblem(prefix: string, error: unknown, at: Location | undefined, hint?: string): unknown {
  if (!(error instanceof ToolError) || error.code === 'NOT_YET') return error
  const { code, also } = error
  return new ToolError(code, `${prefix} ${goQuote(error.message)}`, {
    at: error.at.length > 0 ? error.at : at,
    hint: error.hint ?? hint,
    also,
  })
}

export function emptyKustomization(): ToolError {
  return fail('EMPTY_KUSTOMIZATION', 'kustomization.yaml is empty', { hint: 'list something to build under resources' })
}

/** `kind` is what the file counts as, `version` the apiVersion that goes with it. */
export function wrongKustomization(k: Kustomization, root: string, kind: string, version: string): ToolError {
  const problems: string[] = []
  const at = []
  if (kind !== 'Kustomization' && kind !== 'Component') {
    problems.push('kind should be Kustomization or Component')
    at.push(k.locate('kind'))
  }
  if (k.apiVersion !== '' && k.apiVersion !== version) {
    problems.push(`apiVersion for ${kind} should be ${version}`)
    at.push(k.locate('apiVersion'))
  }
  return fail('KUSTOMIZATION_TYPE', `Failed to read kustomization file under ${root}:\n${problems.join('\n')}`, {
    at: at.filter((place) => place !== undefined),
  })
}
