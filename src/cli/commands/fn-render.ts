/** `strake fn render [PKG_PATH]`: runs the pipelines of a package and writes what they make of it. */
import { fail, wrap } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { KPTFILE } from '../../kpt/kptfile.ts'
import { readKptfileSource } from '../../kpt/package.ts'
import { passedOn, printAll, printUnwrapped } from '../../kpt/print.ts'
import { type RenderResult, render } from '../../kpt/render.ts'
import { renderStatus, withStatus } from '../../kpt/status.ts'
import { type Changes, changesOf } from '../../krm/package-changes.ts'
import { printPackageFiles } from '../../krm/package-write.ts'
import type { Mapping } from '../../yaml/node.ts'
import { applyChanges } from '../apply-changes.ts'
import {
  checkOutput,
  functionHost,
  type KptTools,
  kptCommand,
  makeResultsFolder,
  packageRoot,
  prepareOptions,
  writeNewFolder,
  writeResults,
  writesFiles,
} from '../kpt-tools.ts'

export const run = kptCommand(async (tools) => {
  const { flags, environment, stdout } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const output = flags.string('output')
  const root = await packageRoot(tools, words[0] ?? '.')
  const prepared = prepareOptions(tools, flags.bool('allow-exec'))
  checkOutput(tools, output)
  makeResultsFolder(tools)
  const result = await render({
    ...prepared,
    fs: tools.fs,
    root,
    host: functionHost(tools),
    addsUsage: environment.KRM_DISABLE_ATTRIBUTION === undefined,
    writesFiles: writesFiles(tools, output),
  })
  const { items, failure, origins, reports, packages } = result
  if (output === '') await saveInPlace(tools, root, result)
  else if (failure === undefined && items !== undefined) {
    const passed = () => (tools.referenceFormat ? passedOn(items) : items)
    if (output === 'stdout') stdout.write(printAll(items))
    else if (output === 'unwrap') stdout.write(printUnwrapped(passed()))
    else await writeNewFolder(tools, output, texts(tools, output, passed(), origins))
  }
  if (output === '') summary(tools, result, packages)
  await writeResults(tools, reports)
  if (failure !== undefined) throw failure
})

function texts(
  { referenceFormat }: KptTools,
  folder: string,
  items: readonly Mapping[],
  origins: RenderResult['origins'],
): Map<string, string> {
  try {
    return printPackageFiles(items, folder, { origins, referenceFormat })
  } catch (error) {
    throw wrap('failed to save resources', error)
  }
}

async function saveInPlace(tools: KptTools, root: string, result: RenderResult): Promise<void> {
  const { items, files, origins, failure } = result
  const printed = items === undefined ? undefined : texts(tools, root, items, origins)
  let changes: Changes = { written: new Map(), removed: [] }
  try {
    if (printed !== undefined) changes = await changesOf(tools.fs, root, printed, files, failure === undefined)
  } catch (error) {
    throw wrap('failed to save resources', error)
  }
  await addStatus(tools, root, result, printed, changes)
  await applyChanges(tools.fs, root, changes)
}

/** The Kptfile tells how the rendering went, unless it is gone or cannot be read. */
async function addStatus(
  tools: KptTools,
  root: string,
  { reports, failure }: RenderResult,
  printed: ReadonlyMap<string, string> | undefined,
  { written, removed }: Changes,
): Promise<void> {
  if (tools.context.flags.bool('no-status') || removed.includes(KPTFILE)) return
  const text = printed?.get(KPTFILE)
  const place = join(root, KPTFILE)
  try {
    const source = text === undefined ? await readKptfileSource(tools.fs, root) : new Source(place, text)
    const status = renderStatus(reports, failure?.chain)
    written.set(KPTFILE, encodeUtf8(withStatus(source, status, tools.referenceFormat)))
  } catch (error) {
    if (!(error instanceof FileError)) throw error
  }
}

function summary({ say }: KptTools, { items, failure, reports }: RenderResult, packages: number): void {
  const executed = reports.filter(({ ran, exitCode }) => ran && exitCode === 0).length
  if (failure === undefined) say(`Successfully executed ${executed} function(s) in ${packages} package(s).\n`)
  else if (items === undefined) return
  else if (executed === 0) say(`Failed to execute any functions in ${packages} package(s).\n`)
  else say(`Partially executed ${executed} function(s) in ${packages} package(s).\n`)
}
