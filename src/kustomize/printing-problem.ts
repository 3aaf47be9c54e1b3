/** Why an object could not be printed, in the reference's words. */
import { ToolError } from '../core/error.ts'
import { rewriteStringMap } from '../krm/string-maps.ts'
import { emitSorted } from '../yaml/emit.ts'
import type { Mapping } from '../yaml/node.ts'

/** Messages show the object with the annotations as they are printed. */
export function printingProblem(root: Mapping, error: ToolError): ToolError {
  rewriteStringMap(root, 'annotations')
  try {
    emitSorted(root, { annotationsAsStrings: true })
  } catch (again) {
    if (again instanceof ToolError) return again
  }
  return error
}
