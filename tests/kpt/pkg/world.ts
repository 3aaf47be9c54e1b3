/** A repository with packages and a place to fetch them to. */
import { rmSync } from 'node:fs'
import { type Files, World } from '../../remote/world.ts'
import { runPkg } from '../command.ts'
import { filesIn } from '../folder.ts'

export function kptfile(name: string, more = ''): string {
  return `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: ${name}\n${more}`
}

export function configMap(name: string, data: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  ${data}\n`
}

/** The same as a fetch leaves it. */
export function fetched(name: string, data: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: # kpt-merge: /${name}\n  name: ${name}\n  annotations:\n    internal.kpt.dev/upstream-identifier: '|ConfigMap|default|${name}'\ndata:\n  ${data}\n`
}

export class Packages extends World {
  constructor() {
    super()
    this.write('here', { '.keep': '' })
  }

  /** The next state of the repository, with a tag; returns its commit. */
  state(tag: string, files: Files): string {
    rmSync(this.path('repo/pkg'), { recursive: true, force: true })
    const commit = this.commit('repo', files)
    this.git('repo', 'tag', tag)
    return commit
  }

  /** Runs a command where packages are fetched to; before an update, all that is there is committed. */
  async run(...words: string[]) {
    if (words[0] === 'update') this.save()
    return await this.runAsItIs(...words)
  }

  save(): void {
    this.git('here', 'init', '--quiet')
    this.git('here', 'add', '--all')
    this.git('here', 'commit', '--quiet', '--allow-empty', '--message=here')
  }

  async runAsItIs(...words: string[]) {
    const { code, stdout, stderr } = await runPkg({ words, cwd: this.path('here'), environment: this.environment })
    return { code, stdout, stderr: stderr.replaceAll(this.root, '$ROOT') }
  }

  get(version: string, ...words: string[]) {
    return this.run('get', `${this.url('repo')}.git/pkg@${version}`, ...words)
  }

  files(folder: string): Record<string, string> {
    return filesIn(this.path(`here/${folder}`))
  }

  upstreamText(ref: string, commit: string, lockRef = ref, strategy = 'resource-merge'): string {
    const git = (name: string) => `  git:\n    repo: ${this.url('repo')}\n    directory: /pkg\n    ref: ${name}\n`
    return `upstream:\n  type: git\n${git(ref)}  updateStrategy: ${strategy}\nupstreamLock:\n  type: git\n${git(lockRef)}    commit: ${commit}\n`
  }
}
