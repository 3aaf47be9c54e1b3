/** `edit add …` (command line 6). */
import { fail, wrap } from '../../core/error.ts'
import { join } from '../../core/path.ts'
import { Loader } from '../loader.ts'
import type { Kustomization, LabelEntry } from '../types.ts'
import { type Flags, misuse, readBuildMetadata, readPairs } from './arguments.ts'
import { type Change, type EditContext, type EditOptions, editFile, say } from './file.ts'
import { glob, globAll } from './glob.ts'
import { isSamePatch, patchOf, shownPatch } from './patch-entry.ts'

export type EditCommand = (words: readonly string[], flags: Flags, context: EditContext) => Promise<Change[]>

/** Fields whose entries are paths. */
type PathField = 'resources' | 'components' | 'configurations' | 'generators' | 'transformers'

/** Adds paths that are not there yet; `word` is what an entry is called. */
function addPaths(k: Kustomization, field: PathField, word: string, paths: readonly string[], context: EditContext) {
  for (const path of paths) {
    if (k[field].includes(path)) say(context, `${word} ${path} already in kustomization file`)
    else k[field].push(path)
  }
}

/** Resources and components have to be there, as files, folders or remote roots. */
function addRoots(field: 'resources' | 'components', word: string): EditCommand {
  return async (words, flags, context) => {
    if (words.length === 0) throw misuse(`must specify a ${word} file`)
    const paths = flags.bool('no-verify') ? words : await existing(words, context)
    return await editFile(context, (k, { name }) => {
      const others = paths.filter((path) => path !== name)
      addPaths(k, field, word, others, context)
      return undefined
    })
  }
}

export const addResource = addRoots('resources', 'resource')
export const addComponent = addRoots('components', 'component')

/** The files that patterns mean; what means none has to be a folder or a remote root. */
export async function existing(patterns: readonly string[], context: EditContext): Promise<string[]> {
  const found: string[] = []
  for (const pattern of patterns) {
    const files = await patternFiles(pattern, context)
    if (files.length === 0) {
      try {
        await (await here(context)).enter(pattern)
      } catch (error) {
        throw wrap(`${pattern} has no match`, error)
      }
    }
    found.push(...(files.length === 0 ? [pattern] : files))
  }
  return found
}

async function patternFiles(pattern: string, context: EditContext): Promise<string[]> {
  try {
    return await glob(context, pattern)
  } catch (error) {
    throw wrap('error checking the filesystem', error)
  }
}

/** A loader of the edited folder. */
export async function here({ fs, folder, fetcher, log }: EditContext): Promise<Loader> {
  return await Loader.open(fs, folder, '.', 'LoadRestrictionsRootOnly', { fetcher, log })
}

/** Files of plugins and configurations: patterns without a match are only logged. */
function addFiles(field: PathField, word: string, missing: string, options: EditOptions = {}): EditCommand {
  return async (words, _flags, context) => {
    if (words.length === 0) throw misuse(`must specify a yaml file which contains a ${missing} resource`)
    const paths = await globAll(context, words)
    if (paths.length === 0) return []
    return await editFile(
      context,
      (k) => {
        addPaths(k, field, word, paths, context)
        return undefined
      },
      options,
    )
  }
}

export const addGenerator = addFiles('generators', 'generator', 'generator plugin')
export const addTransformer = addFiles('transformers', 'transformer', 'transformer plugin')
export const addConfiguration = addFiles('configurations', 'configuration', 'configuration', {
  finding: 'new kustomization file',
  reading: 'read kustomization',
})

export const addBase: EditCommand = async (words, _flags, context) => {
  const [list] = words
  if (list === undefined || words.length > 1) throw misuse('must specify a base directory')
  return await editFile(context, async (k) => {
    for (const path of list.split(',')) {
      const place = path.startsWith('/') ? path : join(context.folder, path)
      if (path === '' || (await context.fs.stat(place)) === undefined) throw fail('NOT_FOUND', `${path} does not exist`)
      if (k.resources.includes(path)) throw fail('IN_FILE_ALREADY', `base ${path} already in kustomization file`)
      k.resources.push(path)
    }
    return undefined
  })
}

export const addBuildMetadata: EditCommand = async (words, _flags, context) => {
  const options = readBuildMetadata(words)
  return await editFile(context, (k) => {
    for (const option of options) {
      if (k.buildMetadata.includes(option))
        throw fail('IN_FILE_ALREADY', `buildMetadata option ${option} already in kustomization file`)
      k.buildMetadata.push(option)
    }
    return undefined
  })
}

export const addAnnotation: EditCommand = async (words, flags, context) => {
  if (words.length === 0) throw misuse('must specify annotation')
  const pairs = readPairs(words, 'annotation')
  return await editFile(context, (k) => {
    k.commonAnnotations ??= Object.create(null) as Record<string, string>
    addPairs(k.commonAnnotations, pairs, 'annotation', flags)
    return undefined
  })
}

export const addLabel: EditCommand = async (words, flags, context) => {
  if (words.length === 0) throw misuse('must specify label')
  const includeTemplates = flags.bool('include-templates')
  const withoutSelector = flags.bool('without-selector')
  if (includeTemplates && !withoutSelector)
    throw misuse('--without-selector flag must be specified for --include-templates to work')
  const pairs = readPairs(words, 'label')
  return await editFile(context, (k) => {
    if (!withoutSelector) k.commonLabels ??= Object.create(null) as Record<string, string>
    const labels = withoutSelector ? labelsWithoutSelector(k, includeTemplates) : k.commonLabels
    addPairs(labels as Record<string, string>, pairs, 'label', flags)
    return undefined
  })
}

/** The pairs of the first entry of `labels` with these settings, which is made when there is none. */
function labelsWithoutSelector(k: Kustomization, includeTemplates: boolean): Record<string, string> {
  let entry = k.labels.find((one) => !one.includeSelectors && one.includeTemplates === includeTemplates)
  if (entry === undefined) {
    entry = { includeTemplates, includeSelectors: false, includeVolumeClaimTemplates: false, fields: [] } as LabelEntry
    k.labels.push(entry)
  }
  entry.pairs ??= Object.create(null) as Record<string, string>
  return entry.pairs
}

function addPairs(into: Record<string, string>, pairs: Map<string, string>, kind: string, flags: Flags): void {
  for (const [key, value] of pairs) {
    if (key in into && !flags.bool('force')) {
      throw fail('IN_FILE_ALREADY', `${kind} ${key} already in kustomization file. Use --force to override.`)
    }
    into[key] = value
  }
}

export const addPatch: EditCommand = async (_words, flags, context) => {
  const patch = patchOf(flags)
  if (patch.path === '' && patch.patch === '') throw misuse('must provide either patch or path')
  return await editFile(context, (k) => {
    const same = k.patches.find((other) => isSamePatch(other, patch))
    if (same !== undefined) {
      say(context, `patch ${shownPatch(same)} already in kustomization file`)
      return false
    }
    k.patches.push(patch)
    return undefined
  })
}
