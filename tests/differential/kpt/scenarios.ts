/** What random packages are put through, and where releases of kpt are known to differ. */
import * as fc from 'fast-check'
import { type Files, kptfileText, packageFiles } from './packages.ts'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
  files?: Files
}

export interface Scenario {
  commands: {
    words: readonly string[]
    /** Its input is the output of the command before, or made of the files. */
    piped?: boolean | ((files: Files) => string)
    /** Added for ours: what asks for kpt's form, and leaves out what beta.56 does not write. */
    ownWords?: readonly string[]
  }[]
}

export interface Generated {
  files: Files
  scenario: Scenario
}

const FORM = ['--reference-format']
const RENDER = ['--reference-format', '--no-status']

/** Functions that need nothing but a shell: what they change is plain text. */
const PROGRAMS: Record<string, string> = {
  cat: 'cat',
  relabel: "sed 's/app: web/app: shop/'",
  rename: "sed 's/name: object-/name: renamed-/'",
  move: "sed 's#file-1.yaml#moved/here.yaml#'",
  merge: "sed 's#file-1.yaml#file-0.yaml#'",
  shuffle: 'sed \'s/index: .0.$/index: "5"/\'',
  retag: "sed 's/image: nginx/image: other/'",
  lossy: "sed -E 's/ #.*$//; /^ *#/d'",
  grow: "sed 's/^  kind: ConfigMap$/  kind: ConfigMap\\n  added:\\n  - a\\n  - b: [1]/'",
  rekind: "sed 's/: text$/: [text]/'",
  expand: "sed 's/: [*]base/: {x: 1}/'",
  unnote: "sed '/^      note:/d'",
}

const program = fc.constantFrom(...Object.keys(PROGRAMS))
const command = (name: string) => (name === 'cat' ? 'cat' : `./${name}`)

function withPrograms(files: Files): Files {
  const programs = Object.entries(PROGRAMS).map(([name, text]) => [name, `#!/bin/sh\nexec ${text}\n`])
  return { ...files, ...Object.fromEntries(programs) }
}

const selection = fc.constantFrom(
  [],
  [],
  ['--match-kind', 'ConfigMap'],
  ['--match-labels', 'app=web'],
  ['--exclude-kind', 'Deployment'],
  ['--match-namespace', 'prod', '--exclude-annotations', 'note=yes'],
)

const SELECTORS = [
  '',
  '',
  '    selectors:\n    - kind: ConfigMap\n',
  '    selectors: [{labels: {app: web}}]\n    exclude:\n      - kind: Deployment\n',
  '    exclude: [{namespace: prod}]\n',
]
const step = fc
  .tuple(program, fc.constantFrom(...SELECTORS), fc.constantFrom('', '    configMap:\n      a: "1"\n'))
  .map(([name, selectors, config]) => `  - exec: ${command(name)}\n${config}${selectors}`)

const pipeline = fc
  .tuple(fc.array(step, { maxLength: 2 }), fc.array(step, { maxLength: 1 }))
  .map(([mutators, validators]) => {
    const lists = [
      mutators.length === 0 ? '' : `  mutators:\n${mutators.join('')}`,
      validators.length === 0 ? '' : `  validators:\n${validators.join('')}`,
    ].join('')
    return lists === '' ? '' : `pipeline:\n${lists}`
  })

/**
 * A comment below an object goes to the one that follows in the list of a parent, and that is another one in kpt of 2026, which
 * gives functions the parent's own objects first.
 */
function withoutEndComments(files: Files): Files {
  const bare = (text: string) => text.replace(/(\s*\n *#[^\n]*)+\s*(?=$|\n---)/g, '\n')
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bare(text)]))
}

const rendered = fc.tuple(packageFiles(), pipeline, pipeline).map(([{ files, packages }, own, below]) => {
  const all = withPrograms(packages.length > 1 ? withoutEndComments(files) : files)
  for (const folder of packages) {
    const path = folder === '' ? 'Kptfile' : `${folder}/Kptfile`
    all[path] = kptfileText(folder === '' ? 'root' : folder.replace('/', '-'), folder === '' ? own : below)
  }
  return all
})

const wrap = (files: fc.Arbitrary<Files>, ...commands: Scenario['commands']): fc.Arbitrary<Generated> =>
  files.map((all) => ({ files: all, scenario: { commands } }))

const any = packageFiles().map(({ files }) => files)
/**
 * Without lists that stand right of their key: unwrapped, those stay there in kpt of 2026 and do not in beta.56.
 */
const compact = packageFiles({ compact: true }).map(({ files }) => files)

const documents = (files: Files) =>
  Object.keys(files)
    .filter((path) => path.endsWith('.yaml') && !path.startsWith('.'))
    .map((path) => files[path])
    .join('\n---\n')

export const SCENARIOS: { name: string; generate: fc.Arbitrary<Generated> }[] = [
  { name: 'fn source', generate: wrap(any, { words: ['fn', 'source'] }) },
  {
    name: 'fn source -o unwrap',
    generate: wrap(compact, { words: ['fn', 'source', '-o', 'unwrap'] }),
  },
  {
    name: 'fn source | fn sink',
    generate: wrap(any, { words: ['fn', 'source'] }, { words: ['fn', 'sink', '../out'], piped: true }),
  },
  { name: 'documents | fn sink', generate: wrap(any, { words: ['fn', 'sink', '../out'], piped: documents }) },
  {
    name: 'documents | fn eval -',
    generate: wrap(any, { words: ['fn', 'eval', '-', '--exec', 'cat'], piped: documents, ownWords: FORM }),
  },
  {
    name: 'fn eval in place',
    generate: fc.tuple(any, program, selection).map(([files, name, flags]) => ({
      files: withPrograms(files),
      scenario: { commands: [{ words: ['fn', 'eval', '--exec', command(name), ...flags], ownWords: FORM }] },
    })),
  },
  {
    name: 'fn eval -o stdout',
    generate: fc.tuple(any, program, selection).map(([files, name, flags]) => ({
      files: withPrograms(files),
      scenario: {
        commands: [{ words: ['fn', 'eval', '--exec', command(name), '-o', 'stdout', ...flags], ownWords: FORM }],
      },
    })),
  },
  {
    name: 'fn eval -o unwrap',
    generate: fc.tuple(compact, program).map(([files, name]) => ({
      files: withPrograms(files),
      scenario: { commands: [{ words: ['fn', 'eval', '--exec', command(name), '-o', 'unwrap'], ownWords: FORM }] },
    })),
  },
  {
    name: 'fn render in place',
    generate: wrap(rendered, { words: ['fn', 'render', '--allow-exec'], ownWords: RENDER }),
  },
  {
    name: 'fn render -o folder',
    generate: wrap(rendered, { words: ['fn', 'render', '--allow-exec', '-o', '../out'], ownWords: RENDER }),
  },
]
