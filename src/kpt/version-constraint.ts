/** Constraints in the place of a version, such as `^1.2`: the newest tag that meets one is meant. */
import semver from 'semver'
import { fail } from '../core/error.ts'

/** Whether a ref is a constraint. No tag that is a version begins like one. */
export function isConstraint(ref: string): boolean {
  return /^[\^~<>=]/.test(ref)
}

/**
 * The tag with the highest version that meets a constraint. Tags of a package begin with its path; where there are
 * such, only they count, and the path is left out of the answer.
 *
 * @example newestTag('^1.2', 'web', ['v1.1.0', 'v1.4.0', 'v2.0.0'], 'https://example.org/apps') // 'v1.4.0'
 */
export function newestTag(constraint: string, directory: string, tags: Iterable<string>, repo: string): string {
  if (semver.validRange(constraint) === null) throw fail('VERSION', `"${constraint}" is not a version constraint`)
  const prefix = `${directory.replace(/^\/+|\/+$/g, '')}/`
  const all = [...tags]
  const own = all.filter((tag) => tag.startsWith(prefix))
  let newest: { tag: string; version: semver.SemVer } | undefined
  for (const tag of own.length > 0 ? own : all.filter((one) => !one.includes('/'))) {
    const shown = own.length > 0 ? tag.slice(prefix.length) : tag
    const version = semver.parse(shown)
    if (version === null || !semver.satisfies(version, constraint)) continue
    if (newest === undefined || semver.gt(version, newest.version)) newest = { tag: shown, version }
  }
  if (newest !== undefined) return newest.tag
  throw fail('VERSION', `no tag of "${repo}" could be found matching the version constraint "${constraint}"`)
}
