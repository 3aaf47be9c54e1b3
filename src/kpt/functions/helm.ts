/** The user's helm, with a configuration of its own. */
import { fail, rephrase, ToolError } from '../../core/error.ts'
import type { Runner, ScratchFolder } from '../../core/host.ts'
import { join } from '../../core/path.ts'
import { goQuote } from '../../core/text.ts'
import type { Surroundings } from './function.ts'

const SECONDS = 300
const MOST_OUTPUT = 128 * 1024 * 1024

export class Helm {
  private folder: Promise<ScratchFolder> | undefined

  private constructor(
    private readonly runner: Runner,
    private readonly configHome: string,
  ) {}

  /** Refused unless its words are known. */
  static async open({ runner }: Surroundings, configHome: string): Promise<Helm> {
    if (runner === undefined) throw fail('NO_RUNNER', 'a chart is rendered by helm, and this host runs no programs')
    const helm = new Helm(runner, configHome)
    const version = await helm.run(['version', '--short'], 'asking helm for its version')
    if (!/^v?[34]\./.test(version.trim())) {
      throw fail('HELM_VERSION', `helm 3 or 4 is needed, and this one says ${JSON.stringify(version.trim())}`)
    }
    return helm
  }

  /** A folder for what helm is given, and what it fetches. */
  scratch(): Promise<ScratchFolder> {
    return (this.folder ??= this.runner.scratch('strake-helm-'))
  }

  async run(words: readonly string[], doing: string): Promise<string> {
    const { path } = await this.scratch()
    const home = this.configHome === '' ? join(path, 'helm') : this.configHome
    const variables = {
      HELM_CONFIG_HOME: home,
      HELM_CACHE_HOME: join(path, 'cache'),
      HELM_DATA_HOME: join(path, 'data'),
    }
    const request = { program: 'helm', words, cwd: path, variables, seconds: SECONDS, maximumBytes: MOST_OUTPUT, doing }
    const { code, status, stdout, stderr } = await this.runner.run(request).catch((error: unknown) => {
      if (!(error instanceof ToolError) || error.code !== 'PROGRAM_MISSING') throw error
      throw rephrase(`helm is needed (${error.message}), or --containers to run the function in its container`, error)
    })
    if (code === 0) return stdout
    throw fail('HELM_FAILED', `unable to run: 'helm ${words[0]}' with env=[]; ${goQuote(status)}: ${goQuote(stderr)}`)
  }
}
