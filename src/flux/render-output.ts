/** A rendered tree as a stream, as files and as data. */
import { Source } from '../core/source.ts'
import { parseApiVersion } from '../krm/gvk.ts'
import { toJson } from '../yaml/json.ts'
import { readYaml11 } from '../yaml/yaml11.ts'
import { type FluxObject, idOf, type ObjectId, printObject } from './object.ts'
import { shownPath } from './source-resolve.ts'
import { type FluxTree, type OpaqueObject, objectsOf, type TreeKustomization, type TreeProblem } from './tree.ts'

/** Beside the folders of a rendered tree: what they are. */
export const INDEX_NAME = 'flux-tree.json'

/** All objects in the order in which they are applied, releases after what applies them, `---` lines between. */
export function treeStream(tree: FluxTree, shown: readonly TreeKustomization[]): string {
  const texts: string[] = []
  const opaque = groupBy(tree.opaque)
  for (const one of shown) {
    const own = one.text ?? kustomizationText(one)
    if (own !== '') texts.push(own)
    for (const { objects = [] } of opaque.get(one.id) ?? [])
      for (const object of objects) texts.push(printObject(object))
  }
  return texts.join(DOCUMENT_END)
}

/** The part of it that one Kustomization's own objects are. */
export function kustomizationText(one: TreeKustomization): string {
  return objectsOf(one).map(printObject).join(DOCUMENT_END)
}

const DOCUMENT_END = '---\n'

/**
 * One file for each object, `NAMESPACE/KUSTOMIZATION/GROUP_KIND_NAMESPACE_NAME.yaml`, and the index. A name says nothing
 * about versions and order, so that a file stays where it is as long as its object is the same.
 */
export function treeFiles(tree: FluxTree, shown: readonly TreeKustomization[]): Map<string, string> {
  const files = new Map<string, string>()
  const opaque = groupBy(tree.opaque)
  const place = (folder: string, object: FluxObject) => {
    const name = fileName(idOf(object))
    // Substitution may give two objects one name.
    let path = `${folder}/${name}.yaml`
    for (let i = 2; files.has(path); i++) path = `${folder}/${name}_${i}.yaml`
    files.set(path, printObject(object))
  }
  for (const one of shown) {
    const folder = folderOf(one)
    for (const object of objectsOf(one)) place(folder, object)
    for (const { name, namespace, objects = [] } of opaque.get(one.id) ?? [])
      for (const object of objects) place(`${folder}/release_${segment(namespace)}_${segment(name)}`, object)
  }
  files.set(INDEX_NAME, treeJson(tree, shown, false))
  return files
}

/** The tree as JSON, two spaces deep where it is about Kustomizations, one line for each object. */
export function treeJson(tree: FluxTree, shown: readonly TreeKustomization[], withObjects: boolean): string {
  const kustomizations = shown.map((one) => kustomizationJson(tree, one, withObjects))
  const sources = tree.sources.map(({ id, found, url, revision, files }) => ({
    ...{ id, found, url, revision },
    ...(files === undefined ? {} : { folder: shownPath(tree.repository, files.root) }),
  }))
  const opaque = tree.opaque.map(
    ({ objects, ...one }) => `${withoutEnd(one)},"objects":${withObjects && objects ? objectsJson(objects) : 'null'}}`,
  )
  const problems = tree.problems.map((problem) => problemData(tree, problem))
  return `{
"path": ${JSON.stringify(shownPath(tree.repository, tree.folder))},
"kustomizations": ${listText(kustomizations)},
"sources": ${listText(sources.map((one) => JSON.stringify(one)))},
"opaque": ${listText(opaque)},
"problems": ${listText(problems.map((one) => JSON.stringify(one)))}
}
`
}

/** A problem for programs; files are named as everywhere in the tree's data. */
export function problemData({ repository }: Pick<FluxTree, 'repository'>, problem: TreeProblem) {
  const { severity, code, about, message, at, hint } = problem
  const places = at
    .filter(({ source }) => source.path !== '')
    .map(({ source, offset }) => ({ file: shownPath(repository, source.path), ...source.position(offset) }))
  return { ...{ severity, code, about, message, at: places }, ...(hint === undefined ? {} : { hint }) }
}

function kustomizationJson(tree: FluxTree, one: TreeKustomization, withObjects: boolean): string {
  const { id, isImplied, kustomization, parent, status, level, source, folder, inputs, references, stages } = one
  const root = source?.files?.root ?? tree.repository
  const facts = {
    ...{ id, isImplied, parent: parent ?? null, status, level },
    source: source?.id || null,
    path: folder === '' ? kustomization.spec.path : shownPath(root, folder),
    dependsOn: kustomization.spec.dependsOn.map(
      ({ namespace, name }) => `${namespace || kustomization.metadata.namespace}/${name}`,
    ),
    prune: kustomization.spec.prune,
    wait: kustomization.spec.wait,
    files: inputs
      .filter(({ operation, found }) => operation === 'read' && found)
      .map(({ path }) => shownPath(root, path)),
    references: references.map(({ kind, name, optional, values }) => ({
      ...{ kind, name, optional },
      isFound: values !== undefined,
    })),
    ...(withObjects ? {} : { folder: folderOf(one) }),
  }
  const objects = (list: FluxObject[]) =>
    withObjects ? objectsJson(list) : JSON.stringify(list.map((object) => idOf(object)))
  const staged = stages.map(
    ({ name, waits, objects: list }) => `{"name":"${name}","waits":${waits},"objects":${objects(list)}}`,
  )
  return `${withoutEnd(facts)},"stages":[${staged.join(',')}]}`
}

function objectsJson(objects: readonly FluxObject[]): string {
  const texts = objects.map((object) => {
    const root = readYaml11(new Source('', printObject(object)))
    return root === undefined ? 'null' : toJson(root)
  })
  return texts.length === 0 ? '[]' : `[\n${texts.join(',\n')}\n]`
}

function withoutEnd(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

function listText(texts: readonly string[]): string {
  return texts.length === 0 ? '[]' : `[\n${texts.join(',\n')}\n]`
}

function groupBy(opaque: readonly OpaqueObject[]): Map<string, OpaqueObject[]> {
  const groups = new Map<string, OpaqueObject[]>()
  for (const one of opaque) {
    const group = groups.get(one.by)
    if (group === undefined) groups.set(one.by, [one])
    else group.push(one)
  }
  return groups
}

/** No namespace begins with an underscore. */
function folderOf({ id, isImplied, kustomization: { metadata } }: TreeKustomization): string {
  return isImplied ? `_path/${segment(id)}` : `${segment(metadata.namespace)}/${segment(metadata.name)}`
}

function fileName({ apiVersion, kind, namespace, name }: ObjectId): string {
  const parts = [parseApiVersion(apiVersion).group, kind, namespace, name]
  return parts
    .filter((part) => part !== '')
    .map(segment)
    .join('_')
}

/** A name from a file of somebody: it stays one name, in one folder, in small letters as far as it is a kind. */
function segment(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9.-]/gu, (c) => encodeURIComponent(c).replace(/^[^%]$/, '%5F'))
  return /^\.+$/.test(safe) ? safe.replaceAll('.', '%2E') : safe
}
