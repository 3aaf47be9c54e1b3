/** `strake edit …`: the groups of commands. What each does is in `src/kustomize/edit`. */
import * as adding from '../../kustomize/edit/add.ts'
import { fix } from '../../kustomize/edit/fix.ts'
import * as generators from '../../kustomize/edit/generator-entry.ts'
import * as removing from '../../kustomize/edit/remove.ts'
import * as setting from '../../kustomize/edit/set.ts'
import { generators as builtinGenerators } from '../../kustomize/generators/index.ts'
import { transformers } from '../../kustomize/transformers/index.ts'
import { writeTogether } from '../../node/write-together.ts'
import type { Command } from '../command.ts'
import { editContext } from '../edit-context.ts'
import type { FlagSpec } from '../flags.ts'

type Action = adding.EditCommand

/** The parts of a command that differ. */
interface Row {
  name: string
  short: string
  /** Words after the name in the usage line. */
  use: string
  /** Whole lines behind `strake edit add …`. */
  examples: readonly string[]
  /** What the first line of help does not say. */
  more?: string
  flags?: readonly FlagSpec[]
  completes?: Command['completes']
  action: Action
}

const REFERENCE_FORMAT: FlagSpec = {
  name: 'reference-format',
  type: 'bool',
  meaning: 'write the whole file as kustomize does, instead of changing only what has to change',
}

/** Names for completion, and the text flags of an entry. */
function text(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'string', meaning, ...more }
}

function flag(name: string, meaning: string, short?: string): FlagSpec {
  return short === undefined ? { name, type: 'bool', meaning } : { name, type: 'bool', meaning, short }
}

const FORCE = flag('force', 'replace the value if there is one', 'f')
const IGNORE = flag('ignore-non-existence', 'names that are not there are no mistake', 'i')
const NAMESPACE = text('namespace', 'namespace of the entry')
const PATCH_FLAGS: readonly FlagSpec[] = [
  text('path', 'file of the patch'),
  text('patch', 'the patch itself, instead of a file'),
  text('group', 'API group of its targets'),
  text('version', 'API version of its targets'),
  text('kind', 'kind of its targets'),
  text('name', 'name of its targets, a regular expression'),
  text('namespace', 'namespace of its targets, a regular expression'),
  text('annotation-selector', 'annotations its targets must have'),
  text('label-selector', 'labels its targets must have'),
]
const SOURCE_FLAGS: readonly FlagSpec[] = [
  {
    name: 'from-file',
    type: 'stringArray',
    meaning: 'file or pattern, [key=]path; may repeat or be separated by commas',
  },
  { name: 'from-literal', type: 'stringArray', meaning: 'key=value; may repeat' },
  text('from-env-file', 'file of key=value lines'),
  NAMESPACE,
  flag('disableNameSuffixHash', 'no hash in the name'),
]
const SET_FLAGS: readonly FlagSpec[] = [
  { name: 'from-literal', type: 'stringArray', meaning: 'key=value of a literal that is there; may repeat' },
  NAMESPACE,
  text('new-namespace', 'the namespace it shall have'),
]
const FILES = { use: 'FILE...', completes: 'file' } as const
const BUILD_METADATA_OPTIONS = {
  use: 'OPTION[,OPTION]',
  more: 'The options are originAnnotations, transformerAnnotations and managedByLabel.',
  completes: ['originAnnotations', 'transformerAnnotations', 'managedByLabel'],
} as const
const PAIRS = 'KEY:VALUE...'

const ADD: readonly Row[] = [
  {
    name: 'annotation',
    short: 'Add annotations to commonAnnotations',
    use: PAIRS,
    examples: ['annotation owner:web note:"two words"', 'annotation owner:shop --force'],
    flags: [FORCE],
    action: adding.addAnnotation,
  },
  {
    name: 'base',
    short: 'Add folders to resources',
    use: 'DIR[,DIR]',
    completes: 'folder',
    examples: ['base ../../base,../../monitoring'],
    action: adding.addBase,
  },
  {
    name: 'buildmetadata',
    short: 'Add options to buildMetadata',
    ...BUILD_METADATA_OPTIONS,
    examples: ['buildmetadata originAnnotations,managedByLabel'],
    action: adding.addBuildMetadata,
  },
  {
    name: 'component',
    short: 'Add folders to components',
    use: 'DIR...',
    completes: 'folder',
    examples: ['component ../../components/tls'],
    action: adding.addComponent,
  },
  {
    name: 'configmap',
    short: 'Add an entry to configMapGenerator, or sources to an entry',
    use: 'NAME',
    examples: ['configmap settings --from-literal level=info', "configmap pages --from-file 'pages/*.html'"],
    flags: [...SOURCE_FLAGS, text('behavior', 'create, merge or replace', { values: ['create', 'merge', 'replace'] })],
    action: generators.addConfigMap,
  },
  {
    name: 'configuration',
    short: 'Add files to configurations',
    ...FILES,
    examples: ['configuration references.yaml'],
    action: adding.addConfiguration,
  },
  {
    name: 'generator',
    short: 'Add files to generators',
    ...FILES,
    examples: ['generator generator.yaml'],
    action: adding.addGenerator,
  },
  {
    name: 'label',
    short: 'Add labels to commonLabels, or to labels',
    use: PAIRS,
    examples: ['label app:web tier:front', 'label owner:shop --without-selector --include-templates'],
    flags: [
      FORCE,
      flag('without-selector', 'add to labels, which leaves selectors alone'),
      flag('include-templates', 'with --without-selector: label templates too'),
    ],
    action: adding.addLabel,
  },
  {
    name: 'patch',
    short: 'Add an entry to patches',
    use: '',
    examples: ['patch --path replicas.yaml', "patch --patch '[{op: remove, path: /spec/replicas}]' --kind Deployment"],
    flags: PATCH_FLAGS,
    action: adding.addPatch,
  },
  {
    name: 'resource',
    short: 'Add files, folders or URLs to resources',
    ...FILES,
    examples: ['resource deployment.yaml service.yaml', "resource '*.yaml'"],
    flags: [flag('no-verify', 'take the words as they are, whether or not there is anything of that name')],
    action: adding.addResource,
  },
  {
    name: 'secret',
    short: 'Add an entry to secretGenerator, or sources to an entry',
    use: 'NAME',
    examples: [
      'secret login --from-literal user=web',
      'secret tls --from-file tls.crt,tls.key --type kubernetes.io/tls',
    ],
    flags: [...SOURCE_FLAGS, text('type', 'type of the Secret', { default: 'Opaque' })],
    action: generators.addSecret,
  },
  {
    name: 'transformer',
    short: 'Add files to transformers',
    ...FILES,
    examples: ['transformer transformer.yaml'],
    action: adding.addTransformer,
  },
]

const SET: readonly Row[] = [
  {
    name: 'annotation',
    short: 'Set annotations in commonAnnotations',
    use: PAIRS,
    examples: ['annotation owner:web'],
    action: setting.setAnnotation,
  },
  {
    name: 'buildmetadata',
    short: 'Set the options of buildMetadata',
    ...BUILD_METADATA_OPTIONS,
    examples: ['buildmetadata originAnnotations'],
    action: setting.setBuildMetadata,
  },
  {
    name: 'configmap',
    short: 'Set literals or the namespace of an entry of configMapGenerator',
    use: 'NAME',
    examples: ['configmap settings --from-literal level=debug', 'configmap settings --new-namespace shop'],
    flags: SET_FLAGS,
    action: generators.setConfigMap,
  },
  {
    name: 'image',
    short: 'Set new names, tags or digests of images',
    use: 'IMAGE...',
    examples: ['image nginx:1.27', 'image web=registry.example/team/web:v3', "image web='*:v4'"],
    more: 'A * in place of name, tag or digest keeps what the file says.',
    action: setting.setImage,
  },
  {
    name: 'label',
    short: 'Set labels in commonLabels',
    use: PAIRS,
    examples: ['label app:web'],
    action: setting.setLabel,
  },
  {
    name: 'nameprefix',
    short: 'Set namePrefix',
    use: 'PREFIX',
    examples: ['nameprefix shop-', 'nameprefix -- -x'],
    action: setting.setNamePrefix,
  },
  {
    name: 'namespace',
    short: 'Set namespace',
    use: 'NAMESPACE',
    examples: ['namespace staging'],
    action: setting.setNamespace,
  },
  {
    name: 'namesuffix',
    short: 'Set nameSuffix',
    use: 'SUFFIX',
    examples: ['namesuffix -- -v2'],
    action: setting.setNameSuffix,
  },
  {
    name: 'replicas',
    short: 'Set numbers of replicas',
    use: 'NAME=COUNT...',
    examples: ['replicas web=3 worker=1'],
    action: setting.setReplicas,
  },
  {
    name: 'secret',
    short: 'Set literals or the namespace of an entry of secretGenerator',
    use: 'NAME',
    examples: ['secret login --from-literal user=shop'],
    flags: SET_FLAGS,
    action: generators.setSecret,
  },
]

const REMOVE: readonly Row[] = [
  {
    name: 'annotation',
    short: 'Remove annotations from commonAnnotations',
    use: 'KEY[,KEY]',
    examples: ['annotation owner,note'],
    flags: [IGNORE],
    action: removing.removeAnnotation,
  },
  {
    name: 'buildmetadata',
    short: 'Remove options from buildMetadata',
    ...BUILD_METADATA_OPTIONS,
    examples: ['buildmetadata managedByLabel'],
    action: removing.removeBuildMetadata,
  },
  {
    name: 'component',
    short: 'Remove entries from components',
    use: 'PATTERN...',
    examples: ["component '../../components/*'"],
    action: removing.removeComponent,
  },
  {
    name: 'configmap',
    short: 'Remove entries from configMapGenerator',
    use: 'NAME[,NAME]',
    examples: ['configmap settings,pages --namespace shop'],
    flags: [NAMESPACE],
    action: removing.removeConfigMap,
  },
  {
    name: 'label',
    short: 'Remove labels from commonLabels',
    use: 'KEY[,KEY]',
    examples: ['label tier'],
    flags: [IGNORE],
    action: removing.removeLabel,
  },
  {
    name: 'patch',
    short: 'Remove an entry from patches',
    use: '',
    examples: ['patch --path replicas.yaml --kind Deployment'],
    more: 'Path, text and target have to be those of the entry, no more and no less.',
    flags: PATCH_FLAGS,
    action: removing.removePatch,
  },
  {
    name: 'resource',
    short: 'Remove entries from resources',
    use: 'PATTERN...',
    examples: ['resource service.yaml', "resource 'jobs/*.yaml'"],
    action: removing.removeResource,
  },
  {
    name: 'secret',
    short: 'Remove entries from secretGenerator',
    use: 'NAME[,NAME]',
    examples: ['secret login'],
    flags: [NAMESPACE],
    action: removing.removeSecret,
  },
  {
    name: 'transformer',
    short: 'Remove entries from transformers',
    use: 'PATTERN...',
    examples: ['transformer transformer.yaml'],
    action: removing.removeTransformer,
  },
]

const FIX_HELP = `Replace old fields by current ones.

The kustomization is built before and after, and what differs is printed. With --vars, every use of a var in
the files of resources and patches becomes a placeholder, and a replacement puts the value there.

Examples:
  strake edit fix
  strake edit fix --vars`

export const groups: readonly Command[] = [
  group('add', 'Add entries to fields', ADD),
  group('set', 'Set the values of fields', SET),
  group('remove', 'Remove entries from fields', REMOVE),
  {
    name: 'fix',
    path: 'edit fix',
    short: 'Replace old fields by current ones',
    about: FIX_HELP,
    use: '',
    flags: [flag('vars', 'replace vars by replacements too, also in the files they are used in'), REFERENCE_FORMAT],
    showsUsage: true,
    load: async () => async (context) => {
      const { changes, report } = await fix(context.flags, editContext(context))
      writeTogether(changes)
      context.stdout.write(report)
      return 0
    },
  },
  {
    name: 'alpha-list-builtin-plugin',
    path: 'edit alpha-list-builtin-plugin',
    short: 'List the builtin plugins',
    use: '',
    flags: [],
    showsUsage: true,
    load: async () => async (context) => {
      const kinds = [...builtinGenerators, ...transformers].map(({ kind }) => ` * ${kind}\n`)
      context.stdout.write(`Builtin plugins:\n\n${kinds.join('')}`)
      return 0
    },
  },
]

function group(name: string, short: string, rows: readonly Row[]): Command {
  const path = `edit ${name}`
  const commands = rows.map((row) => command(path, row))
  return { name, path, short, use: '[command]', flags: [], showsUsage: true, commands: async () => commands }
}

function command(above: string, { name, short, use, examples, more, flags = [], completes, action }: Row): Command {
  const examplesText = examples.map((example) => `  strake ${above} ${example}`).join('\n')
  return {
    name,
    path: `${above} ${name}`,
    short,
    about: `${short}.${more === undefined ? '' : ` ${more}`}\n\nExamples:\n${examplesText}`,
    use,
    flags: [...flags, REFERENCE_FORMAT],
    showsUsage: true,
    ...(completes === undefined ? {} : { completes }),
    load: async () => async (context) => {
      writeTogether(await action(context.flags.words, context.flags, editContext(context)))
      return 0
    },
  }
}
