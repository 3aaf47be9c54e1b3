#!/usr/bin/env node
// Starts the program. Compiling it costs as much as a small build does, so the compiled form is kept beside it
// (scripts/finish-build.mjs makes it, for the Node that built it); V8 refuses a form that another version made, and then
// nothing is lost. Later versions of Node keep one themselves.
'use strict'

const { readFileSync } = require('node:fs')
const { Script } = require('node:vm')

/** What functions over resources come to need beside their own file. */
const OF_FUNCTIONS = ['./rare-kept.cjs', './rare-quick-comments.cjs']
/** Files beside this one that have a compiled form (`FILES` of scripts/finish-build.mjs). */
const FORMED = /^\.\/(usual|commands|functions|flux(-tree|-diff)?|rare-(kept|quick-comments))\./

const pathOf = (name) => `${__dirname}/${name}.cjs`

function formOf(name) {
  try {
    return readFileSync(`${__dirname}/${name}.${process.version}-${process.arch}.cache`)
  } catch {
    return undefined
  }
}

/** Runs a file from its compiled form and registers it, for chunks that ask for it by its path. */
function run(name, cachedData) {
  const filename = pathOf(name)
  // The same wrapping that the form was made with.
  const source = `(function (exports, require) {${readFileSync(filename, 'latin1')}\n})`
  const exports = {}
  require.cache[filename] = { id: filename, filename, loaded: true, exports }
  new Script(source, { filename, cachedData }).runInThisContext()(exports, load)
  return exports
}

/** What was loaded, by the words it was asked for with: Node's own way to it is long for what is asked for often. */
const loaded = new Map()

function load(id) {
  let exports = loaded.get(id)
  if (exports === undefined) {
    exports = loadFirst(id)
    loaded.set(id, exports)
  }
  return exports
}

function loadFirst(id) {
  // It changes V8's settings, and V8 takes a form only with those it was made with.
  if (id === './v8-settings.cjs') (loaded.has('./functions.cjs') ? OF_FUNCTIONS : ['./usual.cjs']).forEach(load)
  const name = FORMED.test(id) ? id.slice(2, -4) : undefined
  const form = name === undefined || require.cache[pathOf(name)] !== undefined ? undefined : formOf(name)
  return form === undefined ? require(id) : run(name, form)
}

const form = formOf('main')
if (form !== undefined) {
  run('main', form)
} else {
  require('node:module').enableCompileCache?.()
  require(pathOf('main'))
}
