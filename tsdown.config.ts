import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import { defineConfig } from 'tsdown'

/**
 * Modules that the engine imports as any other, but that few builds come to call: in the program each stands in a chunk
 * of its own, which the first call of one of its functions loads. They may export functions only, and constants written
 * as a number or a string.
 */
const RARE = [
  'core/base64',
  'core/credentials',
  'core/go-quote',
  'core/not-utf8',
  'kustomize/too-large',
  'kustomize/untouched',
  'yaml/anchors',
  'yaml/detours',
  'yaml/escapes',
  'yaml/exact',
  'yaml/floats',
  'yaml/json',
  'yaml/kept',

  'yaml/quick-comments',
  'yaml/sorted-refusals',
  'yaml/timestamp',
  'yaml/yaml11-keys',
  'yaml/yaml11-values',
  'krm/defaults/field-specs',
  'krm/given-bookkeeping',
  'krm/go-values',
  'krm/internal-annotations',
  'krm/name-scopes',
  'krm/object-problems',
  'krm/reference-problems',
  'krm/wrong-kind',
  'kpt/functions/patterns',
  'kustomize/build-metadata',
  'kustomize/git-url',
  'kustomize/helm-shapes',
  'kustomize/load-problems',
  'kustomize/merge-config',
  'kustomize/old-charts',
  'kustomize/shape-problems',
  'kustomize/sort-options',
  'kustomize/transformers/configuration-trouble',
  'node/failures',
  'node/write',
  'cli/diagnostic-text',
  'cli/short-flags',
].map((name) => resolve(`src/${name}.ts`))

/** Names of their chunks. */
const chunkOf = (path: string) => `rare-${basename(path, '.ts')}`

/** What modules import, directly or not: dynamic imports and rare modules left out. */
async function importedBy(entryPoints: string[]): Promise<Set<string>> {
  const options = {
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    outdir: 'dist',
  } as const
  const { metafile } = await build({ ...options, entryPoints, logLevel: 'error' })
  const found = new Set(entryPoints)
  for (const path of found) {
    if (RARE.includes(resolve(path))) continue
    for (const imported of metafile.inputs[path]?.imports ?? []) {
      if (imported.kind === 'import-statement' && !imported.external) found.add(imported.path)
    }
  }
  return new Set([...found].map((path) => resolve(path)).filter((path) => !RARE.includes(path)))
}

/** What stands in for a rare module: the same exports, each loading the chunk when called. */
function standIn(path: string): string {
  let text = `const real = () => require('./${chunkOf(path)}.cjs')\n`
  for (const [line, kind, name] of readFileSync(path, 'utf8').matchAll(/^export (\w+) (\w+).*$/gm)) {
    if (kind === 'interface' || kind === 'type') continue
    if (kind === 'function') text += `export const ${name} = (...values) => real().${name}(...values)\n`
    else if (kind === 'const' && /= (?:[\d_]+|'[^']*')$/.test(line)) text += `${line}\n`
    else throw new Error(`${path}: ${line}: a rare module may not export this`)
  }
  return text
}

const STAND_IN = '\0stand-in:'

const rareModules = {
  name: 'rare-modules',
  resolveId: {
    order: 'pre' as const,
    handler(id: string, importer: string | undefined) {
      if (id.startsWith('./rare-')) return { id, external: true }
      if (importer === undefined) return null
      const path = resolve(importer, '..', id)
      return RARE.includes(path) ? STAND_IN + path : null
    },
  },
  load(id: string) {
    if (id === 'virtual:rare') return RARE.map((path) => `export * from ${JSON.stringify(path)}`).join('\n')
    if (id.startsWith(STAND_IN)) return { code: standIn(id.slice(STAND_IN.length)), moduleType: 'js' as const }
    return null
  },
}

/** Every module that is read to run `build`. */
const started = await importedBy(['src/cli/main.ts'])
const isStarted = (id: string) => started.has(id) || id.startsWith(STAND_IN) || id.includes('rolldown/runtime')

/** What overlays are usually made of: one chunk, as each costs its share of time. */
const USUAL = [
  'components',
  'generate',
  ...['hash', 'images', 'labels', 'namespace', 'patch', 'patches-json', 'patches-strategic']
    .concat('prefix-suffix', 'replicas')
    .map((name) => `transformers/${name}`),
]
const usual = await importedBy(USUAL.map((name) => `src/kustomize/${name}.ts`).concat('src/krm/schema-data.ts'))

/** The way to every command but `build`. */
const commands = await importedBy(['src/cli/find-command.ts'])

/** kpt's commands over the resources of a folder. */
const FUNCTIONS = ['kpt-tools', ...['fn', 'fn-source', 'fn-eval', 'fn-render'].map((name) => `commands/${name}`)]
const functions = await importedBy(FUNCTIONS.map((name) => `src/cli/${name}.ts`))

/** What renders the tree of a path. */
const fluxTree = await importedBy(['src/cli/commands/flux-render.ts'])

export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      'node/index': 'src/node/index.ts',
      'fn/index': 'src/kpt/script/define.ts',
      'stack/index': 'src/stack/index.ts',
      'flux/index': 'src/flux/index.ts',
      'argocd/index': 'src/argocd/index.ts',
    },
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    deps: { neverBundle: [/^node:/] },
    dts: true,
    clean: true,
    hash: false,
  },
  {
    // One small file is read to start `build`; what is rarely needed stands in chunks beside it. CommonJS, because Node
    // starts it some 15 ms of CPU sooner than the same program as a module.
    entry: { main: 'src/cli/main.ts', ...Object.fromEntries(RARE.map((path) => [chunkOf(path), path])) },
    outDir: 'dist/cli',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    dts: false,
    clean: true,
    hash: false,
    // jiti finds its own parts beside it.
    deps: { alwaysBundle: [/^(?!jiti$)/], neverBundle: ['jiti'] },
    plugins: [rareModules],
    outputOptions: {
      codeSplitting: {
        groups: [
          { name: 'engine', test: isStarted, priority: 10 },
          { name: 'usual', test: (id: string) => usual.has(id), priority: 5 },
          { name: 'commands', test: (id: string) => commands.has(id), priority: 4 },
          { name: 'functions', test: (id: string) => functions.has(id), priority: 3 },
          { name: 'flux-tree', test: (id: string) => fluxTree.has(id), priority: 2 },
          { name: 're2js', test: /node_modules.re2js/ },
        ],
      },
    },
  },
])
