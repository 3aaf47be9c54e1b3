/** Sets name, tag or digest of images (functions 6). */

import { splitPath } from '../../krm/fieldspec.ts'
import { isSelectedBy } from '../../krm/gvk.ts'
import { setText } from '../../yaml/edit.ts'
import { field, fieldText, MAPPING, type Mapping, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { fieldSpecsIn } from './config.ts'
import { info } from './ended.ts'
import { type CatalogFunction, FunctionFailure, type FunctionInput, type FunctionResult } from './function.ts'
import { entriesOf, fieldAt, replaceText, shownItem, sortItems, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { type GoPattern, goPattern } from './patterns.ts'
import { losesStyle } from './reference-style.ts'

export const setImage: CatalogFunction = {
  name: 'set-image',
  run(list) {
    sortItems(list.items)
    return setImages(list)
  },
}

interface Image {
  name: string
  newName: string
  newTag: string
  digest: string
}

interface Config {
  image: Image
  fields: ReturnType<typeof fieldSpecsIn>
}

const KEYS = ['name', 'newName', 'newTag', 'digest']

function imageIn(node: Node | undefined): Image {
  return {
    name: textOf(node, 'name'),
    newName: textOf(node, 'newName'),
    newTag: textOf(node, 'newTag'),
    digest: textOf(node, 'digest'),
  }
}

/** The end of the function, said as the reference says it: first what is wrong, then that this is the end. */
function terminated(message: string, config?: Mapping, before: FunctionResult[] = []): FunctionFailure {
  const end = `function is terminated${config === undefined ? '' : ` by ${shownItem(config)}`}: ${message}`
  return new FunctionFailure(`failed to evaluate function: ${end}`, [
    ...before,
    { message, severity: 'error' },
    { message: end, severity: 'error' },
  ])
}

function readConfig(config: Mapping | undefined): Config {
  const kind = textOf(config, 'kind')
  const before = config === undefined ? [info('`FunctionConfig` is not given')] : []
  let read: Config = { image: imageIn(undefined), fields: [] }
  if (kind === 'ConfigMap') {
    const data = field(config, 'data')
    const odd = entriesOf(data).find(([name]) => !KEYS.includes(name))
    if (odd !== undefined) throw terminated(`ConfigMap has wrong field name ${odd[0]}`)
    read = { image: imageIn(data), fields: [] }
  } else if (config !== undefined && kind === 'SetImage') {
    read = { image: imageIn(field(config, 'image')), fields: fieldSpecsIn(config, 'additionalImageFields') }
  } else if (config !== undefined) {
    throw terminated(`unknown FunctionConfig \`${kind}\`, expect SetImage`, config)
  }
  const { name, newName, newTag, digest } = read.image
  if (name === '') throw terminated('must specify `name`', undefined, before)
  if (newName === '' && newTag === '' && digest === '') {
    throw terminated('must specify one of `newName`, `newTag`, or `digest`')
  }
  return read
}

interface Edit {
  /** The image in its new form; undefined when it is another one or stays. */
  changed(text: string): string | undefined
  losesQuotes: boolean
}

/** Kinds whose pods are looked at, and where these are. */
const PODS: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  Deployment: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  PodTemplate: ['spec', 'template', 'spec'],
}

function setImages({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const { image, fields } = readConfig(config)
  const pattern = imagePattern(image.name)
  const edit: Edit = {
    losesQuotes: referenceFormat === true,
    changed(text) {
      const found = pattern.find(text)
      if (found === undefined) return undefined
      const [tag = '', digest = ''] = found.slice(-2)
      const made = newImage(text, tag, digest, image, referenceFormat === true)
      return made === text ? undefined : made
    },
  }
  let count = 0
  const specs = fields.map((spec) => ({ spec, path: splitPath(spec.path) }))
  for (const item of items) {
    const gvk = gvkOf(item)
    const pod = PODS[gvk.kind]
    if (pod !== undefined) {
      const spec = fieldAt(item, ...pod)
      // A misspelling keeps the reference from the init containers.
      const lists = referenceFormat ? ['containers'] : ['containers', 'initContainers']
      for (const list of lists) {
        const containers = field(spec, list)
        if (containers?.kind !== SEQUENCE) continue
        for (const container of containers.items) {
          if (container.kind === MAPPING) count += setIn(container, 'image', edit)
        }
      }
    }
    for (const { spec, path } of specs) {
      if (!isSelectedBy(gvk, spec)) continue
      const here = setAt(item, path, edit)
      count += here
      if (here > 0 && referenceFormat && spec.path.includes('[]')) losesStyle(item)
    }
  }
  return [info(`summary: updated a total of ${count} image(s)`)]
}

/** The name is a pattern, but hardly ever more of one than its dots. */
function imagePattern(name: string): Pick<GoPattern, 'find'> {
  const ends = '(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$'
  if (!/^[\w./:@-]+$/.test(name)) return goPattern(`^${name}${ends}`)
  const native = new RegExp(`^${name.replaceAll('.', '[^\\n]')}${ends}`, 'u')
  return { find: (text) => native.exec(text)?.map((group) => group ?? '') }
}

function newImage(text: string, tag: string, digest: string, image: Image, asReference: boolean): string {
  const name = image.newName || text.slice(0, text.length - tag.length - digest.length)
  if (image.digest !== '') return `${name}@${image.digest}`
  if (image.newTag !== '') return `${name}:${image.newTag}`
  // The reference loses the sign before a tag or digest that stays.
  return asReference ? name + tag.slice(1) + digest.slice(1) : name + tag + digest
}

function setIn(map: Mapping, name: string, edit: Edit): number {
  const old = fieldText(map, name)
  const made = old === undefined ? undefined : edit.changed(old)
  if (made === undefined) return 0
  replaceText(map, name, made, edit.losesQuotes)
  return 1
}

/** Sets the image at a path, in which `name[]` goes through a list. */
function setAt(node: Node, path: readonly string[], edit: Edit): number {
  const [first = '', ...rest] = path
  const isList = first.endsWith('[]')
  const value = field(node, isList ? first.slice(0, -2) : first)
  if (value === undefined) return 0
  if (isList) {
    if (value.kind !== SEQUENCE) return 0
    return value.items.reduce((count, item) => count + setItem(item, rest, edit), 0)
  }
  if (rest.length > 0) return setAt(value, rest, edit)
  return node.kind === MAPPING ? setIn(node, first, edit) : 0
}

function setItem(item: Node, rest: readonly string[], edit: Edit): number {
  if (rest.length > 0) return setAt(item, rest, edit)
  const made = item.kind === SCALAR ? edit.changed(item.value) : undefined
  if (made === undefined || item.kind !== SCALAR) return 0
  setText(item, made)
  return 1
}
