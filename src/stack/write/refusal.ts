/** How refusals of the writers are worded. */
import { fail, type ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import type { PlannedLayout } from './plan.ts'

export function writeFailed(code: string, path: string, reason: string, hint?: string): ToolError {
  return fail(code, `file write failed for '${path}': ${reason}`, { hint })
}

export function layoutName({ path }: PlannedLayout): string {
  return `layout ${goQuote(path)}`
}

export function recursiveName(one: PlannedLayout): string {
  return `KustomizationRecursive ${layoutName(one)}`
}

const CONTROL_FILES: ReadonlySet<string> = new Set(['kustomization.yaml', 'kustomization.yml', 'kustomization'])

/** Whether kustomize takes a file of that name for the kustomization of its directory, on a disk that ignores case. */
export function isControlFile(name: string): boolean {
  return CONTROL_FILES.has(name.toLowerCase())
}
