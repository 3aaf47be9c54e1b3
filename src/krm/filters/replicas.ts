/** Replica counts (build 5.7). */
import type { Trace } from '../../core/trace.ts'
import { type CompiledSpec, setScalar, walk } from '../fieldspec.ts'
import type { Resource } from '../resource.ts'

/** Sets the count; an existing value keeps its quotes. */
export function setReplicas(resource: Resource, count: string, spec: CompiledSpec, trace?: Trace): void {
  walk(resource, spec, 'scalar', (node) => setScalar(node, count, '!!int', trace), trace)
}
