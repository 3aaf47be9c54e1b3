/** `strake pkg …`: packages of git repositories, with kpt's flags. */
import { STRATEGIES } from '../../kpt/upstream.ts'
import type { Command } from '../command.ts'
import type { FlagSpec } from '../flags.ts'

const TRUNCATE: FlagSpec = { name: 'truncate-output', type: 'bool', meaning: 'accepted for compatibility' }
const REFERENCE_FORMAT: FlagSpec = {
  name: 'reference-format',
  type: 'bool',
  meaning: 'write files as kpt does, instead of changing only what has to change',
}

export const commands: readonly Command[] = [
  {
    name: 'cat',
    path: 'pkg cat',
    short: 'Print the contents of a package',
    use: '[FILE|DIR]',
    flags: [
      { name: 'format', type: 'bool', default: 'true', meaning: 'fields of resources in the usual order' },
      { name: 'annotate', type: 'bool', meaning: 'annotate resources with their files' },
      { name: 'strip-comments', type: 'bool', meaning: 'leave comments out' },
      { name: 'style', type: 'stringArray', meaning: 'style of resources: FlowStyle, TaggedStyle' },
      {
        name: 'recurse-subpackages',
        short: 'R',
        type: 'bool',
        default: 'true',
        meaning: 'print the packages in the package too',
      },
      TRUNCATE,
    ],
    showsUsage: false,
    completes: 'file',
    load: async () => (await import('./pkg-cat.ts')).run,
  },
  {
    name: 'diff',
    path: 'pkg diff',
    short: 'Compare a package with its upstream',
    about: `Compare a package with its upstream, by diff or another program.

Types: local compares the package with what was fetched, remote what was fetched with VERSION, combined the package with
VERSION, 3way all three.

Examples:
  strake pkg diff
  strake pkg diff wordpress@v2 --diff-type combined --diff-tool-opts -r`,
    use: '[PKG_PATH][@VERSION]',
    flags: [
      {
        name: 'diff-type',
        type: 'string',
        default: 'local',
        values: ['local', 'remote', 'combined', '3way'],
        meaning: 'what is compared',
      },
      { name: 'diff-tool', type: 'string', meaning: 'program that compares (default $KPT_EXTERNAL_DIFF, else diff)' },
      { name: 'diff-tool-opts', type: 'string', meaning: 'its options (default $KPT_EXTERNAL_DIFF_OPTS)' },
      { name: 'debug', type: 'bool', meaning: 'accepted for compatibility' },
      TRUNCATE,
      REFERENCE_FORMAT,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./pkg-diff.ts')).run,
  },
  {
    name: 'get',
    path: 'pkg get',
    short: 'Fetch a package of a git repository',
    about: `Fetch a package of a git repository.

VERSION is a branch, a tag, a commit, or a constraint: the newest tag that meets it is fetched. A tag of the package,
PKG_PATH/VERSION, goes before one of the repository.

Examples:
  strake pkg get https://github.com/kubernetes/examples.git/staging/cockroachdb@master
  strake pkg get 'https://github.com/acme/packages.git/web@^1.2' shop --for-deployment`,
    use: 'REPO[.git]/PKG_PATH[@VERSION] [DEST]',
    flags: [
      {
        name: 'strategy',
        type: 'string',
        default: STRATEGIES[0],
        values: STRATEGIES,
        meaning: 'how the package is going to be updated',
      },
      { name: 'for-deployment', type: 'bool', meaning: 'add the package context' },
      TRUNCATE,
      REFERENCE_FORMAT,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./pkg-get.ts')).run,
  },
  {
    name: 'init',
    path: 'pkg init',
    short: 'Make the files of an empty package',
    use: '[DIR]',
    flags: [
      { name: 'description', type: 'string', default: 'sample description', meaning: 'short description' },
      { name: 'keywords', type: 'stringArray', meaning: 'keywords, separated by commas' },
      { name: 'site', type: 'string', meaning: 'page with information about the package' },
      TRUNCATE,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./pkg-init.ts')).run,
  },
  {
    name: 'tree',
    path: 'pkg tree',
    short: 'Draw packages and the resources in them',
    use: '[DIR]',
    flags: [TRUNCATE],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./pkg-tree.ts')).run,
  },
  {
    name: 'update',
    path: 'pkg update',
    short: 'Bring what upstream changed into a package',
    about: `Bring what upstream changed into a package, field by field.

Examples:
  strake pkg update
  strake pkg update wordpress@v2 --dry-run
  strake pkg update wordpress@main --strategy fast-forward`,
    use: '[PKG_PATH][@VERSION]',
    flags: [
      {
        name: 'strategy',
        type: 'string',
        values: STRATEGIES,
        meaning: 'how to update (default the one in the Kptfile)',
      },
      { name: 'dry-run', type: 'bool', meaning: 'print which files would change, and change none' },
      TRUNCATE,
      REFERENCE_FORMAT,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./pkg-update.ts')).run,
  },
]
