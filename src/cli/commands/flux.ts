/** `strake flux …`: what Flux makes of a repository, with flux's flags. */
import { DECRYPT_FLAGS } from '../age-keys.ts'
import type { Command } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { MISTAKE_MARK, TREE_FLAGS } from '../flux-flags.ts'

function text(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'string', meaning, ...more }
}

function bool(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'bool', meaning, ...more }
}

function list(name: string, meaning: string): FlagSpec {
  return { name, type: 'stringArray', meaning }
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
  render,
]
