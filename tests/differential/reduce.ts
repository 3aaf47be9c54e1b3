/** Makes a failing tree smaller: documents, then blocks of lines, are taken out as long as it keeps failing alike. */
import type { Tree } from './trees.ts'

export async function reduce(tree: Tree, fails: (tree: Tree) => Promise<boolean>, most: number): Promise<Tree> {
  let best = tree
  let left = most
  const accept = async (files: Record<string, string>): Promise<boolean> => {
    if (left-- <= 0) return false
    const candidate = { ...best, files }
    if (!(await fails(candidate))) return false
    best = candidate
    return true
  }
  for (let changed = true; changed && left > 0; ) {
    changed = false
    for (const path of Object.keys(best.files)) {
      const pieces = (best.files[path] as string).split('---\n')
      for (let i = pieces.length - 1; i >= 0 && pieces.length > 1; i--) {
        const fewer = pieces.filter((_, at) => at !== i)
        if (await accept({ ...best.files, [path]: fewer.join('---\n') })) {
          pieces.splice(i, 1)
          changed = true
        }
      }
    }
    for (const path of Object.keys(best.files)) {
      let lines = (best.files[path] as string).split('\n')
      for (let i = 0; i < lines.length && left > 0; ) {
        const end = blockEnd(lines, i)
        const fewer = [...lines.slice(0, i), ...lines.slice(end)]
        if (lines[i] !== '' && (await accept({ ...best.files, [path]: fewer.join('\n') }))) {
          lines = fewer
          changed = true
        } else i++
      }
    }
    for (const path of Object.keys(best.files)) {
      const { [path]: _, ...others } = best.files
      if (await accept(others)) changed = true
    }
  }
  return best
}

/** The line after a line and all that is indented deeper. */
function blockEnd(lines: string[], start: number): number {
  const indent = (line: string) => line.length - line.trimStart().length
  let end = start + 1
  while (end < lines.length && lines[end] !== '' && indent(lines[end] as string) > indent(lines[start] as string)) end++
  return end
}
