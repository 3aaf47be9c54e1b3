import { expect, test } from 'vitest'
import { encodeBase64 } from '../../src/core/text.ts'

test('base64 of every length and byte is what Node makes of it', () => {
  for (let length = 0; length <= 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255)
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  }
})
