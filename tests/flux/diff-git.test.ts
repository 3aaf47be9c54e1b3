/** Revisions of a repository as file systems, with the git of this machine. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withinSource } from '../../src/flux/source-files.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { LocalGit, openRevision, type RevisionFileSystem } from '../../src/node/git-revision.ts'

let top = ''
let git: LocalGit

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-revision-')))
  git = new LocalGit(process.env)
})
afterEach(() => {
  git.close()
  rmSync(top, { recursive: true, force: true })
})

const GIT = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'protocol.file.allow=always']

function run(folder: string, ...words: string[]): string {
  return execFileSync('git', [...GIT, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

function commit(folder: string, files: Record<string, string>): string {
  write(folder, files)
  run(folder, 'init', '--quiet')
  run(folder, 'add', '--all')
  run(folder, 'commit', '--quiet', '--allow-empty', '-m', 'x')
  return run(folder, 'rev-parse', 'HEAD')
}

async function revision(name: string, folder = top): Promise<RevisionFileSystem> {
  return await openRevision({ git, top: folder, revision: name, outside: nodeFileSystem() })
}

const text = async (fs: RevisionFileSystem, name: string) => new TextDecoder().decode(await fs.read(join(top, name)))

describe('a revision', () => {
  test('has the files that it had, at the paths of the work tree, which stays as it is', async () => {
    const first = commit(top, { 'a/one.yaml': 'old\n', 'a/two.yaml': '', 'b.yaml': 'gone\n' })
    commit(top, { 'a/one.yaml': 'new\n', 'a-b.yaml': '' })
    rmSync(join(top, 'b.yaml'))
    write(top, { 'a/one.yaml': 'uncommitted\n' })
    const before = run(top, 'status', '--porcelain')
    const index = readFileSync(join(top, '.git/index'))
    const fs = await revision(first)
    expect(await text(fs, 'a/one.yaml')).toBe('old\n')
    expect(await text(fs, 'b.yaml')).toBe('gone\n')
    expect(await text(fs, 'a/two.yaml')).toBe('')
    expect(await text(await revision('HEAD'), 'a/one.yaml')).toBe('new\n')
    expect(await (await revision('HEAD')).list(top)).toEqual([
      { name: 'a', type: 'directory' },
      { name: 'a-b.yaml', type: 'file' },
      { name: 'b.yaml', type: 'file' },
    ])
    expect(readFileSync(join(top, '.git/index')).equals(index)).toBe(true)
    expect(run(top, 'status', '--porcelain')).toBe(before)
  })

  test('answers as the disk does, links included', async () => {
    write(top, { 'a/one.yaml': 'x\n', 'a/b/c.yaml': 'y\n' })
    symlinkSync('../a/b', join(top, 'a/link'))
    symlinkSync('one.yaml', join(top, 'a/file'))
    symlinkSync('loop', join(top, 'loop'))
    symlinkSync('/', join(top, 'out'))
    commit(top, {})
    const [fs, disk] = [await revision('HEAD'), nodeFileSystem()]
    const told = async (action: Promise<unknown>) =>
      action.catch((error: { code: string; reason: string }) => `${error.code}: ${error.reason}`)
    const paths = ['a', 'a/one.yaml', 'a/link/c.yaml', 'a/file', 'a/one.yaml/x', 'a/none', 'none/x', 'loop', 'a/../a']
    for (const path of [...paths.map((name) => `${top}/${name}`), '/', dirname(top), `${dirname(top)}/none`]) {
      expect([path, await told(fs.stat(path))]).toEqual([path, await told(disk.stat(path))])
      expect([path, await told(fs.real(path))]).toEqual([path, await told(disk.real(path))])
    }
    for (const name of ['a/one.yaml', 'a/link/c.yaml', 'a/file', 'a', 'a/none', 'loop']) {
      const path = join(top, name)
      const bytes = (one: { read(path: string): Promise<Uint8Array> }) => told(one.read(path).then((b) => [...b]))
      expect([path, await bytes(fs)]).toEqual([path, await bytes(disk)])
    }
    expect(await fs.list(join(top, 'a'))).toEqual(await disk.list(join(top, 'a')))
    await expect(withinSource(fs, top).read(join(top, 'out/etc/passwd'))).rejects.toThrow(
      /^fs-security-constraint read /,
    )
  })

  test('reads many files, large ones among them, at once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`f${i}`, `${i}\n`.repeat(i % 100 === 0 ? 100_000 : i)]),
    )
    commit(top, files)
    const fs = await revision('HEAD')
    const read = await Promise.all(Object.keys(files).map(async (name) => [name, await text(fs, name)]))
    expect(Object.fromEntries(read)).toEqual(files)
  })

  test('has its submodules at the commits that it names, and says so when they are absent', async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), 'strake-submodule-')))
    try {
      commit(other, { 'x.yaml': 'first\n' })
      commit(top, { 'a.yaml': '' })
      run(top, 'submodule', '--quiet', 'add', other, 'sub')
      commit(top, {})
      write(join(top, 'sub'), { 'x.yaml': 'changed\n' })
      expect(await text(await revision('HEAD'), 'sub/x.yaml')).toBe('first\n')
      const clone = `${other}-clone`
      run(top, 'clone', '--quiet', top, clone)
      const fs = await revision('HEAD', clone)
      await expect(fs.read(join(clone, 'sub/x.yaml'))).rejects.toThrow(
        /\/sub: submodule at [0-9a-f]{40} is not checked out$/,
      )
      rmSync(clone, { recursive: true, force: true })
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  test('whose trees stand for more files than anybody has is refused', async () => {
    run(top, 'init', '--quiet')
    const mktree = (lines: string) =>
      execFileSync('git', ['mktree'], { cwd: top, encoding: 'utf8', input: lines, stdio: 'pipe' }).trim()
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: top, encoding: 'utf8', input: '' }).trim()
    let tree = mktree(`100644 blob ${blob}\tfile\n`)
    for (let level = 0; level < 7; level++)
      tree = mktree(Array.from({ length: 10 }, (_, i) => `040000 tree ${tree}\tf${i}\n`).join(''))
    const bomb = run(top, 'commit-tree', '-m', 'x', tree)
    await expect(revision(bomb)).rejects.toThrow(`${bomb} of ${top} has more than 4 million files`)
  })

  test.each([
    ['--output=/tmp/x', "not a revision: '--output=/tmp/x'"],
    ['', "not a revision: ''"],
    ['main\nx', "not a revision: 'main\nx'"],
    ['none', "unknown revision 'none' in {top}"],
    ['HEAD:a.yaml', "unknown revision 'HEAD:a.yaml' in {top}"],
    ['HEAD..HEAD', "unknown revision 'HEAD..HEAD' in {top}"],
  ])('is not %j', async (name, message) => {
    commit(top, { 'a.yaml': '' })
    await expect(revision(name)).rejects.toThrow(expect.objectContaining({ message: message.replace('{top}', top) }))
  })
})
