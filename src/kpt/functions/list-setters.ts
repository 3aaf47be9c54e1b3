/** Reports the setters of a package (functions 8.3). */
import { compareBytes } from '../../core/text.ts'
import { field, type Mapping, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { tagOf } from '../../yaml/resolve.ts'
import { textIn, visitFields } from './fields.ts'
import type { CatalogFunction, FunctionResult } from './function.ts'
import { entriesOf, fieldAt, filePathOf, textOf } from './items.ts'
import { currentValues, listIn, listPatternOf, onlySetterIn, setterPatternOf, settersIn } from './setters.ts'

export interface Setter {
  name: string
  value: string
  type: string
  count: number
}

export const listSetters: CatalogFunction = {
  name: 'list-setters',
  run({ items }): FunctionResult[] {
    const setters = settersOf(items)
    if (setters.length === 0) return [{ message: 'no setters found', severity: 'warning' }]
    return setters.map(({ name, value, type, count }) => ({
      message: `Name: ${name}, Value: ${value}, Type: ${type}, Count: ${count}`,
    }))
  },
}

/** By name, those that are given and those in comments. */
export function settersOf(items: readonly Mapping[]): Setter[] {
  const setters = new Map<string, Setter>()
  for (const [name, value] of givenIn(items)) add(setters, name, valueOf(textIn(value)), 0)
  for (const item of items) countIn(item, setters)
  return [...setters.values()].sort((a, b) => compareBytes(a.name, b.name))
}

/** The setters of the first steps that apply some, in the package's own Kptfile or the files it names. */
function givenIn(items: readonly Mapping[]): [name: string, value: Node][] {
  const kptfile = items.find((item) => textOf(item, 'kind') === 'Kptfile' && filePathOf(item) === 'Kptfile')
  const mutators = fieldAt(kptfile, 'pipeline', 'mutators')
  if (mutators?.kind !== SEQUENCE) return []
  const given: [string, Node][] = []
  for (const step of mutators.items) {
    if (!textOf(step, 'image').includes('apply-setters')) continue
    const path = textOf(step, 'configPath')
    const config = path === '' ? undefined : items.find((item) => filePathOf(item) === path)
    given.push(...entriesOf(path === '' ? field(step, 'configMap') : field(config, 'data')))
  }
  return given
}

function valueOf(text: string): Pick<Setter, 'value' | 'type'> {
  const list = listIn(text)
  return list === undefined ? { value: text, type: 'str' } : { value: shownList(list.items, false), type: 'array' }
}

/** Lists of fields show sorted, those that are given as they are. */
function shownList(items: readonly Node[], isSorted: boolean): string {
  const texts = items.map((item) => (item.kind === SCALAR ? item.value : ''))
  return `[${(isSorted ? texts.sort(compareBytes) : texts).join(', ')}]`
}

function add(setters: Map<string, Setter>, name: string, found: Pick<Setter, 'value' | 'type'>, count: number): void {
  const known = setters.get(name)
  if (known === undefined) setters.set(name, { name, ...found, count })
  else {
    known.count += count
    if (known.type === 'str') known.type = found.type
  }
}

function countIn(item: Mapping, setters: Map<string, Setter>): void {
  visitFields(item, {
    list(key, list) {
      const name = onlySetterIn(listPatternOf(key, list))
      if (name !== undefined) add(setters, name, { value: shownList(list.items, true), type: 'array' }, 1)
    },
    scalar(scalar) {
      const pattern = setterPatternOf(scalar)
      if (settersIn(pattern).length === 0) return
      const type = onlySetterIn(pattern) === undefined ? 'str' : tagOf(scalar).slice(2)
      for (const [name, value] of currentValues(pattern, scalar.value)) add(setters, name, { value, type }, 1)
    },
  })
}
