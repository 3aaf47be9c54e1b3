import { expect, test } from 'vitest'
import { nearest } from '../../src/core/nearest.ts'

test.each([
  ['namePrefx', ['nameSuffix', 'namePrefix'], 'namePrefix'],
  ['resorces', ['resources', 'replicas'], 'resources'],
  ['cm', ['mc', 'xyz'], 'mc'],
  ['Deployment', ['deployment', 'Deploymont'], 'deployment'],
  ['web', ['api', 'database'], undefined],
  ['web', ['web'], undefined],
  ['', ['a'], 'a'],
  ['abc', [], undefined],
])('nearest to %j among %j is %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected)
})
