/** Tells the runtime that this process will not live long, once it turns out to have work at all. */
/** Bytes of input below which a build is over before anything is compiled. */
const SMALL = 8192
/** The V8 of Node 20, on which this was measured. Others have other tiers. */
const MEASURED = /^11\.3\./

/** To be told how large every file is that is read. */
export function compilingLater(): (size: number) => void {
  const { v8, bun } = process.versions as Partial<Record<string, string>>
  let bytes = bun === undefined && v8 !== undefined && MEASURED.test(v8) ? 0 : SMALL
  return (size) => {
    if (bytes >= SMALL) return
    bytes += size
    if (bytes >= SMALL) void import('./compile-budget.ts').then(({ raiseCompileBudget }) => raiseCompileBudget())
  }
}
