/** `create`: a new kustomization in a folder (command line 3). */
import { fail, ToolError } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { decodeUtf8, encodeUtf8 } from '../../core/text.ts'
import { objectsOf } from '../../krm/objects.ts'
import { readResources } from '../../yaml/documents.ts'
import { FILE_NAMES } from '../target.ts'
import { existing } from './add.ts'
import { type Flags, readPairs } from './arguments.ts'
import { currentForm } from './current.ts'
import { encodeKustomization } from './encode.ts'
import { type Change, type EditContext, kustomizationFiles } from './file.ts'
import { printFields } from './reference-form.ts'

const NAME = FILE_NAMES[0]

export async function create(flags: Flags, context: EditContext): Promise<Change[]> {
  const given = flags.string('resources')
  const resources = given === '' ? [] : await existing(given.split(','), context)
  const [found] = await kustomizationFiles(context)
  if (found !== undefined) {
    throw fail('FILE_EXISTS', 'kustomization file already exists', {
      hint: `there is ${found}; \`strake edit\` changes it`,
    })
  }
  if (flags.bool('autodetect')) {
    const detected = await detect('', flags.bool('recursive'), context)
    resources.push(...detected.filter((path) => !resources.includes(path)))
  }
  const path = join(context.folder, NAME)
  const k = currentForm(new Source(path, ''))
  k.resources = resources
  k.namespace = flags.string('namespace')
  k.namePrefix = flags.string('nameprefix')
  k.nameSuffix = flags.string('namesuffix')
  try {
    k.commonAnnotations = pairsOf(flags.string('annotations'), 'annotation')
    k.commonLabels = pairsOf(flags.string('labels'), 'label')
  } catch (error) {
    // The reference has made the file by now, and leaves it empty.
    if (context.isReferenceForm) await writeEmpty(path, context)
    throw error
  }
  return [{ path, bytes: encodeUtf8(printFields(encodeKustomization(k))) }]
}

async function writeEmpty(path: string, { fs }: EditContext): Promise<void> {
  await fs.write(path, new Uint8Array())
}

function pairsOf(text: string, kind: string): Record<string, string> {
  const pairs = text === '' ? [] : readPairs(text.split(','), kind)
  return Object.assign(Object.create(null), Object.fromEntries(pairs))
}

/** Files that hold objects, and below the folder itself folders with a kustomization, in the order of their names. */
async function detect(folder: string, isRecursive: boolean, context: EditContext): Promise<string[]> {
  const { fs } = context
  const found: string[] = []
  for (const { name, type } of await fs.list(join(context.folder, folder))) {
    const path = join(folder, name)
    if (type === 'directory') {
      if (!isRecursive) continue
      const inside = await kustomizationFiles({ ...context, folder: join(context.folder, path) })
      found.push(...(inside.length > 0 ? [path] : await detect(path, isRecursive, context)))
    } else if (type !== 'other' && (await holdsObjects(path, context))) found.push(path)
  }
  return found
}

async function holdsObjects(path: string, { fs, folder }: EditContext): Promise<boolean> {
  const place = join(folder, path)
  try {
    const text = decodeUtf8(await fs.read(place))
    if (text === undefined) return false
    objectsOf(readResources(new Source(place, text)))
    return true
  } catch (error) {
    if (error instanceof FileError) throw fail(error.code, `open ${path}: ${error.reason}`)
    if (error instanceof ToolError) return false
    throw error
  }
}
