/** The patterns by which Flux leaves files of a source out (flux 3). */
import { matchesShellPattern, type PatternElement, parseShellPattern } from './shell-pattern.ts'

/** One line of an ignore file. */
export interface IgnorePattern {
  /** The line takes files in again. */
  includes: boolean
  directoriesOnly: boolean
  /** The folder it is valid for, as elements of a path. */
  domain: readonly string[]
  /** The line has no slash inside: it is about any element of a path. */
  anywhere: boolean
  elements: readonly PathElement[]
}

/** `''` counts for nothing, `**` for any folders; undefined matches nothing. */
type PathElement = '' | '**' | undefined | NamePattern

/** Every file of a source is held against these; most are a name or an ending. */
type NamePattern = { name: string } | { ending: string } | readonly PatternElement[]

/** What is always left out, unless a later pattern takes it in again. */
const BUILT_IN = [
  ...['.git/', '.gitignore', '.gitmodules', '.gitattributes'],
  ...['*.jpg', '*.jpeg', '*.gif', '*.png', '*.wmv', '*.flv', '*.tar.gz', '*.zip'],
  ...['.github/', '.circleci/', '.travis.yml', '.gitlab-ci.yml', 'appveyor.yml', '.drone.yml', 'cloudbuild.yaml'],
  ...['codeship-services.yml', 'codeship-steps.yml'],
  ...['**/.goreleaser.yml', '**/.sops.yaml', '**/.flux.yaml'],
]

const SPECIAL = /[*?[\\]/

/** What every path has in it that a built-in pattern leaves out. */
const TELLING = new RegExp(BUILT_IN.map((line) => line.replace(/[*/]/g, '').replaceAll('.', '\\.')).join('|'))

/** Whether a path has to be held against the built-in patterns; most need not. */
export function mayBeIgnored(path: string): boolean {
  return TELLING.test(path)
}

/** The patterns of lowest priority. */
export function builtInIgnores(): IgnorePattern[] {
  return BUILT_IN.map((line) => parseLine(line, []))
}

/** The patterns of an ignore file that is valid for a folder. */
export function parseIgnores(text: string, domain: readonly string[] = []): IgnorePattern[] {
  return text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => parseLine(line, domain))
}

/**
 * Whether the last pattern that says something about a path leaves it out.
 *
 * ```ts
 * isIgnored(parseIgnores('*.yaml\n!a.yaml'), ['x', 'b.yaml'], false) // true
 * ```
 */
export function isIgnored(patterns: readonly IgnorePattern[], path: readonly string[], isDirectory: boolean): boolean {
  for (let i = patterns.length - 1; i >= 0; i--) {
    const pattern = patterns[i] as IgnorePattern
    if (matches(pattern, path, isDirectory)) return !pattern.includes
  }
  return false
}

function parseLine(line: string, domain: readonly string[]): IgnorePattern {
  const includes = line.startsWith('!')
  let text = includes ? line.slice(1) : line
  if (!text.endsWith('\\ ')) text = text.replace(/ +$/, '')
  const directoriesOnly = text.endsWith('/')
  if (directoriesOnly) text = text.slice(0, -1)
  const anywhere = !text.includes('/')
  const elements = anywhere ? [parseName(text)] : text.split('/').map(parseElement)
  return { includes, directoriesOnly, domain, anywhere, elements }
}

function parseElement(text: string): PathElement {
  if (text === '' || text === '**') return text
  return text.includes('**') ? undefined : parseName(text)
}

function parseName(text: string): NamePattern | undefined {
  if (!SPECIAL.test(text)) return { name: text }
  if (text.startsWith('*') && !SPECIAL.test(text.slice(1))) return { ending: text.slice(1) }
  return parseShellPattern(text)
}

function matches(pattern: IgnorePattern, path: readonly string[], isDirectory: boolean): boolean {
  const { domain } = pattern
  if (path.length <= domain.length || domain.some((name, i) => path[i] !== name)) return false
  const below = domain.length === 0 ? path : path.slice(domain.length)
  return pattern.anywhere ? matchesAnywhere(pattern, below, isDirectory) : matchesFromRoot(pattern, below, isDirectory)
}

function matchesElement(element: PathElement, name: string): boolean {
  if (typeof element !== 'object') return false
  if ('name' in element) return element.name === name
  return 'ending' in element ? name.endsWith(element.ending) : matchesShellPattern(element, name)
}

function matchesAnywhere({ elements, directoriesOnly }: IgnorePattern, path: readonly string[], isDirectory: boolean) {
  const at = path.findIndex((name) => matchesElement(elements[0], name))
  return at >= 0 && !(directoriesOnly && !isDirectory && at === path.length - 1)
}

/** A folder that matches stands for all below it; `**` takes as few folders as it can and never gives one back. */
function matchesFromRoot({ elements, directoriesOnly }: IgnorePattern, path: readonly string[], isDirectory: boolean) {
  let at = 0
  let hasMatched = false
  let skips = false
  for (const [i, element] of elements.entries()) {
    if (element === '**' && i === elements.length - 1) break
    if (element === '**' || element === '') {
      skips = element === '**'
      continue
    }
    if (element === undefined || at >= path.length) return false
    hasMatched = matchesElement(element, path[at++] as string)
    while (skips && !hasMatched && at < path.length) hasMatched = matchesElement(element, path[at++] as string)
    if (!hasMatched && !skips) return false
    skips = false
  }
  return hasMatched && !(directoriesOnly && !isDirectory && at === path.length)
}
