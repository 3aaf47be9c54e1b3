/** Patches in a Kustomization's spec. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Flux's variables are written like that
import * as fc from 'fast-check'
import type { GeneratedObject } from '../objects.ts'
import { literal, patch, seldom } from '../trees.ts'
import { list, map, printYaml, type Yaml } from '../yaml-text.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

/** Targets that choose by more than kind and name. */
const target = fc
  .record({
    kind: maybe(fc.constantFrom('ConfigMap', 'Secret', 'Service', 'Deployment|StatefulSet', '.*', 'Config.*')),
    name: seldom(fc.constantFrom('w.*', '.*', '^web$', 'we', '(web|db)'), 2),
    namespace: seldom(fc.constantFrom('one', '.*', 'default'), 6),
    group: seldom(fc.constantFrom('apps', '""', 'a.*'), 8),
    labelSelector: seldom(fc.constantFrom('app', 'app=x', 'app in (x, web)', 'tier!=db', '"!app"', 'app,tier'), 3),
    annotationSelector: seldom(fc.constantFrom('b', 'app=web', '"!a"'), 4),
  })
  .map((fields) => map(fields, true)) // biome-ignore format: a table

// biome-ignore format: a table
const GENERAL = [
  '- {op: add, path: /metadata/labels, value: {added: "1"}}\n',
  '- {op: add, path: /metadata/annotations, value: {note: 1e3}}\n',
  '- {op: add, path: /spec, value: {replicas: 2}}\n- {op: test, path: /spec/replicas, value: 2}\n',
  '- {op: replace, path: /metadata/name, value: renamed}\n',
  '- {op: add, path: /data, value: {a: 1, b: 0o17, c: "1_000", d: 2020-01-01}}\n',
  '- {op: copy, from: /kind, path: /copied}\n',
  'apiVersion: v1\nkind: Any\nmetadata: {name: any, annotations: {note: "${a}"}}\n',
  'apiVersion: v1\nkind: Any\nmetadata: {name: any, labels: {added: "${a}"}}\nspec: {template: {spec: {containers: [{name: side, image: nginx}]}}}\n',
  'apiVersion: v1\nkind: Any\nmetadata: {name: any}\nstringData: {x: "${host}"}\n',
  'apiVersion: v1\nkind: Any\nmetadata: {name: any}\n$patch: delete\n',
]
const general = fc
  .record({ patch: fc.constantFrom(...GENERAL), target })
  .map(({ patch, target }) => map({ patch: literal(patch), target }))

/** Patches of a Kustomization: such that fit one object, and such that are meant for several. */
export function patches(objects: GeneratedObject[]): fc.Arbitrary<Yaml> {
  const fitting = patch(objects, { index: 0, configMaps: [], secrets: [] }).map(({ node, target }) =>
    map({ patch: literal(printYaml(node)), target }),
  )
  return fc
    .array(fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: general }), {
      minLength: 1,
      maxLength: 2,
    })
    .map((all) => list(all))
}
