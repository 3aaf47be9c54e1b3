/** `strake fn source [DIR]`: the resources of a folder as one list. */
import { fail } from '../../core/error.ts'
import { KPTFILE } from '../../kpt/kptfile.ts'
import { isResourceName } from '../../kpt/package.ts'
import { printUnwrapped } from '../../kpt/print.ts'
import { resourceListPrinter } from '../../krm/functions.ts'
import { readPackageFolder } from '../../krm/package-files.ts'
import type { Mapping } from '../../yaml/node.ts'
import { absolute, type KptTools, kptCommand, packageRoot } from '../kpt-tools.ts'

export const run = kptCommand(async (tools) => {
  const { flags, stdout } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const output = flags.string('output')
  if (output !== 'stdout' && output !== 'unwrap') {
    throw fail('USAGE', `invalid input for --output flag "${output}", must be "stdout" or "unwrap"`)
  }
  const root = await packageRoot(tools, words[0] ?? '.')
  const config = flags.has('fn-config') ? await onlyConfig(tools, flags.string('fn-config')) : undefined
  const reading = { fs: tools.fs, root, reads: isResourceName, packageFile: KPTFILE, notesListIndent: true }
  if (output === 'unwrap') {
    const { items, origins } = await readPackageFolder(reading)
    stdout.write(printUnwrapped(items, origins))
  } else {
    const list = resourceListPrinter(config)
    await readPackageFolder({ ...reading, take: list.add, takeText: ({ text }) => list.addText(text) })
    stdout.write(list.end())
  }
})

async function onlyConfig(tools: KptTools, path: string): Promise<Mapping> {
  const root = absolute(tools, path)
  const { items } = await readPackageFolder({ fs: tools.fs, root, notesListIndent: true })
  const [only] = items
  if (only === undefined || items.length !== 1) {
    throw fail('CONFIG', `expected exactly 1 functionConfig, found ${items.length}`)
  }
  return only
}
