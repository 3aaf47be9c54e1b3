/** A folder whose resources stay text as long as nobody asks what is in them. */
import type { Mapping, Node } from '../yaml/node.ts'
import { resourceListPrinter } from './functions.ts'
import {
  addFile,
  type PackageDocument,
  type PackageFolder,
  type ReadFolderOptions,
  readPackageFolder,
  type TextItem,
} from './package-files.ts'
import { annotationLines } from './plain-item.ts'

/** Resources in the order of reading: texts, and trees of those that are not so simple or lack an identity. */
export interface TextFolder {
  items: readonly (TextItem | Mapping)[]
  /** Only the resources that are trees. */
  trees: PackageFolder
}

export function isText(item: TextItem | Mapping): item is TextItem {
  return 'text' in item
}

/**
 * Reads a folder.
 *
 * @example const { items } = await readTextFolder({ fs: memoryFileSystem({ '/app/a.yaml': 'kind: A\n' }), root: '/app' })
 *
 * @throws ToolError naming the file
 */
export async function readTextFolder(options: ReadFolderOptions): Promise<TextFolder> {
  const items: (TextItem | Mapping)[] = []
  const trees: PackageFolder = { items: [], files: new Map(), origins: new Map() }
  await readPackageFolder({
    ...options,
    take(item, document) {
      items.push(item)
      addTree(trees, item, document)
    },
    takeText(item, path, source) {
      if (!item.isNamed) addFile(trees, { path, source }, options)
      items.push(item.isNamed ? { ...item, path, source } : (trees.items.at(-1) as Mapping))
    },
  })
  return { items, trees }
}

/**
 * Puts all resources to those of a folder, as trees; those that were trees before are the same ones.
 *
 * @example addTrees(all, await readTextFolder(options), options)
 */
export function addTrees(all: PackageFolder, { items, trees }: TextFolder, options: ReadFolderOptions): void {
  for (const item of items) {
    if (isText(item)) addFile(all, item, options)
    else addTree(all, item, trees.origins.get(item) as PackageDocument)
  }
}

/**
 * The list of all resources, as functions read it. To those that are text `noted` adds annotations, by their places.
 *
 * @example printTextFolder(await readTextFolder(options), undefined)
 */
export function printTextFolder(
  { items }: TextFolder,
  functionConfig: Node | undefined,
  noted: (place: number) => readonly (readonly [string, string])[] = () => [],
): string {
  const list = resourceListPrinter(functionConfig)
  items.forEach((item, place) => {
    if (!isText(item)) list.add(item)
    else {
      const { text, annotationsEnd } = item
      list.addText(text.slice(0, annotationsEnd) + annotationLines(noted(place)) + text.slice(annotationsEnd))
    }
  })
  return list.end()
}

function addTree({ items, files, origins }: PackageFolder, item: Mapping, document: PackageDocument): void {
  items.push(item)
  files.set(document.file.path, document.file)
  origins.set(item, document)
}
