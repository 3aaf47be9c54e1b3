/** What a few texts become on the reference's way over printed YAML and JSON (build 6.3). */
import { Source } from '../core/source.ts'
import { emitKept } from './kept.ts'
import { FOLDED, MAPPING, Mapping, SCALAR, Scalar } from './node.ts'
import { parse } from './parse.ts'

/** U+0085 is taken for a line break. */
export function foldNextLines(text: string): string {
  return text.replace(/ *\x85[ \x85]*/g, (run) => {
    const count = run.split('\x85').length - 1
    return count === 1 ? ' ' : '\n'.repeat(count - 1)
  })
}

/**
 * A folded block is printed once more as a folded block, by a printer that puts an empty line before runs of more-indented
 * lines, and read again.
 */
export function printedFolded(value: string): string {
  const source = new Source('', emitKept(new Mapping([new Scalar('k')], [new Scalar(value, FOLDED)])))
  const root = parse(source)?.root
  const node = root?.kind === MAPPING ? root.values[0] : undefined
  return node?.kind === SCALAR ? node.value : value
}
