/** Writes one value into selected fields; only by file (build 5.20). */
import { fail, ToolError } from '../../core/error.ts'
import { basename } from '../../core/path.ts'
import { compileSpec, setScalar, splitPath, walk } from '../../krm/fieldspec.ts'
import { setNamespace } from '../../krm/filters/namespace.ts'
import { ANY, type SelectorText, select } from '../../krm/select.ts'
import { type Node, SCALAR } from '../../yaml/node.ts'
import { readYaml11 } from '../../yaml/yaml11.ts'
import { configFields, fieldAnyCase, selectorOf } from './plugin-config.ts'
import { compileSelector } from './selection.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

interface ValueAddTarget {
  selector: SelectorText | undefined
  fieldPath: string
  /** Segment of an existing file path before which the value goes; 0 replaces all. */
  filePathPosition: number
}

export interface ValueAddConfig {
  value: string
  targets: ValueAddTarget[]
  targetFilePath: string
}

export const valueAdd: Transformer<ValueAddConfig> = {
  kind: 'ValueAddTransformer',
  from: () => [],
  decode(root) {
    const { text } = configFields(root)
    return { value: text('value'), targets: targetsOf(root), targetFilePath: text('targetFilePath') }
  },
  prepare,
  shown: (config) => config,
}

function targetsOf(root: Node | undefined): ValueAddTarget[] {
  return configFields(root)
    .list('targets')
    .map((item) => ({
      selector: selectorOf(fieldAnyCase(item, 'selector')),
      fieldPath: configFields(item).text('fieldPath'),
      filePathPosition: Number(configFields(item).text('filePathPosition') || '0'),
    }))
}

async function prepare(
  { value, targets: own, targetFilePath }: ValueAddConfig,
  context: PrepareContext,
): Promise<Apply> {
  const targets = [...own]
  if (targetFilePath !== '') {
    for (const one of targetsOf(readYaml11(await context.loader.readSource(targetFilePath)))) targets.push(one)
  }
  if (targets.length === 0) throw fail('VALUE_ADD', 'must specify at least one target')
  const text = value === '' ? basename(context.loader.root) : value
  const applied = await Promise.all(
    targets.map(async (target) => ({ target, selector: await compileSelector(target.selector ?? ANY) })),
  )
  const noSpecs = context.tableOf([])
  return (map, trace) => {
    for (const { target, selector } of applied) {
      if (selector instanceof ToolError) throw selector
      const { fieldPath, filePathPosition } = target
      if (fieldPath === '') throw fail('VALUE_ADD', 'must specify fieldPath')
      const isNamespace = splitPath(fieldPath).join('/') === 'metadata/namespace'
      const spec = compileSpec({ group: '', version: '', kind: '', path: fieldPath, create: true })
      for (const resource of select(map, selector)) {
        if (isNamespace) {
          setNamespace(resource, { namespace: text, unsetOnly: false, subjects: 'defaultOnly' }, noSpecs, trace)
        } else {
          const set = (node: Node) => {
            const old = node.kind === SCALAR ? node.value : ''
            setScalar(node, filePathPosition > 0 ? insertSegment(old, text, filePathPosition) : text, '', trace)
          }
          walk(resource, spec, 'scalar', set, trace)
        }
        map.changed(resource)
      }
    }
  }
}

/** Puts a segment before the i-th of a path, counted from 1; at the end when there are fewer. */
function insertSegment(path: string, segment: string, position: number): string {
  const absolute = path.startsWith('/')
  const segments = path.split('/').filter((part) => part !== '')
  segments.splice(Math.min(position - 1, segments.length), 0, segment)
  return `${absolute ? '/' : ''}${segments.join('/')}`
}
