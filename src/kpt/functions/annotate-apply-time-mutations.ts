/** Turns comments and ApplyTimeMutation objects into the annotation that values are filled in by when applying (functions 23). */
import { goQuote } from '../../core/text.ts'
import { setField, setText, stringScalar } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { field, LITERAL, Mapping, type Node, type Scalar, SEQUENCE, Sequence } from '../../yaml/node.ts'
import { lineCommentOf } from './fields.ts'
import type { CatalogFunction, FunctionInput, FunctionResult, Surroundings } from './function.ts'
import { entriesOf, fieldAt, fileIndexOf, filePathOf, mappingIn, textOf } from './items.ts'
import { visitJsonPaths } from './json-paths.ts'
import { losesMigrationMarks, losesStyle } from './reference-style.ts'

export const annotateApplyTimeMutations: CatalogFunction = {
  name: 'annotate-apply-time-mutations',
  run: (list, surroundings) => annotate(list, surroundings),
}

const ANNOTATION = 'config.kubernetes.io/apply-time-mutation'
const MARK = '# apply-time-mutation: '
const OWN = { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'ApplyTimeMutation' }
const NO_REFERENCE = 'apply mutation comment found with no valid reference to source path'

/** `${group/[version/][namespaces/namespace/]kind/name:$.path}`; only with a namespace there may be a version. */
const REFERENCE = /\$\{([^/:{}]+)\/(?:(?:([^/:{}]+)\/)?namespaces\/([^/:{}]+)\/)?([^/:{}]+)\/([^/:{}]+):(\$[^}]*)\}/g

interface Substitution {
  sourceRef: Record<string, string>
  sourcePath: string
  targetPath: string
  /** '' when the whole value is the one that is filled in. */
  token: string
}

interface Change {
  scalar: Scalar
  text: string
}

function annotate(list: FunctionInput, { tell }: Surroundings): FunctionResult[] {
  const { items } = list
  const asReference = list.referenceFormat === true
  const log = asReference ? tell : () => {}
  if (asReference) losesMigrationMarks(items)
  const wanted = items.map((): Substitution[] => [])
  const results = fromObjects(items, wanted, log)
  log('Scanning items for apply-time-mutation comments')
  const changes: Change[] = []
  for (const [i, item] of items.entries()) {
    log(`Scanning ${shownPlace(item, i)}`)
    const scan = new CommentScan(item, i, wanted[i] as Substitution[], asReference, log)
    scan.run()
    if (asReference || scan.isValid) changes.push(...scan.changes)
    if (!scan.isValid) {
      // The reference leaves changed values behind that nothing will fill in.
      if (asReference) apply(changes)
      const message = `Error scanning object (item: ${i}): ${NO_REFERENCE}`
      return [...results, { message, severity: 'error', ...placeOf(item) }]
    }
    results.push(...scan.results)
  }
  apply(changes)
  for (const [i, item] of items.entries()) {
    const substitutions = wanted[i] as Substitution[]
    if (substitutions.length === 0) continue
    log(`Writing annotation ${shownPlace(item, i)}`)
    write(item, substitutions, asReference)
    const message = `Wrote apply-time-mutation annotation (item: ${i})`
    results.push({ message, severity: 'info', ...placeOf(item) })
  }
  return results
}

function apply(changes: readonly Change[]): void {
  for (const { scalar, text } of changes) setText(scalar, text)
}

/** What the objects among the items want, for the items that they name. */
function fromObjects(
  items: readonly Mapping[],
  wanted: readonly Substitution[][],
  log: (line: string) => void,
): FunctionResult[] {
  const results: FunctionResult[] = []
  const places = new Map<string, number>()
  log('Scanning items for ApplyTimeMutation objects')
  for (const [i, item] of items.entries()) {
    log(`Scanning ${shownPlace(item, i)}`)
    const metadata = field(item, 'metadata')
    const group = groupOf(textOf(item, 'apiVersion'))
    places.set(keyOf(group, textOf(item, 'kind'), textOf(metadata, 'namespace'), textOf(metadata, 'name')), i)
  }
  log('Scanning items for mutation targets')
  for (const [i, item] of items.entries()) {
    log(`Scanning ${shownPlace(item, i)}`)
    if (textOf(item, 'apiVersion') !== OWN.apiVersion || textOf(item, 'kind') !== OWN.kind) continue
    const target = fieldAt(item, 'spec', 'targetRef')
    const group = textOf(target, 'group') || groupOf(textOf(target, 'apiVersion'))
    const at = places.get(keyOf(group, textOf(target, 'kind'), textOf(target, 'namespace'), textOf(target, 'name')))
    if (at === undefined) {
      const message = `no item is the target of ${textOf(item, 'metadata', 'name')}`
      results.push({ message, severity: 'warning', ...placeOf(item) })
      continue
    }
    const list = fieldAt(item, 'spec', 'substitutions')
    if (list?.kind === SEQUENCE) wanted[at]?.push(...list.items.map(substitutionIn))
  }
  return results
}

function substitutionIn(node: Node): Substitution {
  const reference = entriesOf(field(node, 'sourceRef')).map(([name, value]) => [name, textOf(value)])
  return {
    sourceRef: Object.fromEntries(reference),
    sourcePath: textOf(node, 'sourcePath'),
    targetPath: textOf(node, 'targetPath'),
    token: textOf(node, 'token'),
  }
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
}

function keyOf(...parts: string[]): string {
  return parts.join('\n')
}

/** The comments of one item. */
class CommentScan {
  readonly changes: Change[] = []
  readonly results: FunctionResult[] = []
  isValid = true

  constructor(
    private readonly item: Mapping,
    private readonly index: number,
    private readonly wanted: Substitution[],
    private readonly asReference: boolean,
    private readonly log: (line: string) => void,
  ) {}

  run(): void {
    const found: string[] = []
    visitJsonPaths(this.item, (scalar, path) => {
      const comment = lineCommentOf(scalar)
      if (!this.isValid || !comment.startsWith(MARK)) return
      this.log(`Parsing comment (path: ${goQuote(path)}): ${comment}`)
      if (!this.read(scalar, path, comment.slice(MARK.length))) {
        this.isValid = false
        return
      }
      found.push(`Found valid apply-time-mutation comment (item: ${this.index}, field: ${goQuote(path)}): ${comment}`)
      const message = `Found valid apply-time-mutation comment (item: ${this.index}): ${comment}`
      const place = placeOf(this.item)
      this.results.push({ message, severity: 'info', field: { path, currentValue: scalar.value }, ...place })
    })
    if (this.isValid) found.forEach(this.log)
  }

  private read(scalar: Scalar, path: string, pattern: string): boolean {
    const references = [...pattern.matchAll(REFERENCE)]
    const [first] = references
    if (first === undefined) return false
    const isWhole = first[0] === pattern
    const tokens = new Map<string, string>()
    for (const reference of references) {
      // The reference knows the first one only, and puts its token in place of all.
      if (tokens.has(reference[0])) continue
      const known = this.asReference && tokens.size > 0 ? tokens.get(first[0]) : undefined
      const token = known ?? `\${ref${this.wanted.length}}`
      tokens.set(reference[0], token)
      if (known === undefined) this.wanted.push(substitutionOf(reference, path, isWhole ? '' : token))
    }
    if (!isWhole) {
      this.changes.push({ scalar, text: pattern.replace(REFERENCE, (text) => tokens.get(text) as string) })
    }
    return true
  }
}

function substitutionOf(
  [, group = '', version, namespace, kind = '', name = '', sourcePath = '']: readonly (string | undefined)[],
  targetPath: string,
  token: string,
): Substitution {
  const sourceRef = {
    ...(version === undefined ? { group } : { apiVersion: `${group}/${version}` }),
    ...{ kind, name },
    ...(namespace === undefined ? {} : { namespace }),
  }
  return { sourceRef, sourcePath, targetPath, token }
}

function write(item: Mapping, substitutions: readonly Substitution[], losesStyles: boolean): void {
  const metadata = mappingIn(item, 'metadata')
  const annotations = metadata && mappingIn(metadata, 'annotations')
  if (annotations === undefined) return
  const text = emitKept(new Sequence(substitutions.map(nodeOf)))
  setField(annotations, ANNOTATION, stringScalar(text, LITERAL))
  if (!losesStyles) return
  losesStyle(annotations)
  setField(annotations, ANNOTATION, stringScalar(text, LITERAL))
}

function nodeOf({ sourceRef, sourcePath, targetPath, token }: Substitution): Mapping {
  const reference = new Mapping()
  for (const name of Object.keys(sourceRef).sort()) setField(reference, name, stringScalar(sourceRef[name] as string))
  const node = new Mapping()
  setField(node, 'sourcePath', stringScalar(sourcePath))
  setField(node, 'sourceRef', reference)
  setField(node, 'targetPath', stringScalar(targetPath))
  if (token !== '') setField(node, 'token', stringScalar(token))
  return node
}

function placeOf(item: Mapping): Pick<FunctionResult, 'resourceRef' | 'file'> {
  const [apiVersion, kind] = [textOf(item, 'apiVersion'), textOf(item, 'kind')]
  const [name, namespace] = [textOf(item, 'metadata', 'name'), textOf(item, 'metadata', 'namespace')]
  const index = fileIndexOf(item) ?? 0
  const path = filePathOf(item)
  return {
    resourceRef: { apiVersion, kind, name, ...(namespace === '' ? {} : { namespace }) },
    ...(path === '' ? {} : { file: { path, ...(index === 0 ? {} : { index }) } }),
  }
}

function shownPlace(item: Mapping, i: number): string {
  const type = `TypeMeta:{APIVersion:${textOf(item, 'apiVersion')} Kind:${textOf(item, 'kind')}}`
  const name = `NameMeta:{Name:${textOf(item, 'metadata', 'name')} Namespace:${textOf(item, 'metadata', 'namespace')}}`
  return `(Item: ${i}, Object: {${type} ${name}}, File: {Path:${filePathOf(item)} Index:${fileIndexOf(item) ?? 0}})`
}
