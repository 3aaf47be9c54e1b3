/** The values of a HelmRelease: those of its references in order, then its own, each over the ones before. */
import { fail, wrap } from '../core/error.ts'
import { Source } from '../core/source.ts'
import { insertItem, setField, setItem, stringScalar } from '../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, Scalar, SEQUENCE, Sequence } from '../yaml/node.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import type { HelmRelease, ValuesReference } from './helm-release.ts'
import type { FindObject } from './tree.ts'
import { valuesOf } from './tree-objects.ts'

const DEFAULT_KEY = 'values.yaml'
/** Longer lists are not written by an index. */
const LARGEST_INDEX = 65_536

/** @throws ToolError for a reference that is not there, and one that holds no values */
export function releaseValues({ metadata, spec }: HelmRelease, find: FindObject): Mapping {
  let values = new Mapping()
  for (const reference of spec.valuesFrom) {
    const { kind, name, optional, targetPath, literal } = reference
    const shown = `${kind} '${metadata.namespace}/${name}'`
    const text = referencedText(reference, metadata.namespace, find)
    if (text === undefined) {
      if (optional) continue
      throw fail('HELM_VALUES', `the values of ${shown} are not here: nothing applies it with '${keyOf(reference)}'`)
    }
    try {
      if (targetPath === '') values = mergedMaps(values, readValues(text))
      else setPath(values, targetPath, literal ? stringScalar(text) : typedValue(text))
    } catch (error) {
      throw wrap(`the values of ${shown}`, error)
    }
  }
  return spec.values?.kind === MAPPING ? mergedMaps(values, spec.values) : values
}

function keyOf({ valuesKey }: ValuesReference): string {
  return valuesKey || DEFAULT_KEY
}

function referencedText(reference: ValuesReference, namespace: string, find: FindObject): string | undefined {
  const { kind, name } = reference
  if (kind !== 'ConfigMap' && kind !== 'Secret') return undefined
  const found = find(`${kind}/${namespace}/${name}`)
  return found && valuesOf(found, kind)[keyOf(reference)]
}

/** @throws ToolError when the text is no map */
export function readValues(text: string): Mapping {
  const root = readYaml11(new Source('', text))
  if (root === undefined) return new Mapping()
  if (root.kind === MAPPING) return root
  throw fail('HELM_VALUES', 'are no map')
}

/** Maps are merged, everything else is replaced. */
export function mergedMaps(under: Mapping, over: Mapping): Mapping {
  const merged = new Mapping([...under.keys], [...under.values])
  over.keys.forEach((key, i) => {
    const name = (key as Scalar).value
    const value = over.values[i] as Node
    const below = field(merged, name)
    setField(merged, name, below?.kind === MAPPING && value.kind === MAPPING ? mergedMaps(below, value) : value)
  })
  return merged
}

/** As a value of helm's `--set`. */
function typedValue(text: string): Scalar {
  const quote = text.at(0)
  if (text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote))
    return stringScalar(plainValue(text.slice(1, -1)))
  const word = plainValue(text).toLowerCase()
  if (word === 'true' || word === 'false') return typed(word, '!!bool')
  if (word === 'null') return typed('null', '!!null')
  const isInteger = /^(?:0|[-+]?[1-9][0-9]{0,17})$/.test(text)
  return isInteger ? typed(text.replace(/^\+/, ''), '!!int') : stringScalar(text)
}

function plainValue(text: string): string {
  if (/[,\\]|^\{/.test(text))
    throw fail('HELM_VALUES', 'for a target path are a list of several, which is not read here', {
      hint: 'set literal: true, or give them in values.yaml',
    })
  return text
}

function typed(text: string, tag: string): Scalar {
  const scalar = new Scalar(text)
  scalar.tag = tag
  return scalar
}

/** `a.b[0].c`; a backslash takes the meaning from a dot. */
function setPath(values: Mapping, path: string, value: Node): void {
  const steps = stepsOf(path)
  let at: Node = values
  for (const [i, step] of steps.entries()) {
    const below: Node | undefined =
      typeof step === 'string' ? field(at, step) : at.kind === SEQUENCE ? at.items[step] : undefined
    const made: Node = i === steps.length - 1 ? value : containerFor(steps[i + 1] as string | number, below)
    if (typeof step === 'string') setField(at as Mapping, step, made)
    else putItem(at as Sequence, step, made)
    at = made
  }
}

function containerFor(step: string | number, present: Node | undefined): Node {
  if (typeof step === 'string') return present?.kind === MAPPING ? present : new Mapping()
  return present?.kind === SEQUENCE ? present : new Sequence([])
}

function putItem(list: Sequence, index: number, value: Node): void {
  while (list.items.length <= index) insertItem(list, list.items.length, typed('null', '!!null'))
  setItem(list, index, value)
}

function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = []
  const refused = () => fail('HELM_VALUES', `have the target path '${path}', which is none`)
  for (const part of path.match(/(?:\\.|[^.\\])+/g) ?? []) {
    const found = /^((?:\\.|[^[\]\\])*)((?:\[\d{1,5}\])*)$/.exec(part)
    if (found === null || (steps.length === 0 && found[1] === '')) throw refused()
    if (found[1] !== '') steps.push((found[1] as string).replace(/\\(.)/g, '$1'))
    for (const index of (found[2] as string).match(/\d+/g) ?? []) {
      if (Number(index) > LARGEST_INDEX) throw refused()
      steps.push(Number(index))
    }
  }
  if (steps.length === 0) throw refused()
  return steps
}
