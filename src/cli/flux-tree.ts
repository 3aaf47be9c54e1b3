/** The tree of a path, for every command that is about one. */
import { fail } from '../core/error.ts'
import type { FileSystem } from '../core/host.ts'
import { basename, clean, dirname, isAbsolute, isWithin, join } from '../core/path.ts'
import { goQuote } from '../core/text.ts'
import { renderTree } from '../flux/render-tree.ts'
import { findRepository, readRemotes } from '../flux/source-remotes.ts'
import type { TreeSource } from '../flux/source-search.ts'
import type { FluxTree, RenderRelease, TreeOptions } from '../flux/tree.ts'
import { nodeFetcher } from '../node/fetcher.ts'
import { nodeFileSystem } from '../node/fs.ts'
import { nodeSourceFetcher } from '../node/source-fetcher.ts'
import { givenDecryptor } from './age-keys.ts'
import type { CommandContext } from './command.ts'
import { commaSeparated, localSources } from './flux-flags.ts'
import { tellSlow } from './progress.ts'
import { shortLived } from './short-life.ts'

/** For {@link shortLived}: the objects of a tree are kept until it is whole. */
export const MANY = 1200

/** `more` is what a command adds. */
export async function openTree(
  context: CommandContext,
  path: string,
  more: Partial<TreeOptions> = {},
): Promise<FluxTree> {
  return await withTreeOptions(context, path, async (options) => {
    if ((await options.fs.stat(options.folder))?.type !== 'directory')
      throw fail('PATH', `invalid path ${goQuote(path)}: no such directory`)
    const tree = await renderTree({ ...options, ...more })
    tellSources(context, tree)
    return tree
  })
}

/** What the tree of a path is rendered with; the path need not be there. What was fetched is there until the action ends. */
export async function withTreeOptions<T>(
  context: CommandContext,
  path: string,
  action: (options: TreeOptions) => Promise<T>,
): Promise<T> {
  const { flags, cwd, environment, reporter } = context
  const fs = nodeFileSystem({ onRead: shortLived(MANY) })
  const folder = await realPlace(fs, isAbsolute(path) ? path : join(cwd, path))
  const repository = await repositoryOf(fs, folder, await fs.real(cwd))
  const tell = tellSlow(context)
  const fetching = { environment, offline: flags.bool('offline'), folder: repository, onSlow: tell }
  const fetcher = nodeFetcher({ ...fetching, fs, isForFlux: true })
  const artifacts = nodeSourceFetcher(fetching)
  const remotes = await readRemotes(fs, repository)
  const decryptor = await givenDecryptor(context)
  const helm = await openHelm(context)
  try {
    return await action({
      fs,
      repository,
      folder,
      namespace: flags.string('namespace'),
      localSources: localSources(flags.list('local-sources'), cwd),
      remotes: [...remotes.values()],
      strict: flags.bool('strict-substitute'),
      customStageKinds: commaSeparated(flags.list('custom-apply-stage-kinds')),
      fetcher,
      artifacts,
      log: reporter,
      renderRelease: helm?.render,
      decryptor,
      onKustomization: slowly((id) => tell(`rendering ${id}`)),
    })
  } finally {
    await Promise.all([fetcher.close(), artifacts.close(), helm?.close()])
  }
}

/** Undefined when releases are not to be rendered. */
async function openHelm(
  context: CommandContext,
): Promise<{ render: RenderRelease; close(): Promise<void> } | undefined> {
  const { flags, environment } = context
  if (!flags.bool('helm')) return undefined
  const { releaseRenderer } = await import('../flux/helm-render.ts')
  const { nodeRunner } = await import('../node/runner.ts')
  const runner = nodeRunner({ environment, onSlow: tellSlow(context) })
  const render = releaseRenderer({
    runner,
    disk: nodeFileSystem(),
    command: flags.string('helm-command'),
    kubeVersion: flags.string('helm-kube-version'),
    apiVersions: commaSeparated(flags.list('helm-api-versions')),
  })
  return { render, close: () => runner.close() }
}

/** With every link resolved, as far as there is something. */
async function realPlace(fs: FileSystem, path: string): Promise<string> {
  const at = clean(path)
  if (at === '/' || (await fs.stat(at)) !== undefined) return await fs.real(at)
  return join(await realPlace(fs, dirname(at)), basename(at))
}

export function tellSources(context: CommandContext, tree: FluxTree): void {
  if (!context.flags.bool('quiet')) for (const { id, found } of tree.sources) tellSource(context, id, found)
}

function tellSource({ reporter }: CommandContext, id: string, found: TreeSource['found']): void {
  if (found === 'assumed') reporter.line('SOURCE', `${id} is defined nowhere here: taken for this repository`)
  if (found === 'repository') reporter.line('SOURCE', `${id} is this repository, by its remote URL`)
}

/** The work tree that the path lies in; without one, the working directory above it. */
async function repositoryOf(fs: ReturnType<typeof nodeFileSystem>, folder: string, cwd: string): Promise<string> {
  return (await findRepository(fs, folder)) ?? (isWithin(folder, cwd) ? cwd : folder)
}

/** The first word after a second, further ones no more often. */
function slowly(say: (id: string) => void): (id: string) => void {
  let last = Date.now()
  return (id) => {
    if (Date.now() - last < 1000) return
    last = Date.now()
    say(id)
  }
}
