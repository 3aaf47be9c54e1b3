/** Tells the runtime that this process will not live long, once it turns out to have work at all. */

/** Bytes of input below which a build is over before anything is compiled. */
const SMALL = 8192
/** Files by whose reading the youngest objects have as much room as they need. */
const MANY = 150
/** The V8 of Node 20, on which this was measured. Others have other tiers. */
const MEASURED = /^11\.3\./

/**
 * To be told how large every file is that is read. `many` is more than the default where the first files are small, and
 * where what is made of all of them is kept.
 */
export function shortLived(many = MANY): (size: number) => void {
  const { v8, bun } = process.versions as Partial<Record<string, string>>
  if (bun !== undefined || v8 === undefined || !MEASURED.test(v8)) return () => undefined
  let bytes = 0
  let files = 0
  return (size) => {
    if (bytes < SMALL && bytes + size >= SMALL) {
      void import('./v8-settings.ts').then(({ raiseCompileBudget }) => raiseCompileBudget())
    }
    bytes += size
    if (++files === many) void import('./v8-settings.ts').then(({ keepYoungSpace }) => keepYoungSpace())
  }
}
