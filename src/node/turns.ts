/** Work that is not done twice, or not all at once. */

/** Asks what was not asked before under this key. */
export function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let answer = known.get(key)
  if (answer === undefined) {
    answer = ask()
    known.set(key, answer)
  }
  return answer
}

/** Lets so many work at a time. */
export class Turns {
  private readonly waiting: (() => void)[] = []

  constructor(private free: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>((go) => this.waiting.push(go))
    else this.free--
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }
}
