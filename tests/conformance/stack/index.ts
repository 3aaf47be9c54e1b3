/** corpus/kure: clusters and what is made of them, one group for each file. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Case, Group } from '../outcome.ts'
import { argocdEntries } from './argocd.ts'
import { bootstrapEntries, bootstrapGroups } from './bootstrap.ts'
import { casesOf, type Tables } from './cases.ts'
import { engineEntries, engineExpectations } from './engine.ts'
import { deliveryCases, integratedTrees, listCases, patchPlacementCases, sourceHostCases } from './engine-groups.ts'
import { layoutEntries, layoutExpectations } from './layout.ts'
import { type Data, readJsonFile, readYamlFile } from './model.ts'
import { runSteps } from './steps.ts'
import { directoryNameCases, indexCases, packageCases } from './tables.ts'
import { seedValueCases, vectorCases } from './vectors.ts'
import { writerCases, writerEntries, writerExpectations } from './writers.ts'

const tables: Tables = {
  sequences: { steps: runSteps },
  entries: { ...layoutEntries, ...bootstrapEntries, ...argocdEntries, ...writerEntries, ...engineEntries },
  expectations: { ...layoutExpectations, ...writerExpectations, ...engineExpectations },
  errorCodes: {
    ErrUmbrellaWait: 'UMBRELLA_WAIT',
    ErrUmbrellaDependency: 'UMBRELLA_DEPENDENCY',
    ErrUmbrellaTerminals: 'UMBRELLA_TERMINALS',
  },
}

/** Recorded results that the authority on behaviour refuses: the rule, and the text of our refusal. */
const REFUSED: Record<string, { rule: string; text: string }> = {
  'hosted-once-two-levels/integrated': {
    rule: 'R-145: no source is named for a node whose sources below all have a url',
    text: 'has no source',
  },
  'hosted-once-siblings/integrated': {
    rule: 'R-115: a name derived from a directory in upper case is none for a Kustomization',
    text: 'sets no name for its Flux Kustomization',
  },
}

/** Those are held to the refusal, and counted apart. */
function heldToRules({ name, run }: Case): Case {
  const { rule, text } = REFUSED[name] ?? {}
  if (rule === undefined || text === undefined) return { name, run }
  return {
    name,
    async run() {
      const outcome = await run()
      if (outcome.status === 'fail' && outcome.reason?.includes(text))
        return { status: 'skip', reason: `different on purpose: ${rule}` }
      return { status: 'fail', reason: `is to be refused: ${rule}` }
    },
  }
}

export function stackGroups(corpus: string): Group[] {
  const file = (name: string) => join(corpus, 'kure', name)
  const wholeClusters = (name: string): Group => {
    const { clusters, cases } = readJsonFile(file(`${name}.json`))
    return {
      name: `stack/${name}`,
      cases: cases.flatMap((data: Data) => casesOf(data, clusters, tables)).map(heldToRules),
    }
  }
  const refusals = readYamlFile(file('refusals.yaml')).flatMap((data: Data) => casesOf(data, {}, tables, true))
  const groupings = readdirSync(file('groupings')).map((name) => readJsonFile(file(`groupings/${name}`)))
  return [
    { name: 'stack/refusals', cases: refusals },
    wholeClusters('integration'),
    ...bootstrapGroups(join(corpus, 'kure')),
    wholeClusters('umbrellas-do-not-wait'),
    { name: 'stack/writer-checks', cases: writerCases(corpus) },
    { name: 'stack/dirnames', cases: directoryNameCases(readJsonFile(file('dirnames.json'))) },
    { name: 'stack/index', cases: indexCases(readJsonFile(file('index.json'))) },
    { name: 'stack/packages', cases: packageCases(readJsonFile(file('packages.json')), file) },
    {
      name: 'stack/trees',
      cases: readdirSync(file('trees')).map((name) => integratedTrees(readJsonFile(file(`trees/${name}`)), file)),
    },
    {
      name: 'stack/groupings',
      cases: groupings.flatMap((cases) => cases.map((one: Data) => integratedTrees(one, file))),
    },
    { name: 'stack/source-hosts', cases: sourceHostCases(readJsonFile(file('source-hosts.json'))) },
    { name: 'stack/patch-placement', cases: patchPlacementCases(readJsonFile(file('patch-placement.json'))) },
    { name: 'stack/delivery', cases: deliveryCases(readJsonFile(file('delivery.json')), file) },
    { name: 'stack/generate-from-cluster', cases: listCases(readJsonFile(file('generate-from-cluster.json')), file) },
    { name: 'stack/vectors', cases: vectorCases(file('vectors.json')) },
    { name: 'stack/seed-values', cases: seedValueCases(file('seed-values.json')) },
  ]
}
