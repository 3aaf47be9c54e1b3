/** `edit set …` (command line 7). */
import { fail } from '../../core/error.ts'
import { splitImage } from '../../krm/filters/image.ts'
import type { ImageEntry, ReplicaEntry } from '../types.ts'
import type { EditCommand } from './add.ts'
import { byName, misuse, readBuildMetadata, readPairs } from './arguments.ts'
import { type EditContext, editFile } from './file.ts'

function setText(field: 'namePrefix' | 'nameSuffix' | 'namespace', word: string): EditCommand {
  return async (words, _flags, context) => {
    const [value] = words
    if (value === undefined || words.length > 1) throw misuse(`must specify exactly one ${word} value`)
    return await editFile(context, (k) => {
      k[field] = value
      return undefined
    })
  }
}

export const setNamePrefix = setText('namePrefix', 'prefix')
export const setNameSuffix = setText('nameSuffix', 'suffix')
export const setNamespace = setText('namespace', 'namespace')

function setPairs(field: 'commonLabels' | 'commonAnnotations', kind: string): EditCommand {
  return async (words, _flags, context) => {
    if (words.length === 0) throw misuse(`must specify ${kind}`)
    const pairs = readPairs(words, kind)
    if (field === 'commonAnnotations') checkAnnotationKeys(pairs.keys())
    return await editFile(context, (k) => {
      k[field] = Object.assign(Object.create(null), k[field], Object.fromEntries(pairs))
      return undefined
    })
  }
}

export const setLabel = setPairs('commonLabels', 'label')
export const setAnnotation = setPairs('commonAnnotations', 'annotation')

const ANNOTATION_PREFIX = /^[a-zA-Z](?:[-a-zA-Z0-9.]{0,251}[a-zA-Z0-9])?$/
const ANNOTATION_NAME = /^[a-zA-Z0-9](?:[-a-zA-Z0-9_.]{0,61}[a-zA-Z0-9])?$/

function checkAnnotationKeys(keys: Iterable<string>): void {
  for (const key of keys) {
    const slash = key.lastIndexOf('/')
    if (ANNOTATION_NAME.test(key.slice(slash + 1)) && (slash < 0 || ANNOTATION_PREFIX.test(key.slice(0, slash))))
      continue
    throw fail(
      'ANNOTATION_KEY',
      'invalid annotation key: see the syntax and character set rules at https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/',
    )
  }
}

export const setBuildMetadata: EditCommand = async (words, _flags, context) => {
  const options = readBuildMetadata(words)
  return await editFile(context, (k) => {
    k.buildMetadata = options
    return undefined
  })
}

const IMAGE_FORMS = [
  'invalid format of image, use one of the following options:',
  '- <image>=<newimage>:<newtag>',
  '- <image>=<newimage>@<digest>',
  '- <image>=<newimage>:<newtag>@<digest>',
  '- <image>=<newimage>',
  '- <image>:<newtag>',
  '- <image>:<newtag>@<digest>',
  '- <image>@<digest>',
].join('\n')

/** In place of a part: the one of the file stays. */
const AS_BEFORE = '*'

export const setImage: EditCommand = async (words, _flags, context) => {
  if (words.length === 0) throw misuse('no image specified')
  const wanted = new Map(words.map(readImage).map((image) => [image.name, image]))
  return await editFile(context, (k) => {
    k.images = replaced(k.images, wanted, withPartsOf, context)
    return undefined
  })
}

function readImage(word: string): ImageEntry {
  const equals = word.indexOf('=')
  const key = equals < 0 ? '' : word.slice(0, equals)
  const { name, tag, digest } = splitImage(word.slice(equals + 1))
  if (name === word) throw misuse(IMAGE_FORMS)
  const image = { name, newName: '', newTag: tag, digest, tagSuffix: '' }
  return key === '' ? image : { ...image, name: key, newName: name }
}

function withPartsOf(image: ImageEntry, before: ImageEntry | undefined): ImageEntry {
  const part = (name: 'newName' | 'newTag' | 'digest') =>
    image[name] === AS_BEFORE ? (before?.[name] ?? '') : image[name]
  return { ...image, newName: part('newName'), newTag: part('newTag'), digest: part('digest') }
}

export const setReplicas: EditCommand = async (words, _flags, context) => {
  if (words.length === 0) throw misuse('no replicas specified')
  const wanted = new Map(words.map(readReplica).map((replica) => [replica.name, replica]))
  return await editFile(context, (k) => {
    k.replicas = replaced(k.replicas, wanted, (replica) => replica, context)
    return undefined
  })
}

const LARGEST = 2n ** 63n

function readReplica(word: string): ReplicaEntry {
  const parts = word.split('=')
  const [name = '', count = ''] = parts
  const number = /^[+-]?[0-9]+$/.test(count) ? BigInt(count.replace('+', '')) : LARGEST
  if (parts.length !== 2 || number >= LARGEST || number < -LARGEST)
    throw misuse('invalid format of replica, use the following format: <name>=<count>')
  return { name, count: number.toString() }
}

/**
 * Entries of given names replaced, new ones behind the others. The reference sorts the list and leaves the first entry
 * of each name; we touch no other entry.
 */
function replaced<Entry extends { name: string }>(
  entries: readonly Entry[],
  wanted: ReadonlyMap<string, Entry>,
  complete: (entry: Entry, before: Entry | undefined) => Entry,
  { isReferenceForm }: EditContext,
): Entry[] {
  const made = new Map<string, Entry>()
  const out: Entry[] = []
  for (const entry of entries) {
    const given = wanted.get(entry.name)
    if (given === undefined) out.push(entry)
    else if (!made.has(entry.name)) {
      made.set(entry.name, complete(given, entry))
      out.push(made.get(entry.name) as Entry)
    }
  }
  for (const [name, given] of wanted) if (!made.has(name)) out.push(complete(given, undefined))
  if (!isReferenceForm) return out
  const first = new Map(out.toReversed().map((entry) => [entry.name, entry]))
  return byName(first.values())
}
