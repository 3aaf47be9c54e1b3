import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeTreeFileSystem } from '../../../src/node/change-folder.ts'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { compareTree } from '../../../src/stack/write/compare.ts'
import { writeFiles, writeManifest, writePackagesToDisk, writeToDisk } from '../../../src/stack/write/disk.ts'
import { layoutFiles } from '../../../src/stack/write/files.ts'
import { withInventory } from '../../../src/stack/write/inventory.ts'
import { layout } from './layouts.ts'

let base: string
const fs = nodeTreeFileSystem()
beforeEach(() => {
  base = join(mkdtempSync(join(tmpdir(), 'strake-disk-')), 'out')
})
afterEach(() => rmSync(dirname(base), { recursive: true }))

/** Path to content of all files below a folder. */
function onDisk(folder: string): Record<string, string> {
  const paths = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : []
  const files = paths.filter((path) => !statSync(join(folder, path)).isDirectory())
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

const planned = (tree: ManifestLayout) =>
  Object.fromEntries(
    layoutFiles(tree)
      .filter(({ directory }) => !directory)
      .map(({ path, content }) => [path, content])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

const two = layout('p', ['v1 ConfigMap a'], {}, [layout('p/web', ['v1 Secret b']), layout('p/old', ['v1 Secret c'])])
const one = layout('p', ['v1 ConfigMap a'], {}, [layout('p/web', ['v1 Secret b'])])

describe('a tree on disk', () => {
  test('holds the planned files; a second run writes nothing', async () => {
    const first = await writeToDisk(two, base, fs)
    expect(onDisk(base)).toEqual(planned(two))
    expect(first.written.sort()).toEqual(Object.keys(planned(two)))
    expect(await writeToDisk(two, base, fs)).toEqual({ written: [], removed: [], kept: [] })
  })

  test('an empty Recursive directory and that of an empty single file are there', async () => {
    const tree = layout('p', [], { mode: 'recursive' }, [layout('p/d/s', [], { applicationFileMode: 'single' })])
    await writeToDisk(tree, base, fs)
    expect(readdirSync(base, { recursive: true })).toEqual(['p', 'p/d'])
  })

  test('below the manifests directory, and each package below its own', async () => {
    await writeManifest(one, base, { manifestsDir: 'apps' }, fs)
    expect(Object.keys(onDisk(base))).toEqual(Object.keys(planned(one)).map((path) => `apps/${path}`))
    const packages = new Map([
      ['source.toolkit.fluxcd.io/v1, Kind=OCIRepository', one],
      ['default', layout('p', ['v1 Secret x'])],
    ])
    await writePackagesToDisk(packages, join(base, 'packages'), fs)
    expect(Object.keys(onDisk(join(base, 'packages')))).toEqual([
      'default/p/cluster-secret-x.yaml',
      'default/p/kustomization.yaml',
      'oci-packages/p/cluster-configmap-a.yaml',
      'oci-packages/p/kustomization.yaml',
      'oci-packages/p/web/cluster-secret-b.yaml',
      'oci-packages/p/web/kustomization.yaml',
    ])
  })

  test('two packages of one directory are refused', async () => {
    const packages = new Map([
      ['a/v1, Kind=OCIRepository', one],
      ['b/v1, Kind=OCIRepository', one],
    ])
    await expect(writePackagesToDisk(packages, base, fs)).rejects.toThrow(
      `file write failed for 'oci-packages': packages "a/v1, Kind=OCIRepository" and "b/v1, Kind=OCIRepository" are written to the same directory`,
    )
    expect(existsSync(base)).toBe(false)
  })
})

describe('with an inventory', () => {
  test('files that a later tree no longer has are removed, with their empty directories; others stay', async () => {
    await writeToDisk(two, base, fs, { inventory: true })
    writeFileSync(join(base, 'p/mine.txt'), 'mine')
    const result = await writeToDisk(one, base, fs, { inventory: true })
    expect(result.removed).toEqual(['p/old/cluster-secret-c.yaml', 'p/old/kustomization.yaml'])
    expect(result.written).toEqual(['p/kustomization.yaml', 'p/.strake-inventory'])
    expect(existsSync(join(base, 'p/old'))).toBe(false)
    const { 'p/.strake-inventory': inventory = '', 'p/mine.txt': mine, ...files } = onDisk(base)
    expect([mine, files]).toEqual(['mine', planned(one)])
    const sum = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(inventory).toBe(
      Object.entries(files)
        .map(([path, text]) => `${sum(text)}  ${path}\n`)
        .join(''),
    )
  })

  test('a file that was changed since is left alone, and told', async () => {
    await writeToDisk(two, base, fs, { inventory: true })
    writeFileSync(join(base, 'p/old/kustomization.yaml'), 'mine')
    expect(await writeToDisk(one, base, fs, { inventory: true })).toMatchObject({
      removed: ['p/old/cluster-secret-c.yaml'],
      kept: ['p/old/kustomization.yaml'],
    })
  })

  test('without one nothing is ever removed', async () => {
    await writeToDisk(two, base, fs, { inventory: true })
    expect((await writeToDisk(one, base, fs)).removed).toEqual([])
  })

  test.each([
    ['leads out of the directory', `${'0'.repeat(64)}  ../secret\n`, `the path "../secret" leads elsewhere`],
    ['is rooted', `${'0'.repeat(64)}  /etc/passwd\n`, `the path "/etc/passwd" leads elsewhere`],
    ['is of another form', 'p/old\n', 'the line "p/old"'],
  ])('a list that %s is refused, and nothing changes', async (_what, text, reason) => {
    mkdirSync(join(base, 'p'), { recursive: true })
    writeFileSync(join(base, 'p/.strake-inventory'), text)
    await expect(writeToDisk(one, base, fs, { inventory: true })).rejects.toThrow(
      `'${join(base, 'p/.strake-inventory')}' is no inventory: ${reason}`,
    )
    expect(onDisk(base)).toEqual({ 'p/.strake-inventory': text })
  })
})

describe('a write that fails leaves what was there', () => {
  test('when the tree is refused', async () => {
    await writeToDisk(one, base, fs)
    const before = onDisk(base)
    const tree = layout('p', ['v1 ConfigMap z', 'v1 ConfigMap z'])
    await expect(writeToDisk(tree, base, fs)).rejects.toThrow('holds the same object')
    expect(onDisk(base)).toEqual(before)
  })

  test.each([
    ['a directory of the tree is a symbolic link', 'p/web', 'a symbolic link stands where a directory is to be'],
    [
      'a file of the tree is a symbolic link',
      'p/web/kustomization.yaml',
      'a symbolic link stands where a file is to be',
    ],
  ])('when %s', async (_what, path, reason) => {
    const outside = join(dirname(base), 'outside')
    mkdirSync(outside)
    mkdirSync(join(base, dirname(path)), { recursive: true })
    symlinkSync(outside, join(base, path))
    await expect(writeToDisk(one, base, fs)).rejects.toThrow(`file write failed for '${join(base, path)}': ${reason}`)
    expect([readdirSync(outside), existsSync(join(base, 'p/kustomization.yaml'))]).toEqual([[], false])
  })

  test('when a file stands where a directory is to be, or the other way round', async () => {
    mkdirSync(join(base, 'p/web/kustomization.yaml'), { recursive: true })
    await expect(writeToDisk(one, base, fs)).rejects.toThrow('a directory stands where a file is to be')
    rmSync(join(base, 'p'), { recursive: true })
    writeFileSync(join(base, 'p'), '')
    await expect(writeToDisk(one, base, fs)).rejects.toThrow('a file stands where a directory is to be')
    expect(onDisk(base)).toEqual({ p: '' })
  })

  test.skipIf(process.getuid?.() === 0)('when a directory cannot be written to', async () => {
    mkdirSync(join(base, 'p/web'), { recursive: true })
    chmodSync(join(base, 'p/web'), 0o555)
    await expect(writeToDisk(one, base, fs)).rejects.toThrow('permission denied')
    chmodSync(join(base, 'p/web'), 0o755)
    expect(onDisk(base)).toEqual({})
  })

  test('a process that is interrupted meanwhile ends when the tree is whole', () => {
    const program = `
      import { createJiti } from 'jiti'
      const { nodeTreeFileSystem } = await createJiti(process.cwd()).import('./src/node/change-folder.ts')
      const written = new Map(['a', 'b/c'].map((path) => [path, new Uint8Array(1)]))
      await nodeTreeFileSystem().change(${JSON.stringify(base)}, {
        directories: [],
        removed: [],
        get written() {
          process.kill(process.pid, 'SIGINT')
          return written
        },
      })
      console.log('still there')`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect({ signal: child.signal, stdout: child.stdout }).toEqual({ signal: 'SIGINT', stdout: '' })
    expect(Object.keys(onDisk(base))).toEqual(['a', 'b/c'])
  })

  test('when the name of a file is too long for the disk: directories that were made are gone, too', async () => {
    const files = [...layoutFiles(two), { path: `p/long/${'n'.repeat(300)}`, content: '' }]
    await expect(writeFiles(files, base, fs)).rejects.toThrow('file name too long')
    expect(existsSync(base)).toBe(false)
  })
})

describe('a comparison', () => {
  const texts = async (tree: ManifestLayout) => {
    const { changes, kept } = await compareTree(withInventory(layoutFiles(tree)), base, fs)
    const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)
    return [kept, ...changes.map(({ path, kind, before, after }) => [kind, path, text(before), text(after)])]
  }

  test('tells what writing would add, change and remove, with both texts, and changes nothing', async () => {
    await writeToDisk(two, base, fs, { inventory: true })
    const before = onDisk(base)
    expect(await texts(two)).toEqual([[]])
    const [kept, ...changes] = await texts(layout('p', ['v1 ConfigMap a'], {}, [layout('p/web', ['v1 Secret n'])]))
    expect([kept, changes.map((change) => change.slice(0, 2))]).toEqual([
      [],
      [
        ['changed', 'p/kustomization.yaml'],
        ['added', 'p/web/cluster-secret-n.yaml'],
        ['changed', 'p/web/kustomization.yaml'],
        ['changed', 'p/.strake-inventory'],
        ['removed', 'p/old/cluster-secret-c.yaml'],
        ['removed', 'p/old/kustomization.yaml'],
        ['removed', 'p/web/cluster-secret-b.yaml'],
      ],
    ])
    expect(changes[0]?.[2]).toBe(before['p/kustomization.yaml'])
    expect(onDisk(base)).toEqual(before)
  })
})
