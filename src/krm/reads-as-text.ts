/** Which strings YAML 1.1 reads as strings: the reference quotes the others when it puts them into a mapping. */
import { Source } from '../core/source.ts'
import { PLAIN, SCALAR } from '../yaml/node.ts'
import { parse } from '../yaml/parse.ts'
import { resolvePlain11 } from '../yaml/resolve.ts'

/** Texts without a sign that means something to YAML. */
const BARE = /^[\w./][\w./-]*$/

/** Texts of several lines and texts that cannot be read count as strings, times too. */
export function readsAsText(text: string): boolean {
  if (text === '' || text.includes('\n')) return true
  if (BARE.test(text)) return isTextTag(resolvePlain11(text))
  try {
    const root = parse(new Source('', text), { comments: false, dialect: 'v2' })?.root
    if (root?.kind !== SCALAR) return false
    if (root.tag !== '') return isTextTag(root.tag)
    return root.style !== PLAIN || isTextTag(resolvePlain11(root.value))
  } catch {
    return true
  }
}

function isTextTag(tag: string): boolean {
  return tag === '!!str' || tag === '!!timestamp' || tag === '!!binary' || tag === '!!merge'
}
