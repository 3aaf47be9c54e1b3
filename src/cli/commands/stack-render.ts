/** `strake stack render CLUSTER`: the repository of a cluster, written, compared or printed. */
import { resolve } from 'node:path'
import { fail } from '../../core/error.ts'
import { decodeUtf8 } from '../../core/text.ts'
import { nodeTreeFileSystem } from '../../node/change-folder.ts'
import { compareTree, type TreeChange, type TreeComparison } from '../../stack/write/compare.ts'
import { writeFiles } from '../../stack/write/disk.ts'
import { INVENTORY, withInventory } from '../../stack/write/inventory.ts'
import type { CommandContext } from '../command.ts'
import { planStack, type StackPlan } from '../stack-plan.ts'
import { clusterWord, openCluster } from '../stack-tools.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, reporter, stdout } = context
  const output = flags.string('output')
  const compares = flags.bool('check') || flags.bool('diff')
  const isFolder = output !== '' && !output.startsWith('oci://') && !output.endsWith('.tar') && output !== '-'
  if (compares && !isFolder)
    throw fail('USAGE', '--check and --diff compare with a folder', { hint: 'name it with -o' })
  const plan = await planStack(await openCluster(context, clusterWord(context)))
  for (const warning of plan.warnings) reporter.emit(warning)
  if (compares) return await compare(context, plan, output)
  if (isFolder) return await write(context, plan, output)
  if (output.startsWith('oci://')) return await push(context, plan, output)
  if (output.endsWith('.tar')) return await writeArchive(context, plan, output)
  for (const { path, directory, content } of plan.files) if (!directory) stdout.write(`---\n# ${path}\n${content}`)
  return 0
}

async function write({ cwd, stdout }: CommandContext, { files }: StackPlan, output: string): Promise<number> {
  const base = resolve(cwd, output)
  const { written, removed, kept } = await writeFiles(files, base, nodeTreeFileSystem(), { inventory: true })
  for (const path of kept) stdout.write(`kept ${path}: it was part of an earlier run, but has been changed since\n`)
  const count = files.filter(({ directory }) => !directory).length
  const changed = written.filter((path) => !path.endsWith(INVENTORY)).length
  stdout.write(`${output}: ${count} files, ${changed} written, ${removed.length} removed\n`)
  return 0
}

async function compare(context: CommandContext, { files }: StackPlan, output: string): Promise<number> {
  const { cwd, flags, stdout } = context
  const comparison = await compareTree(withInventory(files), resolve(cwd, output), nodeTreeFileSystem())
  if (flags.bool('diff')) stdout.write(await differences(comparison))
  else for (const { kind, path } of comparison.changes) stdout.write(`${kind} ${path}\n`)
  return comparison.changes.length === 0 ? 0 : 1
}

/** As `diff -u` has it; the list of files that is written beside the tree is not shown. */
async function differences({ changes }: TreeComparison): Promise<string> {
  const { createTwoFilesPatch } = await import('diff')
  const shown = ({ path, before, after }: TreeChange): string => {
    const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? '' : (decodeUtf8(bytes) ?? '(not UTF-8)\n'))
    const from = before === undefined ? '/dev/null' : `a/${path}`
    const to = after === undefined ? '/dev/null' : `b/${path}`
    return createTwoFilesPatch(from, to, text(before), text(after)).replace(/^=+\n/, '').replaceAll('\t\n', '\n')
  }
  return changes
    .filter(({ path }) => !path.endsWith(INVENTORY))
    .map(shown)
    .join('')
}

async function writeArchive({ cwd, stdout }: CommandContext, { files }: StackPlan, output: string): Promise<number> {
  const [{ tarOf }, { writeTogether }] = await Promise.all([
    import('../../stack/write/tar.ts'),
    import('../../node/write-together.ts'),
  ])
  const bytes = await tarOf(files)
  writeTogether([{ path: resolve(cwd, output), bytes }])
  stdout.write(`${output}: ${files.filter(({ directory }) => !directory).length} files, ${bytes.length} bytes\n`)
  return 0
}

/** The tree alone: the bootstrap is not read from the artifact. */
async function push(context: CommandContext, { layout }: StackPlan, output: string): Promise<number> {
  const { environment, stdout } = context
  const [{ pushArtifact }, { nodeArtifactPusher }] = await Promise.all([
    import('../../stack/write/oci.ts'),
    import('../../node/oci-push.ts'),
  ])
  const digest = await pushArtifact(layout, output, nodeArtifactPusher({ environment }))
  stdout.write(`${output}@${digest}\n`)
  return 0
}
