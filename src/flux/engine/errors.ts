/** How refusals name what they are about. */
import { fail, type ToolError } from '../../core/error.ts'
import { type Bundle, bundlePath } from '../../stack/model.ts'

/** What a value belongs to, as messages name it: `Bundle 'shop/db'`. */
export type Subject = `${string} '${string}'`

/** `validation failed for Bundle 'shop' field 'interval': …` */
export function invalidField(code: string, subject: Subject, field: string, problem: string, hint?: string): ToolError {
  return fail(code, `validation failed for ${subject} field '${field}': ${problem}`, { hint })
}

export function bundleSubject(bundle: Bundle): Subject {
  return `Bundle '${bundlePath(bundle)}'`
}
