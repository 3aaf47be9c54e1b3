import { describe, expect, it } from 'vitest'
import { Source } from '../../src/core/source.ts'
import { emitKept } from '../../src/yaml/emit.ts'
import { parse } from '../../src/yaml/parse.ts'
import { commented, randomNumbers } from './mutations.ts'

const TEXT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  replicas: 3
  list:
  - a
  - b: 1
    c: 2
  flow: [a, b]
  text: |
    one

    two
`

describe('line breaks of Windows', () => {
  it('change nothing about comments where they count as one', () => {
    const random = randomNumbers(7)
    for (let i = 0; i < 3000; i++) {
      const text = commented(TEXT, random)
      const print = (form: string) => {
        try {
          const document = parse(new Source('', form), { comments: 'unix' })
          return document === undefined ? '' : emitKept(document)
        } catch (error) {
          return (error as Error).message
        }
      }
      expect(print(text.replaceAll('\n', '\r\n'))).toBe(print(text))
    }
  })
})
