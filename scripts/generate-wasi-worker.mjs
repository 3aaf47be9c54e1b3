/** src/node/wasi-worker.ts and the library it uses, as one text: `node scripts/generate-wasi-worker.mjs`, or its code alone with `--print`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

const { outputFiles } = await build({
  entryPoints: [join(root, 'src/node/wasi-worker.ts')],
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  charset: 'ascii',
})
const code = outputFiles[0].text.trimEnd()
if (process.argv[2] === '--print') process.stdout.write(code)
else {
  const text = `/**
 * Made by scripts/generate-wasi-worker.mjs from wasi-worker.ts and @bjorn3/browser_wasi_shim, which is MIT OR Apache-2.0,
 * copyright of its contributors.
 */
export const WASI_WORKER = ${JSON.stringify(code)}
`
  writeFileSync(join(root, 'src/node/wasi-worker-text.ts'), text)
}
