/** The line that says that a long build is alive. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../src/cli/command.ts'
import { GLOBAL_FLAGS } from '../../src/cli/command.ts'
import { parseFlags } from '../../src/cli/flags.ts'
import { countingFiles } from '../../src/cli/progress.ts'

const terminal = vi.hoisted(() => ({ watched: true }))
vi.mock('../../src/cli/terminal.ts', () => ({ isTerminal: async () => terminal.watched }))

beforeEach(() => {
  vi.useFakeTimers()
  terminal.watched = true
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a build says that reads a file every 400 milliseconds. */
async function said(words: string[], reads: number): Promise<string> {
  let text = ''
  const stderr = { write: (more: string) => (text += more) }
  const context = { flags: parseFlags(GLOBAL_FLAGS, words), stderr } as unknown as CommandContext
  const countFile = countingFiles(context)
  for (let i = 0; i < reads; i++) {
    vi.advanceTimersByTime(400)
    countFile()
    await Promise.resolve()
  }
  return text
}

test('nothing within the first second', async () => {
  expect(await said([], 2)).toBe('')
})

test('a line with the count after a second, and then every second', async () => {
  expect(await said([], 6)).toBe('building: 3 files read so far\nbuilding: 6 files read so far\n')
})

test('nothing when nobody watches', async () => {
  terminal.watched = false
  expect(await said([], 6)).toBe('')
})

test.each([[['--quiet']], [['--log-format', 'json']]])('nothing with %j', async (words) => {
  expect(await said(words, 6)).toBe('')
})
