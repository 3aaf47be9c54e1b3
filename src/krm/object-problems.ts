/** What is wrong with documents that are no objects (build 6.1). */
import { fail, type ToolError } from '../core/error.ts'
import type { Location } from '../core/source.ts'
import type { Node } from '../yaml/node.ts'
import { goType, shownMeta } from './go-values.ts'

export function notAList(kind: string, items: Node, at: Location | undefined): ToolError {
  return fail('LIST_ITEMS', `expected array in ${kind}/items, but found ${goType(items)}`, { at })
}

export function notAnObject(at: Location | undefined): ToolError {
  return fail('NOT_AN_OBJECT', 'missing Resource metadata', { at })
}

export function noIdentity(at: Location | undefined): ToolError {
  const hint = 'an object needs apiVersion, kind and metadata.name'
  return fail('NOT_AN_OBJECT', 'missing Resource metadata', { at, hint })
}

export function noKind(apiVersion: string, metadata: Node | undefined, at: Location | undefined): ToolError {
  return fail('NO_KIND', `missing kind in object ${shownMeta(apiVersion, '', metadata)}`, { at })
}

export function noName(
  apiVersion: string,
  kind: string,
  metadata: Node | undefined,
  at: Location | undefined,
): ToolError {
  const hint = 'every object needs metadata.name; generateName is not enough'
  return fail('NO_NAME', `missing metadata.name in object ${shownMeta(apiVersion, kind, metadata)}`, { at, hint })
}
