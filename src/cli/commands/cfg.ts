/** `strake cfg …`: what is done is in `src/kustomize/cfg`. */
import { readFileSync } from 'node:fs'
import { fail } from '../../core/error.ts'
import { FileError } from '../../core/host.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { cat } from '../../kustomize/cfg/cat.ts'
import type { CfgCommand } from '../../kustomize/cfg/context.ts'
import { count } from '../../kustomize/cfg/count.ts'
import { grep } from '../../kustomize/cfg/grep.ts'
import { tree } from '../../kustomize/cfg/tree.ts'
import { nodeFileSystem } from '../../node/fs.ts'
import type { Command, CommandContext } from '../command.ts'
import type { FlagSpec } from '../flags.ts'

const RECURSE: FlagSpec = {
  name: 'recurse-subpackages',
  short: 'R',
  type: 'bool',
  default: 'true',
  meaning: 'folders with a Krmfile too, each by itself',
}
const LOCAL: readonly FlagSpec[] = [
  { name: 'include-local', type: 'bool', meaning: 'resources annotated as local-config too' },
  { name: 'exclude-non-local', type: 'bool', meaning: 'no others' },
]
const bool = (name: string, meaning: string): FlagSpec => ({ name, type: 'bool', meaning })
const text = (name: string, meaning: string): FlagSpec => ({ name, type: 'string', meaning })

export const commands: readonly Command[] = [
  command('cat', {
    short: 'Print resources, their fields in the usual order',
    use: '[DIR]',
    examples: ['cat app', 'cat app --format=false --strip-comments', 'cat < all.yaml'],
    flags: [
      bool('annotate', 'say in annotations which file each resource is from'),
      text('dest', 'write to this file'),
      { ...bool('format', 'put fields into the usual order'), default: 'true' },
      text('function-config', 'file of the functionConfig, when the output is wrapped'),
      RECURSE,
      ...LOCAL,
      bool('strip-comments', 'print no comments'),
      {
        name: 'style',
        type: 'stringArray',
        meaning: 'FlowStyle or TaggedStyle; may repeat',
        values: ['FlowStyle', 'TaggedStyle'],
      },
      text('wrap-kind', 'put the resources into a list of this kind'),
      text('wrap-version', 'API version of that list'),
    ],
    action: cat,
  }),
  command('count', {
    short: 'Count resources',
    use: '[DIR]',
    examples: ['count app', 'count app --kind=false'],
    flags: [{ ...bool('kind', 'count each kind by itself'), default: 'true' }, RECURSE],
    action: count,
  }),
  command('grep', {
    short: 'Print the resources that a query holds for',
    use: 'QUERY [DIR]',
    more: `QUERY is a path alone, or a path, one of = > >= < <= and a value: with = a regular expression, with the others a
quantity. A list element is chosen by [field=value], and \\. is a dot in a name.`,
    examples: [
      'grep kind=Deployment app',
      "grep 'spec.replicas>2' app",
      "grep 'spec.template.spec.containers[name=web].image=nginx' app",
    ],
    flags: [
      { ...bool('annotate', 'say in annotations which file and place each resource is from'), default: 'true' },
      bool('invert-match', 'print the others'),
      RECURSE,
    ],
    action: grep,
  }),
  command('tree', {
    short: 'Draw resources as a tree of folders or owners',
    use: '[DIR | -]',
    examples: ['tree app', 'tree app --image --replicas', "tree app --field 'metadata.annotations.owner'"],
    flags: [
      bool('all', 'show all of these fields'),
      ...['args', 'command', 'env', 'image', 'name', 'ports', 'resources'].map((name) =>
        bool(name, `show ${name} of containers`),
      ),
      bool('replicas', 'show spec.replicas'),
      { name: 'field', type: 'stringArray', meaning: 'show the field at this path; may repeat' },
      {
        ...text('graph-structure', 'directory or owners (default owners, when there are any)'),
        values: ['directory', 'owners'],
      },
      ...LOCAL,
    ],
    action: tree,
  }),
]

interface Parts {
  short: string
  use: string
  more?: string
  examples: readonly string[]
  flags: readonly FlagSpec[]
  action: CfgCommand
}

function command(name: string, { short, use, more, examples, flags, action }: Parts): Command {
  const lines = examples.map((example) => `  strake cfg ${example}`).join('\n')
  return {
    name,
    path: `cfg ${name}`,
    short,
    about: `${short}.\n\n${more === undefined ? '' : `${more}\n\n`}Examples:\n${lines}`,
    use,
    flags,
    showsUsage: true,
    completes: 'folder',
    load: async () => (context) => run(action, context),
  }
}

async function run(action: CfgCommand, { flags, cwd, stdout }: CommandContext): Promise<number> {
  const fs = nodeFileSystem()
  const out = await action(flags.words, flags, { fs, cwd, input: () => readFileSync(0, 'utf8') })
  const destination = flags.string('dest')
  if (destination === '') {
    stdout.write(out)
    return 0
  }
  try {
    await fs.write(isAbsolute(destination) ? destination : join(cwd, destination), new TextEncoder().encode(out))
  } catch (error) {
    throw error instanceof FileError ? fail('USAGE', `open ${destination}: ${error.reason}`) : error
  }
  return 0
}
