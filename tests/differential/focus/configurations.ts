/** Field specs from files: every section of `configurations`, at two levels, on objects of kinds that have none of their own. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { documents, type Literal, object, oneOf, print, seldom, some, treeOf, usually } from './kit.ts'

const thing = (name: string, other: string): Literal =>
  object('example.com/v1', 'Thing', name, {
    metadata: { labels: { app: 'web' }, annotations: { to: other } },
    spec: {
      name: other,
      ref: { name: other, namespace: 'one' },
      refs: [{ name: other }, { name: 'none' }, { other }],
      names: [other, 'none'],
      nothing: 'null',
      text: other,
      number: '1',
      picture: 'nginx:1',
      pictures: [{ picture: 'nginx' }, { picture: 'busybox:2' }],
      selector: { app: 'web' },
      template: { metadata: { labels: { app: 'web' } } },
      count: '"3"',
      '"a/b"': { c: other },
      list: [],
    },
  })
const OBJECTS: Literal[] = [
  object('apps/v1', 'Deployment', 'x', { spec: { replicas: '1' } }),
  object('apps/v1', 'StatefulSet', 'a', {}),
  thing('x', 'a'),
  object('example.com/v2', 'Thing', 'z', {
    spec: { name: 'a', ref: { name: 'b' }, refs: 'null', names: [], count: '1' },
  }),
  object('v1', 'ConfigMap', 'a', { data: { name: 'a', count: '1' } }),
  object('v1', 'ConfigMap', 'b', {}),
  object('example.com/v1', 'Other', 'a', { spec: { name: 'a' } }),
  object('v1', 'Secret', 'a', { stringData: { name: 'b' } }),
]

// biome-ignore format: a table
const PATHS = [
  'spec/name', 'spec/ref/name', 'spec/refs/name', 'spec/refs[]/name', 'spec/names', 'spec/names[]', 'spec/text', 'spec/picture', 'spec/pictures/picture', 'spec/pictures[]/picture', 'spec/selector', 'spec/template/metadata/labels',
  'spec/count', 'spec/a\\/b/c', 'spec/new', 'spec/new/deep', 'spec/new[]/deep', 'metadata/name', 'metadata/labels', 'metadata/annotations', 'metadata/annotations/to', 'data/name', 'data/count', 'stringData/name', 'spec/list', 'spec/list[]', 'spec/list/x',
]
// biome-ignore format: a table
const ODD_PATHS = ['', '/', '/spec/name', 'spec//name', 'spec/nothing', 'spec/nothing/x', 'spec/number', 'spec/number/x', 'spec', 'spec/', 'metadata', 'kind', 'spec/refs/0/name', 'spec/refs/-', 'metadata/namespace', 'spec/names/0', 'spec/ref']
const identity = {
  group: seldom(oneOf('example.com', '""', 'apps'), 5),
  version: seldom(oneOf('v1', 'v2'), 6),
  kind: seldom(oneOf('Thing', 'Thing', 'Other', 'ConfigMap'), 1.6),
}
const spec = (paths: string[]): fc.Arbitrary<Literal> =>
  fc
    .record({
      path: usually(oneOf(...paths), oneOf(...ODD_PATHS), 25).map((path) => JSON.stringify(path)),
      ...identity,
      other: oneOf(...Array<boolean>(25).fill(false), true),
    })
    .map(({ other, path, ...rest }) => ({
      path,
      ...rest,
      // Mostly the same for one path: specs that disagree about it end the build.
      create: (path.length % 3 === 0) === other ? undefined : 'true',
    })) as fc.Arbitrary<Literal>
const texts = PATHS.filter((path) => /name|text|to$|new|c$/.test(path) && path !== 'metadata/name')
const maps = PATHS.filter((path) => /selector|labels|annotations$|new/.test(path))
const counts = ['spec/count', 'data/count', 'spec/new', 'spec/new/deep']
const pictures = PATHS.filter((path) => /picture|new|text/.test(path))
const specs = (paths: string[], times = 3) => seldom(some(spec(paths), 1, 2), times)

const reference: fc.Arbitrary<Literal> = fc
  .record({
    group: seldom(oneOf('example.com', '""'), 5),
    version: seldom(oneOf('v1', 'v2'), 4),
    kind: usually(oneOf('ConfigMap', 'ConfigMap', 'Other', 'Secret', 'Thing'), fc.constant(undefined as never), 30),
    fieldSpecs: some(spec(texts), 1, 3),
  })
  .map((fields) => fields as Literal)
const configuration: fc.Arbitrary<{ [key: string]: Literal }> = fc.record({
  nameReference: seldom(some(reference, 1, 2), 1.5),
  namePrefix: specs([...texts, 'metadata/name']),
  nameSuffix: specs(texts, 4),
  namespace: specs([...texts, 'metadata/namespace'], 4),
  commonLabels: specs(maps),
  labels: specs(maps, 4),
  templateLabels: specs(maps, 6),
  commonAnnotations: specs(maps, 4),
  images: specs(pictures, 3),
  replicas: specs(counts, 3),
  varReference: specs(texts, 6),
  strange: seldom(oneOf<Literal>('x', []), 60),
}) as fc.Arbitrary<{ [key: string]: Literal }>

const changes = fc.record({
  namePrefix: seldom(oneOf('p-', 'q-'), 2),
  nameSuffix: seldom(oneOf('-s'), 3),
  namespace: seldom(oneOf('one', 'two'), 3),
  commonLabels: seldom(oneOf<Literal>({ made: 'x' }, { app: 'db' }), 4),
  labels: seldom(
    oneOf<Literal>(
      [{ pairs: { l: 'x' } }],
      [{ pairs: { l: '"1"' }, includeTemplates: 'true' }],
      [{ pairs: { l: 'x' }, includeSelectors: 'true' }],
    ),
    3,
  ),
  commonAnnotations: seldom(oneOf<Literal>({ note: '"1"' }), 4),
  images: seldom(oneOf<Literal>([{ name: 'nginx', newTag: '"2"' }], [{ name: 'busybox', newName: 'x' }]), 3),
  replicas: seldom(oneOf<Literal>([{ name: 'x', count: '5' }], [{ name: 'a', count: '0' }]), 6),
  configMapGenerator: seldom(
    oneOf<Literal>([{ name: 'b', behavior: 'merge', literals: ['x=y'] }], [{ name: 'new', literals: ['x=y'] }]),
    5,
  ),
})

export const configurationTrees: fc.Arbitrary<Tree> = fc
  .record({
    base: changes,
    top: seldom(changes, 2),
    inBase: some(configuration, 0, 2),
    inTop: some(configuration, 1, 2),
  })
  .map(({ base, top, inBase, inTop }) => {
    const files: Record<string, string> = { 'base/objects.yaml': documents(OBJECTS) }
    const place = (folder: string, resources: string[], fields: object, found: Literal[]) => {
      for (const [i, literal] of found.entries()) files[`${folder}/c${i}.yaml`] = print(literal)
      files[`${folder}/kustomization.yaml`] = print({
        resources,
        ...fields,
        configurations: found.length === 0 ? undefined : found.map((_, i) => `c${i}.yaml`),
      } as Literal)
    }
    place('base', ['objects.yaml'], base, top === undefined ? inTop : inBase)
    if (top !== undefined) place('top', ['../base'], top, inTop)
    return treeOf(files, [top === undefined ? 'base' : 'top'])
  })
