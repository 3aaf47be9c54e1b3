/** Which files of a folder without a kustomization file are its resources (flux 2). */
import { fail, rephrase, ToolError, wrap } from '../core/error.ts'
import { type Entry, FileError, type FileSystem } from '../core/host.ts'
import { type Budget, newBudget } from '../core/limits.ts'
import { join } from '../core/path.ts'
import { Source } from '../core/source.ts'
import { sourceOfBytes } from '../core/source-of-bytes.ts'
import { objectsOf } from '../krm/objects.ts'
import type { ParsedFiles } from '../kustomize/context.ts'
import { FILE_NAMES } from '../kustomize/target.ts'
import { readResources } from '../yaml/documents.ts'
import { type IgnorePattern, isIgnored } from './ignore-patterns.ts'
import { OUTSIDE_SOURCE } from './source-files.ts'

const NAMES: ReadonlySet<string> = new Set(FILE_NAMES)

/** Folders may be nested as deep as paths can be long; this is deeper. */
const DEEPEST = 2000

/**
 * The files and folders of a folder, in the order of a walk, each with `./` in front. Every file has to hold Kubernetes
 * objects; what was read of them goes to `parsed`.
 */
export async function scanFolder(
  fs: FileSystem,
  folder: string,
  ignores: readonly IgnorePattern[],
  parsed: ParsedFiles,
): Promise<string[]> {
  const found: string[] = []
  const budget = newBudget()
  const walk = async (path: readonly string[], entries: readonly Entry[]): Promise<void> => {
    if (path.length > DEEPEST) throw fail('TOO_LARGE', `folders are nested too deeply in ${folder}`)
    for (const { name, type } of entries) {
      const at = [...path, name]
      const full = join(folder, ...at)
      if (type === 'directory') {
        const inside = await list(fs, full)
        if (await holdsKustomization(fs, full, inside)) found.push(`./${at.join('/')}`)
        else await walk(at, inside)
      } else if ((name.endsWith('.yaml') || name.endsWith('.yml')) && (await isFile(fs, full, type))) {
        if (isIgnored(ignores, at, false)) continue
        await checkFile(fs, full, parsed, budget)
        found.push(`./${at.join('/')}`)
      }
    }
  }
  await walk([], await list(fs, folder))
  return found
}

async function list(fs: FileSystem, folder: string): Promise<Entry[]> {
  try {
    return await fs.list(folder)
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${folder}: ${error.reason}`) : error
  }
}

async function holdsKustomization(fs: FileSystem, folder: string, entries: readonly Entry[]): Promise<boolean> {
  for (const { name, type } of entries) {
    if (NAMES.has(name) && type !== 'directory' && (await fs.stat(join(folder, name)))?.type === 'file') return true
  }
  return false
}

/** A link to a folder is no file, one that leads out of the source is refused. */
async function isFile(fs: FileSystem, path: string, type: Entry['type']): Promise<boolean> {
  if (type !== 'link') return true
  try {
    await fs.real(path)
  } catch (error) {
    if (error instanceof ToolError && error.code === OUTSIDE_SOURCE)
      throw rephrase(error.message.replace(' abs ', ' walk '), error)
    if (!(error instanceof FileError)) throw error
  }
  return (await fs.stat(path))?.type !== 'directory'
}

/** A pipe nobody writes to would never end. */
async function readRegular(fs: FileSystem, path: string): Promise<Uint8Array> {
  if ((await fs.stat(path))?.type === 'other') throw fail('NOT_A_FILE', `open ${path}: not a regular file`)
  return await fs.read(path)
}

async function checkFile(fs: FileSystem, path: string, parsed: ParsedFiles, budget: Budget): Promise<void> {
  let content: string | Uint8Array
  try {
    content = (await fs.readText?.(path)) ?? (await readRegular(fs, path))
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${path}: ${error.reason}`) : error
  }
  try {
    const source = typeof content === 'string' ? new Source(path, content) : sourceOfBytes(path, content)
    const unused = readResources(source, budget)
    objectsOf(unused, source)
    parsed.set(path, { text: source.text, master: undefined, unused })
  } catch (error) {
    const isMalformed = error instanceof ToolError && error.code === 'YAML_SYNTAX'
    throw wrap(
      `failed to decode Kubernetes YAML from ${path}`,
      isMalformed ? rephrase(`MalformedYAMLError: ${error.message}`, error) : error,
    )
  }
}
