/** Constraints in the place of a version, such as `^1.2`: the newest tag that meets one is meant. */
import semver from 'semver'
import { fail } from '../core/error.ts'

/** Whether a ref of a repository is a constraint. No tag that is a version begins like one; `1.x` can be a branch. */
export function isConstraint(ref: string): boolean {
  return /^[\^~<>=]/.test(ref)
}

/** What tells whether a version is meant. */
export type Constraint = (version: semver.SemVer) => boolean

const VERSION = 'v?(?:\\d+|[xX*])(?:\\.(?:\\d+|[xX*])){0,2}(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?'
const COMPARISON = new RegExp(`^(=|!=|>|<|>=|=>|<=|=<|~|~>|\\^)?\\s*(${VERSION})(?:\\s*,\\s*|\\s+|$)`)
const BETWEEN = new RegExp(`(${VERSION})\\s+-\\s+(${VERSION})`, 'g')
const SAME: Readonly<Record<string, string>> = { '=>': '>=', '=<': '<=', '~>': '~' }

export interface ConstraintOptions {
  /** One comparison that names a prerelease speaks for all that have to hold with it, as for Flux. */
  sharesPrereleases?: boolean
}

/**
 * Reads comparisons that all have to hold, separated by blanks or commas, and alternatives of them, separated by `||`
 * (kpt 10.3). Prereleases meet only what names one.
 *
 * @returns undefined for what is no constraint
 * @example readConstraint('~0.4, !=0.4.2')?.(new semver.SemVer('0.4.1')) // true
 */
export function readConstraint(
  text: string,
  { sharesPrereleases = false }: ConstraintOptions = {},
): Constraint | undefined {
  const alternatives: Constraint[] = []
  for (const part of text.split('||')) {
    const comparisons: { operator: string; wanted: string }[] = []
    let rest = part.replace(BETWEEN, '>=$1 <=$2').trim()
    if (rest === '') return undefined
    while (rest !== '') {
      const [whole, operator = '', wanted = ''] = COMPARISON.exec(rest) ?? []
      if (whole === undefined) return undefined
      comparisons.push({ operator: SAME[operator] ?? operator, wanted })
      rest = rest.slice(whole.length)
    }
    const isShared = sharesPrereleases && comparisons.some(({ wanted }) => wanted.includes('-'))
    const all = comparisons.map(({ operator, wanted }) => comparison(operator, wanted, isShared))
    alternatives.push((version) => all.every((holds) => holds(version)))
  }
  return (version) => alternatives.some((holds) => holds(version))
}

function comparison(operator: string, wanted: string, isShared: boolean): Constraint {
  const includePrerelease = isShared || wanted.includes('-')
  const isNegated = operator === '!='
  const range = semver.validRange(isNegated ? wanted : operator + wanted)
  return (version) => {
    if (range === null || (version.prerelease.length > 0 && !includePrerelease)) return false
    return semver.satisfies(version, range, { includePrerelease }) !== isNegated
  }
}

/** The version that a tag names, parts left out being 0. */
function versionOf(tag: string): semver.SemVer | null {
  const [, major, minor = '.0', patch = '.0', rest = ''] = /^v?(\d+)(\.\d+)?(\.\d+)?([-+].*)?$/.exec(tag) ?? []
  return major === undefined ? null : semver.parse(major + minor + patch + rest)
}

/**
 * The tag with the highest version that meets a constraint, as it is spelt.
 *
 * @example newestVersion(readConstraint('~0.2'), ['latest', 'v0.2.4', 'v0.3.0']) // 'v0.2.4'
 */
export function newestVersion(meets: Constraint, tags: Iterable<string>): string | undefined {
  let newest: { tag: string; version: semver.SemVer } | undefined
  for (const tag of tags) {
    const version = versionOf(tag)
    if (version === null || !meets(version)) continue
    if (newest === undefined || semver.gt(version, newest.version)) newest = { tag, version }
  }
  return newest?.tag
}

/**
 * The tag of a repository that a constraint means. Tags of a package begin with its path; where there are such, only they
 * count, and the path is left out of the answer.
 *
 * @example newestTag('^1.2', 'web', ['v1.1.0', 'v1.4.0', 'v2.0.0'], 'https://example.org/apps') // 'v1.4.0'
 */
export function newestTag(constraint: string, directory: string, tags: Iterable<string>, repo: string): string {
  const meets = readConstraint(constraint)
  if (meets === undefined) throw fail('VERSION', `"${constraint}" is not a version constraint`)
  const prefix = `${directory.replace(/^\/+|\/+$/g, '')}/`
  const all = [...tags]
  const own = all.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length))
  const newest = newestVersion(meets, own.length > 0 ? own : all)
  if (newest !== undefined) return newest
  throw fail('VERSION', `no tag of "${repo}" could be found matching the version constraint "${constraint}"`)
}

/**
 * The tag of an image that a constraint means: what builds leave behind does not count.
 *
 * @throws ToolError with code IMAGE_TAG, its message the reference's
 */
export function newestImageTag(constraint: string, meets: Constraint, tags: readonly string[]): string {
  const released = tags.filter((tag) => !tag.startsWith('sha256-') && !tag.includes('-git-'))
  const newest = newestVersion(meets, released)
  if (newest !== undefined) return newest
  throw fail('IMAGE_TAG', `no tag could be found matching the version constraint "${constraint}"`)
}
