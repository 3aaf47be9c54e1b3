/** Corpora that travelled without symbolic links hold each as a small file with the target as its text, as git does. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The tree itself, or a copy below `scratch` in which such files are links again. */
export function withLinks(tree: string, scratch: string): string {
  const lost = lostLinks(tree, tree)
  if (lost.length === 0) return tree
  const copy = join(scratch, tree.replaceAll('/', '_'))
  cpSync(tree, copy, { recursive: true, verbatimSymlinks: true })
  for (const path of lost) {
    const file = join(copy, path)
    const target = readFileSync(file, 'utf8')
    rmSync(file)
    symlinkSync(target, file)
  }
  return copy
}

function lostLinks(folder: string, tree: string): string[] {
  const found: string[] = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...lostLinks(path, tree))
    else if (entry.isFile() && statSync(path).size < 200) {
      const text = readFileSync(path, 'utf8')
      if (/^[\w./@+-]+$/.test(text) && text.includes('/') && existsSync(join(dirname(path), text))) {
        found.push(path.slice(tree.length + 1))
      }
    }
  }
  return found
}
