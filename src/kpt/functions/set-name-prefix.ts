/** Replaces the placeholder that names of a package begin with (functions 7). */
import { field, type Mapping } from '../../yaml/node.ts'
import { configProblem, ended } from './ended.ts'
import { type CatalogFunction, FunctionFailure, type FunctionInput, type FunctionResult } from './function.ts'
import { isLocalConfig, sortItems, textOf } from './items.ts'
import { packageContextIn } from './package-context.ts'
import { type NewNames, renameItems } from './rename-item.ts'

export const setNamePrefix: CatalogFunction = {
  name: 'set-name-prefix',
  run(list) {
    const results = rename(list)
    sortItems(list.items)
    return ended(results)
  },
}

const PLACEHOLDER = 'packagename'

function rename({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const context = packageContextIn(items)
  if (context === undefined) {
    sortItems(items)
    throw new FunctionFailure('failed to evaluate function: unable to find package context object', [])
  }
  const data = field(config, 'data')
  const prefix = textOf(data, 'prefix') || textOf(context, 'data', 'name')
  if (prefix === '') return [configProblem(config, '`data.prefix` should not be empty')]
  const old = textOf(data, 'oldPrefix') || PLACEHOLDER
  const renamed = new Map<Mapping, NewNames>()
  for (const item of items) {
    if (isLocalConfig(item) || textOf(item, 'kind') === 'ResourceGroup') continue
    const name = textOf(item, 'metadata', 'name')
    if (name === old || name.startsWith(`${old}-`)) renamed.set(item, { name: prefix + name.slice(old.length) })
  }
  renameItems(items, renamed, referenceFormat === true)
  return []
}
