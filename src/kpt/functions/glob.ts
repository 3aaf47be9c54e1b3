/** File name patterns with `**`, classes and `{a,b}`, as Go's usual library for them reads them. */
import { fail } from '../../core/error.ts'
import { type GoPattern, goPattern } from './patterns.ts'

/** The pattern of a whole path. */
export function globPattern(glob: string): GoPattern {
  let out = ''
  let depth = 0
  for (let i = 0; i < glob.length; i++) {
    const c = glob[i] as string
    if (c === '*' && glob[i + 1] === '*' && (i === 0 || glob[i - 1] === '/')) {
      const isWhole = glob[i + 2] === '/' || i + 2 === glob.length
      if (!isWhole) out += '[^/]*'
      else if (glob[i + 2] === '/') out += '(?:[^/]+/)*'
      else out += '.*'
      i += glob[i + 2] === '/' ? 2 : 1
    } else if (c === '*') out += '[^/]*'
    else if (c === '?') out += '[^/]'
    else if (c === '[') {
      const end = glob.indexOf(']', i + 2)
      if (end < 0) throw badGlob()
      out += `[${glob
        .slice(i + 1, end)
        .replace(/^!/, '^')
        .replace(/\\/g, '\\\\')}]`
      i = end
    } else if (c === '{') {
      depth++
      out += '(?:'
    } else if (c === '}' && depth > 0) {
      depth--
      out += ')'
    } else if (c === ',' && depth > 0) out += '|'
    else if (c === '\\') {
      if (i + 1 >= glob.length) throw badGlob()
      out += quoted(glob[++i] as string)
    } else out += quoted(c)
  }
  if (depth > 0) throw badGlob()
  return goPattern(`^${out}$`)
}

function quoted(c: string): string {
  return c.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')
}

function badGlob() {
  return fail('BAD_PATTERN', 'syntax error in pattern')
}
