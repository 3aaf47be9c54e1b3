/** Image names, tags and digests (build 5.6). */
import type { Trace } from '../../core/trace.ts'
import { setText } from '../../yaml/edit.ts'
import { field, MAPPING, type Node, SCALAR, type Scalar, SEQUENCE } from '../../yaml/node.ts'
import { isNull } from '../../yaml/resolve.ts'
import { type SpecTable, walk } from '../fieldspec.ts'
import type { Resource } from '../resource.ts'
import { wrongNodeKind } from '../wrong-kind.ts'

export interface Image {
  name: string
  newName: string
  newTag: string
  tagSuffix: string
  digest: string
}

/** Whether an image text is one that an entry's name means. */
export type ImageMatcher = (text: string) => boolean

/** What may follow the name: a tag, a digest. */
const TAG_AND_DIGEST = /^(?::[a-zA-Z0-9_.{}-]*)?(?:@[a-zA-Z0-9]+(?:[.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?$/
/** The same, as the tail of a pattern. */
export const TAIL_PATTERN = '(:[a-zA-Z0-9_.{}-]*)?(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?'

/** Names without pattern characters but the dot, which stands for any character: the usual case needs no engine. */
export function plainNameMatcher(name: string): ImageMatcher | undefined {
  if (!/^[a-zA-Z0-9_/:.@-]*$/.test(name)) return undefined
  const { length } = name
  return (text) => {
    if (text.length < length) return false
    for (let i = 0; i < length; i++) {
      const c = name.charCodeAt(i)
      const t = text.charCodeAt(i)
      if (c !== t && (c !== 0x2e || t === 0x0a || t > 0x7f)) return false
    }
    return TAG_AND_DIGEST.test(text.slice(length))
  }
}

/** Image fields of an object, found once for all entries; the two lists are visited one after the other (both passes hit usual pods). */
export interface ImageFields {
  containers: Scalar[]
  specified: Scalar[]
}

export function findImages(resource: Resource, specs: SpecTable, trace?: Trace): ImageFields {
  const fields: ImageFields = { containers: findContainerImages(resource), specified: [] }
  if (resource.id.kind === 'CustomResourceDefinition') return fields
  for (const spec of specs.for(resource.id)) {
    walk(
      resource,
      { ...spec, spec: { ...spec.spec, create: false } },
      'scalar',
      (node) => {
        if (node.kind !== SCALAR) throw wrongNodeKind(SCALAR, node)
        fields.specified.push(node)
      },
      trace,
    )
  }
  return fields
}

/** The part of {@link findImages} that needs no field specs. */
export function findContainerImages(resource: Resource): Scalar[] {
  const found: Scalar[] = []
  if (resource.id.kind !== 'CustomResourceDefinition') collectContainers(resource.root, found)
  return found
}

export function setImages(fields: ImageFields, image: Image, matches: ImageMatcher, trace?: Trace): void {
  for (const node of fields.containers) setImage(node, image, matches, trace)
  // A null among the containers is its text, here it is nothing.
  for (const node of fields.specified) if (!isNull(node)) setImage(node, image, matches, trace)
}

/** `image` of every element of a list called `containers` or `initContainers`, at any depth, inner lists first. */
function collectContainers(node: Node, found: Scalar[]): void {
  if (node.kind === MAPPING) {
    const { keys, values } = node
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as Node
      const value = values[i] as Node
      if (value.kind === SCALAR) continue
      collectContainers(value, found)
      if (
        key.kind === SCALAR &&
        value.kind === SEQUENCE &&
        (key.value === 'containers' || key.value === 'initContainers')
      ) {
        for (const item of value.items) {
          if (isNull(item)) continue
          if (item.kind !== MAPPING) throw wrongNodeKind(MAPPING, item)
          const image = field(item, 'image')
          if (image === undefined) continue
          if (image.kind !== SCALAR) throw wrongNodeKind(SCALAR, image)
          found.push(image)
        }
      }
    }
  } else if (node.kind === SEQUENCE) {
    for (const item of node.items) if (item.kind !== SCALAR) collectContainers(item, found)
  }
}

function setImage(node: Scalar, image: Image, matches: ImageMatcher, trace: Trace | undefined): void {
  if (!matches(node.value)) return
  let { name, tag, digest } = splitImage(node.value)
  if (image.newName !== '') name = image.newName
  if (image.newTag !== '' && image.digest !== '') {
    tag = image.newTag
    digest = image.digest
  } else if (image.newTag !== '') {
    tag = image.newTag
    digest = ''
  } else if (image.digest !== '') {
    tag = ''
    digest = image.digest
  } else if (image.tagSuffix !== '') {
    tag += image.tagSuffix
    digest = ''
  }
  setText(node, `${name}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`, trace)
}

/** Name, tag and digest. A colon before the first slash belongs to a registry's port. */
export function splitImage(text: string): { name: string; tag: string; digest: string } {
  const slash = text.indexOf('/')
  const from = Math.max(slash, 0)
  const at = text.indexOf('@', from)
  const colon = text.indexOf(':', from)
  if (at >= 0 && (colon < 0 || at < colon)) return { name: text.slice(0, at), tag: '', digest: text.slice(at + 1) }
  if (colon < 0) return { name: text, tag: '', digest: '' }
  if (at < 0) return { name: text.slice(0, colon), tag: text.slice(colon + 1), digest: '' }
  return { name: text.slice(0, colon), tag: text.slice(colon + 1, at), digest: text.slice(at + 1) }
}
