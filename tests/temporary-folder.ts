/** Folders for temporary files and for the cache, for each file of tests: what runs beside does not see them, and nothing of them stays. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strake-tests-')))
const OWN: Readonly<Record<string, string>> = { TMPDIR: folder, STRAKE_CACHE: join(folder, 'cache') }

const before = Object.keys(OWN).map((name): [string, string | undefined] => [name, process.env[name]])
Object.assign(process.env, OWN)

afterAll(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  rmSync(folder, { recursive: true, force: true })
})
