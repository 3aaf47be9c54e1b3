/** A tree with programs, built here and by the reference: what came out, and what the programs were given. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nodeFileSystem } from '../../src/node/fs.ts'
import { buildInProcess } from '../library.ts'
import { errorText, programSubject, referenceProgram } from '../subject.ts'

export const reference = referenceProgram()

/** Programs are the files that begin with `#!`; they write to `$RECORD` what is to be compared. */
export type Tree = Readonly<Record<string, string>>

export interface Seen {
  code: number
  stdout: string
  /** The message alone. */
  error: string
  recorded: string
}

export class Folder {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'strake-plugins-')))
  /** Beside the tree, so that no build reads it. */
  readonly tree = join(this.root, 'tree')

  constructor(files: Tree) {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.tree, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      if (text.startsWith('#!')) chmodSync(path, 0o755)
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

const SWITCHES = ['--enable-alpha-plugins', '--enable-exec']

export interface Both {
  ours: Seen
  theirs: Seen
}

/** Builds the tree (or a folder of it) twice in the same place. */
export async function buildBoth(files: Tree, folder = '.', env: Record<string, string> = {}): Promise<Both> {
  const here = new Folder(files)
  const record = join(here.root, 'record')
  const theirs = programSubject(reference as string)
  const request = {
    cwd: here.tree,
    args: [folder, ...SWITCHES],
    env: { RECORD: record, KUSTOMIZE_PLUGIN_HOME: join(here.tree, 'plugins'), ...env },
  }
  const see = async (run: () => Promise<{ code: number; stdout: string; stderr: string }>): Promise<Seen> => {
    rmSync(record, { force: true })
    const { code, stdout, stderr } = await run()
    const recorded = existsSync(record) ? readFileSync(record, 'utf8') : ''
    return { code, stdout, error: neutral(errorText(stderr)), recorded: neutral(recorded) }
  }
  try {
    return {
      ours: await see(() => buildInProcess(request, nodeFileSystem())),
      theirs: await see(() => theirs.run(request)),
    }
  } finally {
    here.remove()
  }
}

/** Names of temporary files and addresses in memory differ each time. */
function neutral(text: string): string {
  return text.replaceAll(/\/[^ ;\n]*\/kust-plugin-config-[^ ;\n]*/g, 'CONFIG').replaceAll(/0x[0-9a-f]+/g, 'ADDRESS')
}

export function objects(...names: string[]): string {
  return names
    .map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  of: ${name}\n`)
    .join('---\n')
}

/** The configuration of a function. */
export function functionFile(spec: string, name = 'fn'): string {
  const indented = spec.replaceAll(/^/gm, '      ')
  return `apiVersion: my.io/v1\nkind: Fn\nmetadata:\n  name: ${name}\n  annotations:\n    config.kubernetes.io/function: |\n${indented}\nspec:\n  size: 3\n  word: yes\n`
}

export function script(...lines: string[]): string {
  return `#!/bin/sh\n${lines.join('\n')}\n`
}
