/** The layers of ARCHITECTURE.md as rules: a module imports from its own folder and from folders to its left. */
const LAYERS = [
  ['core', []],
  ['yaml', ['core']],
  ['krm', ['core', 'yaml']],
  ['kustomize', ['core', 'yaml', 'krm']],
  ['kpt', ['core', 'yaml', 'krm']],
  ['stack', ['core', 'yaml', 'krm']],
  ['flux', ['core', 'yaml', 'krm', 'kustomize', 'kpt', 'stack']],
  ['argocd', ['core', 'yaml', 'krm', 'stack']],
  ['node', ['core']],
  ['cli', ['core', 'yaml', 'krm', 'kustomize', 'kpt', 'stack', 'flux', 'argocd', 'node']],
]

module.exports = {
  forbidden: [
    ...LAYERS.map(([layer, below]) => ({
      name: `${layer}-imports-${below.length === 0 ? 'nothing-else' : below.join('-')}`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: `^src/(${[layer, ...below].join('|')})/` },
    })),
    {
      name: 'no-node-outside-node-and-cli',
      comment: 'The engine runs in browsers: files and the like come through a host.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(node|cli)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'few-dependencies',
      comment: 'Each one is argued for in ARCHITECTURE.md.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: 'node_modules/',
        pathNot:
          'node_modules/(@marcbachmann/cel-js|@noble/hashes|@dagrejs/dagre|age-encryption|aws4fetch|diff|re2js|ignore|jiti|kubernetes-types|modern-tar|saxes|semver|zod|@bjorn3/browser_wasi_shim)/',
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(tests|scripts|examples)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
