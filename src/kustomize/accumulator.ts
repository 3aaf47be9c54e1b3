/** What is gathered while a tree of kustomizations is walked: objects, transformer configuration, variables. */
import { ResMap } from '../krm/resmap.ts'
import { defaultConfig, mergeConfig, type TransformerConfig } from './config.ts'
import { VarSet } from './vars.ts'

export class Accumulator {
  readonly map = new ResMap()
  config: TransformerConfig = defaultConfig()
  readonly vars = new VarSet()

  /** Takes over all of a finished child. */
  merge(child: Accumulator): void {
    this.map.appendAll(child.map)
    this.mergeConfig(child.config)
    this.vars.mergeAll(child.vars)
  }

  mergeConfig(other: TransformerConfig): void {
    if (other !== this.config) this.config = mergeConfig(this.config, other)
  }
}
