import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Puts a file into a cache, for its owner alone, complete or not at all. A disk that refuses is passed over: whoever keeps
 * something has it at hand.
 */
export function placeFile(folder: string, name: string, text: string): void {
  try {
    const passing = mkdtempSync(join(folder, '.unfinished-'))
    try {
      writeFileSync(join(passing, name), text, { mode: 0o600 })
      renameSync(join(passing, name), join(folder, name))
    } finally {
      rmSync(passing, { recursive: true, force: true })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}
