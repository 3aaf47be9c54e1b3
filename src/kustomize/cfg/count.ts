/** `cfg count`: how many resources there are of each kind (CLI spec 14). */
import { fail } from '../../core/error.ts'
import { compareBytes } from '../../core/text.ts'
import { fieldText } from '../../yaml/node.ts'
import type { CfgContext, CfgFlags } from './context.ts'
import { type CfgItem, forEachPackage, readStream } from './packages.ts'

export async function count(words: readonly string[], flags: CfgFlags, context: CfgContext): Promise<string> {
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const run = async (items: CfgItem[]) => (flags.bool('kind') ? countsText(items) : `${items.length}\n`)
  const [argument] = words
  if (argument === undefined) return await run(readStream(context.input()))
  return await forEachPackage(
    context,
    argument,
    flags.bool('recurse-subpackages'),
    run,
    (text, problem, path) => `${path}/\n${problem === '' ? text : `${problem}\n`}`,
  )
}

function countsText(items: readonly CfgItem[]): string {
  const counts = new Map<string, number>()
  for (const { root } of items) {
    const kind = fieldText(root, 'kind') ?? ''
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a], [b]) => compareBytes(a, b))
  return sorted.map(([kind, number]) => `${kind}: ${number}\n`).join('')
}
