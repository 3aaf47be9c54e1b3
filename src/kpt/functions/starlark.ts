/** Runs a program of the user's over the items (functions 13). */
import { ToolError } from '../../core/error.ts'
import { field, type Mapping } from '../../yaml/node.ts'
import { libraries, libraryFunction } from '../starlark/libraries.ts'
import { trouble } from '../starlark/limits.ts'
import { runProgram } from '../starlark/run.ts'
import { Dict, List, Module, type Value } from '../starlark/values.ts'
import { failed } from './ended.ts'
import type { CatalogFunction, FunctionInput } from './function.ts'
import { sortItems, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { losesStyle } from './reference-style.ts'
import { NodeMaker, toValue } from './starlark-values.ts'

export const starlark: CatalogFunction = {
  name: 'starlark',
  seesEverything: true,
  run(list, { variables, tell }) {
    const printed: string[] = []
    try {
      list.items = changedItems(list, variables, (line) => printed.push(line))
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw failed([{ message: error.message, severity: 'error' }], printed.map((line) => `${line}\n`).join(''))
    } finally {
      sortItems(list.items)
    }
    if (printed.length > 0) tell(printed.join('\n'))
    return []
  },
}

function changedItems(
  list: FunctionInput,
  variables: Readonly<Record<string, string>>,
  print: (line: string) => void,
): Mapping[] {
  const { name, source } = programOf(list.config)
  const items = list.items.map(toValue)
  const resourceList = new Dict()
  resourceList.set('apiVersion', 'config.kubernetes.io/v1')
  resourceList.set('kind', 'ResourceList')
  resourceList.set('items', new List([...items]))
  resourceList.set('functionConfig', toValue(list.config as Mapping))
  const known = new Map(items.map((value, i) => [value, list.items[i] as Mapping]))
  const environment = new Dict()
  for (const [variable, value] of Object.entries(variables)) environment.set(variable, value)
  const members = new Map([
    ['resource_list', resourceList],
    ['environment', environment],
  ])
  const context = new Module('ctx', members, (one) => one === 'open_api', 'struct')
  const files = libraries()
  files.set('krmfn.star', new Map([['krmfn', matchers(list.referenceFormat === true)]]))
  runProgram(name, source, {
    predeclared: new Map([['ctx', context]]),
    load(module) {
      const found = files.get(module)
      if (found === undefined) throw trouble(`cannot load ${module}: invalid module "${module}"`)
      return found
    },
    print,
  })
  const changed = resourceList.get('items') ?? null
  if (!(changed instanceof List)) throw trouble('ctx.resource_list["items"] has to be a list')
  const maker = new NodeMaker()
  return changed.items.map((value) => {
    if (!(value instanceof Dict)) throw trouble('each of ctx.resource_list["items"] has to be a dict')
    const before = list.referenceFormat ? undefined : known.get(value)
    const made = maker.node(value, before) as Mapping
    losesStyle(made)
    return made
  })
}

function programOf(config: Mapping | undefined): { name: string; source: string } {
  if (config === undefined) throw trouble('FunctionConfig is missing. Expect `ConfigMap` or `StarlarkRun`')
  const { group, version, kind } = gvkOf(config)
  const isConfigMap = group === '' && version === 'v1' && kind === 'ConfigMap'
  if (!isConfigMap && (group !== 'fn.kpt.dev' || version !== 'v1alpha1' || kind !== 'StarlarkRun')) {
    throw trouble(
      '`functionConfig` must be either /v1, Kind=ConfigMap or fn.kpt.dev/v1alpha1, Kind=StarlarkRun, ' +
        `but we got: ${group}/${version}, Kind=${kind}`,
    )
  }
  const source = textOf(isConfigMap ? field(config, 'data') : config, 'source')
  if (source === '') throw trouble('`source` must not be empty')
  return { name: textOf(config, 'metadata', 'name'), source }
}

/**
 * `krmfn`. The recorded program finds no match for a kind that has a group, whatever is asked; this looks like a fault of
 * its build, so only its own format follows it.
 */
function matchers(asRecorded: boolean): Module {
  const text = (object: Value | undefined, ...path: string[]) => {
    let value = object as Value
    for (const name of path) value = value instanceof Dict ? (value.get(name) ?? null) : null
    return typeof value === 'string' ? value : ''
  }
  return new Module(
    'krmfn',
    new Map([
      libraryFunction('match_gvk', 'resource dict, apiVersion string, kind string', ([object, apiVersion, kind]) => {
        if (asRecorded && (apiVersion as string).includes('/')) return false
        return text(object, 'apiVersion') === apiVersion && text(object, 'kind') === kind
      }),
      libraryFunction('match_name', 'resource dict, name string', ([object, name]) => {
        return text(object, 'metadata', 'name') === name
      }),
      libraryFunction('match_namespace', 'resource dict, namespace string', ([object, namespace]) => {
        return text(object, 'metadata', 'namespace') === namespace
      }),
    ]),
  )
}
