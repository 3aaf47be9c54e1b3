/** `strake flux render [PATH]`: what Flux applies from a path of a repository. */
import { type Diagnostic, fail, ToolError } from '../../core/error.ts'
import { isAbsolute, isWithin, join } from '../../core/path.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { INDEX_NAME, kustomizationText, treeFiles, treeJson, treeStream } from '../../flux/render-output.ts'
import {
  type FluxTree,
  maskKustomization,
  maskTree,
  shownProblem,
  type TreeKustomization,
  type TreeProblem,
} from '../../flux/tree.ts'
import type { CommandContext } from '../command.ts'
import { MISTAKE_MARK } from '../flux-flags.ts'
import { openTree } from '../flux-tree.ts'
import { isTerminal } from '../terminal.ts'

const STDOUT = 1

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, stdout } = context
  if (flags.words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${flags.words.length}`)
  const isRevealed = flags.bool('reveal')
  if (isRevealed && (flags.string('output') !== '' || !(await isTerminal(STDOUT))))
    throw fail('USAGE', '--reveal is for a terminal: what is decrypted is written to no file and no other program')
  const output = flags.string('output')
  const names = flags.list('kustomization')
  const isStream = output === '' && !flags.bool('json')
  const opened = await openTree(context, flags.words[0] ?? '.', {
    recordsInputs: !isStream,
    print: (one) => (isStream && isChosen(one, names) ? printed(isRevealed ? one : maskKustomization(one)) : undefined),
  })
  const tree = isRevealed ? opened : maskTree(opened)
  const shown = chosen(tree, names)
  const problems = problemsOf(tree, shown)
  const isGood = await report(context, problems)
  if (output !== '') {
    const place = isAbsolute(output) ? output : join(cwd, output)
    if (isWithin(tree.repository, place))
      throw fail('USAGE', `the repository lies in ${output}, which would be replaced`)
    const { replaceFolder } = await import('../../node/replace-folder.ts')
    const files = [...treeFiles({ ...tree, problems }, shown)].map(([name, text]) => [name, encodeUtf8(text)] as const)
    replaceFolder(place, INDEX_NAME, new Map(files))
  } else if (flags.bool('json')) {
    stdout.write(treeJson({ ...tree, problems }, shown, true))
  } else {
    stdout.write(treeStream(tree, shown))
  }
  return isGood ? 0 : 1
}

/** Those of the given names, `NAME` or `NAMESPACE/NAME`. */
function chosen(tree: FluxTree, names: readonly string[]): TreeKustomization[] {
  for (const name of names) {
    if (tree.kustomizations.some((one) => isNamed(one, name))) continue
    throw fail('NO_KUSTOMIZATION', `nothing here applies a Kustomization '${name}'`, {
      hint: `there are ${tree.kustomizations.map(({ id }) => id).join(', ')}`,
    })
  }
  return tree.kustomizations.filter((one) => isChosen(one, names))
}

function isChosen(one: TreeKustomization, names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => isNamed(one, name))
}

function isNamed({ id, kustomization }: TreeKustomization, name: string): boolean {
  return id === name || kustomization.metadata.name === name
}

/** Undefined for what has no text: it is an error when the rest is printed, after the problems of the tree. */
function printed(one: TreeKustomization): string | undefined {
  try {
    return kustomizationText(one)
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** Those of the chosen ones, their sources and what they apply, and of the repository. */
function problemsOf({ kustomizations, problems, opaque }: FluxTree, shown: TreeKustomization[]): TreeProblem[] {
  if (shown.length === kustomizations.length) return problems
  const ids = new Set(shown.map(({ id }) => id))
  const about = new Set([
    '',
    ...ids,
    ...[...ids].map((id) => `Kustomization/${id}`),
    ...shown.map(({ source }) => source?.id),
  ])
  for (const { by, kind, namespace, name } of opaque) if (ids.has(by)) about.add(`${kind}/${namespace}/${name}`)
  return problems.filter((problem) => about.has(problem.about))
}

/** Warnings are told; errors end the command, unless it is to go on with what there is. */
async function report({ flags, reporter }: CommandContext, problems: readonly TreeProblem[]): Promise<boolean> {
  const said = problems.map(shownProblem)
  const errors = said.filter(({ severity }) => severity === 'error')
  const goesOn = flags.bool('keep-going') || flags.bool('json')
  for (const one of said) if (one.severity === 'warning') reporter.emit(one)
  const [first, ...also] = errors
  if (first === undefined) return true
  if (!goesOn) throw asError(first, also)
  for (const one of errors) await reporter.error(asError(one, []), '', MISTAKE_MARK)
  return false
}

function asError({ code, message, at, hint }: Diagnostic, also: Diagnostic[]): ToolError {
  return new ToolError(code, message, { at, hint, also })
}
