// Preloaded into a build: afterwards prints what it asked Node for, as one line of JSON after the output.
const Module = require('node:module')
const fs = require('node:fs')
const { relative } = require('node:path')

const loaded = new Set()
// The starter reads the program itself.
const read = fs.readFileSync
fs.readFileSync = (path, ...rest) => {
  if (String(path).endsWith('.cjs')) loaded.add(relative(process.env.STRAKE_ROOT, String(path)))
  return read(path, ...rest)
}
const load = Module._load
Module._load = (request, parent, isMain) => {
  const resolved = Module._resolveFilename(request, parent, isMain)
  const name = resolved.startsWith('/') ? relative(process.env.STRAKE_ROOT, resolved) : resolved
  loaded.add(name.startsWith('dist/') || name.includes(':') ? name : `node:${name}`)
  return load(request, parent, isMain)
}
const builtin = process.getBuiltinModule
if (builtin !== undefined) {
  process.getBuiltinModule = (name) => {
    loaded.add(name.startsWith('node:') ? name : `node:${name}`)
    return builtin(name)
  }
}
process.on('exit', () => fs.writeSync(2, `\n${JSON.stringify([...loaded].sort())}`))
