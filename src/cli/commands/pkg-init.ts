/** `strake pkg init [DIR]`: makes the files of an empty package. */
import { existsSync, mkdirSync } from 'node:fs'
import { fail } from '../../core/error.ts'
import { basename, join } from '../../core/path.ts'
import { encodeUtf8 } from '../../core/text.ts'
import { KPTFILE } from '../../kpt/kptfile.ts'
import { newKptfile, newReadme, PACKAGE_CONTEXT, packageContext } from '../../kpt/new-package.ts'
import { writeTogether } from '../../node/write-together.ts'
import { absolute, packageRoot } from '../kpt-tools.ts'
import { pkgCommand } from '../pkg-tools.ts'

export const run = pkgCommand(async (tools) => {
  const { flags } = tools.context
  const { words } = flags
  if (words.length > 1) throw fail('USAGE', `accepts at most 1 arg(s), received ${words.length}`)
  const given = words[0] ?? '.'
  if (!existsSync(absolute(tools, given))) {
    tools.say(`creating package directory ${given}\n`)
    mkdirSync(absolute(tools, given), { recursive: true })
  }
  const root = await packageRoot(tools, given)
  const keywords = flags.list('keywords').flatMap((word) => word.split(','))
  const made = {
    name: basename(root),
    description: flags.string('description'),
    keywords: keywords.filter((word) => word !== ''),
    site: flags.string('site'),
  }
  const files = [
    { name: KPTFILE, text: newKptfile(made) },
    { name: 'README.md', text: newReadme(made) },
    { name: PACKAGE_CONTEXT, text: packageContext('example') },
  ].filter(({ name }) => !existsSync(join(root, name)))
  for (const { name } of files) tools.say(`writing ${name}\n`)
  writeTogether(files.map(({ name, text }) => ({ path: join(root, name), bytes: encodeUtf8(text) })))
})
