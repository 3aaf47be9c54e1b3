#!/usr/bin/env node
// Starts the program. Compiling it costs as much as a small build does, so the compiled form is kept beside it
// (scripts/finish-build.mjs makes it, for the Node that built it); V8 refuses a form that another version made, and then
// nothing is lost. Later versions of Node keep one themselves.
'use strict'

const { readFileSync } = require('node:fs')
const { Script } = require('node:vm')

const program = `${__dirname}/main.cjs`
let cachedData
try {
  cachedData = readFileSync(`${__dirname}/main.${process.version}-${process.arch}.cache`)
} catch {
  require('node:module').enableCompileCache?.()
}
if (cachedData === undefined) {
  require(program)
} else {
  // The same wrapping that the form was made with.
  const source = `(function (exports, require) {${readFileSync(program, 'latin1')}\n})`
  // Chunks ask for the program by its path and must get this one.
  const exports = {}
  require.cache[program] = { id: program, filename: program, loaded: true, exports }
  new Script(source, { filename: program, cachedData }).runInThisContext()(exports, require)
}
