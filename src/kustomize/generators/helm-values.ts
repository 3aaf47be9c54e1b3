/** The values that a chart is rendered with (build 5.14, step 3). */
import { fail, rephrase, ToolError, wrap } from '../../core/error.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { sourceOfBytes } from '../../core/source-of-bytes.ts'
import { strategicMerge } from '../../krm/merge.ts'
import { expandAliases } from '../../yaml/anchors.ts'
import { emitKept, emitPlainValueSorted, emitSorted } from '../../yaml/emit.ts'
import { type Document, MAPPING, Mapping, type Node } from '../../yaml/node.ts'
import { parse, YamlError, yamlMessage } from '../../yaml/parse.ts'
import type { BuildContext } from '../context.ts'
import type { Loader } from '../loader.ts'
import type { HelmChart } from '../types.ts'

/** All of them can be read, which is asked before anything runs. */
export async function checkAdditional({ additionalValuesFiles }: HelmChart, loader: Loader): Promise<void> {
  for (const path of additionalValuesFiles) {
    try {
      await loader.read(path)
      // An absolute path is taken for one below the root all the same, which may be a link to somewhere else.
      const taken = additionalPath(path, loader)
      if (isAbsolute(path) && (await loader.fs.stat(taken)) !== undefined) await loader.read(taken)
    } catch (error) {
      throw wrap('could not load additionalValuesFile', error)
    }
  }
}

/** The path that helm is given. */
export function additionalPath(path: string, { root }: Loader): string {
  return join(root, path)
}

/** What the values file for helm holds. `readFile` reads the one that the chart is said to have. */
export async function valuesOf(
  { valuesInline, valuesMerge }: HelmChart,
  readFile: () => Promise<Uint8Array>,
  context: BuildContext,
): Promise<string | Uint8Array> {
  if (valuesInline === undefined || valuesInline.kind !== MAPPING || valuesInline.keys.length === 0) {
    return await readFile()
  }
  const inline = emitPlainValueSorted(valuesInline)
  if (valuesMerge === 'replace') return inline
  const ofFile = readValues(await readFile())
  const written = parse(new Source('', inline), { comments: false })?.root
  const merged = await merge(valuesMerge === 'merge' ? [written, ofFile] : [ofFile, written], context)
  if (merged.keys.length === 0) return '{}\n'
  const whole = expandAliases(merged, context.budget) as Mapping
  try {
    return emitSorted(whole)
  } catch (error) {
    throw unprintable(whole, error)
  }
}

function readValues(bytes: Uint8Array): Node {
  let document: Document | undefined
  try {
    document = parse(sourceOfBytes('', bytes), { comments: false })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw unreadable(error instanceof YamlError ? yamlMessage(error, 'v3') : error.message)
  }
  if (document === undefined) throw unreadable('EOF')
  return document.root
}

function unprintable(values: Mapping, error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  const number = / (json: unsupported value: \S+)$/.exec(error.message)?.[1]
  if (number !== undefined) return rephrase(`error marshaling into JSON: ${number}`, error)
  const message = error.message.replace(/^map\[string\]interface \{\}\(nil\): /, '')
  return rephrase(
    `could not parse merged values into map: received error ${message} for the following resource:\n${emitKept(values)}`,
    error,
  )
}

function unreadable(reason: string): ToolError {
  return fail('HELM_VALUES', `could not parse values file into rnode: ${reason}`)
}

/** The second is laid over the first. Values that look like a Kubernetes object are merged as one. */
async function merge([under, over]: (Node | undefined)[], { schema }: BuildContext): Promise<Mapping> {
  await schema.load()
  try {
    const merged = strategicMerge(under, over, { schema, appends: true })
    return merged?.kind === MAPPING ? merged : new Mapping()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw rephrase(`could not merge values: ${error.message}`, error)
  }
}
