// Puts a shape's files into a folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the folder to build. */
export function writeShape({ root, files }, folder) {
  const made = new Set()
  for (const [path, text] of Object.entries(files)) {
    const at = join(folder, path)
    if (!made.has(dirname(at))) mkdirSync(dirname(at), { recursive: true })
    made.add(dirname(at))
    writeFileSync(at, text)
  }
  return join(folder, root)
}
