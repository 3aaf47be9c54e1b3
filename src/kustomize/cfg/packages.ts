/**
 * Folders of resources: the folder itself, and the packages in it, which are the folders that hold a Krmfile. Each is read
 * by itself, and what is wrong with one does not keep the others from being printed.
 */
import { fail, ToolError } from '../../core/error.ts'
import type { FileSystem } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { readPackageFile, readPackageFolder } from '../../krm/package-files.ts'
import { setReadIndex } from '../../krm/path-annotations.ts'
import { emitKept } from '../../yaml/emit.ts'
import { Document, field, fieldText, MAPPING, type Mapping, SEQUENCE } from '../../yaml/node.ts'
import type { CfgContext } from './context.ts'

export const PACKAGE_FILE = 'Krmfile'

/** A resource with the comments around it. */
export interface CfgItem {
  root: Mapping
  document: Document
}

export function absolute({ cwd }: CfgContext, path: string): string {
  return isAbsolute(path) ? path : join(cwd, path)
}

/** The resources of one folder or file; those of the packages in it only when asked for. */
export async function readItems(fs: FileSystem, root: string, includesSubpackages: boolean): Promise<CfgItem[]> {
  const options = { fs, root, packageFile: PACKAGE_FILE, includesSubpackages, takesLists: false }
  const { items, origins } = await readPackageFolder(options)
  return items.map((item) => ({ root: item, document: origins.get(item)?.document ?? new Document(item) }))
}

/** The resources of a stream; a lone List or ResourceList stands for what is in it. */
export function readStream(text: string): CfgItem[] {
  const { documents } = readPackageFile('', new Source('', text.replaceAll('\r\n', '\n')), false)
  const [only] = documents
  const list = documents.length === 1 ? only?.document.root : undefined
  const items = ['List', 'ResourceList'].includes(fieldText(list, 'kind') ?? '') ? field(list, 'items') : undefined
  if (items?.kind === SEQUENCE) {
    const mappings = items.items.filter((item): item is Mapping => item.kind === MAPPING)
    return mappings.map((root) => ({ root, document: new Document(root) }))
  }
  return documents.map(({ document, index }) => {
    const root = document.root as Mapping
    setReadIndex(root, index)
    return { root, document }
  })
}

export function printItems(items: readonly CfgItem[]): string {
  return items.map(({ document }) => emitKept(document)).join('---\n')
}

interface Package {
  /** As it is named to people. */
  path: string
  root: string
}

/**
 * What is printed for each package of a folder, one after another, with a line break between. `run` returns the text for
 * one; a mistake in its files stands in place of that text.
 */
export async function forEachPackage(
  context: CfgContext,
  argument: string,
  recurses: boolean,
  run: (items: CfgItem[]) => Promise<string>,
  print: (text: string, problem: string, path: string, isLast: boolean) => string,
): Promise<string> {
  const packages = await packagesIn(context, argument, recurses)
  const out: string[] = []
  for (const [i, { path, root }] of packages.entries()) {
    let text = ''
    let problem = ''
    try {
      text = await run(await readItems(context.fs, root, false))
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      problem = error.message
    }
    out.push(print(text, problem, path, i === packages.length - 1))
  }
  return out.join('\n')
}

/** In the order of a walk through the folder, which itself comes first. */
async function packagesIn(context: CfgContext, argument: string, recurses: boolean): Promise<Package[]> {
  const { fs } = context
  const root = absolute(context, argument)
  const stat = await fs.stat(root)
  if (stat === undefined) throw fail('USAGE', `lstat ${argument}: no such file or directory`)
  const found: Package[] = [{ path: argument, root }]
  if (stat.type !== 'directory' || !recurses) return found
  const walk = async (folder: string): Promise<void> => {
    for (const { name, type } of await fs.list(join(root, folder))) {
      if (type === 'directory') await walk(join(folder, name))
      else if (name === PACKAGE_FILE && folder !== '')
        found.push({ path: join(argument, folder), root: join(root, folder) })
    }
  }
  await walk('')
  return found
}
