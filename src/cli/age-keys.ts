/** Keys of age and what is done with what they open, for commands that decrypt. */
import { fail } from '../core/error.ts'
import { FileError } from '../core/host.ts'
import { isAbsolute, join } from '../core/path.ts'
import { decodeUtf8 } from '../core/text.ts'
import type { Decryptor } from '../flux/decrypt.ts'
import { nodeFileSystem } from '../node/fs.ts'
import type { CommandContext } from './command.ts'
import type { FlagSpec } from './flags.ts'

export const DECRYPT_FLAGS: readonly FlagSpec[] = [
  {
    name: 'age-key-file',
    type: 'string',
    meaning: 'file with keys of age for what sops has encrypted; also SOPS_AGE_KEY_FILE, SOPS_AGE_KEY',
  },
  { name: 'ignore-mac', type: 'bool', meaning: 'accept encrypted files that were changed, as the controller does' },
]

const KEY = /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+$/
const LARGEST_FILE = 1_000_000

/** Undefined when no key is given: what is encrypted stays so. */
export async function givenDecryptor({ flags, cwd, environment }: CommandContext): Promise<Decryptor | undefined> {
  const keys: string[] = []
  const files = [flags.string('age-key-file'), environment.SOPS_AGE_KEY_FILE ?? '']
  for (const name of files) {
    if (name !== '') keys.push(...keysIn(await textOf(isAbsolute(name) ? name : join(cwd, name), name), name))
  }
  const text = environment.SOPS_AGE_KEY ?? ''
  keys.push(...keysIn(text, 'SOPS_AGE_KEY'))
  if (keys.length === 0) return undefined
  const { sopsDecryptor } = await import('../flux/decrypt.ts')
  return sopsDecryptor({ age: keys, ignoresMac: flags.bool('ignore-mac') })
}

async function textOf(path: string, shown: string): Promise<string> {
  const fs = nodeFileSystem()
  try {
    // A pipe nobody writes to would never end.
    if ((await fs.stat(path))?.type === 'other') throw fail('AGE_KEY', `open ${shown}: not a regular file`)
    const bytes = await fs.read(path)
    const text = bytes.length > LARGEST_FILE ? undefined : decodeUtf8(bytes)
    if (text === undefined) throw fail('AGE_KEY', `${shown} is no file of keys of age`)
    return text
  } catch (error) {
    throw error instanceof FileError ? fail(error.code, `open ${shown}: ${error.reason}`) : error
  }
}

/** What stands in a line is not shown: it may be a key that was copied in part. */
function keysIn(text: string, where: string): string[] {
  const found: string[] = []
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    if (!KEY.test(line)) throw fail('AGE_KEY', `${where}: line ${i + 1} is no key of age`)
    found.push(line)
  }
  return found
}
