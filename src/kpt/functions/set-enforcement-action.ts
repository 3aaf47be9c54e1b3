/** Sets what Gatekeeper's policies do with a violation (functions 17). */
import { fail } from '../../core/error.ts'
import { setField } from '../../yaml/edit.ts'
import { emitKept } from '../../yaml/emit.ts'
import { field, fieldText, MAPPING, type Mapping, Scalar } from '../../yaml/node.ts'
import { info, inOlderKit } from './ended.ts'
import type { CatalogFunction, FunctionInput, FunctionResult } from './function.ts'
import { entriesOf, fileOf, replaceText, textOf } from './items.ts'

export const setEnforcementAction: CatalogFunction = {
  name: 'set-enforcement-action',
  run: (list) =>
    inOlderKit({ said: (message) => `failed to process policies: ${message}`, printed: 'once' }, () =>
      setActions(list),
    ),
}

const POLICY = 'constraints.gatekeeper.sh/v1beta1'
const ACTIONS = ['deny', 'warn', 'dryrun']

function readAction(config: Mapping | undefined): string {
  const data = field(config, 'data')
  const entries = entriesOf(data)
  if (entries.length !== 1 || entries[0]?.[0] !== 'enforcementAction') {
    throw fail('FUNCTION_CONFIG', 'expecting exactly 1 enforcementAction as part of the ConfigMap')
  }
  const action = fieldText(data, 'enforcementAction') ?? ''
  if (ACTIONS.includes(action)) return action
  throw fail('FUNCTION_CONFIG', 'expected values for enforcementAction are [deny] or [warn] or [dryrun]')
}

function setActions({ items, config, referenceFormat }: FunctionInput): FunctionResult[] {
  const action = readAction(config)
  const policies = items.filter((item) => textOf(item, 'apiVersion') === POLICY)
  if (policies.length === 0) return [{ message: `Found no policy to set to [${action}]`, severity: 'warning' }]
  for (const policy of policies) {
    const spec = field(policy, 'spec')
    if (spec?.kind !== MAPPING) {
      // The reference has made the field by the time it looks.
      if (spec === undefined && referenceFormat) setField(policy, 'spec', new Scalar(''))
      const shown = spec === undefined ? '{}' : emitKept(spec).trimEnd()
      throw fail('WRONG_KIND', `wrong Node Kind for spec expected: MappingNode was ScalarNode: value: ${shown}`)
    }
    replaceText(spec, 'enforcementAction', action, referenceFormat === true)
  }
  const named = policies.map((policy) => ({
    ...info(`Policy name: [${textOf(policy, 'metadata', 'name')}]`),
    ...fileOf(policy),
  }))
  return [info(`Number of policies set to [${action}]: ${policies.length}`), ...named]
}
