/** The contents of a package to look at: resources formatted, other texts as they are (kpt 15). */
import { memoryFileSystem } from '../core/memory-fs.ts'
import { join } from '../core/path.ts'
import { decodeUtf8 } from '../core/text.ts'
import { formatResources } from '../krm/format.ts'
import { readPackageFolder } from '../krm/package-files.ts'
import { PATH, pairedAnnotation, removePlaceAnnotations } from '../krm/path-annotations.ts'
import { setStyle, stripComments } from '../krm/restyle.ts'
import { emitKept } from '../yaml/emit.ts'
import { Document, type Mapping } from '../yaml/node.ts'
import { isText } from './draw-package.ts'
import { KPTFILE } from './kptfile.ts'
import { isResourceName } from './package.ts'
import { splitTree, type Tree } from './tree.ts'

export interface CatOptions {
  /** Fields in the usual order. */
  format: boolean
  /** The annotations of places stay on. */
  annotate: boolean
  stripComments: boolean
  styles: readonly string[]
  /** Packages inside are shown too. */
  recurse: boolean
}

/** All texts of a package in the order of their paths, with `---` between them. */
export async function cat(all: Tree, root: string, options: CatOptions): Promise<string> {
  const tree = options.recurse ? all : (splitTree(all).get('') as Tree)
  const files = new Map([...tree].map(([path, bytes]): [string, Uint8Array] => [join(root, path), bytes]))
  if (files.size === 0) return ''
  const fs = memoryFileSystem(files)
  const { items, origins } = await readPackageFolder({ fs, root, reads: isResourceName, packageFile: KPTFILE })
  const texts = new Map<string, string[]>()
  for (const item of items) {
    const path = pairedAnnotation(item, PATH) as string
    const document = origins.get(item)?.document ?? new Document(item)
    const text = printed(item, document, options)
    const before = texts.get(path)
    if (before === undefined) texts.set(path, [text])
    else before.push(text)
  }
  const shown: string[] = []
  for (const [path, bytes] of tree) {
    const resources = texts.get(path)
    if (resources !== undefined) shown.push(...resources)
    else if (isText(bytes)) shown.push(decodeUtf8(bytes) as string)
  }
  return shown.map((text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)).join('---\n')
}

function printed(item: Mapping, document: Document, options: CatOptions): string {
  if (!options.annotate) removePlaceAnnotations(item)
  if (options.format) formatResources([item])
  if (options.stripComments) stripComments(item)
  setStyle(item, options.styles)
  return emitKept(options.stripComments || document.root !== item ? item : document)
}
