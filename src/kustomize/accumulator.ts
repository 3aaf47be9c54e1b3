/** What is gathered while a tree of kustomizations is walked: objects, transformer configuration, variables. */
import { ResMap } from '../krm/resmap.ts'
import type { TransformerConfig } from './config.ts'
import { emptyConfig, mergeConfig } from './merge-config.ts'
import type { VarSet } from './vars.ts'

export class Accumulator {
  constructor(private readonly defaults: TransformerConfig) {}

  readonly map = new ResMap()
  /** Undefined until the first kustomization has brought its own, which holds the defaults. */
  private gathered: TransformerConfig | undefined = undefined
  /** Undefined while no kustomization has any. */
  vars: VarSet | undefined = undefined

  /** Takes over all of a finished child. */
  merge(child: Accumulator): void {
    this.map.appendAll(child.map)
    if (child.gathered !== undefined) this.mergeConfig(child.gathered)
    if (child.vars === undefined) return
    if (this.vars === undefined) this.vars = child.vars
    else this.vars.mergeAll(child.vars)
  }

  get config(): TransformerConfig {
    return (this.gathered ??= this.defaults)
  }

  /**
   * What is there goes first: a spec that matches an earlier one is dropped. The first configuration is merged as well, so
   * that a spec for one kind, which sorts first, stands in for one of all kinds. The defaults add nothing to what holds them.
   */
  mergeConfig(other: TransformerConfig): void {
    if (other === this.gathered) return
    if (other !== this.defaults) this.gathered = mergeConfig(this.gathered ?? emptyConfig(), other)
    else this.gathered ??= other
  }
}
