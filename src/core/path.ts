/** Slash paths with the results of Go's `path/filepath` on Unix. */

export function isAbsolute(path: string): boolean {
  return path.startsWith('/')
}

/** The shortest equivalent path; '' becomes '.'. */
export function clean(path: string): string {
  if (path === '') return '.'
  if (path !== '/' && !/^\.|\/\.|\/\/|\/$/.test(path)) return path
  const rooted = path.startsWith('/')
  const out: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && out.length > 0 && out[out.length - 1] !== '..') out.pop()
    else if (part !== '..' || !rooted) out.push(part)
  }
  const joined = out.join('/')
  if (rooted) return `/${joined}`
  return joined === '' ? '.' : joined
}

/** Joins the non-empty parts and cleans the result; '' when all are empty. */
export function join(...parts: string[]): string {
  let joined = ''
  for (const part of parts) if (part !== '') joined += joined === '' ? part : `/${part}`
  return joined === '' ? '' : clean(joined)
}

/** All but the last element, cleaned. */
export function dirname(path: string): string {
  const i = path.lastIndexOf('/')
  if (i < 0) return '.'
  return i === 0 ? '/' : clean(path.slice(0, i))
}

/** The last element; '.' for '' and '/' for the root. */
export function basename(path: string): string {
  if (path === '') return '.'
  const trimmed = path.replace(/\/+$/, '')
  if (trimmed === '') return '/'
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}

/** Whether a cleaned absolute path is the folder or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}
