import { describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import type { Application, Bundle } from '../../src/stack/model.ts'
import { setPlace } from '../../src/stack/places.ts'
import { validateBundle } from '../../src/stack/validate/bundle.ts'
import { refusal, refused } from './refusal.ts'

const DNS =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const nothing = undefined as unknown

const check = (bundle: Bundle) => refusal(() => validateBundle(bundle))

test('B1: a missing bundle is refused', () => {
  expect(check(nothing as Bundle)).toBe("validation failed for Bundle '' field 'bundle': bundle cannot be nil")
})

test('B2: a bundle without a name is refused', () => {
  expect(check({ name: '' })).toBe('invalid name for Bundle: ')
})

test('B3: a name is a DNS-1123 subdomain, on every umbrella child too, and the error has its path', () => {
  expect(check({ name: 'My-App' })).toBe(
    `validation failed for Bundle 'My-App' field 'name': "My-App" is not a valid bundle name: ${DNS}`,
  )
  expect(check({ name: 'platform', children: [{ name: 'infra', children: [{ name: 'DB' }] }] })).toBe(
    `validation failed for Bundle 'platform/infra/DB' field 'name': "DB" is not a valid bundle name: ${DNS}`,
  )
  const long = 'a'.repeat(254)
  expect(check({ name: long })).toBe(
    `validation failed for Bundle '${long}' field 'name': "${long}" is not a valid bundle name: must be no more than 253 characters`,
  )
  validateBundle({ name: 'a'.repeat(253) })
  validateBundle({ name: 'my.app' })
})

test('B4: the name of the Kustomization is a DNS-1123 subdomain', () => {
  expect(check({ name: 'web', kustomizationName: 'Web_CR' })).toBe(
    `validation failed for Bundle 'web' field 'kustomizationName': "Web_CR" is not a valid Kustomization name: ${DNS}`,
  )
})

test('B5: the directory of a bundle is one path segment, whatever the layout makes of it', () => {
  const dirName = (name: string) => check({ name: 'web', dirName: name })
  const prefix = "validation failed for Bundle 'web' field 'dirName': "
  expect(dirName('a/b')).toBe(`${prefix}"a/b" contains a path separator: a directory name is one path segment`)
  expect(dirName('a\\b')).toBe(`${prefix}"a\\\\b" contains a path separator: a directory name is one path segment`)
  expect(dirName('..')).toBe(`${prefix}".." is not a directory name of its own`)
  expect(dirName('a\0')).toBe(
    `${prefix}"a\\x00" contains a NUL byte: a directory with one in its name cannot be created`,
  )
  validateBundle({ name: 'web', dirName: '00_Infra' })
})

test('B6: the name of the service account is a DNS-1123 subdomain, on every umbrella child too', () => {
  expect(check({ name: 'shop', children: [{ name: 'db', serviceAccountName: 'DB_Deployer' }] })).toBe(
    `validation failed for Bundle 'shop/db' field 'serviceAccountName': "DB_Deployer" is not a valid service account name: ${DNS}`,
  )
})

test('B7: a missing application is refused with its index', () => {
  const application: Application = { name: 'a', config: { generate: () => [] } }
  expect(check({ name: 'web', applications: [application, nothing as Application] })).toBe(
    "validation failed for Bundle 'web' field 'applications': application at index 1 is nil",
  )
})

test('B8: a setting that is no duration is refused with the reason, never replaced by a default', () => {
  expect(refused(() => validateBundle({ name: 'web', retryInterval: '5 minutes' }))).toMatchObject({
    code: 'DURATION_INVALID',
    message:
      'validation failed for Bundle \'web\' field \'retryInterval\': retryInterval "5 minutes" is not a valid duration: time: unknown unit " minutes" in duration "5 minutes"',
    hint: 'write it like 10m, 1h30m or 90s',
  })
  expect(check({ name: 'web', interval: '3000000h' })).toBe(
    'validation failed for Bundle \'web\' field \'interval\': interval "3000000h" is not a valid duration: time: invalid duration "3000000h"',
  )
  validateBundle({ name: 'web', interval: '1h30m', timeout: '-1s', retryInterval: '500ns' })
})

test('B9: children that come back to a bundle, and a bundle that is reached twice, are refused', () => {
  const top: Bundle = { name: 'top', children: [{ name: 'middle' }] }
  const middle = top.children?.[0] as Bundle
  middle.children = [top]
  expect(check(top)).toBe("validation failed for Bundle 'top' field 'children': umbrella cycle detected at \"top\"")
  const shared: Bundle = { name: 'shared' }
  expect(
    check({
      name: 'top',
      children: [
        { name: 'a', children: [shared] },
        { name: 'b', children: [shared] },
      ],
    }),
  ).toBe("validation failed for Bundle 'shared' field 'children': umbrella cycle detected at \"shared\"")
})

test('B10: a missing dependency is refused with the path of the bundle and the index', () => {
  expect(check({ name: 'shop', children: [{ name: 'db', dependsOn: [nothing as Bundle] }] })).toBe(
    "validation failed for Bundle 'shop/db' field 'dependsOn': dependency at index 0 is nil",
  )
})

test('B11: an empty and a repeated named dependency are refused', () => {
  expect(check({ name: 'web', namedDependsOn: [''] })).toBe(
    "validation failed for Bundle 'web' field 'namedDependsOn': named dependency has empty name",
  )
  expect(check({ name: 'web', namedDependsOn: ['db', 'db'] })).toBe(
    "validation failed for Bundle 'web' field 'namedDependsOn': duplicate named dependency \"db\"",
  )
})

test('B12: one dependency in both lists is refused, by the name of its Kustomization', () => {
  const db: Bundle = { name: 'db', kustomizationName: 'db-cr' }
  expect(check({ name: 'web', dependsOn: [db], namedDependsOn: ['db-cr'] })).toBe(
    "validation failed for Bundle 'web' field 'namedDependsOn': dependency \"db-cr\" appears in both DependsOn and NamedDependsOn",
  )
  validateBundle({ name: 'web', dependsOn: [db], namedDependsOn: ['db'] })
})

describe('B13: the children of an umbrella', () => {
  const children = (list: (Bundle | undefined)[]) => check({ name: 'shop', children: list as Bundle[] })
  const prefix = "validation failed for Bundle 'shop' field 'children': "

  test('are there', () => expect(children([undefined])).toBe(`${prefix}child at index 0 is nil`))
  test('have names', () => expect(children([{ name: '' }])).toBe(`${prefix}child at index 0 has empty name`))
  test('have names of their own', () =>
    expect(children([{ name: 'db' }, { name: 'db' }])).toBe(`${prefix}duplicate child name "db"`))
  test('have not their parent’s name', () =>
    expect(children([{ name: 'shop' }])).toBe(`${prefix}child name "shop" equals parent name`))
  test('are not the umbrella itself', () => {
    const shop: Bundle = { name: 'shop' }
    shop.children = [shop]
    expect(check(shop)).toBe(`${prefix}bundle cannot be its own child`)
  })
})

test('B14: a child that is a dependency of its umbrella too is refused', () => {
  const db: Bundle = { name: 'db', kustomizationName: 'db-cr' }
  expect(check({ name: 'shop', children: [db], dependsOn: [db] })).toBe(
    "validation failed for Bundle 'shop' field 'children': child \"db\" also appears in dependsOn",
  )
  expect(check({ name: 'shop', children: [db], namedDependsOn: ['db-cr'] })).toBe(
    "validation failed for Bundle 'shop' field 'children': child \"db\" also appears in namedDependsOn",
  )
  validateBundle({ name: 'shop', children: [db], namedDependsOn: ['db'] })
})

test('B15: a child that depends on its umbrella is refused', () => {
  const shop: Bundle = { name: 'shop', kustomizationName: 'shop-cr' }
  shop.children = [{ name: 'db', dependsOn: [shop] }]
  expect(check(shop)).toBe(
    'validation failed for Bundle \'shop\' field \'children\': child "db" depends on parent "shop"',
  )
  shop.children = [{ name: 'db', namedDependsOn: ['shop-cr'] }]
  expect(check(shop)).toBe(
    'validation failed for Bundle \'shop\' field \'children\': child "db" has parent "shop" in namedDependsOn',
  )
})

test('B16: children whose Kustomizations would have one name, or the umbrella’s, are refused by path', () => {
  const infra: Bundle = { name: 'infra', children: [{ name: 'a' }, { name: 'b', kustomizationName: 'a' }] }
  expect(check({ name: 'top', children: [infra] })).toBe(
    'validation failed for Bundle \'top/infra\' field \'children\': bundles "top/infra/a" and "top/infra/b" would both get a Kustomization named "a": that name, the bundle\'s KustomizationName or else its Name, must be unique',
  )
  expect(check({ name: 'top', children: [{ name: 'a', kustomizationName: 'top' }] })).toBe(
    'validation failed for Bundle \'top\' field \'children\': bundles "top" and "top/a" would both get a Kustomization named "top": that name, the bundle\'s KustomizationName or else its Name, must be unique',
  )
})

test('relations are judged before names, from the umbrella down', () => {
  const bundle: Bundle = { name: 'Shop', children: [{ name: 'db', timeout: 'soon' }] }
  expect(check(bundle)).toContain("Bundle 'db' field 'timeout'")
})

test('the error points at the field in the cluster file', () => {
  const source = new Source('cluster.yaml', 'interval: soon\n')
  const bundle: Bundle = { name: 'web', interval: 'soon' }
  setPlace(bundle, (...path) => ({ source, offset: path[0] === 'interval' ? 0 : 99 }))
  expect(refused(() => validateBundle(bundle)).at).toEqual([{ source, offset: 0 }])
})
