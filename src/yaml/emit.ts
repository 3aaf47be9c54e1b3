/** Nodes → text: one printer for a build's output, one that keeps order and comments. */
export { emitKept } from './kept.ts'
export { emitPlainValueSorted, emitSorted, type SortedOptions } from './sorted.ts'
