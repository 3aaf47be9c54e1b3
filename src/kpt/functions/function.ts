/** What a function of the catalog is: a row of the list in `index.ts`. */
import { ToolError } from '../../core/error.ts'
import type { Mapping } from '../../yaml/node.ts'

/** What a function says about an item, a field or a file. */
export interface FunctionResult {
  message: string
  /** `error`, `warning` or `info`, which is also what nothing means. */
  severity?: string
  resourceRef?: { apiVersion?: string; kind?: string; name?: string; namespace?: string }
  field?: { path: string; currentValue?: string; proposedValue?: string }
  file?: { path: string; index?: number }
  tags?: Record<string, string>
}

export interface FunctionInput {
  /** Changed in place; the list may be replaced, shortened and lengthened. */
  items: Mapping[]
  config: Mapping | undefined
  /** The tag of the image, '' when there is none, where behaviour depends on it. */
  version: string
  /** What the reference's programs write, also where that loses style or data that a better one keeps. */
  referenceFormat?: boolean
}

export interface CatalogFunction {
  /** Base name of its image: `set-labels`. */
  name: string
  /**
   * Changes `list.items`; what it says goes into results. Throws a ToolError for what the reference's program ends with:
   * its message is the program's stderr. Synchronous, pure.
   */
  run(list: FunctionInput): FunctionResult[]
}

/** The end of a function that fails and has results to tell nevertheless. Its message is the stderr of the program. */
export class FunctionFailure extends ToolError {
  constructor(
    stderr: string,
    readonly results: FunctionResult[],
  ) {
    super('FUNCTION_FAILED', stderr)
  }
}
