import { defineConfig } from 'tsdown'

export default defineConfig([
  {
    entry: { index: 'src/index.ts', 'node/index': 'src/node/index.ts' },
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    dts: true,
    clean: true,
    hash: false,
  },
  {
    // One small file is read to start `build`; what is rarely needed stands in chunks beside it.
    entry: { 'cli/main': 'src/cli/main.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    dts: false,
    clean: false,
    noExternal: [/.*/],
    outputOptions: { chunkFileNames: 'cli/[name].js' },
  },
])
