/** The library in this process as a subject: what the command line would do, without the process. */
import { ToolError } from '../src/core/error.ts'
import type { FileSystem } from '../src/core/host.ts'
import { isAbsolute, join } from '../src/core/path.ts'
import { type BuildOptions, build } from '../src/kustomize/build.ts'
import { nodeFetcher } from '../src/node/fetcher.ts'
import { nodeFileSystem } from '../src/node/fs.ts'
import { nodeRunner } from '../src/node/runner.ts'
import type { BuildRequest, BuildResult, Subject } from './subject.ts'

interface Words {
  paths: string[]
  reorder: 'none' | 'legacy' | 'unspecified'
  loadRestrictor: 'LoadRestrictionsRootOnly' | 'LoadRestrictionsNone'
  switches: Set<string>
}

const SWITCHES = ['--enable-alpha-plugins', '--enable-helm', '--enable-exec', '--enable-managedby-label']

/** Undefined when only the command line can say what these words mean. */
function readWords(args: string[]): Words | undefined {
  const words: Words = {
    paths: [],
    reorder: 'unspecified',
    loadRestrictor: 'LoadRestrictionsRootOnly',
    switches: new Set(),
  }
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string
    if (word === '--reorder') {
      const order = args[++i]
      if (order !== 'none' && order !== 'legacy') return undefined
      words.reorder = order
    } else if (word === '--load-restrictor') {
      const restrictor = args[++i]
      if (restrictor !== 'LoadRestrictionsNone' && restrictor !== 'LoadRestrictionsRootOnly') return undefined
      words.loadRestrictor = restrictor
    } else if (SWITCHES.includes(word)) words.switches.add(word)
    else if (word.startsWith('-')) return undefined
    else words.paths.push(word)
  }
  return words.paths.length > 1 ? undefined : words
}

/**
 * `keepTextsFrom` as in the options of a build. By default whatever can be is kept as text, however little there is: what
 * is not, is nearly all that tests are made of.
 */
export async function librarySubject(keepTextsFrom = 1): Promise<Subject> {
  const fs = nodeFileSystem()
  return {
    name: 'the library in this process',
    unsupported: ({ args }) => (readWords(args) === undefined ? 'command line only' : undefined),
    run: (request) => buildInProcess(request, fs, keepTextsFrom),
  }
}

/** Builds with the given file system; an error that is no user's mistake passes through. */
export async function buildInProcess(
  { cwd, args, env }: BuildRequest,
  fs: FileSystem,
  keepTextsFrom?: number,
): Promise<BuildResult> {
  const words = readWords(args)
  if (words === undefined) throw new Error(`not for the library: ${args.join(' ')}`)
  const argument = words.paths[0] ?? '.'
  const lines: string[] = []
  const environment = { ...process.env, LC_ALL: 'C', ...env }
  const fetcher = nodeFetcher({ fs, environment })
  const runner = nodeRunner({ environment, onErrorOutput: () => undefined })
  const options: BuildOptions = {
    root: isAbsolute(argument) ? argument : join(cwd, argument),
    argument,
    fs,
    fetcher,
    runner,
    log: {
      emit: ({ code, message }) => lines.push(code === 'LOG' ? `2026/01/01 00:00:00 ${message}` : message),
    },
    reorder: words.reorder,
    loadRestrictor: words.loadRestrictor,
    enablePlugins: words.switches.has('--enable-alpha-plugins'),
    enableHelm: words.switches.has('--enable-helm') || words.switches.has('--enable-alpha-plugins'),
    functions: {
      exec: words.switches.has('--enable-exec'),
      environment: { HOME: process.env.HOME, ...env },
    },
    managedByLabel: words.switches.has('--enable-managedby-label') || env?.KUSTOMIZE_ENABLE_MANAGEDBY_LABEL === 'on',
    ...(keepTextsFrom === undefined ? {} : { keepTextsFrom }),
  }
  const stderr = () => lines.map((line) => `${line}\n`).join('')
  try {
    const { text } = await build(options)
    return { code: 0, stdout: text, stderr: stderr() }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { code: 1, stdout: '', stderr: `${stderr()}Error: ${error.message}\n` }
  } finally {
    await fetcher.close()
    await runner.close()
  }
}
