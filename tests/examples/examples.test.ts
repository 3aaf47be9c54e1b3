/** Every folder of examples/ with an `expected.yaml` is built; the file is what the reference prints for that folder. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../../src/index.ts'
import { nodeFileSystem } from '../../src/node/index.ts'
import { checkoutRoot, referenceProgram } from '../subject.ts'

const root = join(checkoutRoot(), 'examples')
const folders = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('expected.yaml'))
  .map((path) => dirname(path))
  .sort()
const expected = (folder: string) => readFileSync(join(root, folder, 'expected.yaml'), 'utf8')
const reference = referenceProgram()

describe('examples', () => {
  test.each(folders)('%s', async (folder) => {
    const { text, documents } = await build({ root: join(root, folder), fs: nodeFileSystem() })
    expect(text).toBe(expected(folder))
    expect(documents.map((document) => document.text).join('---\n')).toBe(text)
  })

  /** What these show is no build: their own tests run them. */
  const others: Record<string, string> = {
    ci: 'flux-diff.sh',
    'own-functions': 'package/Kptfile',
    platform: 'production.yaml',
  }

  test('every other folder holds at least one build', () => {
    for (const [name, file] of Object.entries(others)) expect(existsSync(join(root, name, file)), name).toBe(true)
    const tops = readdirSync(root).filter((name) => others[name] === undefined)
    const builds = new Set(folders.map((folder) => folder.split('/')[0]))
    expect([...builds]).toEqual(tops.sort())
    expect(builds.size).toBeGreaterThanOrEqual(10)
  })

  test.skipIf(reference === undefined).each(folders)('%s is what the reference prints', (folder) => {
    expect(existsSync(join(root, folder, 'kustomization.yaml'))).toBe(true)
    const printed = execFileSync(reference as string, ['build', join(root, folder)], { encoding: 'utf8' })
    expect(expected(folder)).toBe(printed)
  })
})
