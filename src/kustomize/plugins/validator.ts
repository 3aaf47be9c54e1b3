/** Plugins as validators (build 5.19). */
import { fail, type ToolError } from '../../core/error.ts'
import { idText } from '../../krm/id.ts'
import { shownObject } from '../../krm/internal-annotations.ts'
import type { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import { removeField } from '../../yaml/edit.ts'
import { field, MAPPING, type Mapping } from '../../yaml/node.ts'

/** As the reference prints an object in memory. */
const IN_MEMORY =
  '&resource.Resource{RNode:yaml.RNode{fieldPath:[]string(nil), value:(*yaml.Node)(0xc000010000), ShouldKeep:false, Match:[]string(nil)}, refVarNames:[]string(nil)}'

/**
 * The reference compares what comes back down to the place of each value in its text, which never is what it was: a
 * plugin passes when it ends well and gives nothing back.
 */
export function refuseObjects(original: ResMap, returned: ResMap): void {
  const [first] = returned.resources
  if (first === undefined) return
  const same = original.withCurrentId(first.id)[0]
  throw same === undefined
    ? modified(`id in self missing from other; id: ${idText(first.id)}`, first)
    : unequal(same, first)
}

function unequal(before: Resource, after: Resource): ToolError {
  removeValidatedBy(after.root)
  const objects = `\n -- ${shownObject(before)},\n -- ${shownObject(after)}\n\n--\n${IN_MEMORY}\n------\n${IN_MEMORY}\n`
  return modified(`nodes unequal: ${objects}`, after)
}

function modified(difference: string, { id }: Resource): ToolError {
  return fail('VALIDATOR_CHANGED', `validator shouldn't modify the resource map: ${difference}`, {
    hint: `a validator that is a program has to end well and to print no object; this one printed ${idText(id)}`,
  })
}

function removeValidatedBy(root: Mapping): void {
  const metadata = field(root, 'metadata')
  const labels = field(metadata, 'labels')
  if (labels?.kind !== MAPPING || !removeField(labels, 'validated-by') || labels.keys.length > 0) return
  removeField(metadata as Mapping, 'labels')
}
