/** Makes the Folders of a ResourceHierarchy (functions 21). */
import { INDEX, PATH } from '../../krm/path-annotations.ts'
import { clone, setComments, setField, setTag, stringScalar } from '../../yaml/edit.ts'
import { field, MAPPING, Mapping, type Node, PLAIN, SCALAR, Scalar, SEQUENCE, SINGLE } from '../../yaml/node.ts'
import { resolvePlain, tagOf } from '../../yaml/resolve.ts'
import { type CatalogFunction, FunctionFailure, type FunctionInput, type FunctionResult } from './function.ts'
import { entriesOf, fieldAt, fileOf, sortItems, textOf } from './items.ts'

export const generateFolders: CatalogFunction = {
  name: 'generate-folders',
  run(list) {
    const { folders, results } = foldersIn(list)
    if (results.some(({ severity }) => severity === 'error')) throw new FunctionFailure('', results)
    if (list.referenceFormat) for (const item of [...list.items, ...folders]) printsAsScript(item)
    list.items = [...list.items, ...folders]
    sortItems(list.items)
    return results
  },
}

/** The reference's program is of another language, whose YAML library keeps no style and likes single quotes. */
function printsAsScript(node: Node): void {
  setComments(node, undefined)
  if (node.kind === SCALAR) {
    const tag = tagOf(node)
    setTag(node, tag)
    node.style = tag === '!!str' && resolvePlain(node.value) !== '!!str' ? SINGLE : PLAIN
  } else if (node.kind === SEQUENCE) {
    node.flow = false
    node.items.forEach(printsAsScript)
  } else if (node.kind === MAPPING) {
    node.flow = false
    node.keys.forEach(printsAsScript)
    node.values.forEach(printsAsScript)
  }
}

const LATEST = 'blueprints.cloud.google.com/v1alpha3'
const FIRST = 'cft.dev/v1alpha1'
const FOLDER = 'resourcemanager.cnrm.cloud.google.com/v1beta1'

/** A folder to be, with those in it. */
interface Tree {
  name: string
  children: Tree[]
}

/** What the topmost folders are in. */
interface Parent {
  kind: string
  external: string
}

function foldersIn({ items, referenceFormat }: FunctionInput): { folders: Mapping[]; results: FunctionResult[] } {
  const folders: Mapping[] = []
  const results: FunctionResult[] = []
  for (const item of items) {
    if (textOf(item, 'kind') !== 'ResourceHierarchy') continue
    const [apiVersion, name] = [textOf(item, 'apiVersion'), textOf(item, 'metadata', 'name')]
    const say = (severity: 'error' | 'warn', text: string) => {
      const namespace = textOf(item, 'metadata', 'namespace')
      const resourceRef = { apiVersion, kind: 'ResourceHierarchy', name, ...(namespace === '' ? {} : { namespace }) }
      results.push({ message: `ResourceHierarchy ${name} ${text}`, severity, resourceRef, ...fileOf(item) })
    }
    if (apiVersion !== LATEST) {
      say('warn', `references an older Resource Hierarchy GroupVersion. Latest GroupVersion is ${LATEST}.`)
    }
    const parent = parentOf(item)
    if (parent === undefined) {
      say('error', 'has an undefined parentRef')
      continue
    }
    if (parent.kind !== 'Organization' && parent.kind !== 'Folder') {
      say('error', 'has an unsupported parentRef kind')
      continue
    }
    const missing: string[] = []
    const tree = apiVersion === FIRST ? layersIn(item) : treeIn(item, missing)
    for (const subtree of missing) say('error', `references non-existent subtree "${subtree}"`)
    const maker = new FolderMaker(item, parent, apiVersion === LATEST, referenceFormat === true)
    for (const one of tree) maker.make(one, [], folders)
  }
  return { folders, results }
}

function parentOf(item: Mapping): Parent | undefined {
  const spec = field(item, 'spec')
  const organization = textOf(spec, 'organization')
  if (organization !== '') return { kind: 'Organization', external: organization }
  const [kind, external] = [textOf(spec, 'parentRef', 'kind'), textOf(spec, 'parentRef', 'external')]
  return kind === '' || external === '' ? undefined : { kind, external }
}

/** Every folder of a layer holds all folders of the next one. */
function layersIn(item: Mapping): Tree[] {
  const layers = textsIn(fieldAt(item, 'spec', 'layers'))
  let below: Tree[] = []
  for (const layer of layers.reverse()) {
    const children = below
    below = textsIn(fieldAt(item, 'spec', 'config', layer)).map((name) => ({ name, children }))
  }
  return below
}

function textsIn(node: Node | undefined): string[] {
  return node?.kind === SEQUENCE ? node.items.map((item) => textOf(item)) : []
}

const SUBTREE = '$subtree'

function treeIn(item: Mapping, missing: string[]): Tree[] {
  const subtrees = fieldAt(item, 'spec', 'subtrees')
  /** Subtrees on the way down: one that contains itself has no end. */
  const open = new Set<string>()
  const childrenOf = (node: Node | undefined): Tree[] => {
    if (node?.kind === SEQUENCE) return node.items.flatMap(treesOf)
    const name = textOf(node, SUBTREE)
    if (node?.kind !== MAPPING || name === '') return []
    const subtree = field(subtrees, name)
    if (subtree === undefined || open.has(name)) {
      missing.push(name)
      return []
    }
    open.add(name)
    const children = childrenOf(subtree)
    open.delete(name)
    return children
  }
  const treesOf = (node: Node): Tree[] => {
    if (node.kind === SCALAR) return [{ name: node.value, children: [] }]
    return entriesOf(node).map(([name, value]) => ({ name, children: childrenOf(value) }))
  }
  return childrenOf(fieldAt(item, 'spec', 'config'))
}

/** The part of a folder's name in Kubernetes that its own name makes. */
function normalized(name: string): string {
  return name
    .toLowerCase()
    .replace(/['"]/g, '')
    .replace(/[_ ]/g, '-')
    .replace(/[^a-z0-9.-]/g, '')
}

class FolderMaker {
  private readonly namespace: string

  constructor(
    private readonly hierarchy: Mapping,
    private readonly parent: Parent,
    /** Parents are named in the spec, no longer in annotations. */
    private readonly hasReferences: boolean,
    private readonly asReference: boolean,
  ) {
    this.namespace = textOf(hierarchy, 'metadata', 'namespace')
  }

  make({ name, children }: Tree, above: readonly string[], made: Mapping[]): void {
    const path = [...above, normalized(name)]
    made.push(this.folder(name, path))
    for (const child of children) this.make(child, path, made)
  }

  private folder(displayName: string, path: readonly string[]): Mapping {
    const parentName = path.slice(0, -1).join('.')
    const annotations = this.annotations()
    const spec = mapOf([['displayName', stringScalar(displayName)]])
    if (this.hasReferences) {
      setField(spec, ...this.reference(parentName))
      if (parentName !== '' && this.namespace !== '') {
        const dependsOn = `${FOLDER.replace(/\/.*/, '')}/namespaces/${this.namespace}/Folder/${parentName}`
        setField(annotations, 'config.kubernetes.io/depends-on', stringScalar(dependsOn))
      }
    } else {
      const isInFolder = parentName !== '' || this.parent.kind === 'Folder'
      const name = `cnrm.cloud.google.com/${isInFolder ? 'folder-ref' : 'organization-id'}`
      setField(annotations, name, stringScalar(parentName === '' ? this.parent.external : parentName))
    }
    const metadata = mapOf([['name', stringScalar(path.join('.'))]])
    if (annotations.keys.length > 0) setField(metadata, 'annotations', annotations)
    if (this.namespace !== '') setField(metadata, 'namespace', stringScalar(this.namespace))
    return mapOf([
      ['apiVersion', new Scalar(FOLDER)],
      ['kind', new Scalar('Folder')],
      ['metadata', metadata],
      ['spec', spec],
    ])
  }

  private reference(parentName: string): [string, Mapping] {
    if (parentName !== '') return ['folderRef', mapOf([['name', stringScalar(parentName)]])]
    const { kind, external } = this.parent
    return [`${kind.toLowerCase()}Ref`, mapOf([['external', stringScalar(external)]])]
  }

  /** Those of the hierarchy, in its first version none, but for what is said of its file; the reference hands on some of its bookkeeping too. */
  private annotations(): Mapping {
    const left: string[] = [PATH.key, PATH.legacy, INDEX.key, INDEX.legacy]
    const ids = ['internal.config.kubernetes.io/id', 'config.k8s.io/id']
    const made = new Mapping()
    if (textOf(this.hierarchy, 'apiVersion') === FIRST) return made
    for (const [name, value] of entriesOf(fieldAt(this.hierarchy, 'metadata', 'annotations'))) {
      const isBookkeeping = name.startsWith('internal.config.kubernetes.io/')
      if (left.includes(name) || ids.includes(name) || (isBookkeeping && !this.asReference)) continue
      setField(made, name, clone(value))
    }
    return made
  }
}

function mapOf(fields: readonly (readonly [string, Node])[]): Mapping {
  return new Mapping(
    fields.map(([name]) => new Scalar(name)),
    fields.map(([, value]) => value),
  )
}
