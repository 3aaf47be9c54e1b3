/** `namespace` (build 5.3). */
import { fail } from '../../core/error.ts'
import { goQuote } from '../../core/text.ts'
import type { FieldSpec } from '../../krm/fieldspec.ts'
import { type SubjectMode, setNamespace } from '../../krm/filters/namespace.ts'
import { isHelmGenerated } from '../../krm/helm-mark.ts'
import { shownObject } from '../../krm/internal-annotations.ts'
import { configFields, fieldAnyCase } from './plugin-config.ts'
import type { Apply, PrepareContext, Transformer } from './transformer.ts'

export interface NamespaceConfig {
  namespace: string
  unsetOnly: boolean
  subjects: string
  specs: FieldSpec[]
}

const MODES: readonly string[] = ['defaultOnly', 'none', 'allServiceAccounts']

export const namespace: Transformer<NamespaceConfig> = {
  kind: 'NamespaceTransformer',
  from: (k, config) =>
    k.namespace === ''
      ? []
      : [{ namespace: k.namespace, unsetOnly: false, subjects: 'defaultOnly', specs: config.namespace }],
  decode(root) {
    const { text, flag, specs } = configFields(root)
    return {
      namespace: configFields(fieldAnyCase(root, 'metadata')).text('namespace'),
      unsetOnly: flag('unsetOnly'),
      subjects: text('setRoleBindingSubjects') || 'defaultOnly',
      specs: specs('fieldSpecs'),
    }
  },
  prepare,
  shown: ({ namespace, unsetOnly, specs }) => ({ fieldSpecs: specs, metadata: { namespace }, unsetOnly }),
}

function prepare({ namespace, unsetOnly, subjects, specs }: NamespaceConfig, { tableOf }: PrepareContext): Apply {
  if (!MODES.includes(subjects)) {
    const message = `invalid value ${goQuote(subjects)} for setRoleBindingSubjects: must be one of "defaultOnly", "none" or "allServiceAccounts"`
    throw fail('NAMESPACE_SUBJECTS', message)
  }
  const table = tableOf(specs)
  const setting = { namespace, unsetOnly, subjects: subjects as SubjectMode }
  return (map, trace) => {
    if (namespace === '') return
    for (const resource of map.resources) {
      if (isHelmGenerated(resource.root)) continue
      map.remember(resource)
      setNamespace(resource, setting, table, trace)
      map.changed(resource)
      const same = map.withCurrentId(resource.id)
      if (same.length === 1) continue
      const objects = same.map(shownObject).join(' ')
      throw fail('ID_CONFLICT', `namespace transformation produces ID conflict: [${objects}]`, {
        at: same.flatMap((one) => one.locate() ?? []),
      })
    }
  }
}
