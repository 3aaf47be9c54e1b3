/** Real repositories and folders to build from, in a place of their own with a git that knows nothing of this user. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ToolError } from '../../src/core/error.ts'
import { build } from '../../src/kustomize/build.ts'
import { type FetchOptions, openFetcher } from '../../src/node/fetch.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'

/** A link when the text begins with `-> `. */
export type Files = Record<string, string>

export class World {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'strake-remote-')))
  readonly environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: join(this.root, 'home'),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
    STRAKE_CACHE: join(this.root, 'cache'),
  }

  constructor() {
    mkdirSync(join(this.root, 'home'))
  }

  path(name: string): string {
    return join(this.root, name)
  }

  write(folder: string, files: Files): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.root, folder, name)
      mkdirSync(dirname(path), { recursive: true })
      if (text.startsWith('-> ')) symlinkSync(text.slice('-> '.length), path)
      else writeFileSync(path, text)
    }
  }

  git(folder: string, ...words: string[]): string {
    const options = { cwd: join(this.root, folder), env: this.environment, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', words, options).trim()
  }

  /** Makes a repository, or adds to it, and returns the commit. */
  commit(folder: string, files: Files): string {
    this.write(folder, files)
    this.git(folder, 'init', '--quiet', '--initial-branch=main')
    this.git(folder, 'add', '.')
    this.git(folder, 'commit', '--quiet', '--message=more')
    return this.git(folder, 'rev-parse', 'HEAD')
  }

  url(repository: string): string {
    return `file://${this.path(repository)}`
  }

  /** Builds; the text, or the message of what is wrong. A new fetcher each time, as a new process would have. */
  async build(folder: string, options: FetchOptions = {}): Promise<string> {
    const fetcher = openFetcher({ environment: this.environment, ...options })
    const isUrl = folder.includes(':')
    try {
      const root = isUrl ? folder : this.path(folder)
      const { text } = await build({ root, argument: folder, fs: nodeFileSystem(), fetcher })
      return text
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return `Error: ${error.message}`.replaceAll(this.root, '$ROOT')
    } finally {
      await fetcher.close()
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** A repository with an object of this name at its top. */
export function named(name: string): Files {
  return {
    'kustomization.yaml': 'resources: [object.yaml]\n',
    'object.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`,
  }
}

export function objectText(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
}
