/** Sets the fields whose comments name setters (functions 8.1). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { setItems, setTag, setText } from '../../yaml/edit.ts'
import { DOUBLE, field, PLAIN, type Scalar, type Sequence } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { inOlderKit } from './ended.ts'
import { setLineComment, textIn, visitFields } from './fields.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { entriesOf, fileOf } from './items.ts'
import { currentValues, listIn, listPatternOf, onlySetterIn, setterPatternOf, settersIn } from './setters.ts'

export const applySetters: CatalogFunction = {
  name: 'apply-setters',
  run: (list) =>
    inOlderKit({ said: (message) => `failed to apply setters: ${message}`, printed: 'twice' }, () => apply(list)),
}

type Setters = ReadonlyMap<string, string>

function apply({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const setters = new Map(entriesOf(field(config, 'data')).map(([name, value]) => [name, textIn(value)]))
  const results: FunctionResult[] = []
  for (const item of items) {
    const note = (value: string, path: string) => {
      results.push({ message: `set field value to ${goQuote(value)}`, field: { path }, ...fileOf(item) })
    }
    visitFields(item, {
      list(key, list, path) {
        const pattern = listPatternOf(key, list)
        if (!namesAny(pattern, setters)) return
        const value = setters.get(onlySetterIn(pattern) ?? '')
        if (value === undefined) {
          throw fail('SETTER', `invalid setter pattern for array node: ${goQuote(pattern)}`)
        }
        setList(key, list, value, pattern, referenceFormat === true)
        note(value, path)
      },
      scalar(scalar, path) {
        const pattern = setterPatternOf(scalar)
        if (!namesAny(pattern, setters)) return
        setScalar(scalar, pattern, setters)
        note(scalar.value, path)
      },
    })
  }
  return results.length === 0 ? [{ message: 'no matches for input setter(s)' }] : results
}

function namesAny(pattern: string, setters: Setters): boolean {
  return pattern !== '' && settersIn(pattern).some((setter) => setters.has(setter.slice(2, -1)))
}

function setList(key: Scalar, list: Sequence, value: string, pattern: string, leavesComment: boolean): void {
  if (value === '') {
    setItems(list, [])
    list.flow = true
    setLineComment(list, `kpt-set: ${pattern}`)
    setLineComment(key, '')
    return
  }
  const given = listIn(value)
  if (given === undefined) {
    throw fail('SETTER', `input to array setter must be an array of values, but found ${goQuote(value)}`)
  }
  setItems(list, given.items)
  list.flow = false
  setLineComment(key, `kpt-set: ${pattern}`)
  // The reference leaves the comment at a list it makes a block of, and so prints it once more further down.
  if (!leavesComment) setLineComment(list, '')
}

/** Fields of setters that are not given keep what they stand for now. */
function setScalar(scalar: Scalar, pattern: string, setters: Setters): void {
  let text = pattern
  for (const [name, value] of setters) text = text.replaceAll(`\${${name}}`, () => value)
  if (settersIn(text).length > 0) {
    const current = isNull(scalar) ? '' : scalar.value
    for (const [name, value] of currentValues(pattern, current)) text = text.replaceAll(`\${${name}}`, () => value)
  }
  const missing = settersIn(text)
  if (missing.length > 0) throw fail('SETTER', `values for setters [${missing.join(' ')}] must be provided`)
  setText(scalar, text)
  setTag(scalar, '')
  if (text === '' && scalar.style === PLAIN) scalar.style = DOUBLE
}
