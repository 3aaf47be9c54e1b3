/** `strake create`. */
import { create } from '../../kustomize/edit/create.ts'
import { writeTogether } from '../../node/write-together.ts'
import type { CommandContext } from '../command.ts'
import { editContext } from '../edit-context.ts'

export async function run(context: CommandContext): Promise<number> {
  writeTogether(await create(context.flags, editContext(context)))
  return 0
}
