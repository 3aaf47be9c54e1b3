/** Version ranges of sources: the tag with the highest version that meets one is meant. */
import semver from 'semver'
import { fail } from '../core/error.ts'
import { readConstraint } from '../kpt/version-constraint.ts'

/** Which versions a range with both a wildcard and a prerelease, or a wildcard beside these operators, means is not certain. */
const UNCERTAIN = /[xX*][.\dxX*]*-[0-9A-Za-z]|(?:!=|\^|>)\s*v?[xX*]/

/**
 * Picks the tag; those that are no whole versions, with or without a `v`, do not count.
 *
 * @example newestInRange('>=1.0.0 <2.0.0', new Map([['v1.4.0', 'commit'], ['v2.0.0', 'other']])) // 'v1.4.0'
 *
 * @param tags what each stands for; a tag of a registry for itself
 * @throws ToolError when there is none, or when several of the highest version stand for different things
 */
export function newestInRange(range: string, tags: ReadonlyMap<string, string>): string {
  const meets = UNCERTAIN.test(range) ? undefined : readConstraint(range, { sharesPrereleases: true })
  if (meets === undefined) throw fail('VERSION', `'${range}' is no version range that is read here`)
  let newest: { tag: string; version: semver.SemVer } | undefined
  let equal: string | undefined
  for (const [tag, meant] of tags) {
    const version = semver.parse(tag.replace(/^v/, ''))
    if (version === null || !meets(version)) continue
    const order = newest === undefined ? 1 : version.compare(newest.version)
    if (order === 0 && meant !== tags.get((newest as { tag: string }).tag)) equal = tag
    if (order <= 0) continue
    newest = { tag, version }
    equal = undefined
  }
  if (newest === undefined) throw fail('VERSION', `no match found for semver: ${range}`)
  if (equal !== undefined)
    throw fail('VERSION', `'${newest.tag}' and '${equal}' are one version for the range '${range}'`)
  return newest.tag
}
