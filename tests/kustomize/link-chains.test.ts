/** docs/limits.md: how long a chain of symbolic links may be. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { FileSystem } from '../../src/core/host.ts'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { build } from '../../src/kustomize/build.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'strake-links-')))
afterAll(() => rmSync(top, { recursive: true }))

const TEXT = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'
const KUSTOMIZATION = 'resources: [link0]\n'

/** `link0` leads over so many links to a file. */
function onDisk(links: number): { fs: FileSystem; root: string } {
  const root = mkdtempSync(join(top, 'chain-'))
  writeFileSync(join(root, 'kustomization.yaml'), KUSTOMIZATION)
  writeFileSync(join(root, `link${links}`), TEXT)
  for (let i = 0; i < links; i++) symlinkSync(`link${i + 1}`, join(root, `link${i}`))
  return { fs: nodeFileSystem(), root }
}

function inMemory(links: number): { fs: FileSystem; root: string } {
  const files: Parameters<typeof memoryFileSystem>[0] = { '/app/kustomization.yaml': KUSTOMIZATION }
  for (let i = 0; i < links; i++) files[`/app/link${i}`] = { link: `link${i + 1}` }
  return { fs: memoryFileSystem({ ...files, [`/app/link${links}`]: TEXT }), root: '/app' }
}

describe.each([
  ['on disk', onDisk],
  ['in memory', inMemory],
])('a chain %s', (_, make) => {
  test('of 255 links is followed', async () => {
    expect((await build(make(255))).text).toBe(TEXT)
  })

  test('of 256 links is too long', async () => {
    const made = make(256)
    const reason = `evalsymlink failure on '${made.root}/link0' : EvalSymlinks: too many links`
    await expect(build(made)).rejects.toThrow(
      `accumulating resources: accumulation err='accumulating resources from 'link0': ${reason}': must build at directory: not a valid directory: ${reason}`,
    )
  })
})
