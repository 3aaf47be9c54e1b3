/** What happens when the fault is the program's own. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { VERSION } from '../../src/core/version.ts'
import { strake, writeFiles } from './program.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strake-defect-')))
afterAll(() => rmSync(folder, { recursive: true }))

test('a defect ends with exit code 70, asks for a report and writes nothing', () => {
  writeFiles(folder, {
    'kustomization.yaml': 'resources: [r.yaml]\n',
    'r.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    // A file system that answers with what is no bytes at all.
    'broken.cjs': `const fs = require('node:fs')
const { openSync, readFileSync } = fs
const isBroken = (path) => String(path).endsWith('r.yaml')
fs.openSync = (path, ...rest) => (isBroken(path) ? null.descriptor : openSync(path, ...rest))
fs.readFileSync = (path, ...rest) => (isBroken(path) ? null : readFileSync(path, ...rest))
`,
  })
  const run = strake(folder, ['build', '-o', 'out.yaml'], { NODE_OPTIONS: `--require ${join(folder, 'broken.cjs')}` })
  expect([run.code, run.stdout]).toEqual([70, ''])
  const [first, second, third] = run.stderr.split('\n')
  expect(first).toBe(`Error: this is a defect of strake ${VERSION}, not of your configuration; nothing was written`)
  expect(second).toBe('Please report it with the lines below and, if you can, the folder that was built.')
  expect(third).toMatch(/^ {2}TypeError: /)
  expect(strake(folder, ['build', 'out.yaml']).code).toBe(1)
})
