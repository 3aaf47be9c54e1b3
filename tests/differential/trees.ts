/** Generated trees: a base, overlays, a component, and the files they name. */
import * as fc from 'fast-check'
import { alike, type GeneratedObject, KINDS, NAMES, NAMESPACES, object } from './objects.ts'
import {
  altered,
  alteredObject,
  dice,
  fieldPath,
  isLinked,
  isScalar,
  type Place,
  placesOf,
  pointer,
  stringName,
} from './places.ts'
import { anyNode, list, map, printYaml, scalar, scalarNode, scalarText, type Yaml } from './yaml-text.ts'

export interface Tree {
  files: Record<string, string>
  /** The words after `build`. */
  args: string[]
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 3): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: freq })
/** Present once in so many times. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const usually = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, times = 15): fc.Arbitrary<T> =>
  fc.oneof({ weight: times - 1, arbitrary: common }, { weight: 1, arbitrary: rare })
/** A text as a literal block, so that a failing tree can lose lines of it. */
export const literal = (text: string): Yaml => ({ type: 'block', header: '|', lines: text.split('\n').slice(0, -1) })
const quote = (text: string): Yaml => scalar(JSON.stringify(text))
const name = fc.constantFrom(...NAMES)
const kindName = fc.constantFrom(...KINDS.map(([, kind]) => kind))
const strings = fc.constantFrom('"x"', '"1"', '"true"', 'web', '"a: b"', '""', '"on"')
const pairs = fc
  .dictionary(fc.constantFrom('app', 'team', 'x.y/z', 'n1'), strings, { minKeys: 1, maxKeys: 2 })
  .map((fields) => map(fields))

/** Selectors that name one of the objects, or many, or nothing. */
function target(ids: GeneratedObject[]): fc.Arbitrary<Yaml> {
  const named = fc.constantFrom(...ids).chain(({ kind, name, apiVersion }) =>
    fc
      .record({
        kind: maybe(fc.constant(kind)),
        name: maybe(fc.constant(stringName(name))),
        version: seldom(fc.constant(apiVersion.split('/').pop() as string), 5),
      })
      .map((fields) => map(fields, true)),
  )
  const wide = fc
    .record({
      kind: maybe(fc.oneof(kindName, fc.constantFrom('Deploy.*', '.*Map'))),
      name: maybe(fc.oneof(name, fc.constantFrom('.*', '"w.b|a"', '"^db$"'))),
      namespace: seldom(fc.constantFrom(...NAMESPACES), 4),
      labelSelector: seldom(fc.constantFrom('app=web', '"app in (web,db)"', '"!tier"', 'team', '"app!=web"'), 4),
    })
    .map((fields) => map(fields, true))
  return fc.oneof({ weight: 3, arbitrary: named }, { weight: 1, arbitrary: wide })
}

/** Scalars that changed copies take theirs from. */
const pool = fc.array(scalarNode, { minLength: 3, maxLength: 5 })

/** A strategic merge patch of one of the objects, with directives and nulls strewn in. */
function mergePatch(ids: GeneratedObject[]): fc.Arbitrary<Yaml> {
  const near = fc
    .record({ one: fc.constantFrom(...ids), seed: fc.nat(), pool })
    .map(({ one, seed, pool }) => alteredObject(one.node, dice(seed), pool))
  const isTyped = ({ kind, apiVersion }: GeneratedObject) =>
    kind !== 'Thing' &&
    kind !== 'CustomResourceDefinition' &&
    KINDS.some(([version, name]) => version === apiVersion && name === kind)
  const typed = ids.filter(isTyped)
  const similar = typed.length === 0 ? near : fc.constantFrom(...typed).chain((id) => alike(id).map(({ node }) => node))
  const base = usually(
    fc.oneof({ weight: 2, arbitrary: near }, { weight: 1, arbitrary: similar }),
    object.map(({ node }) => node),
    60,
  )
  const seeds = fc.array(
    fc.record({ at: fc.nat(1000), what: fc.constantFrom('null', 'delete', 'replace', 'merge', 'listReplace') }),
    { maxLength: 2 },
  )
  return fc
    .record({ base, seeds })
    .map(({ base, seeds }) => seeds.reduce((node, { at, what }) => disturb(node, at, what), base))
}

/** Puts a directive or a null at the n-th place below the identity of a patch. */
function disturb(root: Yaml, at: number, what: string): Yaml {
  const places: ((change: (node: Yaml) => Yaml) => void)[] = []
  const copy = structuredClone(root)
  const visit = (node: Yaml, depth: number): void => {
    if (node.type === 'map') {
      for (const entry of node.entries) {
        if (entry[0] === '$patch' || entry[0] === '<<') continue
        if (depth === 0 && ['apiVersion', 'kind', 'metadata'].includes(entry[0])) continue
        places.push((change) => {
          entry[1] = change(entry[1])
        })
        visit(entry[1], depth + 1)
      }
    } else if (node.type === 'list') {
      node.items.forEach((item, i) => {
        places.push((change) => {
          node.items[i] = change(item)
        })
        visit(item, depth + 1)
      })
    }
  }
  visit(copy, 0)
  places[at % Math.max(1, places.length)]?.((node) => {
    if (what === 'null' || node.type === 'scalar' || node.type === 'block') return scalar('null')
    const directive = scalar(what === 'listReplace' ? 'replace' : what)
    if (node.type === 'map') return { ...node, entries: [...node.entries, ['$patch', directive]] }
    return { ...node, items: [...node.items, map({ $patch: directive })] }
  })
  return copy
}

// biome-ignore format: a table
const PATHS = [
  '/metadata/labels/app', '/metadata/annotations/x.y~1z', '/spec/replicas', '/data/host', '/spec/template/spec/containers/0/image',
  '/spec/template/spec/containers/-', '/spec/containers/0', '/spec/ports/-', '/spec/ports/1', '/metadata/name', '/extra/a', '/spec/a',
  '/metadata', '', '/apiVersion',
]

/** Whatever comes to mind: most of it fails. */
const anyOperation: fc.Arbitrary<Yaml> = fc
  .record({
    op: fc.constantFrom('add', 'add', 'replace', 'remove', 'copy', 'move', 'test'),
    path: fc.constantFrom(...PATHS),
    from: fc.constantFrom(...PATHS),
    value: fc.oneof(scalarText.map(scalar), anyNode),
  })
  .map(({ op, path, from, value }) => {
    const valued = op === 'add' || op === 'replace' || op === 'test'
    return map({ op, path: quote(path), from: valued ? undefined : quote(from), value: valued ? value : undefined })
  })

/** Above the base much may have changed: there it is mostly `add`, which needs the least to be as it was. */
function operationsFor(places: Place[], isBase: boolean): string[] {
  const few = ['replace', 'copy', 'remove', 'move', ...(places.length > 8 ? ['test'] : [])]
  return isBase ? [...few, 'replace', 'replace', 'add', 'add', 'add'] : [...few, ...Array<string>(40).fill('add')]
}

/** An operation on something that the object has. */
function fittingOperation(places: Place[], isBase: boolean): fc.Arbitrary<Yaml> {
  const always: fc.Arbitrary<Yaml> = fc
    .record({
      key: fc.constantFrom('/metadata/annotations', '/metadata/labels', '/added', '/metadata/x'),
      value: anyNode,
    })
    .map(({ key, value }) =>
      map({ op: 'add', path: key, value: key.endsWith('s') && value.type !== 'map' ? map({ app: '"x"' }) : value }),
    )
  if (places.length === 0) return always
  const found = fc
    .record({
      place: fc.constantFrom(...places),
      op: fc.constantFrom(...operationsFor(places, isBase)),
      value: anyNode,
      seed: fc.nat(),
      pool,
    })
    .map(({ place: { keys, node }, op, value, seed, pool }) => {
      const roll = dice(seed)
      const path = quote(pointer(keys))
      const isMark = keys[0] === 'metadata'
      const shaped = () => altered(node, roll, pool)
      if (op === 'replace') return map({ op, path, value: shaped() })
      if (op === 'test')
        return map({
          op: isScalar(node) && !isLinked(node) ? op : 'add',
          path,
          value: isScalar(node) && !isLinked(node) ? node : shaped(),
        })
      if (op === 'remove') return map({ op, path })
      if (op === 'copy' || op === 'move')
        return map({ op, from: path, path: roll(2) === 0 ? '/copied' : '/metadata/copied' })
      const made = isMark ? (pool[1] as Yaml) : value
      if (node.type === 'map') return map({ op, path: quote(`${pointer(keys)}/added`), value: made })
      if (node.type !== 'list') return map({ op, path, value: shaped() })
      const item = node.items[0]
      const end = roll(2) === 0 ? '/-' : '/0'
      const like =
        item === undefined ? map({ name: 'made' }) : isScalar(item) ? (pool[2] as Yaml) : altered(item, roll, pool)
      return map({ op, path: quote(pointer(keys) + end), value: like })
    })
  return fc.oneof({ weight: 3, arbitrary: found }, { weight: 1, arbitrary: always })
}

/** A JSON patch, strict JSON seldom. */
function jsonPatch(one: GeneratedObject, { index }: Standing): fc.Arbitrary<Yaml> {
  // What is deep down is often gone above the base.
  const places = placesOf(one.node).filter(({ keys }) => keys.length < (index === 0 ? 9 : 3))
  const operation = usually(fittingOperation(places, index === 0), anyOperation, 60)
  return fc
    .array(operation, { minLength: 1, maxLength: 3 })
    .map((items) => list([...items].sort((a, b) => removes(a) - removes(b))))
}

/** What takes something away comes last, so that the others find it. */
function removes(operation: Yaml): number {
  const op = operation.type === 'map' ? operation.entries[0]?.[1] : undefined
  return op?.type === 'scalar' && (op.text === 'remove' || op.text === 'move') ? 1 : 0
}

// biome-ignore format: a table
const FIELD_PATHS = [
  'metadata.namespace', 'metadata.labels.app', 'metadata.annotations.[x.y/z]', 'spec.replicas', 'data.a', 'data.host',
  'spec.template.spec.containers.0.image', 'spec.template.spec.containers.[name=main].image', 'spec.template.spec.containers.*.image',
  'spec.containers.*.env.[name=A].value', 'spec.ports.0.port', 'spec', 'spec.a.b', '"data.x\\\\.yaml.a"', 'extra', 'spec.selector.app',
  'metadata.name', 'metadata', 'metadata.annotations',
]

/** Neither a collection nor a number, truth value or null, which a text cannot take the place of. */
function isWord(node: Yaml): boolean {
  return (
    node.type === 'block' ||
    (node.type === 'scalar' && !isLinked(node) && !/^(?:[-+.\d~]|true|false|null|!!)/i.test(node.text))
  )
}

function replacement(ids: GeneratedObject[], { index: level }: Standing): fc.Arbitrary<Yaml> {
  const source = fc.constantFrom(...ids).chain(({ kind, name, node }) => {
    // Above the base, and behind its own patches, much of what was there is gone; texts fit most places.
    const places = placesOf(node).filter((place) => level === 0 && !(isScalar(place.node) && !isWord(place.node)))
    const texts = places.filter((place) => isWord(place.node) || place.keys.length === 1)
    const found = ['metadata.name', ...texts.map(({ keys }) => fieldPath(keys))]
    const scalars = new Set(
      places.filter((place) => isScalar(place.node)).map(({ keys }) => JSON.stringify(fieldPath(keys))),
    )
    const isScalarPath = (path: Yaml | string | undefined) =>
      typeof path === 'object' && path.type === 'scalar' && scalars.has(path.text)
    return fc
      .record({
        path: fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom(undefined, 'metadata.name', 'kind') },
          { weight: 10, arbitrary: fc.constantFrom(...found).map(quote) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(...placesOf(node).map(({ keys }) => fieldPath(keys)), 'kind').map(quote),
          },
          { weight: 1, arbitrary: fc.constantFrom('metadata', 'metadata.annotations').map(scalar) },
        ),
        delimiter: seldom(fc.constantFrom('"-"', '"e"', '"."'), 8),
      })
      .map(({ path, delimiter }) =>
        map({
          kind,
          name: stringName(name),
          fieldPath: path,
          options: delimiter === undefined || !isScalarPath(path) ? undefined : map({ delimiter, index: '0' }, true),
        }),
      )
  })
  const fitting = fc
    .record({
      one: fc.constantFrom(...ids),
      at: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
      create: usually(fc.constant(true), fc.constant(false), 3),
      anywhere: usually(fc.constant(false), fc.constant(true), 25),
      delimiter: seldom(fc.constantFrom('":"', '"/"', '"e"'), 4),
      index: fc.constantFrom('-1', '0', '1', '9'),
    })
    .map(({ one, at, create, anywhere, delimiter, index }) => {
      const places = placesOf(one.node).filter(
        ({ keys, node }) => anywhere || (isWord(node) && (level === 0 || !keys.some((key) => /^\d+$/.test(key)))),
      )
      const paths = at.map((i) => {
        const place = places[i % Math.max(1, places.length * 2)]
        return place === undefined ? 'metadata.annotations.made' : fieldPath(place.keys)
      })
      const creates = create || paths.includes('metadata.annotations.made')
      return map({
        select: map({ kind: one.kind, name: stringName(one.name) }, true),
        fieldPaths: list(paths.map(quote)),
        options: map({ create: String(creates), delimiter, index: delimiter === undefined ? undefined : index }, true),
      })
    })
  const wide = fc
    .record({
      select: target(ids),
      reject: seldom(
        target(ids).map((node) => list([node])),
        5,
      ),
      paths: fc.array(
        usually(
          fc.constantFrom('metadata.annotations.made', 'metadata.labels.app', 'metadata.labels.[x.y/z]'),
          fc.constantFrom(...FIELD_PATHS),
          20,
        ),
        { minLength: 1, maxLength: 2 },
      ),
      create: usually(fc.constant('true'), fc.constant('false'), 40),
    })
    .map(({ select, reject, paths, create }) =>
      map({ select, reject, fieldPaths: list(paths.map(scalar)), options: map({ create }, true) }),
    )
  const written = fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: wide })
  return fc
    .record({ source, value: seldom(strings, 4), targets: fc.array(written, { minLength: 1, maxLength: 2 }) })
    .map(({ source, value, targets }) =>
      value === undefined
        ? map({ source, targets: list(targets.map(withoutDelimiter)) })
        : map({ sourceValue: value, targets: list(targets) }),
    )
}

/** A collection cannot be put between delimiters: most values of objects come without. */
function withoutDelimiter(target: Yaml): Yaml {
  if (target.type !== 'map') return target
  return {
    ...target,
    entries: target.entries.map(([key, value]): [string, Yaml] =>
      key !== 'options' || value.type !== 'map' || JSON.stringify(target).length % 3 === 0
        ? [key, value]
        : [key, { ...value, entries: value.entries.filter(([name]) => name === 'create') }],
    ),
  }
}

const image: fc.Arbitrary<Yaml> = fc
  .record({
    name: fc.constantFrom('nginx', 'app/web', 'reg.example.com:5000/app/web', 'redis', '"n.*x"', 'busybox'),
    newName: maybe(fc.constantFrom('mirror/nginx', 'x')),
    newTag: maybe(fc.constantFrom('"2"', 'v3')),
    digest: seldom(fc.constantFrom('sha256:ff'), 4),
    tagSuffix: seldom(fc.constantFrom('-s'), 4),
  })
  .map((fields) => map(fields, true))

const literals = fc.uniqueArray(
  fc.constantFrom('a=1', 'b=two words', 'c="quoted"', 'host=example.com', 'd=', 'e=x=y', 'k=<&>é'),
  { maxLength: 3 },
)

/** Where a kustomization stands in its tree. */
export interface Standing {
  /** Its number, which makes names its own. */
  index: number
  /** Names of ConfigMaps and Secrets that kustomizations below generate. */
  configMaps: string[]
  secrets: string[]
}

/** Generators, mostly of new objects in the base and mostly merged into those above it. */
function generators(secret: boolean, { index, configMaps, secrets }: Standing): fc.Arbitrary<Yaml[]> {
  const below = secret ? secrets : configMaps
  const made = fc.uniqueArray(
    fc.constantFrom(`made${index}`, `more${index}`, 'settings').map((text) => (index > 0 ? `${text}${index}` : text)),
    { minLength: 1, maxLength: 2 },
  )
  const named = (names: string[], behavior: fc.Arbitrary<string | undefined>) =>
    fc.tuple(...names.map((name) => generator(secret, name, behavior)))
  const fresh = made.chain((names) => named(names, seldom(fc.constant('create'), 5)))
  if (below.length === 0) return usually(fresh, named(['none'], fc.constantFrom('merge', 'replace')), 100)
  const changed = fc.constantFrom(...below).chain((name) => named([name], fc.constantFrom('merge', 'merge', 'replace')))
  return fc.oneof({ weight: 2, arbitrary: changed }, { weight: 1, arbitrary: fresh })
}

function generator(secret: boolean, name: string, behavior: fc.Arbitrary<string | undefined>): fc.Arbitrary<Yaml> {
  return fc
    .record({
      name: fc.constant(name),
      namespace: seldom(fc.constantFrom(...NAMESPACES), 30),
      behavior,
      literals: maybe(literals.map((words) => list(words.map(quote)))),
      files: seldom(fc.constantFrom('[file.txt]', '[key=file.txt]').map(scalar), 4),
      envs: seldom(fc.constant(scalar('[vars.env]')), 4),
      type: secret ? seldom(fc.constantFrom('Opaque', 'example.com/t'), 4) : fc.constant(undefined),
      options: maybe(
        fc
          .record({
            labels: maybe(pairs),
            annotations: maybe(pairs),
            disableNameSuffixHash: maybe(fc.constant('true')),
            immutable: seldom(fc.constant('true'), 4),
          })
          .map((fields) => map(fields)),
      ),
    })
    .map((fields) => map(fields))
}

const label: fc.Arbitrary<Yaml> = fc
  .record({
    pairs,
    selectors: maybe(fc.boolean()),
    templates: maybe(fc.boolean()),
    claims: seldom(fc.boolean(), 4),
    fields: seldom(
      fc.constantFrom('[{path: spec/extra, create: true}]', '[{path: extra/a, kind: Thing}]').map(scalar),
      8,
    ),
  })
  .map(({ pairs, selectors, templates, claims, fields }) =>
    map({
      pairs,
      includeSelectors: selectors?.toString(),
      includeTemplates: templates?.toString(),
      includeVolumeClaimTemplates: claims?.toString(),
      fields,
    }),
  )

function variable(ids: GeneratedObject[], { index }: Standing): fc.Arbitrary<Yaml> {
  return fc.constantFrom(...ids).chain(({ apiVersion, kind, name, node }) => {
    const found = placesOf(node).filter((place) => isScalar(place.node) && place.keys.every((key) => /^\w+$/.test(key)))
    const paths = [undefined, ...found.map(({ keys }) => quote(keys.join('.')))]
    return fc.constantFrom(...paths).map((path) =>
      map({
        name: index === 0 ? 'VAR' : `VAR${index}`,
        objref: map({ kind, name: stringName(name), apiVersion }, true),
        fieldref: path === undefined ? undefined : map({ fieldPath: path }),
      }),
    )
  })
}

const CONFIGURATION = `namePrefix:
- {path: extra/name, kind: Thing}
commonLabels:
- {path: spec/marks, create: true, kind: Thing}
images:
- {path: spec/picture, kind: Thing}
varReference:
- {path: data, kind: ConfigMap}
nameReference:
- kind: Thing
  group: example.com
  fieldSpecs:
  - {path: extra/name, kind: Thing}
  - {path: data/a, kind: ConfigMap}
`

export interface Level {
  fields: Yaml
  files: Record<string, string>
}

/** Transformers and generators as files, and what else is a list of paths. */
const CONFIGURED: Record<string, string> = {
  'prefix.yaml':
    'apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: x}\nprefix: q-\nfieldSpecs:\n- path: metadata/name\n',
  'marks.yaml':
    'apiVersion: builtin\nkind: AnnotationsTransformer\nmetadata: {name: x}\nannotations: {by: file, on: "yes"}\nfieldSpecs:\n- {path: metadata/annotations, create: true}\n',
  'labels.yaml':
    'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: x}\nlabels: {by: file}\nfieldSpecs:\n- {path: metadata/labels, create: true}\n- {path: spec/template/metadata/labels, kind: Deployment}\n',
}
const transformerFiles = fc
  .uniqueArray(fc.constantFrom(...Object.keys(CONFIGURED)), { minLength: 1, maxLength: 2 })
  .map((paths) => list(paths.map(scalar), true))

export function patch(
  ids: GeneratedObject[],
  standing: Standing,
): fc.Arbitrary<{ node: Yaml; target?: Yaml | undefined; options?: Yaml | undefined; file: boolean }> {
  const options = seldom(fc.constantFrom('{allowNameChange: true}', '{allowKindChange: true}').map(scalar), 5)
  return fc.oneof(
    fc
      .record({ node: mergePatch(ids), target: seldom(target(ids), 6), options, file: fc.boolean() })
      // A generated object of another kind would get a hash of how the reference keeps it in memory.
      .map((one) => (one.target === undefined ? one : { ...one, options: undefined })),
    fc.constantFrom(...ids).chain((one) =>
      fc.record({
        node: jsonPatch(one, standing),
        target: usually(fc.constant(map({ kind: one.kind, name: stringName(one.name) }, true)), target(ids), 20),
        file: fc.boolean(),
      }),
    ),
  )
}

/** One kustomization without its list of resources; `ids` are the objects it can speak of. */
export function level(ids: GeneratedObject[], standing: Standing): fc.Arbitrary<Level> {
  const scalable = ids.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet').map(({ name }) => name)
  const some = (arbitrary: fc.Arbitrary<Yaml>, times: number) =>
    seldom(
      fc.array(arbitrary, { minLength: 1, maxLength: 2 }).map((nodes) => list(nodes)),
      times,
    )
  return fc
    .record({
      namePrefix: seldom(fc.constantFrom('p-', '"1"', 'a'), 3),
      nameSuffix: seldom(fc.constantFrom('-s', '-t'), 4),
      namespace: seldom(fc.constantFrom(...NAMESPACES), 4),
      labels: some(label, 3),
      commonLabels: seldom(pairs, 6),
      commonAnnotations: seldom(pairs, 4),
      images: some(image, 3),
      replicas:
        scalable.length === 0
          ? fc.constant(undefined)
          : seldom(
              fc
                .record({ name: fc.constantFrom(...scalable), count: fc.nat(5).map(String) })
                .map((fields) => list([map(fields, true)])),
              3,
            ),
      configMapGenerator: seldom(
        generators(false, standing).map((nodes) => list(nodes)),
        4,
      ),
      secretGenerator: seldom(
        generators(true, standing).map((nodes) => list(nodes)),
        8,
      ),
      transformers: seldom(transformerFiles, 12),
      generatorOptions: seldom(
        fc
          .record({ labels: maybe(pairs), disableNameSuffixHash: maybe(fc.constant('true')) })
          .map((fields) => map(fields)),
        8,
      ),
      replacements: some(replacement(ids, standing), 3),
      vars: seldom(
        variable(ids, standing).map((node) => list([node])),
        14,
      ),
      configurations: seldom(fc.constant(scalar('[config.yaml]')), 8),
      patches: seldom(fc.array(patch(ids, standing), { minLength: 1, maxLength: 3 }), 2),
      old: seldom(mergePatch(ids), 8),
      sortOptions: seldom(fc.constantFrom('{order: fifo}', '{order: legacy}').map(scalar), 10),
      buildMetadata: seldom(
        fc
          .constantFrom(
            '[originAnnotations]',
            '[transformerAnnotations]',
            '[originAnnotations, transformerAnnotations]',
          )
          .map(scalar),
        10,
      ),
    })
    .map(({ patches, old, ...fields }) => {
      const files: Record<string, string> = {}
      const entries: Yaml[] = []
      for (const [i, { node, target, options, file }] of (patches ?? []).entries()) {
        const text = printYaml(node)
        if (file) files[`patch${i}.yaml`] = text
        entries.push(
          map({ path: file ? `patch${i}.yaml` : undefined, patch: file ? undefined : literal(text), target, options }),
        )
      }
      const all: Record<string, Yaml | string | undefined> = { ...fields }
      if (entries.length > 0) all.patches = list(entries)
      if (old !== undefined) all.patchesStrategicMerge = list([literal(printYaml(old))])
      const text = JSON.stringify(all)
      for (const [path, body] of Object.entries(CONFIGURED)) if (text.includes(path)) files[path] = body
      if (text.includes('config.yaml')) files['config.yaml'] = CONFIGURATION
      if (text.includes('file.txt')) files['file.txt'] = 'some text\nin lines\n'
      if (text.includes('vars.env')) files['vars.env'] = '# comment\nENV=1\nSPACED = yes\n'
      return { fields: map(all), files }
    })
}

/** Objects of one kind and name clash sooner or later: one of each is kept. */
function distinct(found: GeneratedObject[]): GeneratedObject[] {
  const seen = new Set<string>()
  return found.filter(({ kind, name }) => !seen.has(`${kind} ${name}`) && seen.add(`${kind} ${name}`))
}

const objects = fc.array(object, { minLength: 1, maxLength: 6 }).map(distinct)
const textOf = (found: GeneratedObject[]) => found.map(({ node }) => printYaml(node)).join('---\n')

/** Names of the generators of a kind in a kustomization. */
function generated({ fields }: Level, field: string): string[] {
  const entries = fields.type === 'map' ? fields.entries : []
  const found = entries.find(([key]) => key === field)?.[1]
  if (found?.type !== 'list') return []
  return found.items.flatMap((item) => {
    const name = item.type === 'map' ? item.entries.find(([key]) => key === 'name')?.[1] : undefined
    return name?.type === 'scalar' ? [name.text] : []
  })
}

/** Names of these kinds stay as they are, so that two of them clash. */
const KEEPS_NAME = ['Namespace', 'CustomResourceDefinition']

export const tree: fc.Arbitrary<Tree> = objects.chain((own) =>
  level(own, { index: 0, configMaps: [], secrets: [] }).chain((base) => {
    const configMaps = generated(base, 'configMapGenerator')
    const secrets = generated(base, 'secretGenerator')
    const above = (index: number) => level(own, { index, configMaps, secrets })
    return fc
      .record({
        base: fc.constant(base),
        overlays: fc
          .tuple(above(1), above(2), fc.nat(2), seldom(object, 4), seldom(object, 4))
          .map(([one, two, count, first, second]) =>
            [
              { level: one, extra: first },
              { level: two, extra: second },
            ].slice(0, count),
          ),
        component: seldom(above(3), 5),
        second: seldom(level(own, { index: 4, configMaps: [], secrets: [] }), 20),
        reorder: seldom(fc.constantFrom('none', 'legacy'), 5),
      })
      .map((parts) => assembled(own, parts))
  }),
)

interface Parts {
  base: Level
  overlays: { level: Level; extra: GeneratedObject | undefined }[]
  component: Level | undefined
  second: Level | undefined
  reorder: string | undefined
}

function assembled(own: GeneratedObject[], { base, overlays, component, second, reorder }: Parts): Tree {
  const files: Record<string, string> = {}
  const place = (folder: string, { fields, files: named }: Level, resources: string[], head = '') => {
    for (const [path, text] of Object.entries(named)) files[`${folder}/${path}`] = text
    const body = fields.type === 'map' && fields.entries.length === 0 ? '' : printYaml(fields)
    files[`${folder}/kustomization.yaml`] =
      `${head}${resources.length === 0 ? '' : `resources: [${resources.join(', ')}]\n`}${body}`
  }
  place('base', base, ['objects.yaml'])
  files['base/objects.yaml'] = textOf(own)
  let top = 'base'
  let below = ['../base']
  const copied = own.filter(({ kind }) => !KEEPS_NAME.includes(kind))
  if (second !== undefined && overlays.length > 0 && copied.length > 0) {
    // The same objects under other names.
    place('second', second, ['../copy'])
    files['copy/kustomization.yaml'] = 'resources: [objects.yaml]\nnameSuffix: -two\n'
    files['copy/objects.yaml'] = textOf(copied)
    below.push('../second')
  }
  overlays.forEach(({ level, extra }, i) => {
    top = `overlay${i}`
    const isNew = extra !== undefined && !own.some(({ kind, name }) => kind === extra.kind && name === extra.name)
    if (isNew) files[`${top}/own.yaml`] = printYaml(extra.node)
    const parted = i === overlays.length - 1 && component !== undefined
    place(top, level, isNew ? [...below, 'own.yaml'] : below, parted ? 'components: [../part]\n' : '')
    below = [`../${top}`]
  })
  if (component !== undefined && overlays.length > 0) {
    place('part', component, [], 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n')
  }
  return { files, args: reorder === undefined ? [top] : [top, '--reorder', reorder] }
}
