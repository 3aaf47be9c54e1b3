/** `strake build --each`, beyond what it prints. */
import { expect, test } from 'vitest'
import type { Command } from '../../src/cli/command.ts'
import { build } from '../../src/cli/commands/build.ts'
import { buildEach, type SharedOptions } from '../../src/cli/commands/build-each.ts'
import { runCommand } from './run-command.ts'

test('the builds of one run count the files that they read together', async () => {
  const counters: SharedOptions['settle'][] = []
  const each: Command = {
    ...build,
    load: async () => (context) =>
      buildEach(context, async (_, argument, { settle }) => {
        counters.push(settle)
        return { text: `name: ${argument}\n`, documents: [], diagnostics: [] }
      }),
  }
  const result = await runCommand([each], ['build', '--each', 'a', 'b'], '/')
  expect(result).toEqual({ code: 0, stdout: 'name: a\n---\nname: b\n', stderr: '' })
  expect(counters).toHaveLength(2)
  expect(counters[0]).toBe(counters[1])
})
