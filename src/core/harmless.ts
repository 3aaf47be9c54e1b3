/** Text of files as it may be shown. */

/** The text with everything that a terminal would obey, or that would hide other text, written as an escape. */
export function harmless(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) as number).toString(16)
    return `\\u${code.padStart(4, '0')}`
  })
}

/** Controls but the tab, separators of lines, and what changes the direction of writing. */
const UNSAFE = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** In HTML and XML: text only, wherever it stands. */
export function escapeMarkup(text: string): string {
  return harmless(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
