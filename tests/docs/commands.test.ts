import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clusterFields } from '../../scripts/cluster-fields.ts'
import { commandTable, withTable } from '../../scripts/command-table.ts'
import { checkoutRoot } from '../subject.ts'

test('docs/commands.md names every command and flag of both programs (npm run docs:commands)', async () => {
  const page = readFileSync(join(checkoutRoot(), 'docs/commands.md'), 'utf8')
  expect(withTable(page, await commandTable())).toBe(page)
})

test('docs/cluster-file.md names every field of a cluster file (npm run docs:cluster)', () => {
  expect(readFileSync(join(checkoutRoot(), 'docs/cluster-file.md'), 'utf8')).toBe(clusterFields())
})
