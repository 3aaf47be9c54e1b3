import { expect, test } from 'vitest'
import { parseSelector } from '../../src/krm/selector.ts'
import answers from './selector-answers.json' with { type: 'json' }

const OBJECTS: [name: string, labels: Record<string, string>][] = [
  ['m', { a: '2' }],
  ['n', { a: 'b' }],
  ['o', {}],
]

// Recorded from kustomize 5.8.2: which of three objects a patch's labelSelector reaches, or the message.
test.each(answers as [string, string | string[]][])('%j: %j', (text, expected) => {
  if (typeof expected === 'string') {
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ code: 'SELECTOR', message: expected }))
    return
  }
  const selector = parseSelector(text)
  const reached = OBJECTS.filter(([, labels]) => selector.matches((key) => labels[key])).map(([name]) => name)
  expect(reached).toEqual(expected)
})
