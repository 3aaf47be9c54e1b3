/** Writing several files: all of them or, as far as a disk allows, none. */
import { type StagedFile, stage } from './write.ts'

/** Puts several files in their places: nothing changes before all are on the disk. */
export function writeTogether(files: readonly { path: string; bytes: Uint8Array }[]): void {
  const staged: StagedFile[] = []
  let done = 0
  try {
    for (const { path, bytes } of files) staged.push(stage(path, bytes, staged.length))
    for (const file of staged) {
      file.commit()
      done++
    }
  } catch (error) {
    for (const file of staged.slice(done)) file.discard()
    throw error
  }
}
