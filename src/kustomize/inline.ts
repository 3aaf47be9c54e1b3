/** Entries that are a path or, instead of it, the text of objects. */
import { ToolError } from '../core/error.ts'
import { Source } from '../core/source.ts'
import type { Resource } from '../krm/resource.ts'

/** Tells most paths without reading them as YAML. */
const PLAIN_PATH = /^[\w./-]*\w$/

/** Undefined when the entry is a path: it reads as a scalar, which is no object. Text without any object is no path. */
export function inlineObjects(
  entry: string,
  read: (source: Source) => readonly Resource[],
): readonly Resource[] | undefined {
  if (PLAIN_PATH.test(entry) && entry.toLowerCase() !== 'null') return undefined
  try {
    return read(new Source('', entry))
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}
