/** What becomes of texts when an object is printed and read again on its way through the controller. */
import { fail, ToolError } from '../core/error.ts'
import { sortKeys } from '../krm/jsonpatch.ts'
import { clone, setTag, setText, writeAsBlock } from '../yaml/edit.ts'
import {
  DOUBLE,
  FOLDED,
  field,
  MAPPING,
  type Mapping,
  type Node,
  PLAIN,
  SCALAR,
  type Scalar,
  SEQUENCE,
} from '../yaml/node.ts'
import { isUntyped, tagOf } from '../yaml/resolve.ts'
import { readingProblem } from '../yaml/sorted-refusals.ts'
import { prepareScalar } from '../yaml/sorted-values.ts'
import { startsWithTab } from '../yaml/string-form.ts'

/**
 * Folded texts, times and others that are printed as another text become that text.
 *
 * @param onProblem told that a value cannot be printed
 * @param settled told of every value afterwards
 */
export function settleTexts(
  root: Mapping,
  areAnnotationsTexts: boolean,
  onProblem: () => void,
  settled: (scalar: Scalar) => void,
): void {
  const annotations = areAnnotationsTexts ? field(field(root, 'metadata'), 'annotations') : undefined
  const visit = (node: Node, inFlow: boolean, isSettled: boolean): void => {
    if (node.kind === SCALAR) {
      if (!isSettled && mayChange(node, inFlow)) settle(node, inFlow)
      settled(node)
    } else if (node.kind === MAPPING) {
      const { values, flow } = node
      for (let i = 0; i < values.length; i++) {
        const value = values[i] as Node
        visit(value, inFlow || flow, isSettled || value === annotations)
      }
    } else if (node.kind === SEQUENCE) {
      const { items, flow } = node
      for (let i = 0; i < items.length; i++) visit(items[i] as Node, inFlow || flow, isSettled)
    }
  }
  const settle = (scalar: Scalar, inFlow: boolean): void => {
    try {
      const { text, isString } = prepareScalar(scalar, false, root, inFlow)
      // What has no type yet has got one once it is read again.
      if (!isString && isUntyped(scalar)) setTag(scalar, tagOf(scalar))
      if (!isString) return
      setText(scalar, text)
      setTag(scalar, '!!str')
      scalar.style = DOUBLE
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      onProblem()
    }
  }
  visit(root, false, false)
}

/** Whether it is one of the few that are not printed as they are; all others need no closer look. */
function mayChange(scalar: Scalar, inFlow: boolean): boolean {
  const { tag, value, style } = scalar
  if (style === FOLDED || isUntyped(scalar) || (tag !== '' && tag !== '!!str')) return true
  if (style !== PLAIN || tag !== '') return false
  if (value === '') return inFlow
  if (value.charCodeAt(4) === 0x2d) return true
  return value.length <= 5 && /^[-+]?\.(?:inf|nan)$/i.test(value)
}

/**
 * What was substituted is printed once more, texts of several lines as blocks, and a block whose first line starts with a tab
 * cannot be read.
 *
 * @throws ToolError with the reader's message
 */
export function refuseTabFirst(root: Mapping): void {
  if (!hasTabFirst(root)) return
  const printed = clone(root)
  sortKeys(printed)
  writeAsBlocks(printed)
  const problem = readingProblem(printed)
  if (problem !== '') throw fail('VALUE_TEXT', `UnmarshalJSON: ${problem}`)
}

function hasTabFirst(node: Node): boolean {
  if (node.kind === SCALAR) return startsWithTab(node.value)
  if (node.kind === SEQUENCE) return node.items.some(hasTabFirst)
  return node.kind === MAPPING && node.values.some(hasTabFirst)
}

function writeAsBlocks(node: Node): void {
  if (node.kind === SCALAR) {
    if (node.value.includes('\n')) node.style = PLAIN
  } else if (node.kind === SEQUENCE) {
    writeAsBlock(node)
    node.items.forEach(writeAsBlocks)
  } else if (node.kind === MAPPING) {
    writeAsBlock(node)
    node.values.forEach(writeAsBlocks)
  }
}
