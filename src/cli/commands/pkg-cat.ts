/** `strake pkg cat [FILE|DIR]`: prints the contents of a package. */
import { fail } from '../../core/error.ts'
import { basename, dirname } from '../../core/path.ts'
import { cat } from '../../kpt/cat.ts'
import { readTree } from '../../kpt/tree.ts'
import { absolute, kptCommand } from '../kpt-tools.ts'

export const run = kptCommand(async (tools) => {
  const { flags, stdout } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const given = words[0] ?? '.'
  const place = absolute(tools, given)
  const found = await tools.fs.stat(place)
  if (found === undefined) throw fail('NOT_FOUND', `lstat ${given}: no such file or directory`)
  const isFolder = found.type === 'directory'
  const tree = isFolder ? await readTree(tools.fs, place) : new Map([[basename(place), await tools.fs.read(place)]])
  const text = await cat(tree, isFolder ? place : dirname(place), {
    format: flags.bool('format'),
    annotate: flags.bool('annotate'),
    stripComments: flags.bool('strip-comments'),
    styles: flags.list('style').flatMap((value) => value.split(',')),
    recurse: flags.bool('recurse-subpackages'),
  })
  stdout.write(text)
})
