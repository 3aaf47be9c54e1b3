/** Writes what a package is into its README, between markers (functions 22). */
import { fail } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { dirname } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { compareBytes, decodeUtf8, encodeUtf8 } from '../../core/text.ts'
import { INDEX, LIST_INDENT, PATH, removeAnnotations } from '../../krm/path-annotations.ts'
import { clone } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { field, type Mapping, SEQUENCE } from '../../yaml/node.ts'
import { KptfileError, readKptfile } from '../kptfile.ts'
import { inOlderKit } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult, Surroundings } from './function.ts'
import { annotationOf, fieldAt, filePathOf, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { settersOf } from './list-setters.ts'
import { usage } from './package-usage.ts'

export const generateKptPkgDocs: CatalogFunction = {
  name: 'generate-kpt-pkg-docs',
  run: (list, surroundings) => generate(list, surroundings),
}

const TITLE_ANNOTATION = 'blueprints.cloud.google.com/title'
const DEFAULT_README = '/tmp/README.md'
const DEFAULT_REPOSITORY = 'https://github.com/GoogleCloudPlatform/blueprints.git/catalog/'
const MARKER = 'PRE-COMMIT-BLUEPRINT DOCS HOOK'

async function generate({ items, config }: FunctionInput, around: Surroundings): Promise<FunctionResult[]> {
  const data = field(config, 'data')
  let made: PackageDocs | undefined
  inOlderKit({ said: (message) => message, printed: 'twice' }, () => {
    made = packageDocs(items, {
      packageName: textOf(data, 'pkg-name'),
      repository: textOf(data, 'repo-path') || DEFAULT_REPOSITORY,
    })
    return []
  })
  const path = textOf(data, 'readme-path') || DEFAULT_README
  const { title, body } = made as PackageDocs
  const place = await around.place(path)
  const readme = place === undefined ? undefined : await read(place.path, around)
  if (place === undefined || readme === undefined) {
    throw fail('NOT_FOUND', `open ${path}: no such file or directory`, {
      hint: 'give the function its folder: --mount type=bind,src=PACKAGE,dst=/tmp,rw=true',
    })
  }
  const written = withDocs(readme, title, body)
  if (written === readme) return []
  if (!place.isWritable)
    throw fail('NO_ACCESS', `open ${path}: read-only file system`, { hint: 'add rw=true to --mount' })
  await around.fs?.write(place.path, encodeUtf8(written))
  return []
}

async function read(path: string, { fs }: Surroundings): Promise<string | undefined> {
  try {
    return fs === undefined ? undefined : decodeUtf8(await fs.read(path))
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

/**
 * A text with title and body between their markers; without its markers a part is left out.
 *
 * @example withDocs(readme, '# Shop\n', 'A shop\n')
 */
export function withDocs(text: string, title: string, body: string): string {
  return between(between(text, 'TITLE', title), 'BODY', body)
}

function between(text: string, part: string, content: string): string {
  const [start, end] = [`<!-- BEGINNING OF ${MARKER}:${part} -->`, `<!-- END OF ${MARKER}:${part} -->`]
  const from = text.indexOf(start)
  const to = from < 0 ? -1 : text.indexOf(end, from)
  return to < 0 ? text : `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`
}

interface Names {
  /** '' for the name in the Kptfile. */
  packageName: string
  repository: string
}

interface PackageDocs {
  title: string
  body: string
}

/** Title and body for the README of the package that the items are of. */
function packageDocs(items: readonly Mapping[], { packageName, repository }: Names): PackageDocs {
  const kptfiles = items.filter((item) => textOf(item, 'kind') === 'Kptfile')
  for (const kptfile of kptfiles) {
    checkKptfile(kptfile)
    if (filePathOf(kptfile) === '') throw fail('NO_PATH', `unable find resource path for ${identityOf(kptfile)}`)
  }
  const root = kptfiles.find((kptfile) => filePathOf(kptfile) === 'Kptfile')
  if (root === undefined) {
    const hint = 'please include --include-meta-resources flag if a Kptfile is present'
    throw fail('KPTFILE', `unable to find root Kptfile, ${hint}`)
  }
  const name = packageName || textOf(root, 'metadata', 'name')
  const configs = configPathsOf(root)
  const own = items.filter((item) => isDocumented(item, configs))
  const description = textOf(root, 'info', 'description')
  const body = [
    ...(description === '' ? [] : [`${description.trimEnd()}\n`]),
    settersSection(items),
    packagesSection(kptfiles.filter((kptfile) => kptfile !== root)),
    resourcesSection(own),
    referencesSection(own),
    usage(name, `${repository.replace(/\/$/, '')}/${name}`, configs),
  ]
  return { title: `# ${annotationOf(root, TITLE_ANNOTATION) || name}\n\n`, body: body.join('\n') }
}

function identityOf(item: Mapping): string {
  const { group, version, kind } = gvkOf(item)
  return `${[group, version, kind].filter((part) => part !== '').join('_')}|${textOf(item, 'metadata', 'name')}`
}

function checkKptfile(kptfile: Mapping): void {
  const copy = clone(kptfile)
  const places: readonly string[] = [PATH.key, PATH.legacy, INDEX.key, INDEX.legacy, LIST_INDENT]
  removeAnnotations(copy, (key) => places.includes(key))
  try {
    readKptfile(new Source('Kptfile', emitKept(copy)))
  } catch (error) {
    if (!(error instanceof KptfileError)) throw error
    throw fail('KPTFILE', `failed to decode Kptfile: invalid 'v1' Kptfile: ${error.details}`)
  }
}

function configPathsOf(kptfile: Mapping): string[] {
  return ['mutators', 'validators'].flatMap((name) => {
    const list = fieldAt(kptfile, 'pipeline', name)
    const paths = list?.kind === SEQUENCE ? list.items.map((step) => textOf(step, 'configPath')) : []
    return paths.filter((path) => path !== '')
  })
}

/** Resources of the package itself that are not there for its functions. */
function isDocumented(item: Mapping, configs: readonly string[]): boolean {
  const path = filePathOf(item)
  return path !== '' && dirname(path) === '.' && !configs.includes(path) && textOf(item, 'kind') !== 'Kptfile'
}

function settersSection(items: readonly Mapping[]): string {
  const rows = settersOf(items).map(({ name, value, type, count }) => [name, value, type, `${count}`])
  if (rows.length === 0) return section('Setters', 'This package has no setters.\n')
  return section('Setters', table(['Name', 'Value', 'Type', 'Count'], rows))
}

function packagesSection(kptfiles: readonly Mapping[]): string {
  const links = kptfiles.map(
    (kptfile) => `- [${textOf(kptfile, 'metadata', 'name')}](${dirname(filePathOf(kptfile))})\n`,
  )
  return section('Sub-packages', links.sort(compareBytes).join('') || 'This package has no sub-packages.\n')
}

const NO_RESOURCES = 'This package has no top-level resources. See sub-packages.\n'

function resourcesSection(items: readonly Mapping[]): string {
  if (items.length === 0) return section('Resources', NO_RESOURCES)
  const rows = items.map((item) => {
    const [name, namespace] = [textOf(item, 'metadata', 'name'), textOf(item, 'metadata', 'namespace')]
    return [filePathOf(item), textOf(item, 'apiVersion'), textOf(item, 'kind'), name, namespace]
  })
  return section('Resources', table(['File', 'APIVersion', 'Kind', 'Name', 'Namespace'], rows))
}

function referencesSection(items: readonly Mapping[]): string {
  const lines = new Set(items.map((item) => `- ${linkTo(item)}\n`))
  return section('Resource References', [...lines].sort(compareBytes).join('') || NO_RESOURCES)
}

function linkTo(item: Mapping): string {
  const { group, version, kind } = gvkOf(item)
  const lower = kind.toLowerCase()
  if (group.endsWith('.cnrm.cloud.google.com')) {
    const place = 'https://cloud.google.com/config-connector/docs/reference/resource-docs'
    return `[${kind}](${place}/${group.slice(0, group.indexOf('.'))}/${lower})`
  }
  if (group !== '' && group.includes('.') && !group.endsWith('.k8s.io')) return kind
  const place = 'https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.22'
  return `[${kind}](${place}/#${lower}-${version}-${group === '' ? 'core' : group.replaceAll('.', '-')})`
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`
}

/** Titles in the middle of their columns, numbers at the right. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (cells: readonly string[]) => `|${cells.join('|')}|\n`
  const centred = titles.map((title, i) => {
    const room = (widths[i] as number) + 2 - title.length
    return ' '.repeat(room >> 1) + title + ' '.repeat(room - (room >> 1))
  })
  const shown = rows.map((row) =>
    row.map((cell, i) => {
      const width = widths[i] as number
      return ` ${/^-?(?:\d{1,3}(?:,\d{3})*|\d+)(?:\.\d+)?$/.test(cell) ? cell.padStart(width) : cell.padEnd(width)} `
    }),
  )
  return [line(centred), line(widths.map((width) => '-'.repeat(width + 2))), ...shown.map(line)].join('')
}
