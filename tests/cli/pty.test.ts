import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { strake, writeFiles } from './program.ts'
import { inTerminal, script } from './pty.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-terminal-')))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

/** Without its colours. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
  return text.replace(/\u001b\[[0-9;]*m/g, '')
}

test.skipIf(script === undefined)('a mistake is drawn in a terminal, in colour, as it is elsewhere without', () => {
  writeFiles(cwd, { 'app/kustomization.yaml': 'namePrefix: [a]\nresources: [none.yaml]\n' })
  for (const words of [
    ['build', 'app'],
    ['build', 'none'],
    ['flux', 'render', 'none'],
    ['fn', 'render', 'none'],
  ]) {
    const { code, stderr } = strake(cwd, words)
    const { code: codeThere, shown } = inTerminal(cwd, words)
    expect([codeThere, plain(shown)]).toEqual([code, stderr])
  }
  expect(inTerminal(cwd, ['build', 'app']).shown).toContain('\u001b[')
  expect(inTerminal(cwd, ['build', 'app'], '', { NO_COLOR: '1' }).shown).toBe(strake(cwd, ['build', 'app']).stderr)
})
