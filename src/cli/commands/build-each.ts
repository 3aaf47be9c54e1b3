/** `strake build --each DIR…`: several kustomizations in one run. */
import { mkdirSync } from 'node:fs'
import { fail, ToolError, wrap } from '../../core/error.ts'
import { isAbsolute, isWithin, join } from '../../core/path.ts'
import type { BuildOptions, BuildResult } from '../../kustomize/build.ts'
import { isRepository } from '../../kustomize/elsewhere.ts'
import { BuildTables } from '../../kustomize/tables.ts'
import type { CommandContext } from '../command.ts'
import { writeOutput } from '../output.ts'
import { shortLived } from '../short-life.ts'

/** What the builds of one run have in common. */
export interface SharedOptions extends Pick<BuildOptions, 'parsed' | 'tables'> {
  /** Told how large every file is that is read. */
  settle: (size: number) => void
}

type BuildOne = (context: CommandContext, argument: string, shared: SharedOptions) => Promise<BuildResult>

/** Nothing is printed or written before all of them are built: what is printed may be applied. */
export async function buildEach(context: CommandContext, buildOne: BuildOne): Promise<number> {
  const { flags, cwd, stdout } = context
  const { words } = flags
  if (words.length === 0) throw fail('USAGE', '--each needs the folders to build')
  const output = flags.string('output')
  const folders = new Map(output === '' ? [] : words.map((argument) => [argument, subfolder(argument, context)]))
  const shared: SharedOptions = { parsed: new Map(), tables: new BuildTables(), settle: shortLived() }
  const results = new Map<string, BuildResult>()
  for (const argument of words) {
    try {
      results.set(argument, await buildOne(context, argument, shared))
    } catch (error) {
      throw error instanceof ToolError ? wrap(argument, error) : error
    }
  }
  if (output === '')
    stdout.write(
      [...results.values()]
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join('---\n'),
    )
  for (const [argument, folder] of folders) {
    const path = join(output, folder)
    mkdirSync(isAbsolute(path) ? path : join(cwd, path), { recursive: true })
    await writeOutput(path, cwd, results.get(argument) as BuildResult)
  }
  return 0
}

/** Named as the kustomization's folder is, seen from the working directory. */
function subfolder(argument: string, { cwd }: CommandContext): string {
  const root = isAbsolute(argument) ? join(argument) : join(cwd, argument)
  if (isRepository(argument) || !isWithin(root, cwd) || root === cwd) {
    throw fail('USAGE', `${argument}: with --each and --output, folders have to lie below the working directory`)
  }
  return root.slice(cwd === '/' ? 1 : cwd.length + 1)
}
