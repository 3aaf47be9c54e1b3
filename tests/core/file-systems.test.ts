/** The three file systems that need no disk, and the disk: the same questions, the same answers. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { FileError, type FileSystem, type WritableFileSystem } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { overlayFileSystem } from '../../src/core/overlay-fs.ts'
import { recordingFileSystem } from '../../src/core/recording-fs.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = async (fs: FileSystem, path: string) => new TextDecoder().decode(await fs.read(path))

/** Relative to a root folder; links are relative or, when they start with a slash, below the root. */
const FILES: Record<string, string | { link: string }> = {
  'app/base/config.yaml': 'a: 1\n',
  'app/base/Z.yaml': 'z\n',
  'app/base/é.yaml': 'e\n',
  'app/empty.txt': '',
  'app/to-base': { link: 'base' },
  'app/to-config': { link: 'to-base/config.yaml' },
  'app/absolute': { link: '/app/base' },
  'app/dangling': { link: 'nothing/there' },
  'app/loop': { link: 'loop' },
}

const disk = realpathSync(mkdtempSync(join(tmpdir(), 'strake-fs-')))
afterAll(() => rmSync(disk, { recursive: true }))
for (const [path, file] of Object.entries(FILES)) {
  mkdirSync(dirname(join(disk, path)), { recursive: true })
  if (typeof file === 'string') writeFileSync(join(disk, path), file)
  else symlinkSync(file.link.startsWith('/') ? join(disk, file.link) : file.link, join(disk, path))
}
const inMemory = () => {
  const at = (path: string) => `/root/${path}`
  const entries = Object.entries(FILES).map(([path, file]) => {
    const link = typeof file === 'string' || !file.link.startsWith('/') ? file : { link: `/root${file.link}` }
    return [at(path), link] as const
  })
  return memoryFileSystem(Object.fromEntries(entries))
}

const kinds: [string, () => { fs: FileSystem; root: string }][] = [
  ['disk', () => ({ fs: nodeFileSystem(), root: disk })],
  ['memory', () => ({ fs: inMemory(), root: '/root' })],
  ['overlay without edits', () => ({ fs: overlayFileSystem(inMemory()), root: '/root' })],
  ['recording', () => ({ fs: recordingFileSystem(inMemory()), root: '/root' })],
]

async function refusal(action: Promise<unknown>): Promise<{ code: string; path: string; reason: string }> {
  const error = await action.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FileError)
  const { code, path, reason } = error as FileError
  return { code, path, reason }
}

describe.each(kinds)('%s', (_, make) => {
  const { fs, root } = make()

  test('reads files, through links too', async () => {
    expect(await text(fs, `${root}/app/base/config.yaml`)).toBe('a: 1\n')
    expect(await text(fs, `${root}/app/to-config`)).toBe('a: 1\n')
    expect(await text(fs, `${root}/app/absolute/Z.yaml`)).toBe('z\n')
    expect(await text(fs, `${root}/app/empty.txt`)).toBe('')
  })

  test('says no in the words of the operating system', async () => {
    const nothing = `${root}/app/no/such`
    expect(await refusal(fs.read(nothing))).toEqual({
      code: 'NOT_FOUND',
      path: nothing,
      reason: 'no such file or directory',
    })
    const folder = `${root}/app/base`
    expect(await refusal(fs.read(folder))).toEqual({ code: 'IS_DIRECTORY', path: folder, reason: 'is a directory' })
    const below = `${root}/app/empty.txt/x`
    expect(await refusal(fs.read(below))).toEqual({ code: 'NOT_DIRECTORY', path: below, reason: 'not a directory' })
    const loop = `${root}/app/loop`
    expect(await refusal(fs.read(loop))).toEqual({
      code: 'LOOP',
      path: loop,
      reason: 'too many levels of symbolic links',
    })
    expect((await refusal(fs.list(`${root}/app/empty.txt`))).code).toBe('NOT_DIRECTORY')
    expect((await refusal(fs.list(nothing))).code).toBe('NOT_FOUND')
  })

  test('lists in byte order, links as links', async () => {
    const names = (await fs.list(`${root}/app/base`)).map(({ name }) => name)
    expect(names).toEqual(['Z.yaml', 'config.yaml', 'é.yaml'])
    expect((await fs.list(`${root}/app/to-base`)).map(({ name }) => name)).toEqual(names)
    expect(await fs.list(`${root}/app`)).toEqual([
      { name: 'absolute', type: 'link' },
      { name: 'base', type: 'directory' },
      { name: 'dangling', type: 'link' },
      { name: 'empty.txt', type: 'file' },
      { name: 'loop', type: 'link' },
      { name: 'to-base', type: 'link' },
      { name: 'to-config', type: 'link' },
    ])
  })

  test('says what stands at a path', async () => {
    expect(await fs.stat(`${root}/app`)).toEqual({ type: 'directory' })
    expect(await fs.stat(`${root}/app/to-base`)).toEqual({ type: 'directory' })
    expect(await fs.stat(`${root}/app/to-config`)).toEqual({ type: 'file' })
    for (const path of ['nothing', 'app/dangling', 'app/loop', 'app/empty.txt/x']) {
      expect(await fs.stat(`${root}/${path}`)).toBeUndefined()
    }
  })

  test('resolves links, and names the first component that is missing', async () => {
    expect(await fs.real(`${root}/app/to-config`)).toBe(`${root}/app/base/config.yaml`)
    expect(await fs.real(`${root}/app/to-base/../empty.txt`)).toBe(`${root}/app/empty.txt`)
    expect(await fs.real(`${root}/app/absolute/Z.yaml`)).toBe(`${root}/app/base/Z.yaml`)
    expect(await fs.real('/')).toBe('/')
    const reason = 'no such file or directory'
    const missing = (path: string) => ({ code: 'NOT_FOUND', path: `${root}/${path}`, reason })
    expect(await refusal(fs.real(`${root}/app/no/such/file`))).toEqual(missing('app/no'))
    expect(await refusal(fs.real(`${root}/app/to-base/no`))).toEqual(missing('app/base/no'))
    expect(await refusal(fs.real(`${root}/app/dangling`))).toEqual(missing('app/nothing'))
  })

  test('names no component when the trouble is another', async () => {
    expect(await refusal(fs.real(`${root}/app/empty.txt/x`))).toEqual({
      code: 'NOT_DIRECTORY',
      path: '',
      reason: 'not a directory',
    })
    expect(await refusal(fs.real(`${root}/app/loop`))).toEqual({
      code: 'LOOP',
      path: '',
      reason: 'EvalSymlinks: too many links',
    })
  })
})

const writable: [string, () => { fs: WritableFileSystem; root: string }][] = [
  ['disk', () => ({ fs: nodeFileSystem(), root: mkdtempSync(join(disk, 'write-')) })],
  ['memory', () => ({ fs: memoryFileSystem({ '/root/keep': '' }), root: '/root' })],
  ['overlay', () => ({ fs: overlayFileSystem(memoryFileSystem({ '/root/keep': '' })), root: '/root' })],
]

describe.each(writable)('%s, written to', (_, make) => {
  test('a written file is read, listed and removed', async () => {
    const { fs, root } = make()
    await fs.write(`${root}/a.txt`, bytes('one'))
    await fs.write(`${root}/a.txt`, bytes('two'))
    expect(await text(fs, `${root}/a.txt`)).toBe('two')
    expect((await fs.list(root)).filter(({ name }) => name !== 'keep')).toEqual([{ name: 'a.txt', type: 'file' }])
    await fs.remove(`${root}/a.txt`)
    expect(await fs.stat(`${root}/a.txt`)).toBeUndefined()
    expect((await refusal(fs.read(`${root}/a.txt`))).code).toBe('NOT_FOUND')
    expect((await refusal(fs.remove(`${root}/a.txt`))).code).toBe('NOT_FOUND')
  })

  test('a folder is not written over', async () => {
    const { fs, root } = make()
    expect(await refusal(fs.write(root, bytes('x')))).toEqual({
      code: 'IS_DIRECTORY',
      path: root,
      reason: 'is a directory',
    })
  })
})

describe('overlay', () => {
  const below = () =>
    memoryFileSystem({ '/a/one': '1', '/a/two': '2', '/b/three': '3', '/link': { link: 'a' }, '/gone/x': '' })

  test('shows edits on top and leaves what is below alone', async () => {
    const disk = below()
    const fs = overlayFileSystem(disk)
    await fs.write('/a/one', bytes('edited'))
    await fs.write('/new/deep/file', bytes('new'))
    await fs.remove('/a/two')
    expect(await text(fs, '/a/one')).toBe('edited')
    expect(await text(fs, '/b/three')).toBe('3')
    expect(await fs.list('/a')).toEqual([{ name: 'one', type: 'file' }])
    expect(await fs.list('/new')).toEqual([{ name: 'deep', type: 'directory' }])
    expect(await fs.stat('/new/deep')).toEqual({ type: 'directory' })
    expect(await fs.real('/new/deep/file')).toBe('/new/deep/file')
    expect((await refusal(fs.real('/a/two'))).code).toBe('NOT_FOUND')
    expect(await text(disk, '/a/one')).toBe('1')
    expect(await text(disk, '/a/two')).toBe('2')
  })

  test('finds an edit by every path that leads to it', async () => {
    const fs = overlayFileSystem(below())
    await fs.write('/link/one', bytes('edited'))
    expect(await text(fs, '/a/one')).toBe('edited')
    expect(await fs.real('/link/one')).toBe('/a/one')
  })
})

describe('recording', () => {
  test('notes each question once, those without an answer too', async () => {
    const fs = recordingFileSystem(memoryFileSystem({ '/a/one': '1' }))
    await fs.stat('/a/none')
    await fs.read('/a/one')
    await fs.read('/a/one')
    await fs.list('/a')
    await refusal(fs.read('/a/none'))
    await refusal(fs.read('/a'))
    await refusal(fs.real('/b'))
    expect(fs.accesses).toEqual([
      { operation: 'stat', path: '/a/none', found: false },
      { operation: 'read', path: '/a/one', found: true },
      { operation: 'list', path: '/a', found: true },
      { operation: 'read', path: '/a/none', found: false },
      { operation: 'read', path: '/a', found: true },
      { operation: 'real', path: '/b', found: false },
    ])
  })
})
