/** Decrypts items that sops has encrypted for keys of age (functions 23). */
import { fail, ToolError } from '../../core/error.ts'
import { removeField } from '../../yaml/edit.ts'
import { field, type Mapping } from '../../yaml/node.ts'
import { type CatalogFunction, FunctionFailure, type FunctionInput, type Surroundings } from './function.ts'
import { entriesOf, fileOf, shownItem, textOf } from './items.ts'
import { decryptItem } from './sops-item.ts'

export const sops: CatalogFunction = {
  name: 'sops',
  async run(list, surroundings) {
    await decrypt(list, surroundings)
    return []
  },
}

const KEY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/

/** Nothing is decrypted unless everything can be. */
async function decrypt({ items, config }: FunctionInput, { variables }: Surroundings): Promise<void> {
  const data = field(config, 'data')
  checkConfig(data)
  const texts = [variables.SOPS_IMPORT_AGE, variables.SOPS_AGE_KEY].filter((text) => text !== undefined)
  const keys = texts.flatMap((text) => text.split('\n').map((line) => line.trim())).filter((line) => KEY.test(line))
  const ignoresMac = textOf(data, 'ignore-mac') === 'true'
  const finished: (() => void)[] = []
  for (const item of items) {
    if (field(item, 'sops') === undefined) continue
    try {
      finished.push(await decryptItem(item, keys, ignoresMac))
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw failure(item, error.message)
    }
  }
  for (const finish of finished) finish()
  for (const item of items) removeField(item, 'sops')
}

function failure(item: Mapping, problem: string): FunctionFailure {
  const message = `failed to decrypt ${shownItem(item)}: ${problem}`
  return new FunctionFailure(message, [{ message, severity: 'error', ...fileOf(item) }])
}

function checkConfig(data: ReturnType<typeof field>): void {
  const command = textOf(data, 'cmd') || 'decrypt'
  const other = entriesOf(data).find(([name]) => name !== 'cmd' && name !== 'ignore-mac')?.[0]
  const what = command === 'decrypt' ? other : command
  if (what === undefined) return
  throw fail('NOT_SUPPORTED', `sops is built in to decrypt, and not for ${what}`, {
    hint: 'run it in its container: --containers',
  })
}
