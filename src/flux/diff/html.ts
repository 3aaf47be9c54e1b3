/** The report as one HTML file: no script, nothing from outside, and text from files is never markup. */
import { escapeMarkup as escaped } from '../../core/harmless.ts'
import { changeLines } from './lines.ts'
import {
  ACTIONS,
  type DiffReport,
  DONE,
  type FieldChange,
  type KustomizationChanges,
  type ObjectChange,
  shownObject,
} from './report.ts'
import { remark, summary } from './text.ts'

/** A file that can be opened from the disk or an artifact of a pipeline; `title` says what is compared. */
export function htmlReport(report: DiffReport, title = 'Flux diff'): string {
  const filters = ACTIONS.filter((action) => report.counts[action] > 0).map(
    (action) =>
      `<label class="${action}"><input type="checkbox" id="show-${action}" checked> ${DONE[action]} ${report.counts[action]}</label>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(summary(report))}</p>
<form>${filters.join('\n')}</form>
${report.kustomizations.map(kustomization).join('\n')}
</body>
</html>
`
}

function kustomization(one: KustomizationChanges): string {
  const problem = one.problem === undefined ? '' : `<p class="problem">Not compared: ${escaped(one.problem)}</p>\n`
  return `<section>
<h2>${escaped(one.name)}<small>${escaped(remark(one))}</small></h2>
${problem}${one.changes.map(object).join('\n')}
</section>`
}

function object(change: ObjectChange): string {
  const { action, movedFrom, fields, text, notes } = change
  const from = movedFrom === undefined ? '' : ` from ${movedFrom}`
  const title = `<code>${escaped(shownObject(change))}</code> <b>${escaped(DONE[action] + from)}</b>`
  const remarks = notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('\n')
  const whole =
    text === undefined
      ? ''
      : lines(
          text
            .trimEnd()
            .split('\n')
            .map((line) => `+${line}`),
        )
  const body = `${remarks}${fields.map(fieldHtml).join('\n')}${whole}`
  if (body === '') return `<div class="object ${action}">${title}</div>`
  const isOpen = action === 'create' ? '' : ' open'
  return `<details class="object ${action}"${isOpen}><summary>${title}</summary>\n${body}\n</details>`
}

function fieldHtml(field: FieldChange): string {
  return `<h3>${escaped(field.path)}</h3>\n${lines(changeLines(field))}`
}

const LINE_CLASSES: Record<string, string> = { '-': 'gone', '+': 'come', '@': 'place' }

function lines(all: readonly string[]): string {
  const drawn = all.map((line) => {
    const name = LINE_CLASSES[line[0] as string]
    return name === undefined ? `${escaped(line)}\n` : `<span class="${name}">${escaped(line)}\n</span>`
  })
  return `<pre>${drawn.join('')}</pre>`
}

const HIDDEN = ACTIONS.map((action) => `body:has(#show-${action}:not(:checked)) .object.${action}`).join(',\n')

const STYLE = `:root { color-scheme: light dark; --edge: light-dark(#d0d7de, #3d444d); --come: light-dark(#dafbe1, #12361f);
  --gone: light-dark(#ffebe9, #4a1a1c); --place: light-dark(#57606a, #9198a1); --sign: var(--edge) }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem } h3 { font: 600 .85rem ui-monospace, monospace; margin: .75rem 0 .25rem }
h2, h3, code { overflow-wrap: anywhere } small, .place { color: var(--place) } small { font-weight: normal; margin-left: .5rem }
label { margin-right: 1rem } b { font-weight: 600 }
.object { border: 1px solid var(--edge); border-left: 4px solid var(--sign); border-radius: 6px; padding: .4rem .8rem; margin: .5rem 0 }
.create { --sign: #1a7f37 } .change { --sign: #bf8700 } .move { --sign: #0969da } .delete { --sign: #cf222e } .orphan { --sign: #8250df }
summary { cursor: pointer } .note, .problem { margin: .25rem 0; font-style: italic } .problem { color: light-dark(#cf222e, #ff7b72) }
pre { font: .85rem/1.45 ui-monospace, monospace; overflow-x: auto; margin: .25rem 0; padding: .4rem; border: 1px solid var(--edge); border-radius: 6px }
pre span { display: block } .come { background: var(--come) } .gone { background: var(--gone) }
${HIDDEN} { display: none }
`
