/** `replicas` (build 5.7). */
import { fail } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import type { Location } from '../../core/source.ts'
import { compileSpec, type FieldSpec } from '../../krm/fieldspec.ts'
import { setReplicas } from '../../krm/filters/replicas.ts'
import { gvkText, isSelectedBy } from '../../krm/gvk.ts'
import { configFields, fieldAnyCase } from './plugin-config.ts'
import type { Apply, Transformer } from './transformer.ts'

export interface ReplicasConfig {
  name: string
  /** As decimal text. */
  count: string
  specs: FieldSpec[]
  at?: Location | undefined
}

export const replicas: Transformer<ReplicasConfig> = {
  kind: 'ReplicaCountTransformer',
  from: (k, config) =>
    k.replicas.map(({ name, count, at }) => ({ name, count: String(count), specs: config.replicas, at })),
  decode(root) {
    const replica = configFields(fieldAnyCase(root, 'replica'))
    return {
      name: replica.text('name'),
      count: replica.text('count') || '0',
      specs: configFields(root).specs('fieldSpecs'),
    }
  },
  prepare,
  shown: ({ name, count, specs }) => ({ fieldSpecs: specs, replica: { count: Number(count), name } }),
}

function prepare({ name, count, specs, at }: ReplicasConfig): Apply {
  const compiled = specs.map(compileSpec)
  return (map, trace) => {
    let found = false
    for (const spec of compiled) {
      for (const resource of map.withAnyName(name)) {
        if (!resource.ids.some((id) => id.name === name && isSelectedBy(id, spec.spec))) continue
        found = true
        setReplicas(resource, count, spec, trace)
      }
    }
    if (found) return
    const kinds = specs.map(gvkText).join(' ')
    const names = map.resources
      .filter((one) => specs.some((spec) => isSelectedBy(one.id, spec)))
      .map((one) => one.id.name)
    const close = nearest(name, names)
    throw fail(
      'REPLICAS_NO_MATCH',
      `resource with name ${name} does not match a config with the following GVK [${kinds}]`,
      {
        at,
        hint: close === undefined ? undefined : `did you mean ${JSON.stringify(close)}?`,
      },
    )
  }
}
