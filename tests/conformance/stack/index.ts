/** corpus/kure: clusters and what is made of them, one group for each file. */
import { join } from 'node:path'
import type { Group } from '../outcome.ts'
import { argocdEntries } from './argocd.ts'
import { bootstrapEntries, bootstrapGroups } from './bootstrap.ts'
import { casesOf, type Tables } from './cases.ts'
import { layoutEntries, layoutExpectations } from './layout.ts'
import { type Data, readJsonFile, readYamlFile } from './model.ts'
import { seedValueCases, vectorCases } from './vectors.ts'
import { writerCases, writerEntries, writerExpectations } from './writers.ts'

const tables: Tables = {
  entries: { ...layoutEntries, ...bootstrapEntries, ...argocdEntries, ...writerEntries },
  expectations: { ...layoutExpectations, ...writerExpectations },
  errorCodes: {},
}

export function stackGroups(corpus: string): Group[] {
  const file = (name: string) => join(corpus, 'kure', name)
  const wholeClusters = (name: string): Group => {
    const { clusters, cases } = readJsonFile(file(`${name}.json`))
    return { name: `stack/${name}`, cases: cases.flatMap((data: Data) => casesOf(data, clusters, tables)) }
  }
  const refusals = readYamlFile(file('refusals.yaml')).flatMap((data: Data) => casesOf(data, {}, tables, true))
  return [
    { name: 'stack/refusals', cases: refusals },
    wholeClusters('integration'),
    ...bootstrapGroups(join(corpus, 'kure')),
    wholeClusters('umbrellas-do-not-wait'),
    { name: 'stack/writer-checks', cases: writerCases(corpus) },
    { name: 'stack/vectors', cases: vectorCases(file('vectors.json')) },
    { name: 'stack/seed-values', cases: seedValueCases(file('seed-values.json')) },
  ]
}
