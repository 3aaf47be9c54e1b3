/** Folders with charts, a program that stands in for helm and writes down how it is called, and the reference beside it. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ToolError } from '../../src/core/error.ts'
import { type BuildOptions, build } from '../../src/kustomize/build.ts'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { nodeRunner } from '../../src/node/runner.ts'
import { errorText, programSubject, referenceProgram } from '../subject.ts'

/** A link when the text begins with `-> `. */
export type Files = Record<string, string | Uint8Array>

/** What a build came to. */
export interface Result {
  output?: string
  error?: string
  /** Each call of the stand-in: its words, its variables, the values files it was given. */
  calls: string[]
}

const STAND_IN = `#!/bin/sh
{
  for word in "$@"; do echo "word $word"; done
  env | grep '^HELM_' | sort
  last=
  for word in "$@"; do
    if [ "$last" = -f ]; then echo "values $word"; cat "$word" 2>&1; fi
    last=$word
  done
  echo "end of call"
} >> "$STAND_IN_LOG"
if [ "$1" = version ]; then
  echo "\${STAND_IN_VERSION-v3.22.0+gabcdef}"
  exit 0
fi
if [ "$1" = pull ]; then exit \${STAND_IN_PULL-0}; fi
cat "$STAND_IN_OUTPUT"
if [ -n "$STAND_IN_STDERR" ]; then echo "$STAND_IN_STDERR" >&2; fi
exit \${STAND_IN_CODE-0}
`

export class World {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'strake-helm-')))
  readonly folder = join(this.root, 'app')
  readonly standIn = join(this.root, 'stand-in')
  readonly environment: Record<string, string>
  private readonly log = join(this.root, 'log')

  constructor(files: Files, variables: Record<string, string> = {}) {
    this.environment = {
      PATH: process.env.PATH ?? '',
      HOME: this.root,
      STRAKE_CACHE: join(this.root, 'cache'),
      STAND_IN_LOG: this.log,
      STAND_IN_OUTPUT: join(this.root, 'output'),
      ...variables,
    }
    writeFileSync(this.standIn, STAND_IN)
    chmodSync(this.standIn, 0o755)
    writeFileSync(this.environment.STAND_IN_OUTPUT as string, CONFIG_MAP)
    mkdirSync(this.folder)
    this.write(files)
  }

  write(files: Files): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.folder, name)
      mkdirSync(dirname(path), { recursive: true })
      if (typeof text === 'string' && text.startsWith('-> ')) symlinkSync(text.slice('-> '.length), path)
      else writeFileSync(path, text)
    }
  }

  /** What the stand-in prints for `helm template`. */
  prints(text: string): void {
    writeFileSync(this.environment.STAND_IN_OUTPUT as string, text)
  }

  async build(options: Partial<BuildOptions> = {}): Promise<Result> {
    const runner = nodeRunner({ environment: this.environment })
    const { helm = {}, root = this.folder, ...others } = options
    let result: Omit<Result, 'calls'>
    try {
      const { text } = await build({
        root,
        fs: nodeFileSystem(),
        runner,
        enableHelm: true,
        helm: { command: this.standIn, ...helm },
        ...others,
      })
      result = { output: text }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      result = { error: this.shown(error.message) }
    } finally {
      await runner.close()
    }
    return { ...result, calls: this.takeCalls() }
  }

  /** The same by the reference; undefined where the machine does not have it. */
  async reference(words: readonly string[] = []): Promise<Result | undefined> {
    const program = referenceProgram()
    if (program === undefined) return undefined
    const args = ['.', '--enable-helm', ...words]
    if (!words.includes('--helm-command')) args.push('--helm-command', this.standIn)
    const { code, stdout, stderr } = await programSubject(program).run({
      cwd: this.folder,
      args,
      env: this.environment,
    })
    const result = code === 0 ? { output: stdout } : { error: this.shown(errorText(stderr).slice('Error: '.length)) }
    return { ...result, calls: this.takeCalls() }
  }

  git(...words: string[]): string {
    const env = { ...this.environment, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_COMMITTER_NAME: 'a' }
    const mails = { GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_EMAIL: 'a@example.org' }
    return execFileSync('git', words, { cwd: this.folder, env: { ...env, ...mails }, encoding: 'utf8', stdio: 'pipe' })
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  private takeCalls(): string[] {
    if (!existsSync(this.log)) return []
    const text = this.shown(readFileSync(this.log, 'utf8'))
    rmSync(this.log)
    return text.split(/end of call\n?/).filter((call) => call !== '')
  }

  /** Without what differs from run to run. */
  private shown(text: string): string {
    return text
      .replace(/\/[^ =]*\/kustomize-helm-\w+/g, '$SCRATCH')
      .replaceAll(this.root, '$ROOT')
      .replace(/&\{0x[0-9a-f]+ <nil>/g, '&{$ADDRESS <nil>')
      .trimEnd()
  }
}

export const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'
