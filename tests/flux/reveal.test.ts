/** Decrypted values are shown to people only: the program with a terminal of its own, and with a pipe or a file. */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { strake } from '../cli/program.ts'
import { inTerminal, script } from '../cli/pty.ts'

const FOLDER = join(import.meta.dirname, 'sops')
const WORDS = ['flux', 'render', 'prod', '--reveal', '--age-key-file', join(FOLDER, 'key.txt')]
const HIDDEN = Buffer.from('hidden-domain.example').toString('base64')

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-reveal-')))
  cpSync(join(FOLDER, 'fleet'), cwd, { recursive: true })
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

describe('flux render --reveal', () => {
  const refusal = '✗ --reveal is for a terminal: what is decrypted is written to no file and no other program\n'

  test.skipIf(script === undefined)('shows decrypted values in a terminal', () => {
    const { code, shown } = inTerminal(cwd, WORDS)
    expect(code).toBe(0)
    expect(shown).toContain(`DOMAIN: ${HIDDEN}\n`)
    expect(shown).not.toContain('**SOPS**')
  })

  test.skipIf(script === undefined)('refuses a pipe and a file in a terminal', () => {
    expect(inTerminal(cwd, WORDS, '| cat')).toEqual({ code: 0, shown: refusal })
    expect(inTerminal(cwd, WORDS, '> out.yaml')).toEqual({ code: 1, shown: refusal })
    expect(readFileSync(join(cwd, 'out.yaml'), 'utf8')).toBe('')
  })

  test('refuses a pipe without one', () => {
    expect(strake(cwd, WORDS)).toEqual({ code: 1, stdout: '', stderr: refusal })
  })
})
