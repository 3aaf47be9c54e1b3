/** `edit fix`: old fields into current ones (command line 9). */
import { fail, ToolError } from '../../core/error.ts'
import { overlayFileSystem } from '../../core/overlay-fs.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { build } from '../build.ts'
import { decodeKustomization } from '../decode.ts'
import type { Kustomization, LabelEntry } from '../types.ts'
import type { Flags } from './arguments.ts'
import { type Change, type EditContext, editFile } from './file.ts'
import { replaceVars } from './vars-to-replacements.ts'

export interface Fixed {
  changes: Change[]
  /** What is told about it. */
  report: string
}

export async function fix(flags: Flags, context: EditContext): Promise<Fixed> {
  const before = await buildText(context)
  const withVars = flags.bool('vars')
  let report = ''
  const others: Change[] = []
  const changes = await editFile(
    context,
    async (k, { source }) => {
      const old = decodeKustomization(source).kustomization
      await moveOldFields(k, context)
      if (withVars) others.push(...(await replaceVars(k, context)))
      report = context.isReferenceForm ? referenceReport(withVars) : ownReport(old, withVars)
      return undefined
    },
    { replacesOldFields: true },
  )
  changes.push(...others)
  const fs = overlayFileSystem(context.fs)
  for (const { path, bytes } of changes) await fs.write(path, bytes)
  const after = await buildText({ ...context, fs })
  return { changes, report: report + differenceReport(before, after) }
}

interface Built {
  text: string
  problem?: string
}

async function buildText({ fs, fetcher, folder, log }: EditContext): Promise<Built> {
  try {
    const { text } = await build({ root: folder, argument: '.', fs, fetcher, log })
    return { text }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { text: '', problem: error.message }
  }
}

function differenceReport(before: Built, after: Built): string {
  if (after.problem !== undefined) {
    return `Warning: 'Fixed' kustomization now produces the error when running \`kustomize build\`: ${after.problem}\n`
  }
  if (after.text === before.text) return ''
  return `Warning: 'Fixed' kustomization now produces different output when running \`kustomize build\`:\n...${after.text}...\n`
}

/** Fields that only this command moves; all others were by reading the file. */
async function moveOldFields(k: Kustomization, { fs, folder }: EditContext): Promise<void> {
  k.patches.push(...k.patchesJson6902)
  k.patchesJson6902 = []
  for (const entry of k.patchesStrategicMerge) {
    const place = isAbsolute(entry) ? entry : join(folder, entry)
    const isFile = await fs.read(place).then(
      () => true,
      () => false,
    )
    k.patches.push(isFile ? { path: entry, patch: '' } : { path: '', patch: entry })
  }
  k.patchesStrategicMerge = []
  const pairs = k.commonLabels ?? {}
  if (Object.keys(pairs).length === 0) return
  for (const label of k.labels) {
    const shared = Object.keys(label.pairs ?? {}).find((name) => name in pairs)
    if (shared === undefined) continue
    throw fail('LABEL_TWICE', `label name '${shared}' exists in both commonLabels and labels`, {
      at: k.locate('commonLabels'),
      hint: 'keep the label in one of the two',
    })
  }
  const label: LabelEntry = {
    pairs,
    includeSelectors: true,
    includeTemplates: false,
    includeVolumeClaimTemplates: false,
    fields: [],
  }
  k.labels.push(label)
  delete k.commonLabels
}

const FIXED = ['patchesJson6902 -> patches', 'patchesStrategicMerge -> patches', 'commonLabels -> labels']
const VARS = 'vars -> replacements'

const VARS_ADVICE = `
To convert vars -> replacements, run the command \`kustomize edit fix --vars\`

WARNING: Converting vars to replacements will potentially overwrite many resource files${' '}
and the resulting files may not produce the same output when \`kustomize build\` is run.${' '}
We recommend doing this in a clean git repository where the change is easy to undo.
`

/** The same text whatever was done. */
function referenceReport(withVars: boolean): string {
  return withVars ? listOf([...FIXED, VARS]) : `${listOf(FIXED)}${VARS_ADVICE}`
}

function listOf(moves: readonly string[]): string {
  return `\nFixed fields:\n${moves.map((move) => `  ${move}\n`).join('')}`
}

function ownReport(old: Kustomization, withVars: boolean): string {
  const moves: string[] = []
  const moved = (entries: readonly unknown[], text: string) => {
    if (entries.length > 0) moves.push(text)
  }
  moved(old.bases, 'bases -> resources')
  moved(old.imageTags, 'imageTags -> images')
  moved(old.helmChartInflationGenerator, 'helmChartInflationGenerator -> helmCharts')
  const generated = [...old.configMapGenerator, ...old.secretGenerator]
  moved(
    generated.filter(({ env }) => env !== ''),
    'env -> envs',
  )
  moved(old.patchesJson6902, FIXED[0] as string)
  moved(old.patchesStrategicMerge, FIXED[1] as string)
  moved(Object.keys(old.commonLabels ?? {}), FIXED[2] as string)
  if (withVars) moved(old.vars, VARS)
  const list = moves.length === 0 ? 'No old fields to replace.\n' : listOf(moves).trimStart()
  return old.vars.length > 0 && !withVars ? `${list}${VARS_ADVICE.replace('kustomize edit', 'strake edit')}` : list
}
