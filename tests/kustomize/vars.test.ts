import { expect, test } from 'vitest'
import { memoryFileSystem } from '../../src/core/memory-fs.ts'
import { build } from '../../src/kustomize/build.ts'
import values from './vars-values.json' with { type: 'json' }

const POD = `apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: c
    image: x
    args: ["$(A)", "x$(A)", "$(A)$(A)"]
`

function buildWith(vars: string, objects: string) {
  const lines: string[] = []
  const fs = memoryFileSystem({
    '/app/kustomization.yaml': `resources: [r.yaml]\nvars:\n${vars}`,
    '/app/r.yaml': objects,
  })
  const log = { emit: ({ message }: { message: string }) => lines.push(message) }
  return build({ root: '/app', fs, log }).then(({ text }) => ({ text, lines: lines.slice(1) }))
}

const A = '- {name: A, objref: {kind: ConfigMap, name: s, apiVersion: v1}, fieldref: {fieldPath: f.t}}\n'

// Recorded from kustomize 5.8.2: the three arguments, or the message.
test.each(values as [string, string][])('a variable that is %j', async (value, expected) => {
  const objects = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s}\nf:\n  t: ${value}\n---\n${POD}`
  const outcome = await buildWith(A, objects).then(
    ({ text }) => text.slice(text.indexOf('  - args:\n') + '  - args:\n'.length, text.indexOf('    image:')),
    (error: Error) => error.message,
  )
  expect(outcome).toBe(expected)
})

test('references that are none stay, two dollars become one', async () => {
  const pod = POD.replace(/args: .*/, () => 'args: ["$$(A)", "$(NO)", "$(A", "$", "$$", "$x", "$()", "$$$(A)"]')
  const { text } = await buildWith(A, `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s}\nf: {t: v}\n---\n${pod}`)
  const args = text.slice(text.indexOf('  - args:\n') + '  - args:\n'.length, text.indexOf('    image:'))
  expect(args.split('\n').map((line) => line.trim())).toEqual([
    '- $(A)',
    '- $(NO)',
    '- $(A',
    '- $',
    '- $',
    '- $x',
    '- $()',
    '- $v',
    '',
  ])
})

test('what is no scalar is told, and counts as not replaced', async () => {
  const objects = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s}\nf: {t: {b: 1.5, a: [x, null]}}\n---\n${POD}`
  const { lines } = await buildWith(A, objects)
  expect(lines[0]).toBe(
    'MakePrimitiveReplacer: bad replacement type=map[string]interface {} val=map[a:[x <nil>] b:1.5]',
  )
  expect(lines.at(-1)).toBe('well-defined vars that were never replaced: A')
})

test.each([
  ['a name twice', `${A}${A}`, `var 'A' already encountered`],
  [
    'nothing of that name',
    '- {name: B, objref: {kind: Service, name: other, version: v1}}\n',
    `var '{B Service.v1.[noGrp] {metadata.name}}' cannot be mapped to a field in the set of known resources`,
  ],
  [
    'no such field',
    '- {name: B, objref: {kind: Pod, name: p, version: v1}, fieldref: {fieldPath: "spec.containers[1].name"}}\n',
    `field specified in var '{B Pod.v1.[noGrp] {spec.containers[1].name}}' not found in corresponding resource`,
  ],
])('%s', async (_, vars, message) => {
  await expect(buildWith(vars, POD)).rejects.toThrow(message)
})
