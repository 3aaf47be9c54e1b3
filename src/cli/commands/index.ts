/** The commands, in the order of the help text. */
import type { Command } from '../command.ts'
import type { FlagSpec } from '../flags.ts'
import { build } from './build.ts'

/** Those of `build` that decide what is read. */
const READING = ['enable-alpha-plugins', 'enable-exec', 'enable-helm', 'load-restrictor']
const VENDORING = [...READING, 'offline']

export const commands: readonly Command[] = [
  build,
  {
    name: 'cfg',
    short: 'Print, count, search and draw the resources of a folder',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./cfg.ts')).commands,
  },
  {
    name: 'completion',
    short: 'Print a completion script for a shell',
    use: '[bash|zsh|fish|powershell]',
    flags: [],
    showsUsage: true,
    completes: ['bash', 'zsh', 'fish', 'powershell'],
    load: async () => (await import('./completion.ts')).run,
  },
  {
    name: 'create',
    aliases: ['init'],
    short: 'Create a kustomization in the working directory',
    use: '',
    flags: [
      ...['annotations', 'labels', 'nameprefix', 'namespace', 'namesuffix', 'resources'].map(
        (name): FlagSpec => ({ name, type: 'string' }),
      ),
      ...['autodetect', 'recursive', 'reference-format'].map((name): FlagSpec => ({ name, type: 'bool' })),
    ],
    showsUsage: true,
    load: async () => (await import('./create.ts')).run,
  },
  {
    name: 'edit',
    short: 'Edit the kustomization in the working directory',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./edit.ts')).groups,
  },
  {
    name: 'flux',
    short: 'Show what Flux applies',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./flux.ts')).commands,
  },
  {
    name: 'fn',
    short: 'Run functions over packages and folders of resources',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./fn.ts')).commands,
  },
  {
    name: 'help',
    short: 'Help about any command',
    use: '[command]',
    flags: [],
    showsUsage: true,
    load: async () => (await import('./help.ts')).run,
  },
  {
    name: 'localize',
    short: 'Copy a kustomization with everything it refers to',
    use: '[TARGET [DEST]]',
    flags: [
      { name: 'no-verify', type: 'bool' },
      { name: 'offline', type: 'bool' },
      { name: 'scope', type: 'string' },
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./localize.ts')).run,
  },
  {
    name: 'lock',
    short: 'Write down which state of remote parts to build with',
    use: 'DIR',
    flags: build.flags.filter(({ name }) => READING.includes(name)),
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./lock.ts')).run,
  },
  {
    name: 'openapi',
    short: 'Print the schema that is built in, or that of a cluster',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./openapi.ts')).commands,
  },
  {
    name: 'pkg',
    short: 'Fetch, update and show packages of git repositories',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./pkg.ts')).commands,
  },
  {
    name: 'stack',
    short: 'Make a GitOps repository from the description of a cluster',
    use: '[command]',
    flags: [],
    showsUsage: true,
    commands: async () => (await import('./stack.ts')).commands,
  },
  {
    name: 'vendor',
    short: 'Copy remote parts beside a kustomization, to build from',
    use: '[DIR]',
    flags: [{ name: 'check', type: 'bool' }, ...build.flags.filter(({ name }) => VENDORING.includes(name))],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./vendor.ts')).run,
  },
  {
    name: 'version',
    short: 'Print the version',
    use: '',
    flags: [
      { name: 'output', short: 'o', type: 'string', values: ['json', 'yaml'] },
      { name: 'short', type: 'bool', deprecated: 'and will be removed in the future.' },
    ],
    showsUsage: true,
    load: async () => (await import('./version.ts')).run,
  },
]
