/** Generated trees: a base, overlays, a component, and the files they name. */
import * as fc from 'fast-check'
import { alike, type GeneratedObject, KINDS, NAMES, NAMESPACES, type ObjectId, object } from './objects.ts'
import { anyNode, list, map, printYaml, scalar, scalarText, type Yaml } from './yaml-text.ts'

export interface Tree {
  files: Record<string, string>
  /** The words after `build`. */
  args: string[]
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 3): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: freq })
/** Present once in so many times. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const usually = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, times = 15): fc.Arbitrary<T> =>
  fc.oneof({ weight: times - 1, arbitrary: common }, { weight: 1, arbitrary: rare })
/** A text as a literal block, so that a failing tree can lose lines of it. */
const literal = (text: string): Yaml => ({ type: 'block', header: '|', lines: text.split('\n').slice(0, -1) })
const quote = (text: string): Yaml => scalar(JSON.stringify(text))
const name = fc.constantFrom(...NAMES)
const kindName = fc.constantFrom(...KINDS.map(([, kind]) => kind))
const strings = fc.constantFrom('"x"', '"1"', '"true"', 'web', '"a: b"', '""', '"on"')
const pairs = fc
  .dictionary(fc.constantFrom('app', 'team', 'x.y/z', 'n1'), strings, { minKeys: 1, maxKeys: 2 })
  .map((fields) => map(fields))

/** Selectors that name one of the objects, or many, or nothing. */
function target(ids: ObjectId[]): fc.Arbitrary<Yaml> {
  const named = fc.constantFrom(...ids).chain(({ kind, name, apiVersion }) =>
    fc
      .record({
        kind: maybe(fc.constant(kind)),
        name: maybe(fc.constant(name)),
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

/** A strategic merge patch of one of the objects, with directives and nulls strewn in. */
function mergePatch(ids: ObjectId[]): fc.Arbitrary<Yaml> {
  const base = usually(
    fc.constantFrom(...ids).chain((id) => alike(id)),
    object,
    30,
  )
  const seeds = fc.array(
    fc.record({ at: fc.nat(1000), what: fc.constantFrom('null', 'delete', 'replace', 'merge', 'listReplace') }),
    { maxLength: 2 },
  )
  return fc
    .record({ base, seeds })
    .map(({ base, seeds }) => seeds.reduce((node, { at, what }) => disturb(node, at, what), base.node))
}

/** Puts a directive or a null at the n-th place below the identity of a patch. */
function disturb(root: Yaml, at: number, what: string): Yaml {
  const places: ((change: (node: Yaml) => Yaml) => void)[] = []
  const copy = structuredClone(root)
  const visit = (node: Yaml, depth: number): void => {
    if (node.type === 'map') {
      for (const entry of node.entries) {
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
]
const SURE_PATHS = [
  '/metadata/labels',
  '/metadata/annotations',
  '/spec',
  '/data',
  '/extra',
  '/status',
  '/metadata/x',
  '/metadata/name',
]

const operation: fc.Arbitrary<Yaml> = usually(
  fc
    .record({ op: fc.constantFrom('add', 'replace'), path: fc.constantFrom(...SURE_PATHS), value: anyNode, text: name })
    .map(({ op, path, value, text }) => {
      const shape = path.endsWith('s') && value.type !== 'map' ? map({ app: 'x' }) : value
      return map({ op, path, value: path === '/metadata/name' ? text : shape })
    }),
  fc
    .record({
      op: fc.constantFrom('add', 'add', 'replace', 'remove', 'copy', 'move', 'test'),
      path: fc.constantFrom(...PATHS),
      from: fc.constantFrom(...PATHS, ...SURE_PATHS),
      value: fc.oneof(scalarText.map(scalar), anyNode),
    })
    .map(({ op, path, from, value }) => {
      const valued = op === 'add' || op === 'replace' || op === 'test'
      return map({
        op,
        path,
        from: op === 'copy' || op === 'move' ? from : undefined,
        value: valued ? value : undefined,
      })
    }),
  20,
)
const operations = fc.array(operation, { minLength: 1, maxLength: 3 }).map((items) => list(items))

// biome-ignore format: a table
const FIELD_PATHS = [
  'metadata.namespace', 'metadata.labels.app', 'metadata.annotations.[x.y/z]', 'spec.replicas', 'data.a', 'data.host',
  'spec.template.spec.containers.0.image', 'spec.template.spec.containers.[name=main].image', 'spec.template.spec.containers.*.image',
  'spec.containers.*.env.[name=A].value', 'spec.ports.0.port', 'spec', 'spec.a.b', '"data.x\\\\.yaml.a"', 'extra', 'spec.selector.app',
]
const fieldPath = fc.constantFrom(...FIELD_PATHS)

function replacement(ids: ObjectId[]): fc.Arbitrary<Yaml> {
  const source = fc.constantFrom(...ids).chain(({ kind, name }) =>
    fc
      .record({
        path: usually(fc.constantFrom(undefined, 'metadata.name', 'metadata', 'kind'), fieldPath, 20),
        delimiter: seldom(fc.constantFrom('"-"', '"e"', '"."'), 5),
      })
      .map(({ path, delimiter }) =>
        map({
          kind,
          name,
          fieldPath: path,
          options: delimiter === undefined ? undefined : map({ delimiter, index: '0' }, true),
        }),
      ),
  )
  const written = fc
    .record({
      select: target(ids),
      reject: seldom(
        target(ids).map((node) => list([node])),
        5,
      ),
      paths: fc.array(
        usually(
          fc.constantFrom('metadata.annotations.made', 'metadata.labels.app', 'metadata.labels.[x.y/z]'),
          fieldPath,
          5,
        ),
        { minLength: 1, maxLength: 2 },
      ),
      create: usually(fc.constant('true'), fc.constant('false'), 20),
      delimiter: seldom(fc.constantFrom('":"', '"/"', '"e"'), 5),
      index: fc.constantFrom('-1', '0', '1', '9'),
    })
    .map(({ select, reject, paths, create, delimiter, index }) =>
      map({
        select,
        reject,
        fieldPaths: list(paths.map(scalar)),
        options: map({ create, delimiter, index: delimiter === undefined ? undefined : index }, true),
      }),
    )
  return fc
    .record({ source, value: seldom(strings, 4), targets: fc.array(written, { minLength: 1, maxLength: 2 }) })
    .map(({ source, value, targets }) =>
      value === undefined
        ? map({ source, targets: list(targets) })
        : map({ sourceValue: value, targets: list(targets) }),
    )
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

/** A generator; `base` makes objects, which the ones above it may merge into. */
function generator(secret: boolean, base: boolean): fc.Arbitrary<Yaml> {
  return fc
    .record({
      name: base ? fc.constantFrom('made', 'settings') : fc.constantFrom('own', 'other'),
      namespace: seldom(fc.constantFrom(...NAMESPACES), 8),
      behavior: base
        ? seldom(fc.constant('create'), 5)
        : usually(fc.constant(undefined), fc.constantFrom('merge', 'replace'), 5),
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

function variable(ids: ObjectId[]): fc.Arbitrary<Yaml> {
  return fc.constantFrom(...ids).chain(({ apiVersion, kind, name }) =>
    fc.record({ path: seldom(fieldPath, 5) }).map(({ path }) =>
      map({
        name: 'VAR',
        objref: map({ kind, name, apiVersion }, true),
        fieldref: path === undefined ? undefined : map({ fieldPath: path }),
      }),
    ),
  )
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

interface Level {
  fields: Yaml
  files: Record<string, string>
}

function patch(
  ids: ObjectId[],
): fc.Arbitrary<{ node: Yaml; target?: Yaml | undefined; options?: Yaml | undefined; file: boolean }> {
  const options = seldom(fc.constantFrom('{allowNameChange: true}', '{allowKindChange: true}').map(scalar), 5)
  return fc.oneof(
    fc.record({ node: mergePatch(ids), target: seldom(target(ids), 4), options, file: fc.boolean() }),
    fc.record({ node: operations, target: target(ids), file: fc.boolean() }),
  )
}

/** One kustomization without its list of resources; `ids` are the objects it can speak of. */
function level(ids: ObjectId[], base: boolean): fc.Arbitrary<Level> {
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
      configMapGenerator: some(generator(false, base), 4),
      secretGenerator: some(generator(true, base), 8),
      generatorOptions: seldom(
        fc
          .record({ labels: maybe(pairs), disableNameSuffixHash: maybe(fc.constant('true')) })
          .map((fields) => map(fields)),
        8,
      ),
      replacements: some(replacement(ids), 3),
      vars: seldom(
        variable(ids).map((node) => list([node])),
        10,
      ),
      configurations: seldom(fc.constant(scalar('[config.yaml]')), 8),
      patches: seldom(fc.array(patch(ids), { minLength: 1, maxLength: 3 }), 2),
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

export const tree: fc.Arbitrary<Tree> = objects.chain((own) =>
  fc
    .record({
      base: level(own, true),
      overlays: fc.array(fc.record({ level: level(own, false), extra: seldom(object, 4) }), { maxLength: 2 }),
      component: seldom(level(own, false), 5),
      second: seldom(fc.record({ level: level(own, true), again: fc.boolean() }), 5),
      reorder: seldom(fc.constantFrom('none', 'legacy'), 5),
    })
    .map(({ base, overlays, component, second, reorder }) => {
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
      if (second !== undefined && overlays.length > 0) {
        // The same objects under other names.
        place('second', second.level, ['../copy'])
        files['copy/kustomization.yaml'] = 'resources: [objects.yaml]\nnameSuffix: -two\n'
        files['copy/objects.yaml'] = textOf(own)
        below.push('../second')
      }
      overlays.forEach(({ level, extra }, i) => {
        top = `overlay${i}`
        if (extra !== undefined) files[`${top}/own.yaml`] = printYaml(extra.node)
        const parted = i === overlays.length - 1 && component !== undefined
        place(top, level, extra === undefined ? below : [...below, 'own.yaml'], parted ? 'components: [../part]\n' : '')
        below = [`../${top}`]
      })
      if (component !== undefined && overlays.length > 0) {
        place('part', component, [], 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n')
      }
      return { files, args: reorder === undefined ? [top] : [top, '--reorder', reorder] }
    }),
)
