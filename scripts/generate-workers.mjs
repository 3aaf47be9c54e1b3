/**
 * What runs in threads, as texts: `node scripts/generate-workers.mjs`, or the code of one of them with `--print NAME`. A thread
 * is started from a text wherever the program is bundled.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

const WORKERS = {
  wasi: `Made by scripts/generate-workers.mjs from wasi-worker.ts and @bjorn3/browser_wasi_shim, which is MIT OR Apache-2.0,
 * copyright of its contributors.`,
  script: 'Made by scripts/generate-workers.mjs from script-worker.ts.',
}

async function codeOf(name) {
  const { outputFiles } = await build({
    entryPoints: [join(root, `src/node/${name}-worker.ts`)],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    charset: 'ascii',
    supported: { 'template-literal': false },
  })
  return outputFiles[0].text.trimEnd()
}

if (process.argv[2] === '--print') process.stdout.write(await codeOf(process.argv[3]))
else {
  for (const [name, comment] of Object.entries(WORKERS)) {
    const text = `/**
 * ${comment}
 */
export const ${name.toUpperCase()}_WORKER = ${JSON.stringify(await codeOf(name))}
`
    writeFileSync(join(root, `src/node/${name}-worker-text.ts`), text)
  }
}
