/** What is wrong with a name reference, in the reference's words. */
import { fail, type ToolError } from '../core/error.ts'
import { goQuote } from '../core/text.ts'
import { emitSorted } from '../yaml/emit.ts'
import type { Node } from '../yaml/node.ts'
import { idText } from './id.ts'
import { copyWithInternalAnnotations } from './internal-annotations.ts'
import type { Resource } from './resource.ts'

/** The reference prints the address of an object in memory here. */
export function nestedList(referrer: Resource, list: Node): ToolError {
  const shown =
    '&yaml.RNode{fieldPath:[]string(nil), value:(*yaml.Node)(0xc000010000), ShouldKeep:false, Match:[]string(nil)}'
  return fail('NAME_REFERENCE', `${shown} is expected to be either a string or a map of string`, {
    at: referrer.locate(list),
  })
}

export function namelessReference(referrer: Resource, node: Node): ToolError {
  return fail('NAME_REFERENCE', "path config error; no 'name' field in node", { at: referrer.locate(node) })
}

export function blankNamespace(binding: Resource, namespace: Node): ToolError {
  return fail('NAME_REFERENCE', `Invalid Input: namespace is blank for resource ${goQuote(idText(binding.id))}\n`, {
    at: binding.locate(namespace),
  })
}

export function ambiguous(referrer: Resource, candidates: readonly Resource[]): ToolError {
  const ids = candidates.map((one) => idText(one.id)).join(', ')
  let message = `found multiple possible referrals: ${ids}\n\n**** Too many possible referral targets to referrer:\n`
  message += `${emitSorted(copyWithInternalAnnotations(referrer))}\n`
  candidates.forEach((one, i) => {
    message += `--- possible referral ${i}:\n${emitSorted(copyWithInternalAnnotations(one))}\n`
  })
  return fail('NAME_REFERENCE_AMBIGUOUS', message, { at: referrer.locate() })
}

/** Two objects of one map with the same identity. */
export function alreadyRegistered(resource: Resource, taken: Resource): ToolError {
  const at = [resource.locate(), taken.locate()].filter((place) => place !== undefined)
  return fail('ID_TAKEN', `may not add resource with an already registered id: ${idText(resource.id)}`, { at })
}
