/** Copies values from fields of one item into fields of others (functions 10). */
import { fail, ToolError } from '../../core/error.ts'
import { newBudget } from '../../core/limits.ts'
import { type Pattern, simplePattern } from '../../core/pattern.ts'
import { compileFieldPath } from '../../krm/fieldpath.ts'
import {
  type FieldOptions,
  type Objects,
  type ReadyTarget,
  type ReplacementTarget,
  valueOfSource,
  writeTarget,
} from '../../krm/filters/replacements.ts'
import { Resource } from '../../krm/resource.ts'
import { ANY, type Selector, type SelectorText } from '../../krm/select.ts'
import { parseSelector } from '../../krm/selector.ts'
import { field, type Mapping, type Node, SEQUENCE } from '../../yaml/node.ts'
import { ended } from './ended.ts'
import type { CatalogFunction, FunctionInput } from './function.ts'
import { sortItems, textOf } from './items.ts'
import { partPattern } from './patterns.ts'
import { knownScopes } from './scopes.ts'

export const applyReplacements: CatalogFunction = {
  name: 'apply-replacements',
  run(list) {
    const problem = problemOf(list)
    sortItems(list.items)
    return ended(problem === undefined ? [] : [{ message: problem, severity: 'error' }])
  },
}

const OWN_KIND = 'ApplyReplacements'
const OWN_VERSION = 'fn.kpt.dev/v1alpha1'

function problemOf({ items, config }: FunctionInput): string | undefined {
  try {
    if (config === undefined) throw fail('FUNCTION_CONFIG', `FunctionConfig is missing. Expect \`${OWN_KIND}\``)
    const [kind, apiVersion] = [textOf(config, 'kind'), textOf(config, 'apiVersion')]
    if (kind !== OWN_KIND || apiVersion !== OWN_VERSION) {
      const expected = `only functionConfig of kind ${OWN_KIND} and apiVersion ${OWN_VERSION} is supported`
      throw fail('FUNCTION_CONFIG', `received functionConfig of kind ${kind} and apiVersion ${apiVersion}, ${expected}`)
    }
    const objects = objectsOf(items)
    for (const entry of listIn(config, 'replacements')) apply(entry, objects)
    return undefined
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
}

/** Unlike in a build, two items may have the same identity. */
function objectsOf(items: readonly Mapping[]): Objects {
  const resources = items.map((item) => new Resource(item, knownScopes))
  let byName: Map<string, Resource[]> | undefined
  return {
    resources,
    withAnyName(name) {
      byName ??= indexed(resources)
      return byName.get(name) ?? []
    },
    changed(resource) {
      resource.identityChanged()
      byName = undefined
    },
  }
}

function indexed(resources: readonly Resource[]): Map<string, Resource[]> {
  const byName = new Map<string, Resource[]>()
  for (const resource of resources) {
    const known = byName.get(resource.id.name)
    if (known === undefined) byName.set(resource.id.name, [resource])
    else known.push(resource)
  }
  return byName
}

function apply(entry: Node, objects: Objects): void {
  const source = field(entry, 'source')
  const targets = listIn(entry, 'targets')
  if (source === undefined || targets.length === 0) {
    throw fail('REPLACEMENT', 'replacements must specify a source and at least one target')
  }
  const options = optionsIn(source)
  const value = valueOfSource(
    {
      ...selectorIn(source),
      fieldPath: textOf(source, 'fieldPath'),
      ...(options === undefined ? {} : { options }),
    },
    objects,
  )
  const patterns = new Map<string, Pattern>()
  const patternOf = (text: string) => {
    const pattern = patterns.get(text) ?? simplePattern(text, false) ?? partPattern(text)
    patterns.set(text, pattern)
    return pattern
  }
  const budget = newBudget()
  for (const target of targets) {
    writeTarget(objects, readyTarget(target), value, { patternOf, budget, isOpaque: true }, undefined, undefined)
  }
}

function readyTarget(node: Node): ReadyTarget {
  const select = field(node, 'select')
  const options = optionsIn(node)
  const written = listIn(node, 'fieldPaths').map((path) => textOf(path))
  const fieldPaths = written.length === 0 ? ['metadata.name'] : written
  const reject = listIn(node, 'reject').map(selectorIn)
  const target: ReplacementTarget = {
    reject,
    fieldPaths,
    ...(select === undefined ? {} : { select: selectorIn(select) }),
    ...(options === undefined ? {} : { options }),
  }
  return {
    target,
    paths: fieldPaths.map((text) => ({ text, steps: compileFieldPath(text) })),
    select: compiled(target.select ?? ANY),
    reject: reject.map(compiled),
  }
}

/** Unlike in a build, the parts of a selector are no patterns. */
function compiled(text: SelectorText): Selector | ToolError {
  const exact = (part: string): Pattern | undefined =>
    part === '' ? undefined : { literal: part, test: (candidate) => candidate === part }
  const selector = (part: string) => (part === '' ? undefined : parseSelector(part))
  try {
    return {
      group: exact(text.group),
      version: exact(text.version),
      kind: exact(text.kind),
      name: exact(text.name),
      namespace: exact(text.namespace),
      labels: selector(text.labelSelector),
      annotations: selector(text.annotationSelector),
    }
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}

function selectorIn(node: Node): SelectorText {
  return {
    group: textOf(node, 'group'),
    version: textOf(node, 'version'),
    kind: textOf(node, 'kind'),
    name: textOf(node, 'name'),
    namespace: textOf(node, 'namespace'),
    labelSelector: textOf(node, 'labelSelector'),
    annotationSelector: textOf(node, 'annotationSelector'),
  }
}

function optionsIn(node: Node): FieldOptions | undefined {
  const options = field(node, 'options')
  if (options === undefined) return undefined
  return {
    delimiter: textOf(options, 'delimiter'),
    index: textOf(options, 'index') || '0',
    encoding: textOf(options, 'encoding'),
    create: textOf(options, 'create') === 'true',
  }
}

function listIn(node: Node, name: string): Node[] {
  const list = field(node, name)
  return list?.kind === SEQUENCE ? list.items : []
}
