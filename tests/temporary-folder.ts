/** A folder for temporary files for each file of tests: what runs beside does not see it, and nothing of it stays. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const { TMPDIR } = process.env
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strake-tests-')))
process.env.TMPDIR = folder

afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmSync(folder, { recursive: true, force: true })
})
