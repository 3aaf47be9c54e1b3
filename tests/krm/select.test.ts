/** Objects are found by their names' beginnings as they are by looking at each. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preparePattern } from '../../src/core/pattern.ts'
import { Source } from '../../src/core/source.ts'
import { objectsOf } from '../../src/krm/objects.ts'
import { ResMap } from '../../src/krm/resmap.ts'
import { Resource } from '../../src/krm/resource.ts'
import { type Selector, select } from '../../src/krm/select.ts'
import { readResources } from '../../src/yaml/documents.ts'
import { setField, stringScalar } from '../../src/yaml/edit.ts'
import { field, type Mapping } from '../../src/yaml/node.ts'

const scopes = { isClusterScoped: () => false }

function configMap(name: string): Resource {
  const source = new Source('', `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`)
  return new Resource(objectsOf(readResources(source), source)[0] as Mapping, scopes, source)
}

function rename(map: ResMap, resource: Resource, name: string): void {
  map.remember(resource)
  setField(field(resource.root, 'metadata') as Mapping, 'name', stringScalar(name))
  map.changed(resource)
}

async function selectorOf(name: string): Promise<Selector> {
  const kind = await preparePattern('ConfigMap')
  const none = { group: undefined, version: undefined, namespace: undefined, labels: undefined, annotations: undefined }
  return { ...none, kind, name: await preparePattern(name) }
}

const name = fc.stringMatching(/^[ab]{1,3}-[ab]{1,2}$/)
const pattern = fc.constantFrom('a.*', 'ab?-a', 'aa+-b', 'b-[ab]+', '(a|ab)-.*', 'b.*|a-b', 'abb-a')
const step = fc.oneof(
  fc.record({ rename: fc.nat(50), to: name }),
  fc.record({ remove: fc.nat(50) }),
  fc.record({ select: pattern }),
)

test('whatever was renamed or removed before', async () => {
  const run = fc.asyncProperty(
    fc.uniqueArray(name, { maxLength: 40 }),
    fc.array(step, { maxLength: 30 }),
    async (names, steps) => {
      const map = new ResMap()
      map.appendEach(names.map(configMap))
      for (const one of steps) {
        const at = (i: number) => map.resources[i % map.size]
        if ('rename' in one) {
          const resource = at(one.rename)
          if (resource !== undefined) rename(map, resource, one.to)
        } else if ('remove' in one) {
          const resource = at(one.remove)
          map.remove((other) => other === resource)
        } else {
          const text = new RegExp(`^(?:${one.select})$`)
          const expected = map.resources.filter(
            ({ id, previous }) => text.test(id.name) || text.test(previous[0]?.name ?? id.name),
          )
          const found = select(map, await selectorOf(one.select))
          expect(found.map(({ id }) => id.name)).toEqual(expected.map(({ id }) => id.name))
        }
      }
    },
  )
  await fc.assert(run, { numRuns: 300 })
})
