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
