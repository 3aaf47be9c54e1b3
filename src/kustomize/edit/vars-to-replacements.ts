/** `edit fix --vars`: vars become replacements, and their places in files placeholders (command line 9). */
import { fail, wrap } from '../../core/error.ts'
import { isAbsolute, join } from '../../core/path.ts'
import { Source } from '../../core/source.ts'
import { decodeUtf8, encodeUtf8 } from '../../core/text.ts'
import type { FieldOptions, ReplacementTarget } from '../../krm/filters/replacements.ts'
import { parseApiVersion } from '../../krm/gvk.ts'
import type { SelectorText } from '../../krm/select.ts'
import { readResources } from '../../yaml/documents.ts'
import { field, MAPPING, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { scalarText } from '../../yaml/resolve.ts'
import { decodeKustomization } from '../decode.ts'
import { FILE_NAMES } from '../target.ts'
import type { Kustomization, PatchEntry, VarEntry } from '../types.ts'
import type { Change, EditContext } from './file.ts'

/** The files of resources and patches, by their path from the edited folder. */
interface Touched {
  /** In order; a file may come up several times. */
  paths: string[]
  /** The patch that a file is. */
  patches: Map<string, PatchEntry>
  texts: Map<string, string>
}

/** Replaces the vars of a kustomization; returns the files that change along with it. */
export async function replaceVars(k: Kustomization, context: EditContext): Promise<Change[]> {
  if (!k.present.has('vars')) return []
  const touched: Touched = { paths: [], patches: new Map(), texts: new Map() }
  await findFiles(k, '', touched, context, new Set())
  const original = new Map(touched.texts)
  k.replacements = []
  for (const one of k.vars) {
    const targets = targetsOf(one.name, touched)
    k.replacements.push({ source: sourceOf(one), path: '', ...(targets.length === 0 ? {} : { targets }) })
    for (const [path, text] of touched.texts)
      touched.texts.set(path, text.replaceAll(`$(${one.name})`, `${one.name}_PLACEHOLDER`))
  }
  k.vars = []
  return [...touched.texts]
    .filter(([path, text]) => text !== original.get(path))
    .map(([path, text]) => ({ path: placeOf(path, context), bytes: encodeUtf8(text) }))
}

function placeOf(path: string, { folder }: EditContext): string {
  return isAbsolute(path) ? path : join(folder, path)
}

async function findFiles(
  k: Kustomization,
  from: string,
  touched: Touched,
  context: EditContext,
  entered: ReadonlySet<string>,
): Promise<void> {
  for (const resource of k.resources) {
    // The reference looks for bases of bases from the edited folder, and so finds few of them.
    const folder = context.isReferenceForm ? resource : join(from, resource)
    if (!entered.has(folder)) {
      for (const inner of await kustomizationsIn(folder, context))
        await findFiles(inner, folder, touched, context, new Set([...entered, folder]))
    }
    await addFile(join(from, resource), touched, context)
  }
  for (const patch of k.patches) {
    if (patch.path === '') continue
    const path = join(from, patch.path)
    await addFile(path, touched, context)
    touched.patches.set(path, patch)
  }
}

async function kustomizationsIn(folder: string, context: EditContext): Promise<Kustomization[]> {
  const { fs } = context
  const found: Kustomization[] = []
  const place = placeOf(folder, context)
  const entries = await fs.list(place).catch(() => [])
  for (const { name } of entries) {
    if (!FILE_NAMES.some((one) => one === name)) continue
    const path = join(place, name)
    const text = decodeUtf8(await fs.read(path))
    if (text !== undefined) found.push(decodeKustomization(new Source(path, text)).kustomization)
  }
  return found
}

/** What cannot be read is passed over: it is a folder or comes from elsewhere. */
async function addFile(path: string, { paths, texts }: Touched, context: EditContext): Promise<void> {
  paths.push(path)
  if (texts.has(path)) return
  const bytes = await context.fs.read(placeOf(path, context)).catch(() => undefined)
  const text = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (text !== undefined) texts.set(path, text)
}

function sourceOf({ objref, fieldref }: VarEntry) {
  const { kind, name, namespace } = objref
  return { ...parseApiVersion(objref.apiVersion), kind, name, namespace, fieldPath: fieldref.fieldPath }
}

function targetsOf(name: string, { paths, patches, texts }: Touched): ReplacementTarget[] {
  const targets: ReplacementTarget[] = []
  for (const path of paths) {
    for (const object of objectsIn(path, texts.get(path))) {
      const uses: Use[] = []
      try {
        findUses(object, `$(${name})`, [], uses)
      } catch (error) {
        throw prefixed(path, error)
      }
      for (const { fieldPath, options } of uses) {
        const select = selectorOf(object, patches.get(path))
        targets.push({ select, reject: [], fieldPaths: [fieldPath], ...(options === undefined ? {} : { options }) })
      }
    }
  }
  return targets
}

function prefixed(path: string, error: unknown): unknown {
  return wrap(`error with ${path}`, error)
}

/** None in a file that is not made of objects. */
function objectsIn(path: string, text: string | undefined): Node[] {
  try {
    return text === undefined ? [] : readResources(new Source(path, text))
  } catch {
    return []
  }
}

/** A place where a var stands. */
interface Use {
  fieldPath: string
  /** For a var that is only a part of a text. */
  options?: FieldOptions
}

function findUses(node: Node, reference: string, path: readonly string[], found: Use[]): void {
  if (node.kind === SEQUENCE) {
    node.items.forEach((item, i) => {
      findUses(item, reference, [...path, String(i)], found)
    })
  } else if (node.kind === MAPPING) {
    node.keys.forEach((key, i) => {
      const name = scalarText(key).trim()
      const part = name.includes('.') ? `[${name}]` : name
      findUses(node.values[i] as Node, reference, [...path, part], found)
    })
  } else if (node.kind === SCALAR && node.value.includes(reference)) {
    const options = partOf(node.value, reference)
    found.push({ fieldPath: path.join('.'), ...(options === undefined ? {} : { options }) })
  }
}

/** Which part of a text the var is, counted by the character beside it; undefined when it is all of it. */
function partOf(text: string, reference: string): FieldOptions | undefined {
  if (text === reference) return undefined
  const start = text.indexOf(reference)
  const before = text[start - 1] ?? ''
  const behind = text[start + reference.length] ?? ''
  const part = (delimiter: string, index: number) => ({ delimiter, index: `${index}`, encoding: '', create: false })
  if (start === 0) return part(behind, 0)
  if (behind === '') return part(before, text.split(before).length - 1)
  if (before !== behind) {
    throw fail('VAR_PART', `cannot convert all vars to replacements; ${reference} is not delimited`, {
      hint: 'a replacement needs the same character on both sides of what it replaces',
    })
  }
  const index = text.split(before).indexOf(reference)
  if (index < 0) throw fail('VAR_PART', `internal error: could not get index of var ${reference}`)
  return part(before, index)
}

/** The object; for a patch its targets, since it need not have their names. */
function selectorOf(object: Node, patch: PatchEntry | undefined): SelectorText {
  const metadata = field(object, 'metadata')
  const name = scalarText(field(metadata, 'name'))
  const namespace = scalarText(field(metadata, 'namespace'))
  const kind = scalarText(field(object, 'kind'))
  const { allowNameChange = false, allowKindChange = false } = patch?.options ?? {}
  if (patch === undefined || (allowNameChange && allowKindChange))
    return { ...parseApiVersion(scalarText(field(object, 'apiVersion'))), kind, name, namespace } as SelectorText
  const select = { ...patch.target } as SelectorText
  if (allowNameChange) select.name = name
  if (allowKindChange) select.kind = kind
  if (namespace !== '') select.namespace = namespace
  return select
}
