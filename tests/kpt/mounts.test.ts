/** A function that is built in sees of this machine what is mounted, as in its container. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mountedPath, readMount } from '../../src/kpt/mounts.ts'
import { nodeFileSystem } from '../../src/node/index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'strake-mounts-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'given/in'), { recursive: true })
mkdirSync(join(root, 'other'))
writeFileSync(join(root, 'given/a'), '')
writeFileSync(join(root, 'secret'), '')
symlinkSync('../secret', join(root, 'given/out'))
symlinkSync('..', join(root, 'given/up'))
symlinkSync('a', join(root, 'given/b'))

const mounts = [
  `type=bind,src=${root}/given,dst=/tmp,rw=true`,
  'type=bind,source=other,target=/tmp/deep',
  `type=tmpfs,src=${root},dst=/mem`,
].map(readMount)

test.each([
  ['/tmp/a', 'given/a', true],
  ['/tmp/new', 'given/new', true],
  ['/tmp/in/../b', 'given/a', true],
  ['/tmp', 'given', true],
  ['/tmp/deep/x', 'other/x', false],
])('%s is %s', async (path, place, isWritable) => {
  const found = await mountedPath(path, mounts, nodeFileSystem(), root)
  expect([found?.path, found?.isWritable]).toEqual([join(root, place), isWritable])
})

test.each([
  '/tmp/out',
  '/tmp/up/secret',
  '/tmp/up/new',
  '/tmp/../secret',
  '/tmpx/a',
  'a',
  '/mem/secret',
  '/tmp/none/new',
  '/etc/hostname',
])('%s does not exist', async (path) => {
  expect(await mountedPath(path, mounts, nodeFileSystem(), root)).toBeUndefined()
})
