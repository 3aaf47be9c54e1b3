/** How a place in a file is named to people. */
import { isWithin } from '../core/path.ts'
import type { Location } from '../core/source.ts'

/** `file:line:column`. */
export function placeText({ source, offset }: Location, cwd: string): string {
  const { line, column } = source.position(offset)
  return `${shownPath(source.path, cwd)}:${line}:${column}`
}

/** A path below the working directory is shown relative to it. */
export function shownPath(path: string, cwd: string): string {
  if (path === '') return '(inline)'
  return cwd !== '/' && path !== cwd && isWithin(path, cwd) ? path.slice(cwd.length + 1) : path
}
