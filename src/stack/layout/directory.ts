/** Directories as the writers compare them: cleaned, without regard to case, a rooted one resolved under the output directory. */
import { fullRepoPath, type ManifestLayout } from './manifest.ts'

/**
 * A text equal for all spellings of one path below the output directory.
 *
 * @example pathKey('/Apps/web') // 'apps/web'
 */
export function pathKey(cleaned: string): string {
  const relative = cleaned.startsWith('/') ? cleaned.slice(1) : cleaned
  return relative === '' ? '.' : lowerCase(relative)
}

/** {@link pathKey} of a layout's directory. */
export function directoryKey(layout: ManifestLayout): string {
  return pathKey(fullRepoPath(layout))
}

/**
 * Whether two layouts are one directory under the output directory.
 *
 * @example sameDirectory(layout('.', 'web'), layout('.', 'WEB')) // true
 */
export function sameDirectory(a: ManifestLayout, b: ManifestLayout): boolean {
  return directoryKey(a) === directoryKey(b)
}

/** Each character for itself, as Go does it: no final sigma, and one character stays one. */
function lowerCase(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  let out = ''
  for (const character of text) out += String.fromCodePoint(character.toLowerCase().codePointAt(0) as number)
  return out
}
