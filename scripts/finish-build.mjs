// After the bundler: the starter beside the program, and the program's compiled form for this version of Node.

import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'dist/cli')
const program = join(folder, 'main.cjs')
const cache = join(folder, `main.${process.version}-${process.arch}.cache`)

if (process.argv[2] === 'record') {
  // In a process of its own: runs a build, so that the functions it needs are compiled, and keeps the result.
  const source = `(function (exports, require) {${readFileSync(program, 'latin1')}\n})`
  const require = createRequire(program)
  const exports = {}
  require.cache[program] = { id: program, filename: program, loaded: true, exports }
  const script = new Script(source, { filename: program })
  process.argv = [process.argv[0], program, 'build', process.argv[3]]
  process.on('exit', (code) => {
    if (code === 0) writeFileSync(cache, script.createCachedData())
  })
  script.runInThisContext()(exports, require)
} else {
  // One character beyond Latin-1 would make Node keep two bytes for each of the program's.
  const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(program, readFileSync(program, 'utf8').replace(/[^\0-\x7f]/g, escape))
  copyFileSync(join(root, 'src/cli/start.cjs'), join(folder, 'start.cjs'))
  chmodSync(join(folder, 'start.cjs'), 0o755)
  rmSync(cache, { force: true })
  const example = join(root, 'examples/model-serving/overlays/production')
  if (existsSync(example)) {
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'record', example], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const kilobytes = (file) => `${(statSync(file).size / 1024).toFixed(1)} KB`
  process.stdout.write(
    `start path: main.cjs ${kilobytes(program)}, compiled ${existsSync(cache) ? kilobytes(cache) : 'not'}\n`,
  )
}
