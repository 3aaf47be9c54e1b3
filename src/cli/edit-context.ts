/** What edits need to know of a command line. */
import type { EditContext } from '../kustomize/edit/file.ts'
import { nodeFileSystem } from '../node/fs.ts'
import type { CommandContext } from './command.ts'

export function editContext({ cwd, flags, reporter }: CommandContext): EditContext {
  return { fs: nodeFileSystem(), folder: cwd, log: reporter, isReferenceForm: flags.bool('reference-format') }
}
