/** Variables: sources of all types, references in texts, lists and maps, over two levels and a component. */
import * as fc from 'fast-check'
import type { Tree } from '../trees.ts'
import { documents, type Literal, object, oneOf, print, quoted, seldom, some, treeOf, usually } from './kit.ts'

// biome-ignore format: a table
const TEXTS = [
  '$(A)', '$(B)', '$(C)', 'x$(A)z', '$(A)$(B)', '$$(A)', '$$$(A)', '$(A', '$A', '$()', '$(NONE)', '$(A)-$(NONE)', '$(a)', ' $(A) ', '$((A))', '$(A))', '$', '$$', 'plain', '$(B):$(C)', '$(A) $(A)', '\n$(A)\n', '$(A)é',
]
const text = oneOf(...TEXTS).map(quoted)
const container = fc.record({
  name: oneOf('c', 'd'),
  image: seldom(text, 3),
  command: seldom(some(usually(text, oneOf('1', 'true', 'null', '{}'), 15), 0, 3), 2),
  args: seldom(some(text, 0, 2), 3),
  env: seldom(some(fc.record({ name: oneOf('X', 'Z'), value: usually(text, oneOf('1', 'null'), 12) }), 0, 2), 2),
  volumeMounts: seldom(some(fc.record({ name: oneOf('v'), mountPath: text }), 0, 1), 3),
}) as fc.Arbitrary<Literal>
const workload = fc
  .record({
    kind: oneOf('Deployment', 'StatefulSet', 'Job'),
    containers: some(container, 0, 2),
    annotation: seldom(text, 3),
    label: seldom(text, 6),
  })
  .map(({ kind, containers, annotation, label }) =>
    object(kind === 'Job' ? 'batch/v1' : 'apps/v1', kind, 'web', {
      metadata: { annotations: annotation && { a: annotation }, labels: label && { l: label } },
      spec: { template: { metadata: { annotations: annotation && { a: annotation } }, spec: { containers } } },
    }),
  )
const SOURCES: Literal[] = [
  object('v1', 'Service', 'web', {
    spec: {
      ports: [{ port: '80', name: 'http' }, { port: '"81"' }],
      clusterIP: 'None',
      ready: 'true',
      weight: '1.50',
      none: 'null',
      list: ['a', 'b'],
    },
  }),
  object('v1', 'ConfigMap', 'settings', {
    data: { host: 'h.example.com', number: '"1"', text: '"a: b"', lines: '"a\\nb"', '"x.y"': 'dotted' },
  }),
]
const PATHS: [string, string, string[]][] = [
  [
    'Service',
    'web',
    [
      'metadata.name',
      'spec.ports[0].port',
      'spec.ports[1].port',
      'spec.clusterIP',
      'spec.ready',
      'spec.weight',
      'spec.ports.0.port',
      'spec.ports[0].name',
    ],
  ],
  [
    'ConfigMap',
    'settings',
    [
      'metadata.name',
      'data.host',
      'data.number',
      'data.text',
      'data.lines',
      'metadata.namespace',
      'data[x.y]',
      'data.x\\.y',
      'kind',
      'apiVersion',
    ],
  ],
]
const BAD_PATHS = [
  'spec',
  'spec.ports',
  'data',
  'spec.gone',
  'spec.none',
  'spec.list',
  'spec.ports[9].port',
  'spec.ports[x]',
  '',
  '.',
]

const variable: fc.Arbitrary<Literal> = fc
  .record({
    name: usually(oneOf('A', 'B', 'C'), oneOf('a', '"A-B"', '""', '"1"'), 30),
    source: oneOf(...PATHS),
    version: usually(oneOf('v1'), oneOf(undefined, 'apps/v1'), 40),
    namespace: seldom(oneOf('one', 'default'), 10),
    at: fc.nat(),
    bad: oneOf(...Array<boolean>(25).fill(false), true),
    isPlain: fc.boolean(),
  })
  .map(({ name, source: [kind, objectName, paths], version, namespace, at, bad, isPlain }) => {
    const list = bad ? BAD_PATHS : paths
    return {
      name,
      objref: { kind, name: objectName, apiVersion: version, namespace },
      fieldref: isPlain ? undefined : { fieldpath: quoted(list[at % list.length] as string) },
    }
  })
const variables = (minLength: number) =>
  fc.uniqueArray(variable, { minLength, maxLength: 3, selector: (one) => (one as { name: string }).name })
const changes = fc.record({
  namePrefix: seldom(oneOf('p-'), 2),
  namespace: seldom(oneOf('one', 'two'), 3),
  nameSuffix: seldom(oneOf('-s'), 4),
  commonAnnotations: seldom(oneOf<Literal>({ z: quoted('$(A)') }), 5),
  configMapGenerator: seldom(oneOf<Literal>([{ name: 'made', literals: [quoted('k=$(A)')] }]), 5),
  configurations: seldom(oneOf<Literal>(['specs.yaml']), 4),
})

export const varTrees: fc.Arbitrary<Tree> = fc
  .record({
    workloads: fc.uniqueArray(workload, {
      minLength: 1,
      maxLength: 2,
      selector: (one) => (one as { kind: string }).kind,
    }),
    inBase: variables(1),
    inTop: variables(0),
    base: changes,
    top: seldom(changes, 2),
    order: seldom(oneOf('none', 'legacy'), 6),
  })
  .map(({ workloads, inBase, inTop, base, top, order }) => {
    const names = inBase.map((one) => (one as { name: string }).name)
    const more = inTop.filter((one) => !names.includes((one as { name: string }).name))
    const files: Record<string, string> = { 'base/objects.yaml': documents([...SOURCES, ...workloads]) }
    const place = (folder: string, resources: string[], fields: object, vars: Literal[]) => {
      files[`${folder}/specs.yaml`] =
        'varReference:\n- path: data\n- path: spec/template/spec/containers/image\n- path: data/k\n'
      files[`${folder}/kustomization.yaml`] = print({
        resources,
        ...fields,
        vars: vars.length === 0 ? undefined : vars,
      } as Literal)
    }
    place('base', ['objects.yaml'], base, inBase)
    if (top !== undefined) place('top', ['../base'], top, more)
    const root = top === undefined ? 'base' : 'top'
    return treeOf(files, order === undefined ? [root] : [root, '--reorder', order])
  })
