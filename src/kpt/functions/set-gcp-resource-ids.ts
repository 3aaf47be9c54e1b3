/** Derives the ids of a project and its folders from the package context (functions 18). */
import { encodeBase64 } from '../../core/base64.ts'
import { fail } from '../../core/error.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { field, MAPPING, type Mapping } from '../../yaml/node.ts'
import { ended, info } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { annotationOf, fieldAt, mappingIn, replaceText, sortItems, textOf } from './items.ts'
import { gvkOf } from './kinds.ts'
import { packageContextIn } from './package-context.ts'

export const setGcpResourceIds: CatalogFunction = {
  name: 'set-gcp-resource-ids',
  async run(list) {
    const context = packageContextIn(list.items)
    const results: FunctionResult[] = isGiven(list.config) ? [] : [info('`FunctionConfig` is not given')]
    if (context === undefined) {
      return ended([...results, { message: 'unable to find package context object', severity: 'error' }])
    }
    setIds(list, await projectIdOf(context))
    sortItems(list.items)
    return results
  },
}

const PROJECT_ANNOTATION = 'cnrm.cloud.google.com/project-id'
const RESOURCE_MANAGER = 'resourcemanager.cnrm.cloud.google.com'
const MOST_CHARACTERS = 30
const HASH_CHARACTERS = 4

/** An empty ConfigMap is none. */
function isGiven(config: Mapping | undefined): boolean {
  if (textOf(config, 'kind') !== 'ConfigMap') return config !== undefined
  const data = field(config, 'data')
  return data?.kind === MAPPING && data.keys.length > 0
}

/**
 * The name, the names of the packages around it, and the beginning of a hash of both. For packages deeper than the second level, and for
 * ids that are cut, it is not known what the reference makes of them.
 */
async function projectIdOf(context: Mapping): Promise<string> {
  const data = field(context, 'data')
  const name = textOf(data, 'name')
  const whole = `${name}-`
  if (textOf(data, 'package-path').split('/').length > 2) throw notKnown('a package below the second level')
  if (whole.length + 1 + HASH_CHARACTERS > MOST_CHARACTERS) throw notKnown(`a name as long as ${name}`)
  const digest = await crypto.subtle.digest('SHA-512', new Uint8Array(encodeUtf8(whole)))
  const hash = encodeBase64(new Uint8Array(digest))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return `${whole}-${hash.slice(0, HASH_CHARACTERS)}`
}

function notKnown(what: string) {
  return fail('NOT_SUPPORTED', `set-gcp-resource-ids is not built in for ${what}`, {
    hint: 'run it in its container: --runtime container',
  })
}

function setIds({ items, referenceFormat }: FunctionInput, projectId: string): void {
  const anew = referenceFormat === true
  for (const item of items) {
    const { group, kind } = gvkOf(item)
    if (kind === 'ConfigConnectorContext') throw notKnown('a ConfigConnectorContext')
    const name = textOf(item, 'metadata', 'name')
    if (group === RESOURCE_MANAGER && (kind === 'Project' || kind === 'Folder')) {
      const spec = mappingIn(item, 'spec')
      if (spec === undefined) continue
      if (kind === 'Folder') replaceText(spec, 'displayName', name, anew)
      else {
        replaceText(spec, 'name', name, anew)
        replaceText(spec, 'resourceID', projectId, anew)
      }
    }
    const annotations = fieldAt(item, 'metadata', 'annotations')
    if (annotationOf(item, PROJECT_ANNOTATION) !== '' && annotations?.kind === MAPPING) {
      replaceText(annotations, PROJECT_ANNOTATION, projectId, false)
    }
  }
}
