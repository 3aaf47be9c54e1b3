/** What bundles that share a directory, and so one Kustomization, must agree on (flux-engine E). */
import type { ToolError } from '../../core/error.ts'
import { goQuote } from '../../core/go-quote.ts'
import { compareBytes } from '../../core/text.ts'
import { formatGoDuration, parseGoDuration } from '../../stack/duration.ts'
import { type Bundle, bundlePath, type PostBuild } from '../../stack/model.ts'
import { bundleSubject, invalidField } from './errors.ts'
import type { ResourceSettings } from './settings.ts'
import { sourceDefinition } from './source.ts'

/** A setting that all bundles of a directory must have alike: what is compared, and how it is shown. */
interface SharedSetting {
  field: string
  value(bundle: Bundle, settings: ResourceSettings): string
}

const SHARED: readonly SharedSetting[] = [
  {
    field: 'sourceRef',
    value: ({ sourceRef }, settings) => sourceDefinition(sourceRef, settings).replaceAll('\n', ' '),
  },
  { field: 'interval', value: ({ interval }, { defaultInterval }) => duration(interval || defaultInterval) },
  { field: 'timeout', value: ({ timeout }) => duration(timeout) },
  { field: 'retryInterval', value: ({ retryInterval }) => duration(retryInterval) },
  { field: 'prune', value: ({ prune }) => String(prune ?? false) },
  // Under UmbrellasDoNotWait what an unset wait means is known only when the tree is.
  { field: 'wait', value: ({ wait }, { umbrellasDoNotWait }) => (umbrellasDoNotWait ? '' : String(wait ?? false)) },
  { field: 'force', value: ({ force }) => String(force ?? false) },
  { field: 'suspend', value: ({ suspend }) => String(suspend ?? false) },
  { field: 'postBuild', value: ({ postBuild }) => postBuildText(postBuild) },
  { field: 'serviceAccountName', value: ({ serviceAccountName }) => serviceAccountName ?? '' },
]

/** Refuses settings that the bundles of one directory do not share. */
export function checkSharedSettings(bundles: readonly Bundle[], directory: string, settings: ResourceSettings): void {
  const [first, ...others] = bundles
  if (first === undefined) return
  for (const { field, value } of SHARED) {
    const own = value(first, settings)
    for (const other of others) {
      const differing = value(other, settings)
      if (differing !== own)
        throw settingsDiffer({ field, first, other, directory, why: `${shown(own)} and ${shown(differing)}` })
    }
  }
}

interface Difference {
  field: string
  first: Bundle
  other: Bundle
  directory: string
  why: string
}

export function settingsDiffer({ field, first, other, directory, why }: Difference): ToolError {
  return invalidField(
    'SHARED_DIRECTORY',
    bundleSubject(other),
    field,
    `bundles ${goQuote(bundlePath(first))} and ${goQuote(bundlePath(other))} render one directory ${goQuote(directory)} and so share one Kustomization, but their ${field} differ (${why}); give them directories of their own (NodeGrouping or BundleGrouping GroupByName) or align them`,
  )
}

/** Labels or annotations of all bundles; one key has one value. */
export function unitedEntries(
  field: 'labels' | 'annotations',
  bundles: readonly Bundle[],
  directory: string,
): Record<string, string> {
  const entries = new Map<string, { value: string; bundle: Bundle }>()
  for (const bundle of bundles) {
    for (const [key, value] of Object.entries(bundle[field] ?? {})) {
      const earlier = entries.get(key)
      if (earlier === undefined) entries.set(key, { value, bundle })
      else if (earlier.value !== value) {
        const why = `${goQuote(key)} is ${goQuote(earlier.value)} and ${goQuote(value)}`
        throw settingsDiffer({ field, first: earlier.bundle, other: bundle, directory, why })
      }
    }
  }
  return Object.fromEntries([...entries].map(([key, { value }]) => [key, value]))
}

function shown(value: string): string {
  return value === '' ? 'unset' : goQuote(value)
}

/** Compared as the time it is; what is no duration is refused where it is written. */
function duration(text: string | undefined): string {
  if (!text) return ''
  try {
    return formatGoDuration(parseGoDuration(text))
  } catch {
    return text
  }
}

function postBuildText(postBuild: PostBuild | undefined): string {
  if (postBuild === undefined) return ''
  const { substitute = {}, substituteFrom = [] } = postBuild
  const entries = Object.entries(substitute).sort(([a], [b]) => compareBytes(a, b))
  return JSON.stringify([entries, substituteFrom.map(({ kind, name, optional = false }) => [kind, name, optional])])
}
