// Runs one TypeScript program of tests/ or scripts/: `node tests/run.mjs tests/conformance/run.ts [arguments]`.
// It is bundled with the sources into node_modules/.cache, so that packages resolve and no build step is needed.
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const [entry, ...rest] = process.argv.slice(2)
if (entry === undefined) {
  process.stderr.write('usage: node tests/run.mjs FILE.ts [arguments]\n')
  process.exit(2)
}
const outdir = join(root, 'node_modules/.cache/strake-programs', `${basename(entry, '.ts')}-${process.pid}`)
mkdirSync(outdir, { recursive: true })
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

await build({
  entryPoints: [resolve(entry)],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
})
process.setSourceMapsEnabled(true)
process.env.STRAKE_CHECKOUT = root
process.env.STRAKE_CORPUS ??= join(root, '../shared/corpus')
process.argv = [process.argv[0], join(outdir, `${basename(entry, '.ts')}.mjs`), ...rest]
await import(pathToFileURL(process.argv[1]).href)
