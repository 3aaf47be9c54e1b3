/** What edits need to know of a command line. */
import type { EditContext } from '../kustomize/edit/file.ts'
import { nodeFetcher } from '../node/fetcher.ts'
import { nodeFileSystem } from '../node/fs.ts'
import type { CommandContext } from './command.ts'
import { tellSlow } from './progress.ts'

export function editContext(context: CommandContext): EditContext {
  const { cwd, environment, flags, reporter } = context
  const fs = nodeFileSystem()
  const fetcher = nodeFetcher({
    fs,
    environment,
    offline: false,
    folder: cwd,
    onSlow: tellSlow(context),
  })
  return { fs, fetcher, folder: cwd, log: reporter, isReferenceForm: flags.bool('reference-format') }
}
