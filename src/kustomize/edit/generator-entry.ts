/** `edit add|set configmap` and `secret`: entries of the two generators (command line 6 and 7). */
import { fail, wrap } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import { loadPairs } from '../generators/keyvalues.ts'
import { makeConfigMap, makeSecret, mergeGeneratorOptions } from '../generators/objects.ts'
import type { GeneratorArgs, Kustomization } from '../types.ts'
import { type EditCommand, here } from './add.ts'
import { type Flags, isSameNamespace, meantInstead } from './arguments.ts'
import { type EditContext, editFile } from './file.ts'
import { globAll } from './glob.ts'

interface Kind {
  /** As in Kubernetes. */
  name: 'ConfigMap' | 'Secret'
  /** As in commands. */
  word: 'configmap' | 'secret'
  field: 'configMapGenerator' | 'secretGenerator'
  make: typeof makeConfigMap
}

const CONFIG_MAP: Kind = { name: 'ConfigMap', word: 'configmap', field: 'configMapGenerator', make: makeConfigMap }
const SECRET: Kind = { name: 'Secret', word: 'secret', field: 'secretGenerator', make: makeSecret }

const WORDS = { finding: 'failed to load kustomization file', reading: 'failed to read kustomization file' }

function addEntry(kind: Kind): EditCommand {
  return async (words, flags, context) => {
    const files = await expandFiles(commaParts(flags.list('from-file')), context)
    const name = checkAdd(words, files, flags)
    const edit = async (k: Kustomization) => {
      const entry = findEntry(k, kind, name, flags.string('namespace')) ?? newEntry(k, kind, name, flags)
      entry.literals.push(...flags.list('from-literal'))
      entry.files.push(...files)
      if (flags.string('from-env-file') !== '') entry.envs.push(flags.string('from-env-file'))
      if (flags.bool('disableNameSuffixHash')) entry.options = { disableNameSuffixHash: true, immutable: false }
      if (flags.string('behavior') !== '') entry.behavior = flags.string('behavior')
      await tryToMake(k, kind, entry, context)
    }
    return await editFile(context, prefixing(`failed to create ${kind.word}`, edit), WORDS)
  }
}

export const addConfigMap = addEntry(CONFIG_MAP)
export const addSecret = addEntry(SECRET)

function setEntry(kind: Kind): EditCommand {
  return async (words, flags, context) => {
    const name = onlyName(words)
    const literals = flags.list('from-literal')
    const namespace = flags.string('new-namespace')
    if (literals.length === 0 && namespace === '')
      throw invalidFlags('at least one of [--from-literal, --new-namespace] must be specified')
    const edit = async (k: Kustomization) => {
      const entry = findEntry(k, kind, name, flags.string('namespace'))
      if (entry === undefined) {
        const hint = meantInstead(name, new Set(k[kind.field].map((one) => one.name)))
        const missing = `unable to find ${kind.name} with name ${goQuote(name)}`
        throw fail('NOT_IN_FILE', `could not set new ${kind.name} value: ${missing}`, { hint })
      }
      if (literals.length > 0) entry.literals = changedLiterals(entry.literals, literals)
      if (namespace !== '') entry.namespace = namespace
      await prefixing(`failed to validate ${kind.name} structure`, () => tryToMake(k, kind, entry, context))(k)
    }
    return await editFile(context, prefixing(`failed to create ${kind.word}`, edit), WORDS)
  }
}

export const setConfigMap = setEntry(CONFIG_MAP)
export const setSecret = setEntry(SECRET)

function prefixing(prefix: string, edit: (k: Kustomization) => Promise<void>) {
  return async (k: Kustomization): Promise<undefined> => {
    try {
      await edit(k)
    } catch (error) {
      throw wrap(prefix, error)
    }
  }
}

function invalidFlags(message: string): Error {
  return fail('USAGE', `failed to validate flags: ${message}`)
}

function onlyName(words: readonly string[]): string {
  const [name] = words
  if (name === undefined || words.length > 1) throw invalidFlags('name must be specified once')
  return name
}

function checkAdd(words: readonly string[], files: readonly string[], flags: Flags): string {
  const name = onlyName(words)
  const hasEnvFile = flags.string('from-env-file') !== ''
  const hasOthers = files.length > 0 || flags.list('from-literal').length > 0
  if (!hasEnvFile && !hasOthers) throw invalidFlags('at least from-env-file, or from-file or from-literal must be set')
  if (hasEnvFile && hasOthers) throw invalidFlags('from-env-file cannot be combined with from-file or from-literal')
  if (!['', 'create', 'merge', 'replace'].includes(flags.string('behavior')))
    throw invalidFlags('invalid behavior: must be one of "create", "merge", or "replace"')
  return name
}

/** Values with commas stand for several; a comma in double quotes is one of the value. */
function commaParts(values: readonly string[]): string[] {
  const part = /"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/y
  const parts: string[] = []
  for (const value of values) {
    if (value === '') continue
    part.lastIndex = 0
    while (part.lastIndex <= value.length) {
      const before = part.lastIndex
      const found = part.exec(value)
      if (found === null) break
      parts.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
      if (!found[0].endsWith(',')) break
      if (part.lastIndex === before) break
    }
  }
  return parts
}

/** Patterns in `[key=]pattern` become the files they mean; with a key it has to be one. */
async function expandFiles(sources: readonly string[], context: EditContext): Promise<string[]> {
  const found: string[] = []
  for (const source of sources) {
    const parts = source.split('=')
    const [first = '', second] = parts
    const [key, pattern] = second !== undefined && parts.length === 2 ? [first, second] : ['', first]
    const files = await prefixedFiles(pattern, context)
    if (key === '') found.push(...files)
    else if (files.length === 1) found.push(`${key}=${files[0]}`)
    else {
      const several = `'pattern '${source}' catches files [${files.join(' ')}], should catch only one`
      throw fail('FILE_SOURCE', `failed to expand file source: ${several}`)
    }
  }
  return found
}

async function prefixedFiles(pattern: string, context: EditContext): Promise<string[]> {
  try {
    return await globAll(context, [pattern])
  } catch (error) {
    throw wrap('failed to expand file source', error)
  }
}

function findEntry(k: Kustomization, { field }: Kind, name: string, namespace: string): GeneratorArgs | undefined {
  return k[field].find((entry) => entry.name === name && isSameNamespace(entry.namespace, namespace))
}

function newEntry(k: Kustomization, kind: Kind, name: string, flags: Flags): GeneratorArgs {
  const entry: GeneratorArgs = {
    name,
    namespace: flags.string('namespace'),
    behavior: '',
    literals: [],
    files: [],
    envs: [],
    env: '',
    type: kind === SECRET ? flags.string('type') : '',
  }
  k[kind.field].push(entry)
  return entry
}

/** The object is made once, to see whether it can be; global options become the entry's own on the way. */
async function tryToMake(k: Kustomization, { make }: Kind, entry: GeneratorArgs, context: EditContext): Promise<void> {
  const options = mergeGeneratorOptions(entry.options, k.generatorOptions)
  if (options !== undefined) entry.options = options
  const loader = await here(context)
  make(entry, await loadPairs(entry, (path) => loader.read(path)))
}

/** The values of existing keys are replaced, in place. */
function changedLiterals(before: readonly string[], given: readonly string[]): string[] {
  const values = new Map(before.map(literalPair))
  for (const [key, value] of given.map(literalPair)) {
    if (!values.has(key)) {
      const hint = meantInstead(key, values.keys())
      throw fail('NOT_IN_FILE', `failed to update literal sources: key '${key}' not found in resource`, { hint })
    }
    values.set(key, value)
  }
  return [...values].map(([key, value]) => `${key}=${value}`)
}

function literalPair(literal: string): [string, string] {
  const parts = literal.split('=')
  const [key, value] = parts
  if (key === undefined || value === undefined || parts.length > 2) {
    throw fail(
      'LITERAL',
      'failed to update literal sources: failed to update resource: invalid format: literal values must be specified in the key=value format',
    )
  }
  return [key, value]
}
