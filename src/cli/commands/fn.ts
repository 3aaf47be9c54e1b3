/** `strake fn …`: functions over packages and folders of resources, with kpt's flags. */
import { RUNTIMES } from '../../kpt/container.ts'
import type { Command } from '../command.ts'
import type { FlagSpec } from '../flags.ts'

function text(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'string', meaning, ...more }
}

function bool(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'bool', meaning, ...more }
}

function list(name: string, meaning: string, more: Partial<FlagSpec> = {}): FlagSpec {
  return { name, type: 'stringArray', meaning, ...more }
}

const REFERENCE_FORMAT = bool(
  'reference-format',
  'write files as kpt does, instead of changing only what has to change',
)
const WASM = bool('allow-alpha-wasm', 'run programs that end in .wasm as WebAssembly')
const PREFIX = text('image-prefix', 'registry of images that are named without one (default $KPT_IMAGE_PREFIX)')
const TRUNCATE = bool('truncate-output', 'accepted for compatibility: stderr of functions is always shown whole')

const IMAGES: readonly FlagSpec[] = [
  PREFIX,
  text('image-pull-policy', 'when containers are pulled', {
    default: 'IfNotPresent',
    values: ['IfNotPresent', 'Always', 'Never'],
  }),
  text('runtime', 'what runs images: what is built in, else a container (default); all the same way', {
    values: RUNTIMES,
  }),
  text('results-dir', 'folder for results.yaml'),
  text('output', 'stdout, unwrap, or a folder to make, instead of changing files', { short: 'o' }),
  TRUNCATE,
  REFERENCE_FORMAT,
]

const SELECTED: readonly FlagSpec[] = ['match', 'exclude'].flatMap((verb) => {
  const what = verb === 'match' ? 'only resources' : 'no resources'
  return [
    text(`${verb}-api-version`, `${what} of this apiVersion`),
    text(`${verb}-kind`, `${what} of this kind`),
    text(`${verb}-name`, `${what} of this name`),
    text(`${verb}-namespace`, `${what} of this namespace`),
    list(`${verb}-labels`, `${what} with this label, key=value`),
    list(`${verb}-annotations`, `${what} with this annotation, key=value`),
  ]
})

export const commands: readonly Command[] = [
  {
    name: 'doc',
    path: 'fn doc',
    short: 'Print what a function says about itself',
    about: `Run the container of a function with --help, and print what it says.

Example:
  strake fn doc --image set-labels:v0.2`,
    use: '--image IMAGE',
    flags: [text('image', 'image of the function', { short: 'i' }), PREFIX, TRUNCATE],
    showsUsage: false,
    load: async () => (await import('./fn-doc.ts')).run,
  },
  {
    name: 'eval',
    path: 'fn eval',
    short: 'Run one function over all resources of a folder',
    about: `Run one function over all resources of a folder, or over those of standard input.

Examples:
  strake fn eval --image set-labels:v0.2 -- team=web
  strake fn source | strake fn eval - --image set-namespace -- namespace=prod | strake fn sink out`,
    use: '[DIR|-] [-- key=value...]',
    flags: [
      text('image', 'image of the function', { short: 'i' }),
      text('exec', 'program that is the function'),
      text('tag', 'tag to save with the function'),
      text('fn-config', 'file with the configuration of the function'),
      ...SELECTED,
      bool('save', "add the function to the package's Kptfile", { short: 's' }),
      text('type', 'mutator or validator, for --save', { short: 't', values: ['mutator', 'validator'] }),
      WASM,
      bool('network', 'let a container reach the network'),
      list('mount', 'give a container a folder, read only'),
      list('env', 'give a container a variable', { short: 'e' }),
      bool('as-current-user', 'run a container as the current user'),
      bool('include-meta-resources', 'no longer needed', { short: 'm' }),
      ...IMAGES,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./fn-eval.ts')).run,
  },
  {
    name: 'render',
    path: 'fn render',
    short: "Run the pipelines of a package's Kptfiles",
    about: `Run the pipelines of a package and of the packages in it, and write what they make of its files.

Examples:
  strake fn render
  strake fn render wordpress -o stdout`,
    use: '[PKG_PATH]',
    flags: [
      bool('allow-exec', 'let pipelines run programs'),
      WASM,
      bool('allow-network', 'let containers reach the network'),
      bool('no-status', 'leave the status in the Kptfile as it is'),
      ...IMAGES,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./fn-render.ts')).run,
  },
  {
    name: 'script',
    path: 'fn script',
    short: 'Run a function that is a JavaScript module',
    about: `Run the function that is the default export of a module, over the ResourceList of standard input. The module is named by
a path, which begins with ./, ../ or /, or as a package. Pipelines name it as a program:

  exec: strake fn script ./functions/add-team.mjs

Example:
  strake fn source | strake fn script ./functions/add-team.mjs | strake fn sink out`,
    use: 'MODULE',
    flags: [],
    showsUsage: false,
    load: async () => (await import('./fn-script.ts')).run,
  },
  {
    name: 'sink',
    path: 'fn sink',
    short: 'Write resources from standard input into a new folder',
    use: 'DIR',
    flags: [REFERENCE_FORMAT, TRUNCATE],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./fn-sink.ts')).run,
  },
  {
    name: 'source',
    path: 'fn source',
    short: 'Print the resources of a folder as one list',
    use: '[DIR]',
    flags: [
      text('output', 'stdout or unwrap', { short: 'o', default: 'stdout', values: ['stdout', 'unwrap'] }),
      text('fn-config', 'file with the configuration of a function'),
      bool('include-meta-resources', 'no longer needed', { short: 'm' }),
      TRUNCATE,
    ],
    showsUsage: false,
    completes: 'folder',
    load: async () => (await import('./fn-source.ts')).run,
  },
]
