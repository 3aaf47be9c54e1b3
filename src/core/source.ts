/** A text and where it came from. Offsets into it are UTF-16 code units; lines and columns are worked out when shown. */
export class Source {
  private starts: number[] | undefined

  constructor(
    /** The path a reader of messages knows the text by; empty for text made in memory. */
    readonly path: string,
    readonly text: string,
    /** Never cut into documents, because the reference looks for the cuts in bytes and UTF-16 has none of these. */
    readonly isWhole = false,
  ) {}

  /** Line and column, both from 1, of an offset. */
  position(offset: number): { line: number; column: number } {
    const starts = this.lineStarts()
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 }
  }

  /** The text of a line counted from 1, without its line break. */
  line(number: number): string {
    const starts = this.lineStarts()
    const start = starts[number - 1]
    if (start === undefined) return ''
    const end = starts[number] ?? this.text.length + 1
    return this.text.slice(start, end - 1).replace(/\r$/, '')
  }

  private lineStarts(): number[] {
    if (this.starts) return this.starts
    const starts = [0]
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.starts = starts
    return starts
  }
}

/** A place in a source. */
export interface Location {
  source: Source
  offset: number
}
