/** `strake pkg update [PKG_PATH][@VERSION]`: brings what upstream changed into a package. */
import { maskCredentials } from '../../core/credentials.ts'
import { fail } from '../../core/error.ts'
import { basename, join } from '../../core/path.ts'
import { KPTFILE, readKptfile } from '../../kpt/kptfile.ts'
import { readKptfileSource } from '../../kpt/package.ts'
import { readTree } from '../../kpt/tree.ts'
import { checkStrategy, remotePackages, updatePackage } from '../../kpt/update.ts'
import { requireUpstream, STRATEGIES, upstreamLockOf } from '../../kpt/upstream.ts'
import { Schema } from '../../krm/schema.ts'
import { commitState } from '../../node/git-status.ts'
import type { CommandContext } from '../command.ts'
import { PackageGetter } from '../package-getter.ts'
import { PackageFetcher } from '../pkg-fetch.ts'
import { changePackage, changesBetween, packageFolder, pkgCommand, splitRef } from '../pkg-tools.ts'

export const run = pkgCommand(async (tools) => {
  const { flags, stdout } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const { path, ref } = splitRef(words[0] ?? '.')
  const root = await packageFolder(tools, path === '' ? '.' : path)
  if (!flags.bool('dry-run')) await checkCommitted(root, tools.context.environment)
  const { document, name: kptfileName } = readKptfile(await readKptfileSource(tools.fs, root))
  const known = requireUpstream(document.root)
  const before = upstreamLockOf(document.root)
  const strategy = flags.string('strategy') || known.strategy || STRATEGIES[0]
  const name = basename(root)
  const fetcher = new PackageFetcher(tools)
  try {
    tools.say(`Package "${name}":\n`)
    const upstream = await fetcher.resolve({ ...known, ref: ref || known.ref, strategy })
    tools.say(`Fetching upstream from ${maskCredentials(upstream.repo)}@${upstream.ref}\n`)
    const updated = await fetcher.fetch(upstream)
    if (before !== undefined) {
      // The reference names the new version here too.
      tools.say(`Fetching origin from ${maskCredentials(before.repo)}@${upstream.ref}\n`)
    }
    const origin = before === undefined ? new Map() : (await fetcher.fetchLocked(before)).tree
    checkStrategy(strategy)
    tools.say(`Updating package "${name}" with strategy "${strategy}".\n`)
    const schema = Schema.builtin()
    await schema.load()
    const local = await readTree(tools.fs, root)
    const { lock, tree } = updated
    const conflicts: string[] = []
    const after = await updatePackage({
      ...{ local, origin, updated: tree, root, name, kptfileName, upstream, lock, schema },
      referenceFormat: tools.referenceFormat,
      onConflict: (where) => conflicts.push(where),
    })
    for (const where of conflicts) tools.say(`[CONFLICT] ${where}\n`)
    const getter = new PackageGetter(tools, fetcher, root)
    // What names an upstream here already is as the user wants it.
    for (const { folder, upstream, name } of remotePackages(after, root)) {
      if (!local.has(join(folder, KPTFILE))) await getter.add(folder, upstream, name)
    }
    for (const [path, bytes] of getter.tree) after.set(path, bytes)
    const changes = changesBetween(local, after)
    if (flags.bool('dry-run')) {
      for (const changed of [...changes.written.keys()].sort()) {
        stdout.write(`${local.has(changed) ? 'update' : 'create'} ${changed}\n`)
      }
      for (const removed of changes.removed.sort()) stdout.write(`delete ${removed}\n`)
      return
    }
    await changePackage(tools, root, changes, updated.place)
    getter.copyModes()
    tools.say(`\nUpdated ${1 + getter.count} package(s).\n`)
  } finally {
    await fetcher.close()
  }
})

/** What an update does can be seen and taken back only where all that was there before is in a commit. */
async function checkCommitted(root: string, environment: CommandContext['environment']): Promise<void> {
  const state = await commitState(root, environment)
  if (state === 'no repository') throw fail('UNCOMMITTED', `package "${basename(root)}" is not a git repository`)
  if (state === 'changed') throw fail('UNCOMMITTED', `package "${basename(root)}" contains uncommitted changes`)
}
