/** Configuration made ready for use, which one build after another may have in common. */
import { type FieldSpec, SpecTable } from '../krm/fieldspec.ts'
import type { NameReference, ReferenceRules } from '../krm/names.ts'
import { defaultConfig } from './config.ts'

export class BuildTables {
  readonly defaultConfig = defaultConfig()
  private readonly specs = new WeakMap<readonly FieldSpec[], SpecTable>()
  private readonly rules = new WeakMap<readonly NameReference[], ReferenceRules>()

  tableOf(specs: readonly FieldSpec[]): SpecTable {
    let table = this.specs.get(specs)
    if (table === undefined) this.specs.set(specs, (table = new SpecTable(specs)))
    return table
  }

  rulesOf(references: readonly NameReference[]): ReferenceRules {
    let rules = this.rules.get(references)
    if (rules === undefined) this.rules.set(references, (rules = new Map()))
    return rules
  }
}
