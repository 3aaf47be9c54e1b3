/** `strake pkg diff [PKG_PATH][@VERSION]`: compares a package with its upstream by a program of the user's. */
import { fail } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import { readKptfile } from '../../kpt/kptfile.ts'
import { differentFiles } from '../../kpt/merge-files.ts'
import { readKptfileSource } from '../../kpt/package.ts'
import { readTree, type Tree } from '../../kpt/tree.ts'
import { newPackage } from '../../kpt/update.ts'
import { type Upstream, upstreamLockOf, upstreamOf } from '../../kpt/upstream.ts'
import { findProgram } from '../../node/run-program.ts'
import type { KptTools } from '../kpt-tools.ts'
import { type FetchedPackage, PackageFetcher } from '../pkg-fetch.ts'
import { packageFolder, pkgCommand, splitRef } from '../pkg-tools.ts'

const TYPES = ['local', 'remote', 'combined', '3way']

/** A program may show the differences in a window that stays open. */
const SECONDS = 24 * 3600
const MAXIMUM_BYTES = 1 << 30

export const run = pkgCommand(async (tools) => {
  const { flags, environment, stdout } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const type = flags.string('diff-type')
  if (!TYPES.includes(type)) {
    throw fail('USAGE', `invalid diff-type '${type}': supported diff-types are: ${TYPES.join(', ')}`)
  }
  const { path, ref } = splitRef(words[0] ?? '.')
  const root = await packageFolder(tools, path === '' ? '.' : path)
  const { document, name } = readKptfile(await readKptfileSource(tools.fs, root))
  const upstream = upstreamOf(document.root)
  const lock = upstreamLockOf(document.root)
  if (upstream === undefined || lock === undefined) {
    throw fail('USAGE', `package missing upstream in Kptfile at '${root}'`)
  }
  const tool = flags.string('diff-tool') || environment.KPT_EXTERNAL_DIFF || 'diff'
  const program = tool.includes('/') ? tool : findProgram(tool, environment.PATH)
  if (program === undefined) throw fail('USAGE', `diff-tool '${tool}' not found in the PATH`)
  const local = await readTree(tools.fs, root)
  const scratch = await tools.runner.scratch('strake-diff-')
  const stage = async (kind: string, version: string, { tree }: FetchedPackage): Promise<string> => {
    const folder = `${kind}-${version.replaceAll('/', '-')}`
    const files = await staged(tools, tree, local, { root, name, upstream, lock })
    for (const [file, bytes] of files) await scratch.write(join(folder, file), bytes)
    return join(scratch.path, folder)
  }
  const fetcher = new PackageFetcher(tools)
  const sides: string[] = type === 'remote' ? [] : [root]
  try {
    if (type !== 'combined') sides.push(await stage('remote', lock.ref, await fetcher.fetchLocked(lock)))
    if (type !== 'local') {
      const target = await fetcher.resolve({ ...upstream, ref: ref || upstream.ref })
      sides.push(await stage('target', target.ref, await fetcher.fetch(target)))
    }
  } finally {
    await fetcher.close()
  }
  const options = (flags.string('diff-tool-opts') || (environment.KPT_EXTERNAL_DIFF_OPTS ?? '')).split(/\s+/)
  const given = [...options.filter((word) => word !== ''), ...sides]
  const limits = { seconds: SECONDS, maximumBytes: MAXIMUM_BYTES }
  const result = await tools.runner.run({ program, words: given, cwd: tools.context.cwd, showsErrors: true, ...limits })
  stdout.write(result.stdout)
  // `diff` ends with 1 when there are differences.
  if (result.code <= 1) return
  tools.say(
    `\nThe selected diff tool (${program}) exited with an error. It may not support the chosen diff type (${type}). To use a different diff tool please provide the tool using the --diff-tool flag. \n\nFor more information about using kpt's diff command please see the commands --help.\n`,
  )
  throw fail('USAGE', result.status)
})

/** Upstream's files as a fetch would write them here; those that say the same as the local ones have their bytes. */
async function staged(
  { say, referenceFormat }: KptTools,
  tree: Tree,
  local: Tree,
  { root, name, upstream, lock }: { root: string; name: string; upstream: Upstream; lock: FetchedPackage['lock'] },
): Promise<Tree> {
  const files = await newPackage({
    ...{ updated: tree, root, name, kptfileName: name, upstream, lock, referenceFormat },
    onUnreadable: (problem) => say(`[WARN] taken as it is: ${problem}\n`),
  })
  const different = new Set(await differentFiles(local, files, root))
  for (const path of files.keys()) {
    const own = local.get(path)
    if (own !== undefined && !different.has(path) && !path.endsWith('Kptfile')) files.set(path, own)
  }
  return files
}
