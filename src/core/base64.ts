/** Base64, of which secrets are made. */

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const digits = new TextEncoder().encode(BASE64)
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  const whole = bytes.length - (bytes.length % 3)
  let to = 0
  for (let i = 0; i < whole; i += 3) {
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number)
    out[to++] = digits[group >> 18] as number
    out[to++] = digits[(group >> 12) & 63] as number
    out[to++] = digits[(group >> 6) & 63] as number
    out[to++] = digits[group & 63] as number
  }
  if (whole < bytes.length) {
    const hasTwo = whole + 1 < bytes.length
    const group = ((bytes[whole] as number) << 16) | (hasTwo ? (bytes[whole + 1] as number) << 8 : 0)
    out[to++] = digits[group >> 18] as number
    out[to++] = digits[(group >> 12) & 63] as number
    out[to++] = hasTwo ? (digits[(group >> 6) & 63] as number) : 0x3d
    out[to++] = 0x3d
  }
  return new TextDecoder().decode(out)
}

/** The text of base64, white space ignored, bytes that are not UTF-8 as replacement characters; undefined when it is none. */
export function decodeBase64Text(text: string): string | undefined {
  let binary: string
  try {
    binary = atob(text.replace(/\s+/g, ''))
  } catch {
    return undefined
  }
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

const PADDED = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The same as Go reads it: only line breaks are ignored, and padding has to be there. */
export function decodePaddedBase64Text(text: string): string | undefined {
  const digits = text.replace(/[\r\n]/g, '')
  return PADDED.test(digits) ? decodeBase64Text(digits) : undefined
}
