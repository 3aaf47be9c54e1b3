/** `strake flux diff`: what a change of a repository does to the cluster. */
import { fail } from '../../core/error.ts'
import type { FileSystem } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { encodeUtf8, goQuote } from '../../core/text.ts'
import { Changes } from '../../flux/diff/changes.ts'
import { compareKustomizations } from '../../flux/diff/compare.ts'
import { htmlReport } from '../../flux/diff/html.ts'
import { markdownReport } from '../../flux/diff/markdown.ts'
import type { ComparedKustomization } from '../../flux/diff/objects.ts'
import { readRendered } from '../../flux/diff/rendered.ts'
import { ACTIONS, type DiffReport } from '../../flux/diff/report.ts'
import { textReport } from '../../flux/diff/text.ts'
import { comparedKustomizations, renderSides } from '../../flux/diff/trees.ts'
import { renderTree } from '../../flux/render-tree.ts'
import { type FluxTree, shownProblem, type TreeOptions, type TreeProblem } from '../../flux/tree.ts'
import { Schema } from '../../krm/schema.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { changedPaths, LocalGit, openRevision } from '../../node/git-revision.ts'
import { write } from '../../node/write.ts'
import type { CommandContext } from '../command.ts'
import { oneOf } from '../flags.ts'
import { commaSeparated, MISTAKE_MARK, REPORT_FORMATS } from '../flux-flags.ts'
import { MANY, tellSources, withTreeOptions } from '../flux-tree.ts'
import { shortLived } from '../short-life.ts'
import { isTerminal } from '../terminal.ts'

const DIFFERENT = 1
const PROBLEMS = 2

/** What is compared, rendered. */
interface Compared {
  base: ComparedKustomization[]
  head: ComparedKustomization[]
  problems: { base: ProblemsOf; head: ProblemsOf }
  /** Of the report. */
  title: string
}

/** The problems of a tree; its repository is part of their messages, where it differs. */
type ProblemsOf = Pick<FluxTree, 'repository' | 'problems'>

type Format = (typeof REPORT_FORMATS)[number]

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, stdout } = context
  const format = oneOf('--format', flags.string('format'), REPORT_FORMATS)
  const failing = commaSeparated(flags.list('fail-on')).map((one) => oneOf('--fail-on', one, [...ACTIONS, 'none']))
  const files = flags.list('output').map((file) => ({ file, format: formatOf(file) }))
  const isOfGit = flags.string('base') !== ''
  if (!isOfGit && (flags.string('head') !== '' || flags.words.length !== 2))
    throw fail('USAGE', 'give --base REVISION, or two folders to compare')
  if (isOfGit && flags.words.length > 1)
    throw fail('USAGE', `accepts at most 1 arg(s) with --base, received ${flags.words.length}`)
  const compared = isOfGit ? await compareRevisions(context) : await compareFolders(context)
  const schema = Schema.builtin()
  await schema.load()
  const report = compareKustomizations({ ...compared, schema })
  const isColoured = (context.environment.NO_COLOR ?? '') === '' && (await isTerminal(1))
  stdout.write(drawn(report, format, compared.title, isColoured))
  for (const { file, format } of files) {
    const text = drawn(report, format, compared.title, false)
    write(isAbsolute(file) ? file : join(cwd, file), encodeUtf8(text))
  }
  if (await tellProblems(context, compared.problems)) return PROBLEMS
  const counted = failing.length === 0 ? ACTIONS : ACTIONS.filter((action) => failing.includes(action))
  return counted.some((action) => report.counts[action] > 0) ? DIFFERENT : 0
}

function drawn(report: DiffReport, format: Format, title: string, isColoured: boolean): string {
  if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`
  if (format === 'markdown') return markdownReport(report, { title })
  return format === 'html' ? htmlReport(report, title) : textReport(report, { isColoured })
}

const ENDINGS: Record<string, Format> = { html: 'html', json: 'json', md: 'markdown', txt: 'text' }

function formatOf(file: string): Format {
  const format = ENDINGS[file.slice(file.lastIndexOf('.') + 1)]
  if (format === undefined)
    throw fail('USAGE', `no form of the report ends in that: ${goQuote(file)}: .txt, .json, .md, .html`)
  return format
}

/** The path at a revision, and at another one or in the work tree. */
async function compareRevisions(context: CommandContext): Promise<Compared> {
  const { flags } = context
  const [path = '.'] = flags.words
  const git = new LocalGit(context.environment, shortLived(MANY))
  try {
    return await withTreeOptions(context, path, async (options) => {
      const top = await git.topLevel(options.repository)
      const headName = flags.string('head')
      const open = (revision: string) => openRevision({ git, top, revision, outside: options.fs })
      const head = headName === '' ? undefined : await open(headName)
      const baseName = flags.string('base')
      const isAncestor = flags.bool('merge-base')
      const base = await open(
        isAncestor
          ? await git.mergeBase(top, (await git.commit(top, baseName)).name, head?.commit ?? 'HEAD')
          : baseName,
      )
      const changes = new Changes(await changedPaths(git, top, base, head))
      const sides = { base: { ...options, fs: base }, head: { ...options, fs: head ?? options.fs } }
      const here = await Promise.all([sides.base, sides.head].map((side) => isFolder(side.fs, side.folder)))
      if (!here.includes(true)) throw fail('PATH', `invalid path ${goQuote(path)}: no such directory on either side`)
      const [isBefore, isAfter] = here
      const trees =
        isBefore && isAfter
          ? await renderSides({ ...sides, changes })
          : {
              base: isBefore ? await renderTree(sides.base) : emptyTree(options),
              head: isAfter ? await renderTree(sides.head) : emptyTree(options),
              same: new Set<string>(),
            }
      tellSources(context, trees.head)
      const title = `${baseName}${isAncestor ? '...' : '..'}${headName}: ${path}`
      return { ...ofTrees(trees.base, trees.head, trees.same), title }
    })
  } finally {
    git.close()
  }
}

function ofTrees(base: FluxTree, head: FluxTree, same: ReadonlySet<string>): Omit<Compared, 'title'> {
  return {
    base: comparedKustomizations(base, head, same),
    head: comparedKustomizations(head, base, same),
    problems: { base, head },
  }
}

async function isFolder(fs: FileSystem, path: string): Promise<boolean> {
  return (await fs.stat(path))?.type === 'directory'
}

function emptyTree({ repository, folder }: TreeOptions): FluxTree {
  return { repository, folder, kustomizations: [], sources: [], opaque: [], problems: [] }
}

/** Each is a path of a repository, or a folder that was rendered. */
async function compareFolders(context: CommandContext): Promise<Compared> {
  const { flags, cwd } = context
  const fs = nodeFileSystem()
  const [before = '', after = ''] = flags.words
  const open = async (path: string): Promise<{ rendered: ComparedKustomization[] } | { tree: FluxTree }> => {
    const folder = isAbsolute(path) ? path : join(cwd, path)
    if (!(await isFolder(fs, folder))) throw fail('PATH', `invalid path ${goQuote(path)}: no such directory`)
    const rendered = await readRendered(fs, folder)
    if (rendered !== undefined) return { rendered }
    return await withTreeOptions(context, path, async (options) => {
      const tree = await renderTree(options)
      tellSources(context, tree)
      return { tree }
    })
  }
  const [base, head] = [await open(before), await open(after)]
  const title = `${before} -> ${after}`
  const treeOf = (side: typeof base) => ('tree' in side ? side.tree : undefined)
  const of = (side: typeof base, other: typeof base) =>
    'rendered' in side ? side.rendered : comparedKustomizations(side.tree, treeOf(other), new Set())
  const none: ProblemsOf = { repository: '', problems: [] }
  const problems = { base: treeOf(base) ?? none, head: treeOf(head) ?? none }
  return { base: of(base, head), head: of(head, base), problems, title }
}

/** Errors that the change brings with it count; those that were there before are told. */
async function tellProblems({ reporter }: CommandContext, { base, head }: Compared['problems']): Promise<boolean> {
  const keyOf = ({ about, message }: TreeProblem, { repository }: ProblemsOf) =>
    `${about}\0${repository === '' ? message : message.replaceAll(repository, '')}`
  const known = new Set(base.problems.map((problem) => keyOf(problem, base)))
  let isWrong = false
  for (const one of head.problems) {
    const isNew = !known.has(keyOf(one, head))
    const problem = shownProblem(one)
    if (isNew && problem.severity === 'error') {
      isWrong = true
      await reporter.error(
        fail(problem.code, problem.message, { at: problem.at, hint: problem.hint }),
        '',
        MISTAKE_MARK,
      )
    } else if (isNew || problem.severity === 'error') reporter.emit({ ...problem, severity: 'warning' })
  }
  return isWrong
}
