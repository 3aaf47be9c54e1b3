/** Flags that commands about Flux share. */
import { fail } from '../core/error.ts'
import { isAbsolute, join } from '../core/path.ts'
import { goQuote } from '../core/text.ts'
import type { FlagSpec } from './flags.ts'

/** Stands before the message of a mistake, as flux has it. */
export const MISTAKE_MARK = '✗'

/** The flags of every command about the tree of a path. */
export const TREE_FLAGS: readonly FlagSpec[] = [
  {
    name: 'custom-apply-stage-kinds',
    type: 'stringArray',
    meaning: 'kinds of a stage of their own: group/Kind, separated by commas',
  },
  {
    name: 'local-sources',
    type: 'stringArray',
    meaning: 'where sources are: Kind/namespace/name=FOLDER, separated by commas',
  },
  {
    name: 'namespace',
    short: 'n',
    type: 'string',
    default: 'flux-system',
    meaning: 'namespace of Kustomizations that have none',
  },
  { name: 'helm', type: 'bool', meaning: 'render HelmReleases with helm' },
  { name: 'helm-api-versions', type: 'stringArray', meaning: 'APIs of Kubernetes that charts are told of' },
  { name: 'helm-command', type: 'string', default: 'helm', meaning: 'the program' },
  { name: 'helm-kube-version', type: 'string', meaning: 'version of Kubernetes that charts are told of' },
  { name: 'offline', type: 'bool', meaning: 'ask nothing of the network' },
  { name: 'strict-substitute', type: 'bool', default: 'true', meaning: 'refuse variables that are not set' },
]

/** What `flux diff` and `flux graph` print. */
export const REPORT_FORMATS = ['text', 'json', 'markdown', 'html'] as const
export const GRAPH_FORMATS = ['text', 'dot', 'mermaid', 'svg', 'json'] as const

export function commaSeparated(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '')
}

/** `Kind/namespace/name=FOLDER`; with a directory to count from, folders are made absolute. */
export function localSources(values: readonly string[], cwd?: string): Map<string, string> {
  const sources = new Map<string, string>()
  for (const pair of commaSeparated(values)) {
    const equals = pair.indexOf('=')
    if (equals < 0)
      throw fail(
        'USAGE',
        `invalid argument ${goQuote(pair)} for "--local-sources" flag: ${pair} must be formatted as key=value`,
      )
    const folder = pair.slice(equals + 1)
    sources.set(pair.slice(0, equals), cwd === undefined || isAbsolute(folder) ? folder : join(cwd, folder))
  }
  return sources
}
