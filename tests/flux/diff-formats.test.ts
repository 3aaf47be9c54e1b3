/** The forms of a report: Markdown within its limits, HTML in a browser, and hostile text in all of them. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { htmlReport } from '../../src/flux/diff/html.ts'
import { markdownReport } from '../../src/flux/diff/markdown.ts'
import { textReport } from '../../src/flux/diff/text.ts'
import { applied, compared } from './diff.ts'

const map = (name: string, value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${JSON.stringify(name)}}\ndata: {key: ${JSON.stringify(value)}}\n`

const BROWSER = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (place) => place !== '' && existsSync(place),
)

/** Tries to leave wherever it is put. */
const HOSTILE =
  '</pre></details><script>document.title="broken"</script><img src=http://127.0.0.1:9/x onerror=alert(1)>'

describe('Markdown', () => {
  test('names what is deleted first, and folds the details', async () => {
    const base = applied('apps', [map('a', 'one'), map('gone', 'x')].join('---\n'))
    const head = applied('apps', [map('a', 'two'), map('new', 'x')].join('---\n'))
    expect(
      markdownReport(await compared([base], [head]), { title: 'main...feature_1' }),
    ).toBe(`<!-- strake flux diff -->
### main...feature\\_1

1 Kustomization compared: 1 created, 1 changed, 1 deleted.

> **Will be deleted from the cluster:** \`ConfigMap/gone\`

#### \`flux-system/apps\`

<details><summary><code>! ConfigMap/a</code> changed</summary>

\`\`\`diff
@@ data.key @@
-one
+two
\`\`\`
</details>
<details><summary><code>+ ConfigMap/new</code> created</summary>

\`\`\`diff
+apiVersion: v1
+data:
+  key: x
+kind: ConfigMap
+metadata:
+  name: new
\`\`\`
</details>
- \`ConfigMap/gone\` **deleted**
`)
  })

  test('stays within its limit, and counts what it leaves out', async () => {
    const objects = Array.from({ length: 3000 }, (_, i) => map(`object-${i}`, 'x'.repeat(100)))
    const report = await compared([applied('apps', '')], [applied('apps', objects.join('---\n'))])
    const text = markdownReport(report)
    expect(text.length).toBeLessThanOrEqual(60_000)
    const shown = text.match(/<details>|^- `ConfigMap/gm)?.length ?? 0
    expect(text.endsWith(`_${3000 - shown} more objects are not shown: the report is too long._\n`)).toBe(true)
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
  })

  test('cannot be left by text of a file', async () => {
    const name = 'a`b<i>\u001b[31m@here'
    const head = applied('apps', map(name, `\`\`\`\`\n${HOSTILE}\n</details>\n# heading\n`))
    const text = markdownReport(await compared([applied('apps', map('gone`` _x_', ''))], [head]))
    expect(text).toContain('<code>+ ConfigMap/a`b&#60;i&#62;\\u001b[31m@here</code> created')
    expect(text).toContain('``` ConfigMap/gone`` _x_ ```')
    // The fence is longer than any in the text, so that all of it is text.
    expect(text.match(/^`{5}diff$/gm)).toHaveLength(1)
    expect(text.match(/^`{5}$/gm)).toHaveLength(1)
  })
})

describe('text', () => {
  test('has colours only when asked, and gives a terminal nothing to obey', async () => {
    const report = await compared(
      [applied('apps', map('a', 'x'))],
      [applied('apps', map('a\u001b]0;x\u0007', '\u202ex'))],
    )
    expect(textReport(report)).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
    expect(textReport(report, { isColoured: true })).toContain('\u001b[31m► ConfigMap/a deleted\u001b[0m')
  })
})

describe.skipIf(BROWSER === undefined)('HTML in a browser (Chromium, or $CHROMIUM)', () => {
  test('runs nothing, asks nobody, and hides what is unticked', async () => {
    const base = applied('apps', [map('a', 'one'), map('gone', 'x')].join('---\n'))
    const head = applied('apps', [map('a', HOSTILE), map('new', HOSTILE)].join('---\n'))
    const folder = mkdtempSync(join(tmpdir(), 'strake-html-'))
    const file = join(folder, 'report.html')
    writeFileSync(file, htmlReport(await compared([base], [head]), `main ${HOSTILE}`))
    const browser = await chromium.launch({ executablePath: BROWSER as string, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const asked: string[] = []
      const problems: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      page.on('pageerror', (error) => void problems.push(error.message))
      page.on('console', (message) => void problems.push(message.text()))
      page.on('dialog', (dialog) => void problems.push(dialog.message()))
      await page.goto(`file://${file}`)
      expect(await page.title()).toBe(`main ${HOSTILE}`)
      expect(await page.locator('script, img').count()).toBe(0)
      expect(await page.locator('details').first().locator('pre').textContent()).toBe(`-one\n+${HOSTILE}\n`)
      expect(await page.locator('.object.delete').isVisible()).toBe(true)
      await page.locator('#show-delete').uncheck()
      expect(await page.locator('.object.delete').isVisible()).toBe(false)
      expect(await page.locator('.object.create').isVisible()).toBe(true)
      expect({ asked, problems }).toEqual({ asked: [`file://${file}`], problems: [] })
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
