/** Unit cases of generate-kpt-pkg-docs: sections of the README that the whole function writes. */
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { decodeUtf8 } from '../../src/core/text.ts'
import type { Surroundings } from '../../src/kpt/functions/function.ts'
import { withDocs } from '../../src/kpt/functions/generate-kpt-pkg-docs.ts'

type Fields = Record<string, unknown>

/** How the function is run: its config, its items, what is around it. */
export type Run = (config: string, input: string, around: Partial<Surroundings>) => Promise<{ said: string }>

interface Compared {
  expected: string
  actual: string
}

const MARKER = 'PRE-COMMIT-BLUEPRINT DOCS HOOK'
const EMPTY = ['TITLE', 'BODY'].map(
  (part) => `<!-- BEGINNING OF ${MARKER}:${part} -->\n<!-- END OF ${MARKER}:${part} -->\n`,
)
const ROOT = `apiVersion: kpt.dev/v1
kind: Kptfile
metadata: {name: root, annotations: {internal.config.kubernetes.io/path: Kptfile}}
pipeline: {mutators: [{image: apply-setters, configPath: setters.yaml}]}
`

export const PACKAGE_DOCS: Record<string, (fields: Fields, run: Run, all: readonly Fields[]) => Promise<Compared>> = {
  async TestGenerateReadme(fields, run) {
    const { said, title, body } = await readme(run, String(fields.r), { 'pkg-name': fields.pkgName ?? '' })
    if (fields.err !== undefined) return { expected: `${fields.err}${fields.err}`, actual: said.trimEnd() }
    const ticks = (text: unknown) => String(text).replaceAll('¬', '`').trim()
    return {
      expected: `${ticks(fields.wantTitle)}\n${ticks(fields.wantDoc)}`,
      actual: `${title.trim()}\n${body.trim()}`,
    }
  },
  TestGenerateResourcesSection: (fields, run) => sectionOf('Resource References', fields.resources, fields, run),
  TestGenerateSubPkgSection: (fields, run) => sectionOf('Sub-packages', fields.pkgs, fields, run),
  TestGenerateResourceTableSection: (fields, run) => sectionOf('Resources', fields.r, fields, run),
  TestGenerateSetterTableSection: (fields, run) => sectionOf('Setters', fields.r, fields, run),
  async TestShouldSkipResource(fields, run) {
    const { body } = await readme(run, withRoot(String(fields.r)))
    return {
      expected: String(fields.want),
      actual: String(section(body, 'Resources').includes('no top-level resources')),
    }
  },
  async TestFindResourcePath(fields, run) {
    const { body } = await readme(run, withRoot(String(fields.r)))
    return { expected: String(fields.want), actual: /^\| (\S+\.yaml) /m.exec(section(body, 'Resources'))?.[1] ?? '' }
  },
  async TestInsertIntoReadme(fields, _, all) {
    const want = all[all.indexOf(fields) + 1]?.want
    return {
      expected: String(want),
      actual: withDocs(String(fields.current), String(fields.title), String(fields.generated)),
    }
  },
}

function withRoot(resources: string): string {
  return /^kind: Kptfile$/m.test(resources) ? resources : `${ROOT}---\n${resources}`
}

async function sectionOf(title: string, resources: unknown, { want }: Fields, run: Run): Promise<Compared> {
  const placed = String(resources)
    .split(/^---\n/m)
    .map((one) => (/\/path: /.test(one) ? one : one.replace(/^metadata:\n/m, `$&  annotations: {${PATH}: x.yaml}\n`)))
  const { body } = await readme(run, withRoot(placed.join('---\n')))
  return { expected: String(want), actual: section(body, title) }
}

const PATH = 'internal.config.kubernetes.io/path'

function section(body: string, title: string): string {
  const from = body.indexOf(`## ${title}\n`)
  const to = body.indexOf('\n## ', from)
  return body.slice(from, to < 0 ? undefined : to)
}

async function readme(run: Run, input: string, data: Fields = {}) {
  const path = '/README.md'
  const fs = memoryFileSystem({ [path]: EMPTY.join('') })
  const config = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', data })
  const place = async () => ({ path, root: '/', isWritable: true })
  const { said } = await run(config, input, { fs, place })
  const [, title = '', body = ''] = decodeUtf8(await fs.read(path))?.split(/<!-- BEGINNING.*-->\n/) ?? []
  const content = (part: string) => part.replace(/<!-- END[\s\S]*$/, '')
  return { said, title: content(title), body: content(body) }
}
