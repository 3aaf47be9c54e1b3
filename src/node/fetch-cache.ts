/**
 * What was fetched, by content: checkouts by commit, files by digest, and which of them a ref or a URL stood for. Nothing
 * in here changes once it has its name, so any number of processes may read and add at the same time.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { maskCredentials } from '../core/credentials.ts'
import type { RepositoryRequest } from '../core/host.ts'
import { compareBytes } from '../core/text.ts'

/** What a ref stood for when it was last fetched. */
export interface KnownRef {
  commit: string
  /** It stays so: the ref is a tag or a commit. */
  pinned: boolean
}

/** After how long an unfinished checkout is nobody's any more. */
const ABANDONED_MILLISECONDS = 24 * 3600 * 1000

export class FetchCache {
  private readonly unfinished = new Set<string>()

  private constructor(
    private readonly root: string,
    /** The user wants no cache: what is fetched goes with the build. */
    readonly isTemporary: boolean,
  ) {
    this.sweep()
  }

  /** The cache of the user; a passing one when there is none or it cannot be written to. */
  static open(environment: Record<string, string | undefined>): FetchCache {
    const folder = cacheFolder(environment)
    if (folder !== undefined) {
      try {
        mkdirSync(join(folder, 'git'), { recursive: true, mode: 0o700 })
        return new FetchCache(realpathSync(folder), false)
      } catch {}
    }
    const passing = realpathSync(mkdtempSync(join(tmpdir(), 'strake-')))
    mkdirSync(join(passing, 'git'))
    return new FetchCache(passing, true)
  }

  /** The folder of a checkout that is here. */
  checkout(commit: string, { url, submodules }: RepositoryRequest): string | undefined {
    const plain = join(this.root, 'git', commit)
    if (!submodules) return existsSync(plain) ? plain : undefined
    const whole = `${plain}-${hash(url).slice(0, 16)}`
    if (existsSync(whole)) return whole
    return existsSync(plain) && !existsSync(join(plain, '.gitmodules')) ? plain : undefined
  }

  /** An empty folder to clone into. */
  begin(): string {
    const folder = mkdtempSync(join(this.root, 'git', UNFINISHED))
    this.unfinished.add(folder)
    return folder
  }

  abandon(folder: string): void {
    rmSync(folder, { recursive: true, force: true })
    this.unfinished.delete(folder)
  }

  /** Gives a finished checkout its name, and returns the path it has from then on. */
  keep(folder: string, commit: string, { url, submodules }: RepositoryRequest): string {
    // Where submodules come from may depend on the URL.
    const isWhole = submodules && existsSync(join(folder, '.gitmodules'))
    const final = join(this.root, 'git', isWhole ? `${commit}-${hash(url).slice(0, 16)}` : commit)
    rmSync(join(folder, '.git'), { recursive: true, force: true })
    try {
      renameSync(folder, final)
      this.unfinished.delete(folder)
    } catch (error) {
      // Another process was faster, with the same content.
      if (!existsSync(final)) throw error
      this.abandon(folder)
    }
    return final
  }

  ref({ url, ref }: RepositoryRequest): KnownRef | undefined {
    return this.note('refs', `${url}\n${ref}`) as KnownRef | undefined
  }

  noteRef({ url, ref }: RepositoryRequest, known: KnownRef): void {
    this.write('refs', `${url}\n${ref}`, { url: maskCredentials(url), ref, ...known })
  }

  /** The digest of what a URL gave last. */
  fileOf(url: string): string | undefined {
    return (this.note('urls', url) as { digest: string } | undefined)?.digest
  }

  file(digest: string): Uint8Array | undefined {
    try {
      const bytes = readFileSync(join(this.root, 'files', digest))
      return digestOf(bytes) === digest ? bytes : undefined
    } catch {
      return undefined
    }
  }

  keepFile(url: string, bytes: Uint8Array): string {
    const digest = this.keepBytes(bytes)
    this.write('urls', url, { url: maskCredentials(url), digest })
    return digest
  }

  keepBytes(bytes: Uint8Array): string {
    const digest = digestOf(bytes)
    this.place('files', digest, bytes)
    return digest
  }

  /** What was written down about a source. */
  sourceNote(key: string): unknown {
    return this.note('sources', key)
  }

  noteSource(key: string, note: object): void {
    this.write('sources', key, note)
  }

  /** The digest of a checkout's files. */
  treeDigest(folder: string): string {
    const noted = `${folder}.digest`
    if (existsSync(noted)) return readFileSync(noted, 'utf8')
    const digest = treeDigest(folder)
    writeFileSync(noted, digest)
    return digest
  }

  /** Removes what nobody will ask for again. */
  close(): void {
    for (const folder of this.unfinished) this.abandon(folder)
    if (this.isTemporary) rmSync(this.root, { recursive: true, force: true })
  }

  private note(kind: string, key: string): unknown {
    try {
      return JSON.parse(readFileSync(join(this.root, kind, `${hash(key)}.json`), 'utf8'))
    } catch {
      return undefined
    }
  }

  private write(kind: string, key: string, note: object): void {
    this.place(kind, `${hash(key)}.json`, `${JSON.stringify(note, undefined, 2)}\n`)
  }

  /** A file that appears complete or not at all. */
  private place(kind: string, name: string, content: string | Uint8Array): void {
    const folder = join(this.root, kind)
    mkdirSync(folder, { recursive: true })
    const passing = mkdtempSync(join(folder, UNFINISHED))
    writeFileSync(join(passing, name), content)
    renameSync(join(passing, name), join(folder, name))
    rmSync(passing, { recursive: true, force: true })
  }

  /** Removes what a process that was killed has left. */
  private sweep(): void {
    const folder = join(this.root, 'git')
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(UNFINISHED)) continue
      const path = join(folder, name)
      try {
        if (Date.now() - statSync(path).mtimeMs > ABANDONED_MILLISECONDS) rmSync(path, { recursive: true, force: true })
      } catch {}
    }
  }
}

const UNFINISHED = '.unfinished-'

/** `STRAKE_CACHE`, or the place where this system keeps such things; undefined when there is to be none. */
export function cacheFolder(environment: Record<string, string | undefined>): string | undefined {
  const { STRAKE_CACHE: own = '', XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = environment
  if (own === 'off') return undefined
  if (own !== '') return own
  if (xdg.startsWith('/')) return join(xdg, 'strake')
  if (process.platform === 'win32' && local !== '') return join(local, 'strake', 'cache')
  const home = environment.HOME ?? homedir()
  if (home === '' || home === '/') return undefined
  return join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'strake')
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`
}

/** Of names, kinds and contents of everything below a folder; git's own files are left out. */
export function treeDigest(folder: string): string {
  const sum = createHash('sha256')
  const add = (path: string, shown: string): void => {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => compareBytes(a.name, b.name))
    for (const entry of entries) {
      if (entry.name === '.git') continue
      const at = join(path, entry.name)
      const name = `${shown}${entry.name}`
      if (entry.isDirectory()) add(at, `${name}/`)
      else if (entry.isSymbolicLink()) sum.update(`link ${name}\0${readlinkSync(at)}\0`)
      else sum.update(`file ${name}\0${digestOf(readFileSync(at))}\0`)
    }
  }
  add(folder, '')
  return `sha256-${sum.digest('hex')}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
