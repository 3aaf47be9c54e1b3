/** `strake flux …`: what Flux makes of a repository, with flux's flags. */
import { DECRYPT_FLAGS } from '../age-keys.ts'
import type { Command } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { GRAPH_FORMATS, MISTAKE_MARK, REPORT_FORMATS, TREE_FLAGS } from '../flux-flags.ts'

function text(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'string', meaning, ...more }
}

function bool(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'bool', meaning, ...more }
}

function list(name: string, meaning: string, short?: string): FlagSpec {
  return { name, type: 'stringArray', meaning, ...(short === undefined ? {} : { short }) }
}

const buildKustomization: Command = {
  name: 'kustomization',
  aliases: ['ks'],
  path: 'flux build kustomization',
  short: 'Print the objects that a Kustomization applies',
  about: `Print the objects of a Flux Kustomization as flux build kustomization --dry-run does.

Examples:
  strake flux build kustomization apps --path ./apps --kustomization-file ./clusters/prod/apps.yaml --dry-run
  strake flux build ks apps --path ./apps --kustomization-file ./apps.yaml --dry-run --recursive \\
    --local-sources GitRepository/flux-system/flux-system=.`,
  use: 'NAME',
  flags: [
    bool('dry-run', 'read no cluster; always needed'),
    list('ignore-paths', 'patterns of files to leave out, separated by commas'),
    bool('in-memory-build', 'accepted for compatibility: nothing is ever written'),
    text('kustomization-file', 'file with the Kustomization'),
    list('local-sources', 'where sources are: Kind/namespace/name=FOLDER, separated by commas'),
    text('namespace', 'namespace of the Kustomization', { short: 'n', default: 'flux-system' }),
    text('path', 'folder that the Kustomization is about'),
    bool('recursive', 'build the Kustomizations among the objects too', { short: 'r' }),
    bool('strict-substitute', 'refuse variables that are not set'),
  ],
  showsUsage: false,
  mistakeMark: MISTAKE_MARK,
  completes: 'folder',
  load: async () => (await import('./flux-build.ts')).run,
}

const render: Command = {
  name: 'render',
  path: 'flux render',
  short: 'Print what Flux applies from a path of a repository',
  about: `Print all objects that Flux applies from a path of a repository, in the order in which it applies them: those of the
path, of the Kustomizations among them, of those among theirs, and so on. Without a cluster, from your files.

Examples:
  strake flux render clusters/prod
  strake flux render clusters/prod -o rendered
  strake flux render clusters/prod --kustomization apps
  strake flux render clusters/prod --json | jq '.kustomizations[].id'
  strake flux render clusters/prod --local-sources GitRepository/flux-system/apps=../apps`,
  use: '[PATH]',
  flags: [
    ...TREE_FLAGS,
    ...DECRYPT_FLAGS,
    bool('json', 'print Kustomizations, their objects, sources and problems as JSON'),
    bool('keep-going', 'print what can be rendered when something cannot; the exit code stays 1'),
    list('kustomization', 'only this one: NAME or NAMESPACE/NAME; may be repeated'),
    text('output', 'write one file for each object into this folder', { short: 'o' }),
    bool('reveal', 'show decrypted values; to a terminal only'),
  ],
  showsUsage: false,
  mistakeMark: MISTAKE_MARK,
  completes: 'folder',
  load: async () => (await import('./flux-render.ts')).run,
}

const diff: Command = {
  name: 'diff',
  path: 'flux diff',
  short: 'Show what a change creates, changes and deletes in the cluster',
  about: `Show what a change of a repository creates, changes and deletes in the cluster, object by object, before it is merged.
What is compared: two revisions (--base, --head), a revision and the work tree (--base), or two folders, each a path of a
repository or what flux render -o has written. The work tree is not touched. Values of Secrets are not shown.

Exit codes: 0 without differences, 1 with some, 2 when something went wrong.

Examples:
  strake flux diff --base main clusters/prod
  strake flux diff --base main --merge-base --fail-on delete clusters/prod
  strake flux diff --base v1.2.0 --head v1.3.0 clusters/prod -o report.html -o comment.md
  strake flux diff ../before/clusters/prod clusters/prod`,
  use: '[PATH | OLD NEW]',
  flags: [
    ...TREE_FLAGS,
    ...DECRYPT_FLAGS,
    text('base', 'revision of git to compare with'),
    list('fail-on', 'exit with 1 for these only: create, change, move, delete, orphan, none; separated by commas'),
    text('format', 'what is printed', { default: 'text', values: REPORT_FORMATS }),
    text('head', 'revision of git with the change (default: the work tree)'),
    bool('merge-base', 'compare with the last common ancestor of both revisions'),
    list('output', 'write the report into this file too: .txt, .json, .md or .html; may be repeated', 'o'),
  ],
  showsUsage: false,
  mistakeMark: MISTAKE_MARK,
  mistakeCode: 2,
  completes: 'folder',
  load: async () => (await import('./flux-diff.ts')).run,
}

const graph: Command = {
  name: 'graph',
  path: 'flux graph',
  short: 'Draw what applies what, and find what waits for itself',
  about: `Draw the Kustomizations of a path with their sources and dependencies, when each is applied, and the longest way through
them. Dependencies that can never be met are errors: circles, a dependency on something that the Kustomization itself has to
apply first, a source inside of what is made from it.

Examples:
  strake flux graph clusters/prod
  strake flux graph clusters/prod --format mermaid
  strake flux graph clusters/prod --format svg > graph.svg`,
  use: '[PATH]',
  flags: [
    ...TREE_FLAGS,
    ...DECRYPT_FLAGS,
    text('format', 'what is printed', { default: 'text', values: GRAPH_FORMATS }),
  ],
  showsUsage: false,
  mistakeMark: MISTAKE_MARK,
  completes: 'folder',
  load: async () => (await import('./flux-graph.ts')).run,
}

const lock: Command = {
  name: 'lock',
  path: 'flux lock',
  short: 'Write down which state of each source is rendered',
  about: `Render a path of a repository with what the tags, branches and version ranges of its sources stand for now, and write
strake.lock at the top of the repository, beside what \`strake lock\` has written there. The other commands about Flux
then use exactly these states.

Examples:
  strake flux lock clusters/prod`,
  use: '[PATH]',
  flags: [...TREE_FLAGS, ...DECRYPT_FLAGS],
  showsUsage: false,
  mistakeMark: MISTAKE_MARK,
  completes: 'folder',
  load: async () => (await import('./flux-lock.ts')).run,
}

const vars: Command = {
  name: 'vars',
  path: 'flux vars',
  short: 'Print the variables of a repository: where they are defined and used, and what is wrong with them',
  about: `Print every variable that Flux puts into the objects of a path of a repository: where it is defined and used. Told as errors are
variables that are not defined, expressions that cannot be read, and values that are no text where one is needed; as
warnings those that nothing uses, and texts that become something else. The exit code is 1 when there are errors.

Examples:
  strake flux vars clusters/prod
  strake flux vars clusters/prod --json | jq '.findings[]'`,
  use: '[PATH]',
  flags: [...TREE_FLAGS, ...DECRYPT_FLAGS, bool('json', 'print variables, findings and problems as JSON')],
  showsUsage: false,
  mistakeMark: MISTAKE_MARK,
  completes: 'folder',
  load: async () => (await import('./flux-vars.ts')).run,
}

export const commands: readonly Command[] = [
  {
    name: 'build',
    path: 'flux build',
    short: 'Print what is applied',
    use: '[command]',
    flags: [],
    showsUsage: true,
    mistakeMark: MISTAKE_MARK,
    commands: async () => [buildKustomization],
  },
  diff,
  graph,
  lock,
  render,
  vars,
]
