/** `edit remove …` (command line 8). */
import { fail } from '../../core/error.ts'
import type { EditCommand } from './add.ts'
import { isSameNamespace, meantInstead, misuse, readBuildMetadata } from './arguments.ts'
import { type EditOptions, editFile, say } from './file.ts'
import { shellPattern } from './glob.ts'
import { isSamePatch, patchOf } from './patch-entry.ts'

/** Entries that a pattern matches go; files are not looked at. */
function removePaths(field: 'resources' | 'components' | 'transformers', word: string, options: EditOptions = {}) {
  const command: EditCommand = async (words, _flags, context) => {
    if (words.length === 0) throw misuse(`must specify a ${word} file`)
    return await editFile(
      context,
      (k) => {
        if (k[field].length === 0) return false
        const patterns = words.map(shellPattern)
        const left = k[field].filter((path) => !patterns.some((matches) => matches(path)))
        if (left.length === k[field].length) return false
        k[field] = left
        return undefined
      },
      options,
    )
  }
  return command
}

export const removeResource = removePaths('resources', 'resource')
export const removeTransformer = removePaths('transformers', 'transformer')
export const removeComponent = removePaths('components', 'component', {
  finding: 'failed to read kustomization file',
  reading: 'failed to read kustomization file content',
})

function removePairs(field: 'commonLabels' | 'commonAnnotations', kind: string): EditCommand {
  return async (words, flags, context) => {
    const keys = readKeys(words)
    const mustExist = !flags.bool('ignore-non-existence')
    return await editFile(context, (k) => {
      const pairs = k[field]
      if (pairs === undefined) {
        if (mustExist) throw fail('NOT_IN_FILE', `${field} is not defined in kustomization file`)
        return undefined
      }
      for (const key of keys) {
        if (mustExist && !(key in pairs)) {
          const hint = meantInstead(key, Object.keys(pairs))
          throw fail('NOT_IN_FILE', `${kind} ${key} is not defined in kustomization file`, { hint })
        }
        delete pairs[key]
      }
      return undefined
    })
  }
}

export const removeLabel = removePairs('commonLabels', 'label')
export const removeAnnotation = removePairs('commonAnnotations', 'annotation')

/** Both commands speak of labels. */
function readKeys(words: readonly string[]): string[] {
  const [word] = words
  if (word === undefined) throw misuse('must specify label')
  if (words.length > 1) throw misuse('labels must be comma-separated, with no spaces')
  const keys = word.split(',')
  if (keys.includes('')) throw misuse("invalid label: '' (name is empty)")
  return keys
}

export const removePatch: EditCommand = async (_words, flags, context) => {
  const patch = patchOf(flags)
  return await editFile(context, (k) => {
    const left = k.patches.filter((other) => !isSamePatch(other, patch))
    if (left.length === k.patches.length) {
      say(context, `patch ${patch.patch} doesn't exist in kustomization file`)
      return false
    }
    k.patches = left
    return undefined
  })
}

function removeEntries(field: 'configMapGenerator' | 'secretGenerator', word: 'configmap' | 'secret'): EditCommand {
  return async (words, flags, context) => {
    const names = readNames(words, word)
    const edit: Parameters<typeof editFile>[1] = (k) => {
      const isMeant = (entry: { name: string; namespace: string }) =>
        names.includes(entry.name) && isSameNamespace(entry.namespace, flags.string('namespace'))
      const found = k[field].filter(isMeant).map(({ name }) => name)
      if (found.length === 0) {
        const hint = meantInstead(names[0] as string, new Set(k[field].map(({ name }) => name)))
        const message = `no specified ${word}(s) were found in the kustomization.yaml file`
        throw fail('NOT_IN_FILE', message, { hint })
      }
      for (const name of names)
        if (!found.includes(name)) say(context, `${word} ${name} doesn't exist in kustomization file`)
      k[field] = k[field].filter((entry) => !isMeant(entry))
      return undefined
    }
    return await editFile(context, edit, {
      finding: 'could not read kustomization file',
      reading: 'could not read kustomization file contents',
    })
  }
}

export const removeConfigMap = removeEntries('configMapGenerator', 'configmap')
export const removeSecret = removeEntries('secretGenerator', 'secret')

function readNames(words: readonly string[], word: string): string[] {
  const [list] = words
  if (list === undefined) throw misuse(`at least one ${word} name must be specified`)
  if (words.length > 1) {
    const advice = `to provide multiple ${word}s to remove, please separate ${word} names by commas`
    throw misuse(`too many arguments: [${words.join(' ')}]; ${advice}`)
  }
  return list.split(',')
}

export const removeBuildMetadata: EditCommand = async (words, _flags, context) => {
  const options = readBuildMetadata(words)
  return await editFile(context, (k) => {
    k.buildMetadata = k.buildMetadata.filter((option) => !options.includes(option))
    return undefined
  })
}
