/** Nodes → text: one printer for a build's output, one that keeps order and comments. */
export { emitKept, listPrinter, styleOfText } from './kept.ts'
export { emitPlainValueSorted, emitSorted } from './sorted.ts'
