/** docs/functions-catalog.md: every function has a section, and its example is what the function does. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { memoryFileSystem } from '../../../src/core/memory-fs.ts'
import { decodeUtf8 } from '../../../src/core/text.ts'
import { catalog } from '../../../src/kpt/functions/index.ts'
import { mountedPath, readMount } from '../../../src/kpt/mounts.ts'
import { nodeFileSystem, nodeRunner } from '../../../src/node/index.ts'
import { checkoutRoot } from '../../subject.ts'
import { hasProgram } from './find-program.ts'
import { runFunction } from './run.ts'

const page = readFileSync(join(checkoutRoot(), 'docs/functions-catalog.md'), 'utf8')
const sections = page
  .split(/^## (?=[a-z-]+$)/m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')).trim(), text }))
  .filter(({ name }) => /^[a-z-]+$/.test(name))

/** The block with this title, its text without the title. */
function block(text: string, title: string): string | undefined {
  return new RegExp(`^\`\`\`\\w+\\n# ${title}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1]
}

const hasHelm = await hasProgram('helm', ['version'])
const folder = mkdtempSync(join(tmpdir(), 'strake-docs-'))
const runner = nodeRunner({ environment: process.env })
afterAll(async () => {
  await runner.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A mounted folder with the chart `web` of one template. */
async function withChart(template: string) {
  mkdirSync(join(folder, 'web/templates'), { recursive: true })
  writeFileSync(join(folder, 'web/Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 1.0.0\n')
  writeFileSync(join(folder, 'web/templates/settings.yaml'), template)
  const fs = nodeFileSystem()
  const mounts = [readMount(`type=bind,src=${folder},dst=/tmp/charts`)]
  return { runner, fs, place: (path: string) => mountedPath(path, mounts, fs, '/') }
}

test('every function of the catalog has a section', () => {
  expect(sections.map(({ name }) => name).sort()).toEqual(catalog.map(({ name }) => name).sort())
})

describe('the example of', () => {
  test.for(sections)('$name is what it does', async ({ name, text }, { skip }) => {
    const before = block(text, 'before')
    const after = block(text, 'after')
    const results = block(text, 'results')
    expect(before).toBeDefined()
    expect(after ?? results ?? block(text, 'README.md after')).toBeDefined()
    const template = block(text, 'templates/settings.yaml')
    if (template !== undefined && !hasHelm) return skip('helm is not on PATH')
    const readme = block(text, 'README.md before')
    const fs = memoryFileSystem(readme === undefined ? {} : { '/tmp/README.md': readme })
    const place = async (path: string) => ({ path, root: '/tmp', isWritable: true })
    const said = await runFunction(name, block(text, 'functionConfig') ?? '', before ?? '', false, {
      ...{ fs, place },
      ...(template === undefined ? {} : await withChart(template)),
      variables: { SOPS_IMPORT_AGE: block(text, 'keys.txt') ?? '' },
    })
    expect(said.failure).toBe(block(text, 'stderr')?.trimEnd())
    expect(said.output).toBe(after ?? before)
    if (readme !== undefined) {
      expect(decodeUtf8(await fs.read('/tmp/README.md'))).toBe(block(text, 'README.md after'))
    }
    if (results !== undefined) expect(`${said.results.map(({ message }) => message).join('\n')}\n`).toBe(results)
  })
})
