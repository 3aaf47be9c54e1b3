import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A new folder with these files; those that begin with `#!` can be run. */
export function folderWith(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'strake-kpt-')))
  for (const [path, text] of Object.entries(files)) {
    const place = join(root, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
    if (text.startsWith('#!')) chmodSync(place, 0o755)
  }
  return root
}

/** The texts of all files below a folder. */
export function filesIn(root: string): Record<string, string> {
  const files: Record<string, string> = {}
  const look = (relative: string): void => {
    for (const name of readdirSync(join(root, relative)).sort()) {
      const path = relative === '' ? name : `${relative}/${name}`
      if (!existsSync(join(root, path))) continue
      if (statSync(join(root, path)).isDirectory()) look(path)
      else files[path] = readFileSync(join(root, path), 'utf8')
    }
  }
  look('')
  return files
}
