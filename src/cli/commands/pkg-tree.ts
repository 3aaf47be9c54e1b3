/** `strake pkg tree [DIR]`: draws packages and the resources in them. */
import { fail } from '../../core/error.ts'
import { drawPackage } from '../../kpt/draw-package.ts'
import { readTree } from '../../kpt/tree.ts'
import { kptCommand } from '../kpt-tools.ts'
import { packageFolder } from '../pkg-tools.ts'

export const run = kptCommand(async (tools) => {
  const { flags, stdout } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const root = await packageFolder(tools, words[0] ?? '.')
  stdout.write(await drawPackage(await readTree(tools.fs, root), root))
})
