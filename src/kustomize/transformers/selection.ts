/** Makes selectors ready. A bad pattern is reported only when the selector is used, a bad expression when an object meets it, as the reference does. */

import { ToolError } from '../../core/error.ts'
import { preparePattern } from '../../core/pattern.ts'
import type { Selector, SelectorText } from '../../krm/select.ts'
import { type Selector as LabelSelector, parseSelector } from '../../krm/selector.ts'

export async function compileSelector(text: SelectorText): Promise<Selector | ToolError> {
  try {
    const pattern = (part: string) => (part === '' ? undefined : preparePattern(part))
    return {
      group: await pattern(text.group),
      version: await pattern(text.version),
      kind: await pattern(text.kind),
      name: await pattern(text.name),
      namespace: await pattern(text.namespace),
      labels: expression(text.labelSelector),
      annotations: expression(text.annotationSelector),
    }
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}

function expression(text: string): LabelSelector | undefined {
  if (text === '') return undefined
  try {
    return parseSelector(text)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const matches = () => {
      throw error
    }
    return { matches, problem: error }
  }
}
