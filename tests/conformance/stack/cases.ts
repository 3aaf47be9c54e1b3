/** How a case of the stack runs: an entry makes something, expectations look at it. Both are tables that each part adds to. */
import { ToolError } from '../../../src/core/error.ts'
import type { ManifestLayout } from '../../../src/stack/layout/manifest.ts'
import type { OriginIndex } from '../../../src/stack/layout/origins.ts'
import type { LayoutRules } from '../../../src/stack/layout/rules.ts'
import type { KubernetesObject } from '../../../src/stack/object.ts'
import { type Case, oneLine } from '../outcome.ts'
import { type BuiltCluster, buildCluster, type Data, serialise } from './model.ts'

export type Judged = Awaited<ReturnType<Case['run']>>

/** One run of a case: its data with one placement, its cluster built for this run alone. */
export interface Situation {
  data: Data
  rules: LayoutRules
  /** Fields of the generator: `umbrellasDoNotWait`, `prune`, `defaultInterval`, … */
  generator: Data
  built: BuiltCluster
  /** What it is built of. */
  clusterData: Data
  nameOnlyCopies: boolean
  /** The tree as it is now must be as it is now after a refusal. */
  keep(tree: ManifestLayout | undefined): void
  /** What is kept no longer counts. */
  forget(): void
}

/** What an entry made; an expectation takes of it what it looks at. */
export interface Produced {
  tree?: ManifestLayout | undefined
  packages?: Map<string, ManifestLayout>
  index?: OriginIndex
  /** A list of objects, as `generateFromCluster` returns it. */
  objects?: KubernetesObject[]
  /** Written files, path to content. */
  files?: Map<string, string>
  /** The result of `umbrellaTerminals`. */
  terminals?: Map<string, string[]>
}

export type Entry = (situation: Situation) => Produced | Promise<Produced>

/** What is wrong, or undefined. */
export type Expectation = (produced: Produced, expected: Data, situation: Situation) => Promise<Problem> | Problem
type Problem = string | undefined

export interface Tables {
  entries: Record<string, Entry>
  /** Entries that are several calls, each judged for itself. */
  sequences: Record<string, (one: Situation, tables: Tables) => Promise<Judged>>
  expectations: Record<string, Expectation>
  /** Names of errors in the corpus, to the codes that they have here. */
  errorCodes: Record<string, string>
}

/** For information only, or judged by the runner itself. */
const NOT_CHECKED = ['note', 'text', 'accepted', 'refused', 'refusedNot', 'treeUnchanged']

/** The cases of one entry of a file: one for each placement it lists. */
export function casesOf(data: Data, clusters: Data, tables: Tables, nameOnlyCopies = false): Case[] {
  const placements = data.placements ?? [undefined]
  return placements.map((placement: LayoutRules['fluxPlacement']) => ({
    name: placement === undefined ? data.id : `${data.id}/${placement}`,
    run: async () => runCase(situation(data, placement, clusters, nameOnlyCopies), tables),
  }))
}

interface Watched extends Situation {
  kept: { tree: ManifestLayout | undefined; text: string }[]
}

function situation(
  data: Data,
  placement: LayoutRules['fluxPlacement'],
  clusters: Data,
  nameOnlyCopies: boolean,
): Watched {
  const cluster = data.clusterRef === undefined ? data.cluster : clusters[data.clusterRef]
  if (data.clusterRef !== undefined && cluster === undefined) throw new Error(`no cluster ${data.clusterRef}`)
  const kept: Watched['kept'] = []
  return {
    data,
    // Beside `null` there is `other-type`: whatever has a field `kind` is no set of rules.
    rules: data.rules?.kind === 'null' ? null : { ...data.rules, ...(placement && { fluxPlacement: placement }) },
    generator: data.generator ?? {},
    built: buildCluster(cluster, { nameOnlyCopies }),
    clusterData: cluster,
    nameOnlyCopies,
    kept,
    keep: (tree) => void kept.push({ tree, text: serialise(tree) }),
    forget: () => void kept.splice(0),
  }
}

async function runCase(one: Watched, tables: Tables): Promise<Judged> {
  const sequence = tables.sequences[one.data.entry]
  if (sequence !== undefined) return sequence(one, tables)
  const entry = tables.entries[one.data.entry]
  if (entry === undefined) return { status: 'skip', reason: `nothing runs ${one.data.entry} yet` }
  const { errorNames, accepted } = one.data
  const expect = one.data.expect ?? { ...(errorNames && { refused: errorNames }), ...(accepted && { accepted }) }
  return judge(expect, () => entry(one), one, tables)
}

/** Runs and compares with what is expected; a step of a longer case is judged in the same way. */
export async function judge(
  expect: Data,
  run: () => Produced | Promise<Produced>,
  one: Situation,
  tables: Tables,
): Promise<Judged> {
  const { kept } = one as Watched
  const missing = Object.keys(expect).find((key) => !NOT_CHECKED.includes(key) && !(key in tables.expectations))
  if (missing !== undefined) return { status: 'skip', reason: `nothing checks ${missing} yet` }
  const unknown = ((expect.refused ?? []) as string[]).find((text) => isClass(text) && !(text in tables.errorCodes))
  if (unknown !== undefined) return { status: 'skip', reason: `nothing is known of ${unknown} yet` }
  let produced: Produced
  try {
    produced = await run()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    if (expect.refused === undefined) return { status: 'fail', reason: `refused: ${oneLine(error.message, 300)}` }
    return refusal(error, expect, kept, tables)
  }
  if (expect.refused !== undefined) {
    return { status: 'fail', reason: `accepted; the error names ${expect.refused.join(', ')}` }
  }
  for (const [key, expected] of Object.entries(expect)) {
    const problem = await tables.expectations[key]?.(produced, expected, one)
    if (problem !== undefined)
      return { status: 'fail', reason: `${key}: ${oneLine(problem, 400)}`, difference: problem }
  }
  return { status: 'pass' }
}

function refusal(error: ToolError, expect: Data, kept: Watched['kept'], { errorCodes }: Tables): Judged {
  for (const text of expect.refused as string[]) {
    const found = isClass(text)
      ? error.code === errorCodes[text]
      : `${error.message}\n${error.hint ?? ''}`.includes(text)
    if (!found) return { status: 'fail', reason: `the error does not name ${text}: ${oneLine(error.message, 400)}` }
  }
  for (const text of (expect.refusedNot ?? []) as string[]) {
    if (error.message.includes(text)) {
      return { status: 'fail', reason: `the error names ${text}: ${oneLine(error.message, 400)}` }
    }
  }
  for (const { tree, text } of kept) {
    if (serialise(tree) !== text) return { status: 'fail', reason: 'the refused call changed the tree' }
  }
  return { status: 'pass' }
}

function isClass(text: string): boolean {
  return /^Err[A-Z]\w+$/.test(text)
}

/** Undefined when two values print alike. */
export function differs(expected: unknown, actual: unknown): string | undefined {
  const [left, right] = [JSON.stringify(expected), JSON.stringify(actual)]
  return left === right ? undefined : `expected ${left}, got ${right}`
}
