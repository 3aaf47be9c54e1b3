/** vectors.json and seed-values.json: tables of a function's inputs and results. Each part adds rows for its functions. */
import { dirname, join } from 'node:path'
import { ToolError } from '../../../src/core/error.ts'
import { formatGoDuration, parseGoDuration } from '../../../src/stack/duration.ts'
import { sameDirectory } from '../../../src/stack/layout/directory.ts'
import { fullRepoPath, type ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import { topDirectory } from '../../../src/stack/layout/top-directory.ts'
import { validateLayoutRules } from '../../../src/stack/layout/validate-rules.ts'
import type { Cluster } from '../../../src/stack/model.ts'
import {
  isDns1123Subdomain,
  validateDirectoryName,
  validateKustomizationName,
} from '../../../src/stack/validate/names.ts'
import type { Case } from '../outcome.ts'
import { bootstrapSeedValues } from './bootstrap.ts'
import { differs } from './cases.ts'
import { engineFileSeedValues, engineSeedValues, engineVectors } from './engine-vectors.ts'
import { buildCluster, type Data, readJsonFile, readYamlFile } from './model.ts'
import { writerVectors } from './writers.ts'

/** What is wrong with the result for an input, or undefined. */
export type Vector = (input: Data, expected: Data) => Promise<string | undefined> | string | undefined

/** Rows of vectors.json. */
const vectors: Record<string, Vector> = {
  ...writerVectors,
  ...engineVectors,
  validateKustomizationName: (input, expected) => named(() => validateKustomizationName(input), expected),
  validateDirectoryName: (input, expected) => named(() => validateDirectoryName(input), expected),
  isDNS1123Subdomain: (input, expected) => differs(expected, isDns1123Subdomain(input)),
  fullRepoPath: (input, expected) => differs(expected, fullRepoPath(layoutAt(input))),
  sameDirectory: ([a, b], expected) => differs(expected, sameDirectory(layoutAt(a), layoutAt(b))),
  clusterNameAccepted: (input, expected) =>
    differs(
      expected,
      accepted(() => validateLayoutRules({ clusterName: input })),
    ),
  topDirectory: ({ root, clusterName }, expected) =>
    differs(
      expected,
      topDirectory({ named: { name: 'prod' }, unnamed: { name: '' } }[root as string], { clusterName }),
    ),
}

/** Rows of seed-values.json. */
const seedValues: Record<string, Vector> = {
  topDirectory: ({ rootNode, rules }, expected) =>
    expected?.error === undefined
      ? differs(expected, topDirectory(rootNode ?? undefined, rules))
      : named(() => topDirectory(rootNode ?? undefined, rules), ''),
  validateKustomizationName: (input, expected) =>
    differs(
      expected,
      accepted(() => validateKustomizationName(input)),
    ),
  validateDirectoryName: (input, expected) =>
    differs(
      expected,
      accepted(() => validateDirectoryName(input)),
    ),
  fluxDuration: ({ authored }, expected) => duration(authored, expected),
  ...bootstrapSeedValues,
  ...engineSeedValues,
}

function layoutAt([namespace, name]: [string, string]): ManifestLayout {
  return { namespace, name, resources: [], children: [] }
}

function refusalOf(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return error.message
  }
}

function accepted(run: () => void): boolean {
  return refusalOf(run) === undefined
}

/** Accepted where nothing is expected, else refused with a text that names it. */
function named(run: () => void, expected: string | null): string | undefined {
  const message = refusalOf(run)
  if (expected === null) return message && `refused: ${message}`
  return message?.includes(expected) ? undefined : `expected a refusal with ${expected}, got ${message}`
}

/** The written form of a duration, or how Go refuses it: `parseError`, or `written` without a value. */
function duration(text: string, { written, parseError }: Data): string | undefined {
  try {
    return differs(written, formatGoDuration(parseGoDuration(text)))
  } catch (error) {
    const { message } = error as Error
    return parseError === undefined ? differs(written ?? null, null) : differs(parseError, message)
  }
}

export function vectorCases(path: string): Case[] {
  return (readJsonFile(path).groups as Data[]).flatMap(({ function: name, cases }) =>
    (cases as [Data, Data][]).map(([input, expected], i) =>
      vectorCase(`${name}/${i + 1}`, vectors[name], input, expected, name),
    ),
  )
}

export function seedValueCases(path: string): Case[] {
  const read = (name: string) => buildCluster(readYamlFile(join(dirname(path), name))).cluster as Cluster
  const rows = { ...seedValues, ...engineFileSeedValues(read) }
  return (readJsonFile(path) as Data[]).map(({ function: name, input, expected }, i) =>
    vectorCase(`${name}/${i + 1}`, rows[name], input, expected, name),
  )
}

function vectorCase(name: string, vector: Vector | undefined, input: Data, expected: Data, what: string): Case {
  return {
    name,
    async run() {
      if (vector === undefined) return { status: 'skip', reason: `nothing runs ${what} yet` }
      const problem = await vector(input, expected)
      return problem === undefined
        ? { status: 'pass' }
        : { status: 'fail', reason: `${JSON.stringify(input)}: ${problem}` }
    },
  }
}
