/** Entries that are read as objects before they are copied: resources, patches, configurations of plugins. */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import { Source } from '../../core/source.ts'
import { goQuote } from '../../core/text.ts'
import { ResMap } from '../../krm/resmap.ts'
import type { Resource } from '../../krm/resource.ts'
import type { BuildContext } from '../context.ts'
import { copyFile, type Place, readFile, sourceOf } from './copies.ts'

/** The objects of a text, each of which may be there once. `path` is what messages name as the file. */
export function objectsIn(source: Source, context: BuildContext, path?: string): readonly Resource[] {
  const map = new ResMap()
  try {
    map.appendEach(context.objects(source))
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'YAML_SYNTAX') throw error
    throw rephrase(`MalformedYAMLError: ${error.message}${path === undefined ? '' : ` in File: ${path}`}`, error)
  }
  return map.resources
}

export interface Loaded {
  objects: readonly Resource[]
  isFile: boolean
}

/** An entry that is a text of objects, or the path of a file of such. */
export async function loadObjects(place: Place, entry: string): Promise<Loaded> {
  const { context } = place.job
  let inline: ToolError
  try {
    return { objects: objectsIn(new Source('', entry), context), isFile: false }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    inline = error
  }
  try {
    const source = sourceOf(place, entry, await readFile(place, entry))
    return { objects: objectsIn(source, context, entry), isFile: true }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const both = `when parsing as inline received error: ${inline.message}\nwhen parsing as filepath received error: ${error.message}`
    throw fail(error.code, `unable to load resource entry ${goQuote(entry)}: ${both}`, {
      at: error.at,
      hint: error.hint,
    })
  }
}

/** Copies the file of an entry, if it is one; text stays as it is. */
export async function copyObjects(place: Place, entry: string): Promise<string> {
  const { isFile } = await loadObjects(place, entry)
  return isFile ? await copyFile(place, entry) : entry
}
