/** docs/functions-catalog.md: every function has a section, and its example is what the function does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryFileSystem } from '../../../src/core/memory-fs.ts'
import { decodeUtf8 } from '../../../src/core/text.ts'
import { catalog } from '../../../src/kpt/functions/index.ts'
import { checkoutRoot } from '../../subject.ts'
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

test('every function of the catalog has a section', () => {
  expect(sections.map(({ name }) => name).sort()).toEqual(catalog.map(({ name }) => name).sort())
})

describe('the example of', () => {
  test.each(sections.map(({ name, text }) => [name, text] as const))('%s is what it does', async (name, text) => {
    const before = block(text, 'before')
    const after = block(text, 'after')
    const results = block(text, 'results')
    expect(before).toBeDefined()
    expect(after ?? results ?? block(text, 'README.md after')).toBeDefined()
    const readme = block(text, 'README.md before')
    const fs = memoryFileSystem(readme === undefined ? {} : { '/tmp/README.md': readme })
    const place = async (path: string) => ({ path, root: '/tmp', isWritable: true })
    const said = await runFunction(name, block(text, 'functionConfig') ?? '', before ?? '', false, { fs, place })
    expect(said.failure).toBeUndefined()
    expect(said.output).toBe(after ?? before)
    if (readme !== undefined) {
      expect(decodeUtf8(await fs.read('/tmp/README.md'))).toBe(block(text, 'README.md after'))
    }
    if (results !== undefined) expect(`${said.results.map(({ message }) => message).join('\n')}\n`).toBe(results)
  })
})
