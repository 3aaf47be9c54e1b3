/** What the commands for whole packages have in common: their failures, and how a package on disk is changed. */
import { chmodSync, existsSync, rmdirSync, statSync } from 'node:fs'
import { fail, ToolError } from '../core/error.ts'
import { dirname, join } from '../core/path.ts'
import { compareBytes } from '../core/text.ts'
import { KptfileError } from '../kpt/kptfile.ts'
import { sameBytes, type Tree } from '../kpt/tree.ts'
import { type Changes, checkNewPlace } from '../krm/package-changes.ts'
import { applyChanges } from './apply-changes.ts'
import type { CommandContext } from './command.ts'
import { absolute, type KptTools, kptCommand, packageRoot } from './kpt-tools.ts'

/** Runs a command; what went wrong with a package is told with a capital letter, mistakes in the words without. */
export function pkgCommand(action: (tools: KptTools) => Promise<void>): (context: CommandContext) => Promise<number> {
  return kptCommand(async (tools) => {
    try {
      await action(tools)
    } catch (error) {
      if (!(error instanceof ToolError) || error instanceof KptfileError || error.code === 'USAGE') throw error
      throw new KptfileError(`Error: ${error.message} \n`, error.message)
    }
  })
}

/** The folder of the package that is meant, links resolved. */
export async function packageFolder(tools: KptTools, given: string): Promise<string> {
  if (!existsSync(absolute(tools, given))) throw fail('USAGE', `lstat ${given}: no such file or directory`)
  return await packageRoot(tools, given)
}

/** `PATH@REF` in its two parts. */
export function splitRef(word: string): { path: string; ref: string } {
  const at = word.lastIndexOf('@')
  return at < 0 ? { path: word, ref: '' } : { path: word.slice(0, at), ref: word.slice(at + 1) }
}

/** What turns one tree into the other. */
export function changesBetween(before: Tree, after: Tree): Changes {
  const written = new Map([...after].filter(([path, bytes]) => !sameBytes(before.get(path), bytes)))
  return { written, removed: [...before.keys()].filter((path) => !after.has(path)) }
}

/** Changes a package; nothing happens to it when one of the places is not inside of it. */
export async function changePackage(tools: KptTools, root: string, changes: Changes, source?: string): Promise<void> {
  for (const path of [...changes.written.keys(), ...changes.removed]) {
    if (path.split('/').includes('..')) throw fail('PATH_OUTSIDE', `${path} is outside of the package`)
    await checkNewPlace(tools.fs, root, path)
  }
  await applyChanges(tools.fs, root, changes)
  if (source !== undefined) copyModes(source, root, changes.written.keys())
  for (const path of changes.removed) removeEmptyFolders(root, dirname(path))
}

/** The folders that files lie in, each before those in it. */
export function foldersOf(paths: Iterable<string>): string[] {
  const folders = new Set<string>()
  for (const path of paths) for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at)
  return [...folders].sort(compareBytes)
}

/** Files that can be run stay so. */
export function copyModes(from: string, to: string, paths: Iterable<string>): void {
  for (const path of paths) {
    const mode = statSync(join(from, path), { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o111) !== 0) chmodSync(join(to, path), 0o755)
  }
}

function removeEmptyFolders(root: string, folder: string): void {
  for (let at = folder; at !== '.'; at = dirname(at)) {
    try {
      rmdirSync(join(root, at))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return
      if (code !== 'ENOENT') throw error
    }
  }
}
