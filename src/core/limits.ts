/** Bounds on what a few lines of input can be made to stand for. */

/**
 * How many nodes a build may still make by repeating what it has read: by aliases, copies of JSON patches and
 * replacements. A hundred characters of text count as one node. Everything in a build shares one budget, so that many
 * small files cannot do what one may not; each text that is read adds its length, which it could have written out.
 */
export interface Budget {
  left: number
}

export function newBudget(): Budget {
  return { left: 500_000 }
}

/** The longest text that putting values into a text may make. */
export const LONGEST_MADE_TEXT = 8_000_000
