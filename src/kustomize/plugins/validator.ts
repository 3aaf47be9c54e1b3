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
 * plugin passes when it ends well and gives none of its objects back. Others it gives are not looked at.
 */
export function refuseObjects(original: ResMap, returned: ResMap): void {
  for (const resource of returned.resources) {
    const [same] = original.withCurrentId(resource.id)
    if (same !== undefined) throw unequal(same, resource)
  }
}

function unequal(before: Resource, after: Resource): ToolError {
  removeValidatedBy(after.root)
  const objects = `\n -- ${shownObject(before)},\n -- ${shownObject(after)}\n\n--\n${IN_MEMORY}\n------\n${IN_MEMORY}\n`
  return fail('VALIDATOR_CHANGED', `validator shouldn't modify the resource map: nodes unequal: ${objects}`, {
    hint: `a validator that is a program must not print the objects it is given; this one printed ${idText(after.id)}`,
  })
}

function removeValidatedBy(root: Mapping): void {
  const metadata = field(root, 'metadata')
  const labels = field(metadata, 'labels')
  if (labels?.kind !== MAPPING || !removeField(labels, 'validated-by') || labels.keys.length > 0) return
  removeField(metadata as Mapping, 'labels')
}
