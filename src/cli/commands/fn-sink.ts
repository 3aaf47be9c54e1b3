/** `strake fn sink DIR`: resources from standard input into files of a new folder. */
import { fail } from '../../core/error.ts'
import { readInput } from '../../kpt/input.ts'
import { printPackageFiles } from '../../krm/package-write.ts'
import { checkAbsent, kptCommand, readStandardInput, writeNewFolder } from '../kpt-tools.ts'

export const run = kptCommand(async (tools) => {
  const { words } = tools.context.flags
  const [folder] = words
  if (folder === undefined || words.length > 1) throw fail('USAGE', `accepts 1 arg(s), received ${words.length}`)
  checkAbsent(tools, folder)
  const { items, origins } = readInput(readStandardInput(tools), true)
  await writeNewFolder(tools, folder, printPackageFiles(items, folder, { origins, referenceFormat: true }))
})
