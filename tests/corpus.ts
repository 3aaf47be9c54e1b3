import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the recorded truth lives, outside the repository; undefined when it is absent. */
export function corpusRoot(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url))
  const root = resolve(process.env.STRAKE_CORPUS ?? join(here, '../../shared/corpus'))
  return existsSync(root) ? realpathSync(root) : undefined
}
