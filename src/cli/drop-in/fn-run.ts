/** `kustomize fn run [DIR] [-- key=value…]`: what is done is in `src/kustomize/fn`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fail } from '../../core/error.ts'
import { FileError, type FileSystem } from '../../core/host.ts'
import { dirname, isAbsolute, join } from '../../core/path.ts'
import { decodeUtf8 } from '../../core/text.ts'
import { argumentData } from '../../krm/function-arguments.ts'
import { changesOf } from '../../krm/package-changes.ts'
import { printPackageFiles } from '../../krm/package-write.ts'
import type { CommandFunction } from '../../kustomize/fn/declared.ts'
import { type FunctionRunResult, printStream, runFunctions } from '../../kustomize/fn/run.ts'
import { fileError } from '../../node/failures.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import { nodeRunner } from '../../node/runner.ts'
import { applyChanges } from '../apply-changes.ts'
import type { CommandContext } from '../command.ts'
import type { ParsedFlags } from '../flags.ts'
import { functionOptions } from '../function-options.ts'

export async function run(context: CommandContext): Promise<number> {
  const { flags, cwd, environment, stdout, stderr } = context
  const command = commandFunction(flags)
  const fs = nodeFileSystem()
  const [folder] = flags.words.slice(0, flags.dash)
  const root =
    folder === undefined ? undefined : await realPath(fs, isAbsolute(folder) ? folder : join(cwd, folder), cwd)
  const functionPaths: string[] = []
  for (const path of flags.list('fn-path').flatMap((text) => (text === '' ? [] : text.split(',')))) {
    functionPaths.push(await realPath(fs, path, cwd))
  }
  const runner = nodeRunner({ environment })
  try {
    const result = await runFunctions({
      ...{ fs, runner, cwd, functionPaths, command },
      functions: functionOptions(context),
      isGlobal: flags.bool('global-scope'),
      ...(root === undefined ? { stream: readStandardInput() } : { root }),
      onStep: (name) => flags.bool('log-steps') && stderr.write(`Running ${name}\n`),
      onResults: (number, text) => writeResults(flags.string('results-dir'), cwd, number, text),
    })
    if (root === undefined || flags.bool('dry-run')) stdout.write(printStream(result))
    else if (!result.isEmpty) await writeFolder(root, result)
    if (result.deferred.length > 0) throw fail('FUNCTION_FAILED', result.deferred.join('\n---\n'))
    return 0
  } finally {
    await runner.close()
  }
}

function commandFunction(flags: ParsedFlags): CommandFunction | undefined {
  const image = flags.string('image')
  const execPath = flags.string('exec-path')
  if (execPath !== '' && !flags.bool('enable-exec')) throw usage('must specify --enable-exec with --exec-path')
  if (flags.dash !== undefined && image === '' && execPath === '') throw usage('must specify --image')
  if ((flags.dash ?? flags.words.length) > 1)
    throw usage("0 or 1 arguments supported, function arguments go after '--'")
  if (image === '' && execPath === '') return undefined
  const words = flags.dash === undefined ? [] : flags.words.slice(flags.dash)
  return { image, execPath, network: flags.bool('network'), arguments: argumentData(words) }
}

function usage(message: string) {
  return fail('USAGE', message)
}

async function realPath(fs: FileSystem, given: string, cwd: string): Promise<string> {
  try {
    return await fs.real(isAbsolute(given) ? given : join(cwd, given))
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw fail(error.code, `evalsymlink failure on '${given}' : lstat ${error.path}: ${error.reason}`)
  }
}

function readStandardInput(): string {
  const text = decodeUtf8(readFileSync(0))
  if (text === undefined) throw fail('YAML_SYNTAX', 'standard input is not UTF-8')
  return text
}

function writeResults(folder: string, cwd: string, number: number, text: string): void {
  if (folder === '') return
  const shown = join(folder, `results-${number}.yaml`)
  try {
    writeFileSync(isAbsolute(shown) ? shown : join(cwd, shown), text, { mode: 0o600 })
  } catch (error) {
    const problem = fileError(error, shown)
    throw fail(problem.code, `open ${shown}: ${problem.reason}`)
  }
}

async function writeFolder(root: string, { items, files, origins }: FunctionRunResult): Promise<void> {
  const fs = nodeFileSystem()
  const folder = (await fs.stat(root))?.type === 'file' ? dirname(root) : root
  const texts = printPackageFiles(items, folder, { origins, referenceFormat: true })
  await applyChanges(fs, folder, await changesOf(fs, folder, texts, files, true))
}
