/** `unit-cases.json` of a function: inputs and outputs of its own unit tests, where they are those of the whole function. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../src/core/error.ts'
import { Source } from '../../src/core/source.ts'
import { catalogFunction } from '../../src/kpt/functions/index.ts'
import { removeField } from '../../src/yaml/edit.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { field, Mapping } from '../../src/yaml/node.ts'
import { parse, parseAll } from '../../src/yaml/parse.ts'
import { type Case, firstDifference, oneLine } from './outcome.ts'

interface UnitCase {
  id: number
  test: string
  fields: Record<string, unknown>
}

export function unitCases(folder: string, name: string): Case[] {
  const file = join(folder, 'unit-cases.json')
  if (!existsSync(file)) return []
  const cases = JSON.parse(readFileSync(file, 'utf8')) as UnitCase[]
  return cases.map(({ id, test, fields }) => ({
    name: `unit-cases/${id} ${test}`,
    run: async () => judge(name, fields),
  }))
}

function judge(name: string, fields: UnitCase['fields']): Awaited<ReturnType<Case['run']>> {
  const text = (...names: string[]) => names.map((one) => fields[one]).find((one) => typeof one === 'string')
  const input = text('input')
  const config = text('config', 'fnconfig')
  const expected = text('expectedResources')
  if (input === undefined || config === undefined || expected === undefined) {
    return { status: 'skip', reason: 'a unit case of a part of the function, or without an expectation' }
  }
  const found = catalogFunction(name)
  if (found === undefined) return { status: 'skip', reason: `needs function ${name}` }
  const items = objectsIn(input)
  const root = parse(new Source('config.yaml', config as string))?.root
  const list = { items, config: root instanceof Mapping ? root : undefined, version: '', referenceFormat: true }
  let said = ''
  try {
    found.definition.run(list)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    said = error.message
  }
  const wanted = (text('errMsg') ?? '') as string
  // Those tests are of what a program does before it finds that it has done nothing.
  const isIdle = wanted === '' && said.startsWith('no matches for')
  if (!isIdle && (wanted === '' ? said !== '' : !said.includes(wanted))) {
    return { status: 'fail', reason: `said ${oneLine(said)}, not ${oneLine(wanted)}` }
  }
  if (wanted !== '') return { status: 'pass' }
  const left = printed(objectsIn(expected as string))
  const right = printed(list.items)
  if (left === right) return { status: 'pass' }
  const difference = firstDifference(left, right)
  return { status: 'fail', reason: `output differs: ${oneLine(difference)}`, difference }
}

function objectsIn(text: string): Mapping[] {
  return parseAll(new Source('input.yaml', text))
    .map(({ root }) => root)
    .filter((root) => root instanceof Mapping)
}

const PLACE = /^(?:internal\.)?config\.kubernetes\.io\/(?:path|index|seqindent)$/

/** Where objects lie is up to the readers and writers of the unit tests. */
function printed(objects: Mapping[]): string {
  for (const object of objects) {
    const metadata = field(object, 'metadata')
    const annotations = field(metadata, 'annotations')
    if (!(metadata instanceof Mapping) || !(annotations instanceof Mapping)) continue
    const isPlace = annotations.keys.map((key) => 'value' in key && PLACE.test(key.value))
    if (!isPlace.includes(true)) continue
    annotations.values = annotations.values.filter((_, i) => !isPlace[i])
    annotations.keys = annotations.keys.filter((_, i) => !isPlace[i])
    if (annotations.keys.length === 0) removeField(metadata, 'annotations')
  }
  return objects.map((one) => emitKept(one)).join('---\n')
}
