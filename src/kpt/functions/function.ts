/** What a function of the catalog is: a row of the list in `index.ts`. */
import { ToolError } from '../../core/error.ts'
import type { Runner, WritableFileSystem } from '../../core/host.ts'
import type { Mapping } from '../../yaml/node.ts'
import type { MountedPath } from '../mounts.ts'

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

/** What a function may use besides the resource list: no more than its container would have. */
export interface Surroundings {
  /** Runs programs; undefined on a host that cannot. */
  runner: Runner | undefined
  /** Files of this machine; undefined on a host without them. */
  fs: WritableFileSystem | undefined
  /** The place of a path as the function knows it; undefined when nothing is mounted there. */
  place(path: string): Promise<MountedPath | undefined>
  /** It may reach the network. */
  network: boolean
  /** Variables that functions are given, as `--env` hands them on. */
  variables: Readonly<Record<string, string>>
  /** Takes what the function's program writes to its standard error without failing. */
  tell(text: string): void
}

export interface CatalogFunction {
  /** Base name of its image: `set-labels`. */
  name: string
  /** It is given what a program of its own would be, bookkeeping annotations included, and its answer is read as one's. */
  seesEverything?: boolean
  /**
   * Changes `list.items`; what it says goes into results. Throws a ToolError for what the reference's program ends with:
   * its message is the program's stderr. Only a function that runs a program or reads files waits; all others are synchronous and pure.
   */
  run(list: FunctionInput, surroundings: Surroundings): FunctionResult[] | Promise<FunctionResult[]>
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
