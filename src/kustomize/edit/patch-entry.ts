/** An entry of `patches` as flags give it. */
import { goQuote } from '../../core/text.ts'
import type { PatchEntry } from '../types.ts'
import { type Flags, misuse } from './arguments.ts'

type Target = NonNullable<PatchEntry['target']>

/** Fields of the target and the flags that set them. */
const TARGET_FLAGS = [
  ['group', 'group'],
  ['version', 'version'],
  ['kind', 'kind'],
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['annotationSelector', 'annotation-selector'],
  ['labelSelector', 'label-selector'],
] as const

export function patchOf(flags: Flags): PatchEntry {
  const patch: PatchEntry = { path: flags.string('path'), patch: flags.string('patch') }
  if (patch.path !== '' && patch.patch !== '') throw misuse("patch and path can't be set at the same time")
  const target: Record<string, string> = {}
  for (const [name, flag] of TARGET_FLAGS) target[name] = flags.string(flag)
  if (Object.values(target).some((value) => value !== '')) patch.target = target as unknown as Target
  return patch
}

export function isSamePatch(a: PatchEntry, b: PatchEntry): boolean {
  return a.path === b.path && a.patch === b.patch && isSameTarget(a, b) && isSameOptions(a, b)
}

function isSameTarget({ target: a }: PatchEntry, { target: b }: PatchEntry): boolean {
  if (a === undefined || b === undefined) return a === b
  return TARGET_FLAGS.every(([name]) => (a[name] ?? '') === (b[name] ?? ''))
}

function isSameOptions({ options: a }: PatchEntry, { options: b }: PatchEntry): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.allowKindChange === b.allowKindChange && a.allowNameChange === b.allowNameChange
}

/** The entry as the reference's log shows it; what it has in place of pointers means nothing. */
export function shownPatch({ path, patch, target, options }: PatchEntry): string {
  const pointer = (value: unknown) => (value === undefined ? 'nil' : '0xc000000000')
  const parts = [`Path:${goQuote(path)}`, `Patch:${goQuote(patch)}`]
  parts.push(`Target:(*types.Selector)(${pointer(target)})`, `Options:(*types.PatchArgs)(${pointer(options)})`)
  return `types.Patch{${parts.join(', ')}}`
}
