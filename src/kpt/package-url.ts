/** `REPO[.git]/PATH[@REF]`: which package of which repository is meant (kpt 15). */
import { fail } from '../core/error.ts'
import { basename, join } from '../core/path.ts'
import type { GitPlace } from './upstream.ts'

const GITHUB = 'https://github.com/'

/**
 * Takes the URL of a package apart; the ref is '' when the default branch is meant.
 *
 * @example parsePackageUrl('https://github.com/acme/apps.git/web@v1').directory // '/web'
 */
export function parsePackageUrl(text: string): GitPlace {
  if (/^github\.com\//.test(text)) throw fail('URL', `invalid GitHub url: ${text}`)
  const end = /\.git(?=[/@]|$)/.exec(text)?.index
  if (end !== undefined) return placeOf(text.slice(0, end), text.slice(end + '.git'.length))
  if (!text.startsWith(GITHUB)) throw fail('URL', `ambiguous repo/dir@version specify '.git' in argument`)
  const found = /^([^/@]+\/[^/@]+)(.*)$/s.exec(text.slice(GITHUB.length))
  if (found === null) throw fail('URL', `invalid GitHub pkg url: ${text}`)
  return placeOf(GITHUB + found[1], found[2] as string)
}

/** What a package is called when nobody says: the last part of its path, or of the repository's. */
export function nameOf({ repo, directory }: GitPlace): string {
  const name = basename(directory === '/' ? repo.replace(/^.*:/, '') : directory)
  return name === '' || name === '.' || name === '..' ? 'package' : name
}

function placeOf(repo: string, rest: string): GitPlace {
  const [path = '', ref = ''] = rest.split('@')
  return { repo, directory: join('/', path), ref }
}
