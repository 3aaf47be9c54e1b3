/** What decryption has made readable is compared, and not shown. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { htmlReport } from '../../src/flux/diff/html.ts'
import { markdownReport } from '../../src/flux/diff/markdown.ts'
import type { ComparedKustomization } from '../../src/flux/diff/objects.ts'
import { textReport } from '../../src/flux/diff/text.ts'
import { runFlux } from './command.ts'
import { applied, compared } from './diff.ts'

function configMap(host: string, more = ''): ComparedKustomization {
  const one = applied('apps', `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  host: ${host}\n${more}`)
  return { ...one, objects: one.objects.map((object) => ({ ...object, hidden: new Set(['data/host']) })) }
}

describe('a decrypted value', () => {
  test('that is the same on both sides is no difference', async () => {
    const report = await compared([configMap('hidden.example')], [configMap('hidden.example')])
    expect(report.counts.change).toBe(0)
  })

  test('is said to differ, in no report with its text', async () => {
    const report = await compared([configMap('first.example')], [configMap('second.example', '  b: c\n')])
    expect(report.kustomizations[0]?.changes[0]?.fields).toMatchObject([
      { path: 'data.b', after: 'c' },
      { path: 'data.host', before: "'***** (before)'", after: "'***** (after)'", isMasked: true },
    ])
    const reports = [
      JSON.stringify(report),
      textReport(report, { isColoured: false }),
      markdownReport(report, { title: '' }),
      htmlReport(report, ''),
    ]
    for (const text of reports) expect(text).not.toMatch(/first\.example|second\.example/)
  })

  test('of a new object is masked', async () => {
    const report = await compared([applied('apps', '')], [configMap('hidden.example')])
    expect(report.kustomizations[0]?.changes[0]).toMatchObject({ action: 'create' })
    expect(report.kustomizations[0]?.changes[0]?.text).toContain("host: '*****'")
  })
})

describe('commands that decrypt', () => {
  const FOLDER = join(import.meta.dirname, 'sops')
  const KEY = ['--age-key-file', join(FOLDER, 'key.txt')]
  const SECRET = /hidden-domain\.example|app-user|correct horse|battery staple|patched-in-secret/
  let cwd = ''
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'strake-diff-sops-')))
    cpSync(join(FOLDER, 'fleet'), cwd, { recursive: true })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'first')
  })
  afterEach(() => rmSync(cwd, { recursive: true, force: true }))

  function git(...words: string[]): void {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd, stdio: 'pipe' })
  }

  test.each(['text', 'json', 'markdown', 'html'])('flux diff compares what a variable becomes: %s', async (format) => {
    const path = join(cwd, 'app/deployment.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace('--host=app.', '--host=www.'))
    const { code, stdout, stderr } = await runFlux(['diff', '--base', 'HEAD', 'prod', '--format', format, ...KEY], cwd)
    expect(code).toBe(1)
    expect(stdout).toContain('args')
    expect(stdout + stderr).not.toMatch(SECRET)
    // Cipher text is what it would be put in without the key.
    expect(stdout).not.toContain('ENC[')
  })

  test('flux graph takes the keys too', async () => {
    const { code, stdout, stderr } = await runFlux(['graph', 'prod', ...KEY], cwd)
    expect({ code, told: stderr.includes('encrypted') }).toEqual({ code: 0, told: false })
    expect(stdout + stderr).not.toMatch(SECRET)
    expect((await runFlux(['graph', 'prod'], cwd)).stderr).toContain('are encrypted: their cipher text is put in')
  })
})
