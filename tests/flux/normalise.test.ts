/** Normalisation before apply. Expected values come from Flux's own library (ssa v0.76.2, Kubernetes v0.36.4). */
import { describe, expect, test } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { normalise } from '../../src/flux/normalise.ts'
import { printObject } from '../../src/flux/object.ts'
import { canonicalQuantity } from '../../src/flux/quantity.ts'
import { TypedKinds } from '../../src/flux/typed.ts'
import { readResources } from '../../src/yaml/documents.ts'
import type { Mapping } from '../../src/yaml/node.ts'

function normalised(text: string): string {
  const [root] = readResources(new Source('object.yaml', text))
  const object = { root: root as Mapping, jsonTyped: false }
  normalise(object, new TypedKinds())
  return printObject(object)
}

describe('quantities', () => {
  test.each([
    ['1000', '1k'],
    ['1000k', '1M'],
    ['0.5Gi', '512Mi'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['100.5Ki', '102912'],
    ['0.0005Ki', '512m'],
    ['1.50', '1500m'],
    ['1.0', '1'],
    ['0.1n', '1n'],
    ['9000P', '9E'],
    ['10E', '10E'],
    ['8Ei', '9223372036854775807'],
    ['1e3', '1e3'],
    ['1E2', '100'],
    ['12e5', '1200e3'],
    ['15e-1', '1500e-3'],
    ['-0', '0'],
    [' 1', '1'],
    // As they are, when number and unit need no change.
    ['+1', '+1'],
    ['01', '01'],
    ['5.k', '5.k'],
    ['1e+3', '1e+3'],
    ['123456.789', '123456.789'],
    ['01.234', '01.234'],
    ['-1.234k', '-1.234k'],
    ['1.234e3', '1.234e3'],
    ['1.123456789', '1.123456789'],
    ['+39Ki', '+39Ki'],
    ['0030089Mi', '0030089Mi'],
    // But not with a whole part of zero, with zeros at the end, with many digits, or by eights.
    ['0.123', '123m'],
    ['0.123k', '123'],
    ['1.001000', '1001m'],
    ['1.2345', '1234500u'],
    ['12345678901234567.891', '12345678901234567891m'],
    ['+7335061905303024732', '7335061905303024732'],
    ['+520Mi', '520Mi'],
    ['+100Ti', '100Ti'],
    ['0005Ei', '5Ei'],
    // Nothing is written for what has no unit any more.
    ['523000E', '523'],
  ])('%s is written %s', (text, expected) => {
    expect(canonicalQuantity(text)).toBe(expected)
  })

  test.each(['', 'x', '1Kii', '1K', '2e', '1 Gi', '1e999999999', '1'.repeat(100)])('%s is none', (text) => {
    expect(canonicalQuantity(text)).toBeUndefined()
  })
})

test('a Deployment gets the fields that its type always has and loses those it does not have', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: n, bogus: 1, annotations: {number: 1}}
spec:
  replicas: 99999999999
  paused: false
  template:
    spec:
      volumes: [{name: v, emptyDir: {}}, null]
      containers: [{name: c, resources: {limits: {cpu: 1, memory: 1024Mi}}}]
`
  expect(normalised(text)).toBe(`apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    number: "1"
  creationTimestamp: null
  name: "n"
spec:
  replicas: 1215752191
  selector: null
  strategy: {}
  template:
    metadata: {}
    spec:
      containers:
      - name: c
        resources:
          limits:
            cpu: "1"
            memory: 1Gi
      volumes:
      - emptyDir: {}
        name: v
      - name: ""
`)
})

test('an object with a value of a wrong type stays as it is, but for its status', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: a, bogus: 1}
spec: {minReadySeconds: 2.5}
status: {replicas: 1}
`
  expect(normalised(text)).toBe(`apiVersion: apps/v1
kind: Deployment
metadata:
  bogus: 1
  creationTimestamp: null
  name: a
spec:
  minReadySeconds: 2.5
`)
})

test('a Secret that cannot be converted keeps its stringData', () => {
  const text = `apiVersion: v1
kind: Secret
metadata: {name: a}
stringData: {a: 1}
`
  expect(normalised(text)).toBe(`apiVersion: v1
kind: Secret
metadata:
  creationTimestamp: null
  name: a
stringData:
  a: 1
`)
})

test('times have seconds and no zone, times of events microseconds', () => {
  const text = `apiVersion: v1
kind: Event
metadata: {name: a}
eventTime: "2024-01-01T01:00:00.123456+01:00"
firstTimestamp: "2024-01-01T02:00:00.5+01:00"
`
  expect(normalised(text)).toBe(`apiVersion: v1
eventTime: "2024-01-01T00:00:00.123456Z"
firstTimestamp: "2024-01-01T01:00:00Z"
involvedObject: {}
kind: Event
lastTimestamp: null
metadata:
  creationTimestamp: null
  name: a
reportingComponent: ""
reportingInstance: ""
source: {}
`)
})

test.each([
  ['80.0', '80'],
  ['1e3', '1000'],
  ['-2147483648', '-2147483648'],
  ['-0.0', '0'],
])('a port or name of %s is written %s', (text, expected) => {
  const service = `apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {ports: [{port: 1, targetPort: ${text}}]}\n`
  expect(normalised(service)).toBe(`apiVersion: v1
kind: Service
metadata:
  creationTimestamp: null
  name: x
spec:
  ports:
  - port: 1
    protocol: TCP
    targetPort: ${expected}
`)
})

test.each(['2147483648', '4294967297', '-1.5e121', '1.5'])(
  'a Service whose targetPort is %s stays as it is, as no number of its type is that large',
  (text) => {
    const service = `apiVersion: v1
bogus: kept
kind: Service
metadata:
  creationTimestamp: null
  name: x
spec:
  ports:
  - port: 1
    targetPort: ${text.replace('e121', 'e+121')}
`
    expect(normalised(service)).toBe(service)
  },
)

test.each([
  ['4294967297', '4294967297'],
  ['1e2', '100'],
  ['1e30', '-9223372036854775808'],
])('seconds of %s become the %s of 64 bits', (text, expected) => {
  const job = `apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: x}\nspec: {startingDeadlineSeconds: ${text}}\n`
  expect(normalised(job)).toBe(`apiVersion: batch/v1
kind: CronJob
metadata:
  creationTimestamp: null
  name: x
spec:
  jobTemplate:
    metadata: {}
    spec:
      template:
        metadata: {}
        spec:
          containers: null
  schedule: ""
  startingDeadlineSeconds: ${expected}
`)
})

test('plain numbers are quantities as JSON spells them', () => {
  const text = `apiVersion: v1
kind: ResourceQuota
metadata: {name: q}
spec: {hard: {a: 1e3, b: 0x10, c: 0o17, d: 1_000, e: 1.5e-3, f: 1e21, g: 1e-7, h: 1.50, i: 010, j: 123456.789}}
`
  expect(normalised(text)).toBe(`apiVersion: v1
kind: ResourceQuota
metadata:
  creationTimestamp: null
  name: q
spec:
  hard:
    a: 1k
    b: "16"
    c: "15"
    d: 1k
    e: 1500u
    f: "1e+21"
    g: "100e-9"
    h: 1500m
    i: "8"
    j: "123456.789"
`)
})
