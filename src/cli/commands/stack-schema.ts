/** `strake stack schema`: the JSON Schema of cluster files. */
import { clusterJsonSchema } from '../../stack/cluster-schema.ts'
import type { CommandContext } from '../command.ts'

export async function run({ stdout }: CommandContext): Promise<number> {
  stdout.write(`${JSON.stringify(clusterJsonSchema(), null, 2)}\n`)
  return 0
}
